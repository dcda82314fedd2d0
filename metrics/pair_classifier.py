"""`PairClassifier`: a sequence-classification model that judges pairs of texts, such as an NLI cross-encoder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gaugeblock.metrics.fixed_batches import Row, shares
from gaugeblock.metrics.loaded_model import BatchedModel
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import content_hash

_ENTAILMENT = ("entailment", "entail", "entailed", "supported", "supports", "consistent", "1 entailment")
_SPARE = 16  # tokens beyond the limit, so that a word cut in two changes nothing of what is read
_CONTRADICTION = ("contradiction", "contradict", "refuted", "refutes")


class PairClassifier(BatchedModel):
    """Class probabilities of pairs, each the same to the last bit whatever pairs it is scored beside.

    A pair that is too long is cut at the end of its first text; a second text that leaves the first no room is cut too.
    For the arguments see `LoadedModel`.
    """

    auto = "AutoModelForSequenceClassification"

    def probabilities(self, pairs: Iterable[tuple[str, str]]) -> list[Any]:
        """The probability of each class for each pair, as arrays of shape (classes,); a single logit is a sigmoid's."""
        return [shares(logits) for logits in self._batches.run([self.row(*pair) for pair in pairs])]

    def forward(self, features: Mapping[str, Any]) -> Any:
        """The logits, shape (rows, classes)."""
        return self.model(**features).logits

    @property
    def labels(self) -> Mapping[int, str]:
        """The classes by their number, in lower case."""
        return {int(number): str(name).lower() for number, name in self.model.config.id2label.items()}

    @property
    def classes(self) -> int:
        """How many classes there are; a single logit makes two."""
        return max(2, len(self.labels))

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

    def row(self, first: str, second: str) -> Row:
        """The tokens that the model is given for a pair."""
        tokenizer, limit = self.tokenizer, self.limit
        whole = tokenizer(first, second, verbose=False)
        if len(whole["input_ids"]) > limit:
            self.truncated.add(content_hash([first, second]))
            first, second = self._clipped(first), self._clipped(second)
            alone = len(tokenizer("", second, verbose=False)["input_ids"])
            way = "only_first" if alone < limit else "longest_first"
            whole = tokenizer(first, second, truncation=way, max_length=limit, verbose=False)
        return Row(tuple(whole["input_ids"]), tuple(whole.get("token_type_ids", ())))

    def _clipped(self, text: str) -> str:
        """As much of a text as may be read of it, and a little more for the tokenizer to cut.

        A fast tokenizer lays out all that it cuts off, every piece of one text with every piece of the other, which for
        two texts of 10,000 words fills the memory.
        """
        if not getattr(self.tokenizer, "is_fast", False):
            return text
        found = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        offsets = found["offset_mapping"]
        most = self.limit + _SPARE
        return text if len(offsets) <= most else text[: offsets[most - 1][1]]
