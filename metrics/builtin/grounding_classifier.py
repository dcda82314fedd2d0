"""`grounding-classifier`: any sequence-classification model that judges (context, response) pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.builtin._nli_recipes import PairMetric, blank, check_class, chunks_by_sentences, sentences
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.perturb.arguments import count
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example


class GroundingClassifier(PairMetric):
    """The probability of the positive class for the response on the context, from 0 to 1.

    Args:
        model: a folder or a hub name of a sequence-classification model; there is none by default.
        positive: number of the class that means supported; None = told by the model's labels, the second of two.
        unit: what is judged, the whole ``response`` or each ``sentence`` of it, averaged.
        chunk_words: about how many words of the context are judged at a time, the best of which counts; None = all of
            it at once, of which a long one is cut at its end.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "grounding-classifier"
    construct = "grounding"

    def __init__(
        self,
        *,
        model: str = "",
        positive: int | None = None,
        unit: str = "response",
        chunk_words: int | None = None,
        revision: str | None = None,
        device: str = "auto",
    ) -> None:
        check_unit(self.name, unit, chunk_words)
        check_class(self.name, positive=positive)
        self.options = {"model": model, "positive": positive, "unit": unit, "chunk_words": chunk_words}
        self.options |= {"revision": revision, "device": device}
        self._class: int | None = positive
        self._unit, self._chunk_words = unit, chunk_words
        self._classifier: PairClassifier = PairClassifier(model, revision, device)

    def pairs(self, example: Example) -> list[tuple[str, str]] | Unscored:
        """Every part of the context with every part of the response."""
        if declined := blank(example):
            return declined
        text = example.context_text
        chunks = [text] if self._chunk_words is None else chunks_by_sentences(text, self._chunk_words)
        return [(chunk, claim) for chunk in chunks for claim in self._claims(example)]

    def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
        """The best part of the context, averaged over the parts of the response."""
        number = self._classifier.class_of("entailment") if self._class is None else self._class
        claims = len(self._claims(example))
        each = [float(found[number]) for found in probabilities]
        return sum(max(each[at::claims]) for at in range(claims)) / claims

    def _claims(self, example: Example) -> list[str]:
        return sentences(example.response) if self._unit == "sentence" else [example.response]


def check_unit(owner: str, unit: str, chunk_words: int | None) -> None:
    """Refuse a unit or a size of chunks that there is not.

    Raises:
        UsageError: names the metric and what the option takes.
    """
    if unit not in ("response", "sentence"):
        raise UsageError(f"{owner}: unit takes response or sentence, not {unit!r}")
    if chunk_words is not None:
        count(f"{owner}: chunk_words", chunk_words, 1)


METRIC = GroundingClassifier
