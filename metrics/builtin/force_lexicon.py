"""`force-lexicon`: words shared with the evidence, lowered for every sign that the claim says more than it.

ForceBench (arXiv 2605.28044) reports an axis-aware lexical prototype as its best deterministic baseline; how that one
scores is not known to us. Our choice: the share of the claim's content words that the context holds, divided by one
plus the signs of greater force, which are, axis by axis (relation, modality, scope, temporal, numeric), the careful
words of the nearest evidence sentence that the claim has dropped, and the strong words of the claim that no sentence of
the context has.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import regex

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.builtin._words import words
from gaugeblock.perturb.example import Example

Phrase = tuple[str, ...]

# a rough cut is enough here: two halves of a sentence are each nearer to a claim than another sentence is
_SENTENCE_END = regex.compile(r"(?<=[.!?。！？])\s+|\n+")


class ForceLexicon(Metric):
    """Share of the words found in the context, over one plus the signs of greater force; from 0 to 1.

    A response without a word is `Unscored`; beside an empty context nothing is found: 0.0.

    Args:
        penalty: what one sign counts, beside the one that divides nothing.
    """

    name = "force-lexicon"
    bounds = (0.0, 1.0)
    batched = False

    def __init__(self, *, penalty: float = 0.25) -> None:
        self.options = {"penalty": penalty}
        self._penalty = penalty

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        claim = words(example.response)
        if not claim:
            return Unscored("declined", "the response has no word")
        evidence = [words(sentence) for document in example.context for sentence in _SENTENCE_END.split(document)]
        known = {word for sentence in evidence for word in sentence}
        shared = sum(word in known for word in claim) / len(claim)
        return shared / (1 + self._penalty * len(signs(claim, evidence)))


def signs(claim: Sequence[str], evidence: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """The signs that a claim says more than its evidence, as pairs of an axis and the words.

    Args:
        claim: its words, in order.
        evidence: the words of each sentence.

    >>> signs(["smoking", "causes", "it"], [["smoking", "may", "be", "linked", "to", "it"]])
    [('relation', 'linked to'), ('relation', 'causes'), ('modality', 'may')]
    """
    if not evidence:
        return []
    said = set(claim)
    nearest = max(evidence, key=lambda sentence: len(said & set(sentence)))
    found = []
    for axis, (careful, strong) in _lexicon().items():
        found += [(axis, " ".join(p)) for p in careful if _has(nearest, p) and not _has(claim, p)]
        found += [(axis, " ".join(p)) for p in strong if _has(claim, p) and not any(_has(s, p) for s in evidence)]
    return found


def _has(text: Sequence[str], phrase: Phrase) -> bool:
    return any(tuple(text[at : at + len(phrase)]) == phrase for at in range(len(text) - len(phrase) + 1))


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, tuple[list[Phrase], list[Phrase]]]:
    """By axis: the careful and the strong phrases, each as its words."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {
        axis: ([tuple(p.split()) for p in entries["careful"]], [tuple(p.split()) for p in entries["strong"]])
        for axis, entries in tables.items()
    }


METRIC = ForceLexicon
