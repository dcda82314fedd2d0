"""`bertscore`: each token of the response with its nearest token of the context, by contextual embeddings.

From BERTScore (Zhang et al., ICLR 2020; Tiiiger/bert_score), without idf weights and without rescaling, the context in
the reference's place.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.fixed_batches import Row
from gaugeblock.metrics.loaded_model import BatchedModel
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.arguments import count
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

_LOG = logging.getLogger(__name__)

LAYERS = {
    "roberta-large": 17,
    "roberta-base": 10,
    "bert-base-uncased": 9,
    "bert-base-multilingual-cased": 9,
    "distilbert-base-uncased": 5,
}
"""The layers that the package's authors chose by correlation with human judgement."""


class BERTScore(Metric):
    """Precision, recall or F1 of greedily matched token embeddings, from -1 to 1.

    A text longer than the model reads is cut at its end, told in the log. A blank response or context is `Unscored`.

    Args:
        model: a folder or a hub name of an encoder.
        layer: whose hidden states are compared; None = the authors' choice for models that they name, else the last.
        use: ``f``, ``p`` (each token of the response with the context) or ``r``.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "bertscore"
    construct = "grounding"
    bounds = (-1.0, 1.0)
    by_context = True
    long_input = "a text longer than the model reads is cut at its end, told in the log"

    def __init__(
        self,
        *,
        model: str = "roberta-large",
        layer: int | None = None,
        use: str = "f",
        revision: str | None = None,
        device: str = "auto",
    ) -> None:
        if use not in ("f", "p", "r"):
            raise UsageError(f"bertscore: use takes f, p or r, not {use!r}")
        if layer is not None:
            count("bertscore: layer", layer)
        self.options = {"model": model, "layer": layer, "use": use, "revision": revision, "device": device}
        self._use = use
        self._model = _Encoder(model, revision, device, LAYERS.get(model) if layer is None else layer)

    @property
    def truncated(self) -> int:
        """How many different texts were longer than the model reads, so far."""
        return len(self._model.truncated)

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that embed the texts, and the kind of device that they run on."""
        libraries = versions("torch", "transformers", "tokenizers")
        return libraries | {"device": device_kind(self.options["device"])}

    def fingerprint_parts(self) -> Sequence[Any]:
        """The settings, the libraries and the model's files, whatever the folder is called."""
        settings = [self._model.layer, self._use, dict(self.depends_on)]
        return [self.name, self.version, *settings, self._model.checkpoint.identity]

    def warm_up(self) -> None:
        """Load the model."""
        self._model.load()

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        before = self.truncated
        texts = dict.fromkeys(text for one in examples for text in (one.response, one.context_text) if text.strip())
        rows = {text: Row(tuple(self._model.ids(text.strip()))) for text in texts}
        states = dict(zip(rows, self._model.states(rows.values()), strict=True))
        if self.truncated > before:
            _LOG.warning("bertscore: %d text(s) were cut at their end", self.truncated - before)
        scores: list[Score] = []
        for example in examples:
            if not example.response.strip() or not example.context_text.strip():
                scores.append(Unscored("declined", "the response or the context is blank"))
                continue
            sides = [(rows[text], states[text]) for text in (example.response, example.context_text)]
            scores.append(self._matched(*sides))
        return scores

    def _matched(self, response: tuple[Row, Any], context: tuple[Row, Any]) -> Score:
        import numpy as np

        kept, vectors = [], []
        for row, states in (response, context):
            found = states[: len(row.ids)].astype(np.float64)
            vectors.append(found / np.linalg.norm(found, axis=1, keepdims=True).clip(1e-12))
            special = {self._model.tokenizer.cls_token_id, self._model.tokenizer.sep_token_id}
            kept.append(np.array([token not in special for token in row.ids]))
        if not all(each.any() for each in kept):
            return Unscored("declined", "a text has no token that the model knows")
        # the package lets a token match a special one, which it leaves out of the mean only
        cosines = vectors[0] @ vectors[1].T
        precision, recall = cosines.max(axis=1)[kept[0]].mean(), cosines.max(axis=0)[kept[1]].mean()
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return float(np.clip({"p": precision, "r": recall, "f": f1}[self._use], -1.0, 1.0))


class _Encoder(BatchedModel):
    """An encoder whose hidden states of one layer are asked for."""

    auto = "AutoModel"
    keep = 64  # the states of a text are large, and a text seldom comes again after its batch

    def __init__(self, model: str, revision: str | None, device: str, layer: int | None) -> None:
        super().__init__(model, revision, device)
        self.layer = layer

    def load(self) -> None:
        """Load the model, and see that it has the layer."""
        layers = int(self.model.config.num_hidden_layers)
        if self.layer is not None and not 0 <= self.layer <= layers:
            raise UsageError(f"bertscore: layer takes a number from 0 to {layers} for this model, not {self.layer}")
        super().load()

    def states(self, rows: Iterable[Row]) -> list[Any]:
        """For each row the states of its tokens, shape (padded length, hidden size)."""
        self.load()
        return self._batches.run(rows)

    def forward(self, features: Mapping[str, Any]) -> Any:
        """The hidden states of the layer, the last where none is named."""
        return self.model(**features, output_hidden_states=True).hidden_states[-1 if self.layer is None else self.layer]


METRIC = BERTScore
