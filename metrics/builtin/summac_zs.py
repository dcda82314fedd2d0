"""`summac-zs`: each sentence of the response against each of the context, the best entailment less the best denial.

From SummaC (Laban et al., TACL 2022; tingofurro/summac, ``SummaCZS``): for each sentence of the response the largest
probability of entailment over the context's sentences, less the largest of contradiction, averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.builtin._nli_recipes import PairMetric, check_class, sentences
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

VITAMINC = "tals/albert-xlarge-vitaminc-mnli"
"""The NLI model of the published package, which comes from the hub."""

MOST_DOCUMENT_SENTENCES = 100
SHORTEST = 11  # characters: the package leaves out sentences of up to ten


class SummaCZS(PairMetric):
    """Mean over the response's sentences of best entailment minus best contradiction, from -1 to 1.

    As in the package, sentences of up to ten characters are left out, and so is what follows the hundredth sentence of
    the context; a response without a longer sentence is `Unscored`.

    Args:
        model: a folder or a hub name of an NLI model; no openly licensed one comes as a Python package.
        use: ``both``, ``entailment`` or ``contradiction`` (1 minus its largest probability).
        entailment: number of the class that means entailment; None = told by the model's labels.
        contradiction: the same for contradiction.
        short: whether sentences of up to ten characters count too, which the package leaves out.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "summac-zs"
    bounds = (-1.0, 1.0)
    long_input = (
        "sentences of up to 10 characters and those after the 100th of the context are left out, and a pair longer "
        "than the model reads is cut; all but the first told in the log"
    )

    def __init__(
        self,
        *,
        model: str = VITAMINC,
        use: str = "both",
        entailment: int | None = None,
        contradiction: int | None = None,
        short: bool = False,
        revision: str | None = None,
        device: str = "auto",
    ) -> None:
        if use not in ("both", "entailment", "contradiction"):
            raise UsageError(f"summac-zs: use takes both, entailment or contradiction, not {use!r}")
        check_class(self.name, entailment=entailment, contradiction=contradiction)
        self.options = {"model": model, "use": use, "entailment": entailment, "contradiction": contradiction}
        self.options |= {"short": short, "revision": revision, "device": device}
        self._use, self._short = use, short
        self._classes = known_classes(model, entailment, contradiction)
        self._classifier: PairClassifier = PairClassifier(model, revision, device, max_tokens=500)

    def pairs(self, example: Example) -> list[tuple[str, str]] | Unscored:
        """Every sentence of the context with every sentence of the response."""
        if leaves_out(example, short=self._short):
            self._left_out.add(example.digest)
        return sentence_pairs(example, short=self._short)

    def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
        """The mean over the response's sentences."""
        table = pair_table(example, probabilities, short=self._short)
        entailment, contradiction = (
            given if given is not None else self._classifier.class_of(meaning)
            for given, meaning in zip(self._classes, ("entailment", "contradiction"), strict=True)
        )
        best, worst = table[:, :, entailment].max(axis=0), table[:, :, contradiction].max(axis=0)
        each = {"both": best - worst, "entailment": best, "contradiction": 1.0 - worst}[self._use]
        return float(each.mean())


def known_classes(model: str, entailment: int | None, contradiction: int | None) -> tuple[int | None, int | None]:
    """The classes that are given, else those of the published model, as the package has them; None = by the labels."""
    if model == VITAMINC:
        return (0 if entailment is None else entailment, 1 if contradiction is None else contradiction)
    return entailment, contradiction


def sentence_pairs(
    example: Example, *, short: bool, most_claims: int | None = None
) -> list[tuple[str, str]] | Unscored:
    """Every sentence of the context with every sentence of the response, the response's running fastest."""
    evidence, claims = _sides(example, short, most_claims)
    for name, found in (("response", claims), ("context", evidence)):
        if not found:
            return Unscored("declined", f"the {name} has no sentence{'' if short else ' of more than ten characters'}")
    return [(one, claim) for one in evidence for claim in claims]


def leaves_out(example: Example, *, short: bool, most_claims: int | None = None) -> bool:
    """Whether sentences are left out for being too many; those that are too short do not count here."""
    evidence, claims = _all_sentences(example, short)
    return len(evidence) > MOST_DOCUMENT_SENTENCES or (most_claims is not None and len(claims) > most_claims)


def pair_table(example: Example, probabilities: Sequence[Any], *, short: bool, most_claims: int | None = None) -> Any:
    """The probabilities of `sentence_pairs` as an array of shape (context sentences, response sentences, classes)."""
    evidence, claims = _sides(example, short, most_claims)
    return np.stack(probabilities).reshape(len(evidence), len(claims), -1)


def _sides(example: Example, short: bool, most_claims: int | None) -> tuple[list[str], list[str]]:
    evidence, claims = _all_sentences(example, short)
    return evidence[:MOST_DOCUMENT_SENTENCES], claims[:most_claims]


def _all_sentences(example: Example, short: bool) -> tuple[list[str], list[str]]:
    fewest = 1 if short else SHORTEST
    evidence = [one for document in example.context for one in sentences(document) if len(one) >= fewest]
    return evidence, [one for one in sentences(example.response) if len(one) >= fewest]


METRIC = SummaCZS
