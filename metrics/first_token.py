"""`FirstToken`: an encoder-decoder that answers a prompt by its first token, such as yes or no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from gaugeblock.metrics.fixed_batches import Row, shares
from gaugeblock.metrics.loaded_model import BatchedModel


class FirstToken(BatchedModel):
    """The probabilities of a few tokens as the first of an answer, over those tokens alone.

    Args:
        model: a folder, or the name of an encoder-decoder on the Hugging Face hub.
        answers: the token numbers that are compared, or how they are found from the tokenizer.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.
        max_tokens: how many tokens an input may have. T5 has no limit of its own.
    """

    auto = "AutoModelForSeq2SeqLM"

    def __init__(
        self,
        model: str,
        answers: Sequence[int] | Callable[[Any], Sequence[int]],
        *,
        revision: str | None = None,
        device: str = "auto",
        max_tokens: int,
    ) -> None:
        super().__init__(model, revision, device, max_tokens)
        self._answers = answers

    @property
    def classes(self) -> int:
        """How many answers are compared."""
        return len(self._compared)

    def probabilities(self, asked: Iterable[Any]) -> list[Any]:
        """For each text the probabilities of the answers, as arrays of shape (answers,) that sum to 1."""
        return [shares(logits) for logits in self._batches.run([Row(tuple(self.ids(text))) for text in asked])]

    def forward(self, features: Mapping[str, Any]) -> Any:
        """The logits of the answers as the first token, shape (rows, answers)."""
        ids = features["input_ids"]
        start = ids.new_full((len(ids), 1), self.model.config.decoder_start_token_id)
        return self.model(**features, decoder_input_ids=start).logits[:, 0, self._compared]

    @cached_property
    def _compared(self) -> list[int]:
        return list(self._answers(self.tokenizer) if callable(self._answers) else self._answers)
