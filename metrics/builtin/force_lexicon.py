"""`force-lexicon`: words shared with the evidence, lowered for every sign that the claim says more than it.

ForceBench (arXiv 2605.28044) reports an axis-aware lexical prototype as its best deterministic baseline; how that one
scores is not known to us. Our choice: the share of the claim's words, function words included, that the context holds,
divided by one plus the penalty for each sign of greater force. Signs are, axis by axis (relation, modality, scope,
temporal, numeric), the careful phrases of the nearest evidence sentence that the claim has dropped, and the strong
phrases of the claim that no sentence of the context has. Of phrases that overlap the longest counts, alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.words import words
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

Phrase = tuple[str, ...]

# a rough cut is enough here: two halves of a sentence are each nearer to a claim than another sentence is
_SENTENCE_END = regex.compile(r"(?<=[.!?。！？])\s+|\n+")


class ForceLexicon(Metric):
    """Share of the words found in the context, over one plus the penalties of greater force; from 0 to 1.

    A response without a word is `Unscored`; beside an empty context nothing is found: 0.0.

    Args:
        penalty: what one sign counts, beside the one that divides nothing; from 0 on.

    Raises:
        UsageError: the penalty is negative, infinite or no number.
    """

    name = "force-lexicon"
    version = "2"
    bounds = (0.0, 1.0)
    batched = False

    def __init__(self, *, penalty: float = 0.25) -> None:
        if not isinstance(penalty, (int, float)) or not math.isfinite(penalty) or penalty < 0:
            raise UsageError(f"{self.name}: penalty takes a number from 0 on, not {penalty!r}")
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
    of_claim = phrases(claim)
    in_evidence = {found for sentence in evidence for found in phrases(sentence)}
    dropped = [(axis, phrase) for axis, kind, phrase in phrases(nearest) - of_claim if kind == "careful"]
    raised = [(axis, phrase) for axis, kind, phrase in of_claim - in_evidence if kind == "strong"]
    order = list(_lexicon().axes)
    return sorted([*dropped, *raised], key=lambda sign: (order.index(sign[0]), sign in raised, sign[1]))


def phrases(text: Sequence[str]) -> set[tuple[str, str, str]]:
    """The careful and strong phrases of a sentence, each as its axis, ``careful`` or ``strong``, and the phrase.

    Read from the left, the longest phrase at each place; its words are no part of another.

    >>> sorted(phrases("it was caused by some 40 of them".split()))
    [('numeric', 'careful', 'some'), ('relation', 'strong', 'caused by')]
    """
    lexicon = _lexicon()
    found = set()
    at = 0
    while at < len(text):
        for length in range(min(lexicon.longest, len(text) - at), 0, -1):
            phrase = tuple(text[at : at + length])
            if entry := _beside_number(text, at) if length == 1 else None:
                found.add(entry)
            elif phrase in lexicon.entries:
                found.add((*lexicon.entries[phrase], " ".join(phrase)))
            else:
                continue
            at += length
            break
        else:
            at += 1
    return found


def _beside_number(text: Sequence[str], at: int) -> tuple[str, str, str] | None:
    """What a word is that is careful only where a number stands beside it."""
    lexicon, word = _lexicon(), text[at]
    before = at > 0 and _is_number(text[at - 1])
    after = at + 1 < len(text) and _is_number(text[at + 1])
    careful = (word in lexicon.before_number and after) or (word in lexicon.between_numbers and before and after)
    return ("numeric", "careful", word) if careful else None


def _is_number(word: str) -> bool:
    return any(character.isdigit() for character in word) or word in _lexicon().number_words


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The word lists.

    Args:
        axes: in the order of the file.
        entries: the axis and the kind of each phrase.
        longest: words of the longest phrase.
        before_number: words that are careful right before a number.
        between_numbers: words that are careful between two.
        number_words: numbers that are written out.
    """

    axes: tuple[str, ...]
    entries: Mapping[Phrase, tuple[str, str]]
    longest: int
    before_number: frozenset[str]
    between_numbers: frozenset[str]
    number_words: frozenset[str]


@lru_cache(maxsize=1)
def _lexicon() -> _Lexicon:
    tables = lexicon(__file__)
    entries = {
        tuple(phrase.split()): (axis, kind)
        for axis, table in tables.items()
        for kind in ("careful", "strong")
        for phrase in table[kind]
    }
    longest = max(map(len, entries))
    numeric = {
        name: frozenset(tables["numeric"][name]) for name in ("before_number", "between_numbers", "number_words")
    }
    return _Lexicon(tuple(tables), entries, longest, **numeric)


METRIC = ForceLexicon
