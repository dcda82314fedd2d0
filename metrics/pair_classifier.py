"""`PairClassifier`: a sequence-classification model that judges pairs of texts, such as an NLI cross-encoder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from gaugeblock.metrics.checkpoints import Checkpoint, find_checkpoint, load_checkpoint
from gaugeblock.metrics.fixed_batches import FixedBatches, Row
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import content_hash

_ENTAILMENT = ("entailment", "entail", "entailed", "supported", "supports", "consistent", "1 entailment")
_CONTRADICTION = ("contradiction", "contradict", "refuted", "refutes")
_RELATIVE = ("t5", "mt5", "umt5", "longt5", "deberta-v2")
_NO_LIMIT = 10**7  # tokenizers state "no limit" as 10**30


class PairClassifier:
    """Class probabilities of pairs, each the same to the last bit whatever pairs it is scored beside.

    A pair that is too long is cut at the end of its first text; a second text that leaves the first no room is cut too.

    Args:
        model: a folder, or the name of a model on the Hugging Face hub.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.
        max_tokens: how many tokens a pair may have; None = as many as the model takes.
    """

    def __init__(
        self, model: str, revision: str | None = None, device: str = "auto", max_tokens: int | None = None
    ) -> None:
        self._name, self._revision, self.device, self._max_tokens = model, revision, device, max_tokens
        self.truncated: set[str] = set()
        """Digests of the pairs that were cut."""

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key not in ("_loaded", "_batches")}

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The model on this machine."""
        return find_checkpoint(self._name, self._revision)

    def load(self) -> None:
        """Load the model now rather than at the first pair."""
        _ = self._batches

    def probabilities(self, pairs: Iterable[tuple[str, str]]) -> list[Any]:
        """The probability of each class for each pair, as arrays of shape (classes,); a single logit is a sigmoid's."""
        return self._softmax([self._row(first, second) for first, second in pairs])

    def _softmax(self, rows: list[Row]) -> list[Any]:
        import numpy as np

        found = []
        for logits in self._batches.run(rows):
            logits = logits.astype(np.float64)
            if logits.shape == (1,):
                positive = 1.0 / (1.0 + np.exp(-logits[0]))
                found.append(np.array([1.0 - positive, positive]))
            else:
                raised = np.exp(logits - logits.max())
                found.append(raised / raised.sum())
        return found

    def probabilities_of_texts(self, texts: Iterable[str]) -> list[Any]:
        """The same for single texts, into which a model's users have written both parts."""
        return self._softmax([self._single(text) for text in texts])

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer."""
        return self._loaded[1]

    @property
    def limit(self) -> int:
        """How many tokens the model reads, special tokens included."""
        return self._batches.limit

    def tokens(self, text: str) -> int:
        """How many tokens a text has, special tokens left out."""
        return len(self.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])

    @property
    def labels(self) -> Mapping[int, str]:
        """The classes by their number, in lower case."""
        model, _, _ = self._loaded
        return {int(number): str(name).lower() for number, name in model.config.id2label.items()}

    def class_of(self, meaning: str) -> int:
        """The number of the class that means ``entailment`` or ``contradiction``.

        Raises:
            UsageError: the model's labels do not tell.
        """
        wanted = _ENTAILMENT if meaning == "entailment" else _CONTRADICTION
        found = [number for number, name in self.labels.items() if name in wanted]
        if len(found) == 1:
            return found[0]
        unnamed = all(name.startswith("label_") for name in self.labels.values())
        if meaning == "entailment" and len(self.labels) <= 2 and not found and unnamed:
            return 1  # a plain two-class model, or one logit: the second class is the positive one
        raise UsageError(
            f"the labels of {self._name!r} ({', '.join(self.labels.values())}) do not say which means {meaning}; "
            "give its number as an option"
        )

    def _row(self, first: str, second: str) -> Row:
        _, tokenizer, _ = self._loaded
        limit = self._batches.limit
        whole = tokenizer(first, second, verbose=False)
        if len(whole["input_ids"]) > limit:
            self.truncated.add(content_hash([first, second]))
            alone = len(tokenizer("", second, verbose=False)["input_ids"])
            way = "only_first" if alone < limit else "longest_first"
            whole = tokenizer(first, second, truncation=way, max_length=limit, verbose=False)
        return Row(tuple(whole["input_ids"]), tuple(whole.get("token_type_ids", ())))

    def _single(self, text: str) -> Row:
        ids = self.tokenizer(text, verbose=False)["input_ids"]
        if len(ids) > self.limit:
            self.truncated.add(content_hash(text))
            ids = self.tokenizer(text, truncation=True, max_length=self.limit, verbose=False)["input_ids"]
        return Row(tuple(ids))

    @cached_property
    def _loaded(self) -> tuple[Any, Any, str]:
        return load_checkpoint(self.checkpoint, "AutoModelForSequenceClassification", self.device)

    @cached_property
    def _batches(self) -> FixedBatches:
        model, tokenizer, place = self._loaded
        limit = token_limit(model, tokenizer, self._max_tokens)
        pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else 0
        return FixedBatches(lambda features: model(**features).logits, pad, limit, place)


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
