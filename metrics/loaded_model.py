"""`LoadedModel`: a transformers model and its tokenizer, named by a person, loaded on first use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from gaugeblock.metrics.checkpoints import Checkpoint, find_checkpoint, load_checkpoint
from gaugeblock.metrics.fixed_batches import FixedBatches
from gaugeblock.perturb.example import content_hash

_RELATIVE = ("t5", "mt5", "umt5", "longt5", "deberta-v2")
_NO_LIMIT = 10**7  # tokenizers state "no limit" as 10**30


class LoadedModel:
    """A model that is found by its name, loaded on first use, and that counts the inputs which it had to cut.

    A subclass names the transformers class, and says what the model is asked.

    Args:
        model: a folder, or the name of a model on the Hugging Face hub.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.
        max_tokens: how many tokens an input may have; None = as many as the model takes.
    """

    auto: ClassVar[str]
    """The transformers class that loads it, such as ``AutoModelForSequenceClassification``."""

    def __init__(
        self, model: str, revision: str | None = None, device: str = "auto", max_tokens: int | None = None
    ) -> None:
        self._name, self._revision, self.device, self._max_tokens = model, revision, device, max_tokens
        self.truncated: set[str] = set()
        """Digests of the inputs that were cut."""

    def __getstate__(self) -> dict[str, Any]:
        # the weights stay here: another process loads its own
        return {key: value for key, value in vars(self).items() if key not in ("_loaded", "_batches")}

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The model on this machine."""
        return find_checkpoint(self._name, self._revision)

    def load(self) -> None:
        """Load the model now rather than at the first input."""
        _ = self._loaded

    @property
    def model(self) -> Any:
        """The transformers model, in evaluation mode."""
        return self._loaded[0]

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer."""
        return self._loaded[1]

    @property
    def place(self) -> str:
        """The torch device that the model is on."""
        return self._loaded[2]

    @property
    def limit(self) -> int:
        """How many tokens the model is given at most, special tokens included."""
        return token_limit(self.model, self.tokenizer, self._max_tokens)

    def tokens(self, text: str) -> int:
        """How many tokens a text has, special tokens left out."""
        return len(self.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])

    def ids(self, text: str) -> list[int]:
        """The token numbers of a text with its special tokens, cut at the end where the model takes no more."""
        whole: list[int] = self.tokenizer(text, verbose=False)["input_ids"]
        if len(whole) <= self.limit:
            return whole
        self.truncated.add(content_hash(text))
        cut: list[int] = self.tokenizer(text, truncation=True, max_length=self.limit, verbose=False)["input_ids"]
        return cut

    def beginning(self, text: str, room: int, beside: str) -> str:
        """As much of a text as `room` tokens hold; noted where anything is lost.

        Args:
            text: what may be cut.
            room: how many tokens it may take.
            beside: what it shares the input with, and which is not cut.
        """
        found = self.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"]
        if len(found) <= max(room, 0):
            return text
        self.truncated.add(content_hash([text, beside]))
        return str(self.tokenizer.decode(found[: max(room, 0)]))

    @cached_property
    def _loaded(self) -> tuple[Any, Any, str]:
        return load_checkpoint(self.checkpoint, self.auto, self.device)


class BatchedModel(LoadedModel):
    """A model whose inputs run in batches of fixed shapes, so that none depends on those beside it.

    A subclass says what comes out for a batch.
    """

    keep: ClassVar[int] = 50_000
    """How many results are kept for inputs that come again."""

    def forward(self, features: Mapping[str, Any]) -> Any:
        """What the model gives for a batch; see `fixed_batches.Forward`."""
        raise NotImplementedError

    def load(self) -> None:
        """Load the model now rather than at the first input."""
        _ = self._batches

    @cached_property
    def _batches(self) -> FixedBatches:
        pad = self.tokenizer.pad_token_id if self.tokenizer.pad_token_id is not None else 0
        return FixedBatches(self.forward, pad, self.limit, self.place, keep=self.keep)


def token_limit(model: Any, tokenizer: Any, wanted: int | None = None) -> int:
    """How many tokens an input may have: as wanted, and no more than the model and its tokenizer state.

    Models with relative positions take any length, whatever is stated: there the wanted number counts alone.
    """
    if wanted is not None and getattr(model.config, "model_type", "") in _RELATIVE:
        return wanted
    stated = [wanted, tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", None)]
    if getattr(model.config, "model_type", "") in ("roberta", "xlm-roberta", "camembert"):
        # positions start behind the padding number, so that two of them are never used
        stated[2] = stated[2] - 2 if stated[2] else None
    limits = [int(value) for value in stated if value and value < _NO_LIMIT]
    return min(limits) if limits else 512
