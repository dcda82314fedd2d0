"""`FirstToken`: an encoder-decoder that answers a prompt by its first token, such as yes or no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from gaugeblock.metrics.checkpoints import Checkpoint, find_checkpoint, load_checkpoint
from gaugeblock.metrics.fixed_batches import FixedBatches, Row
from gaugeblock.metrics.pair_classifier import token_limit
from gaugeblock.perturb.example import content_hash


class FirstToken:
    """The probabilities of a few tokens as the first of an answer, over those tokens alone.

    Args:
        model: a folder, or the name of an encoder-decoder on the Hugging Face hub.
        answers: the token numbers that are compared, or how they are found from the tokenizer.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.
        max_tokens: how many tokens an input may have. T5 has no limit of its own.
    """

    def __init__(
        self,
        model: str,
        answers: Sequence[int] | Callable[[Any], Sequence[int]],
        *,
        revision: str | None = None,
        device: str = "auto",
        max_tokens: int,
    ) -> None:
        self._name, self._revision, self.device, self._max_tokens = model, revision, device, max_tokens
        self._answers = answers
        self.truncated: set[str] = set()
        """Digests of the inputs that were cut."""

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key not in ("_loaded", "_batches")}

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The model on this machine."""
        return find_checkpoint(self._name, self._revision)

    def load(self) -> None:
        """Load the model now rather than at the first input."""
        _ = self._batches

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer."""
        return self._loaded[1]

    @property
    def limit(self) -> int:
        """How many tokens the model is given at most."""
        return self._batches.limit

    def tokens(self, text: str) -> int:
        """How many tokens a text has, the end token included."""
        return len(self.tokenizer(text, verbose=False)["input_ids"])

    def probabilities(self, texts: Iterable[str]) -> list[Any]:
        """For each text the probabilities of the answers, as arrays of shape (answers,) that sum to 1."""
        import numpy as np

        found = []
        for logits in self._batches.run([self._row(text) for text in texts]):
            raised = np.exp(logits.astype(np.float64) - logits.max())
            found.append(raised / raised.sum())
        return found

    def _row(self, text: str) -> Row:
        ids = self.tokenizer(text, verbose=False)["input_ids"]
        if len(ids) > self._batches.limit:
            self.truncated.add(content_hash(text))
            ids = self.tokenizer(text, truncation=True, max_length=self._batches.limit, verbose=False)["input_ids"]
        return Row(tuple(ids))

    @cached_property
    def _loaded(self) -> tuple[Any, Any, str]:
        return load_checkpoint(self.checkpoint, "AutoModelForSeq2SeqLM", self.device)

    @cached_property
    def _batches(self) -> FixedBatches:
        model, tokenizer, place = self._loaded
        answers = list(self._answers(tokenizer) if callable(self._answers) else self._answers)

        def forward(features: Any) -> Any:
            ids = features["input_ids"]
            start = ids.new_full((len(ids), 1), model.config.decoder_start_token_id)
            return model(**features, decoder_input_ids=start).logits[:, 0, answers]

        return FixedBatches(forward, tokenizer.pad_token_id, token_limit(model, tokenizer, self._max_tokens), place)
