"""`bertscore`: each token of the response with its nearest token of the context, by contextual embeddings.

From BERTScore (Zhang et al., ICLR 2020; Tiiiger/bert_score), without idf weights and without rescaling, the context in
the reference's place.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.checkpoints import Checkpoint, find_checkpoint, load_checkpoint
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.fixed_batches import FixedBatches, Row
from gaugeblock.metrics.pair_classifier import token_limit
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example, content_hash

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
        self.options = {"model": model, "layer": layer, "use": use, "revision": revision, "device": device}
        self._layer = LAYERS.get(model) if layer is None else layer
        self._use = use
        self._cut: set[str] = set()

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key not in ("_loaded", "_batches")}

    @property
    def truncated(self) -> int:
        """How many different texts were longer than the model reads, so far."""
        return len(self._cut)

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that embed the texts, and the kind of device that they run on."""
        libraries = versions("torch", "transformers", "tokenizers")
        return libraries | {"device": device_kind(self.options["device"])}

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hexadecimal) of the settings, the libraries and the model's files, whatever the folder is called."""
        settings = [self._layer, self._use, dict(self.depends_on)]
        return content_hash([self.name, self.version, settings, self._checkpoint.identity])

    def warm_up(self) -> None:
        """Load the model."""
        _ = self._batches

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        before = self.truncated
        texts = dict.fromkeys(text for one in examples for text in (one.response, one.context_text) if text.strip())
        rows = {text: self._row(text) for text in texts}
        states = dict(zip(rows, self._batches.run(rows.values()), strict=True))
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
            special = {self._tokenizer.cls_token_id, self._tokenizer.sep_token_id}
            kept.append(np.array([token not in special for token in row.ids]))
        if not all(each.any() for each in kept):
            return Unscored("declined", "a text has no token that the model knows")
        # the package lets a token match a special one, which it leaves out of the mean only
        cosines = vectors[0] @ vectors[1].T
        precision, recall = cosines.max(axis=1)[kept[0]].mean(), cosines.max(axis=0)[kept[1]].mean()
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return float(np.clip({"p": precision, "r": recall, "f": f1}[self._use], -1.0, 1.0))

    def _row(self, text: str) -> Row:
        limit = self._batches.limit
        ids = self._tokenizer(text.strip(), truncation=True, max_length=limit, verbose=False)["input_ids"]
        if len(ids) == limit and len(self._tokenizer(text.strip(), verbose=False)["input_ids"]) > limit:
            self._cut.add(content_hash(text))
        return Row(tuple(ids))

    @property
    def _tokenizer(self) -> Any:
        return self._loaded[1]

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        return find_checkpoint(self.options["model"], self.options["revision"])

    @cached_property
    def _loaded(self) -> tuple[Any, Any, str]:
        return load_checkpoint(self._checkpoint, "AutoModel", self.options["device"])

    @cached_property
    def _batches(self) -> FixedBatches:
        model, tokenizer, place = self._loaded
        layers = int(model.config.num_hidden_layers)
        layer = layers if self._layer is None else self._layer
        if not 0 <= layer <= layers:
            raise UsageError(f"bertscore: layer takes a number from 0 to {layers} for this model, not {layer}")

        def forward(features: Any) -> Any:
            return model(**features, output_hidden_states=True).hidden_states[layer]

        # the states of a text are large, and a text seldom comes again after its batch
        return FixedBatches(forward, tokenizer.pad_token_id, token_limit(model, tokenizer), place, keep=64)


METRIC = BERTScore
