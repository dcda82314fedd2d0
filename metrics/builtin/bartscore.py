"""`bartscore`: how probable an encoder-decoder finds the response, given the context.

From BARTScore (Yuan et al., NeurIPS 2021; neulab/BARTScore), direction source to hypothesis, which its authors use for
factuality: the mean log-probability of the response's tokens, in nats.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.fixed_batches import one_thread
from gaugeblock.metrics.loaded_model import LoadedModel
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.arguments import count
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

_LOG = logging.getLogger(__name__)


class _EncoderDecoder(LoadedModel):
    auto = "AutoModelForSeq2SeqLM"


class BARTScore(Metric):
    """Mean log-probability of the tokens of one text given the other, 0 or less.

    A context is encoded once for all the responses of a batch that are scored against it. A text longer than the model
    reads is cut at its end, told in the log. A blank response or context is `Unscored`.

    Args:
        model: a folder or a hub name of an encoder-decoder.
        direction: ``context-to-response``, or ``response-to-context`` (recall).
        max_tokens: how many tokens of a text are read; None = as many as the model takes.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "bartscore"
    bounds = (None, 0.0)
    batch_size = 32
    by_context = True
    long_input = "a text longer than the model reads is cut at its end, told in the log"

    def __init__(
        self,
        *,
        model: str = "facebook/bart-large-cnn",
        direction: str = "context-to-response",
        max_tokens: int | None = None,
        revision: str | None = None,
        device: str = "auto",
    ) -> None:
        if direction not in ("context-to-response", "response-to-context"):
            raise UsageError(
                f"bartscore: direction takes context-to-response or response-to-context, not {direction!r}"
            )
        if max_tokens is not None:
            count("bartscore: max_tokens", max_tokens, 3)  # two special tokens, and one of the text
        self.options = {"model": model, "direction": direction, "max_tokens": max_tokens}
        self.options |= {"revision": revision, "device": device}
        self._model = _EncoderDecoder(model, revision, device, max_tokens)

    @property
    def truncated(self) -> int:
        """How many different texts were longer than the model reads, so far."""
        return len(self._model.truncated)

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that run the model, and the kind of device that they run on."""
        libraries = versions("torch", "transformers", "tokenizers")
        return libraries | {"device": device_kind(self.options["device"])}

    def fingerprint_parts(self) -> Sequence[Any]:
        """The settings, the libraries and the model's files, whatever the folder is called."""
        settings = [self.options["direction"], self.options["max_tokens"], dict(self.depends_on)]
        return [self.name, self.version, *settings, self._model.checkpoint.identity]

    def warm_up(self) -> None:
        """Load the model."""
        self._model.load()

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        before = self.truncated
        encoded: dict[str, Any] = {}
        scores = [self._one(example, encoded) for example in examples]
        if self.truncated > before:
            _LOG.warning("bartscore: %d text(s) were cut at their end", self.truncated - before)
        return scores

    def _one(self, example: Example, encoded: dict[str, Any]) -> Score:
        import torch

        if not example.response.strip() or not example.context_text.strip():
            return Unscored("declined", "the response or the context is blank")
        source, target = example.context_text, example.response
        if self.options["direction"] == "response-to-context":
            source, target = target, source
        model, place = self._model.model, self._model.place
        with one_thread(), torch.inference_mode():
            if source not in encoded:
                ids = torch.tensor([self._model.ids(source)], device=place)
                encoded[source] = model.get_encoder()(input_ids=ids)
            labels = torch.tensor([self._model.ids(target)], device=place)
            logits = model(encoder_outputs=encoded[source], labels=labels).logits[0].double()
            found = logits.log_softmax(dim=-1).gather(1, labels[0].unsqueeze(1))
        return min(0.0, float(found.mean()))


METRIC = BARTScore
