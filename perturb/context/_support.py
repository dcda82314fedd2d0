"""How much of what a response says is found in a context, by rare words, names and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import analyse

_NAME = regex.compile(r"(?<![.!?:]\s)(?<=[\p{L}\d,;'’)”] |[(“\"])\p{Lu}\p{L}+|\p{Lu}\p{L}+(?=\s\p{Lu}\p{L})")
_FIGURE = regex.compile(r"\d[\d.,]*")
_SHORT = 3  # an answer of so few content words is lost when all of them are

LOST_SHARE = 0.5
"""The share of a claim's weight that must be gone before it counts as unsupported."""

STRICT_SHARE = 0.65
"""The same where the claim was found in several places, and may be in yet another in other words."""

LOST_SHARE_WITH_MARK = 0.35
"""The same where a name or a figure is among what is gone."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the response (an answer with its question, where it says little) as the stems that carry it."""

    text: str
    stems: frozenset[str]
    marks: frozenset[str]
    """The stems of its names and figures."""


def claims_of(example: Example) -> tuple[Claim, ...]:
    """The claims of a response, sentence by sentence."""
    made = []
    for span in analyse(example.response).sentences:
        claim = _claim(span.of(example.response))
        if claim.stems:
            made.append(claim)
    if example.question and all(claim.stems <= frozenset(lexicon(__file__)["replies"]) for claim in made):
        made = [_claim(example.question)]
    return tuple(made)


def _claim(text: str) -> Claim:
    stems = content_stems(text)
    marks = content_stems(" ".join([*_NAME.findall(text), *_FIGURE.findall(text)])) & stems
    return Claim(text, stems, marks)


@lru_cache(maxsize=4096)
def stems_of(sentence: str) -> frozenset[str]:
    """The content stems of a sentence of the context, kept."""
    return content_stems(sentence)


def rarity(sentences: Sequence[str]) -> dict[str, float]:
    """How much a stem tells of the sentence that it stands in: more, the fewer sentences have it."""
    return _rarity(tuple(sentences))


@lru_cache(maxsize=64)
def _rarity(sentences: tuple[str, ...]) -> dict[str, float]:
    counts: dict[str, int] = {}
    for sentence in sentences:
        for stem in stems_of(sentence):
            counts[stem] = counts.get(stem, 0) + 1
    return {stem: 1.0 + math.log(len(sentences) / count) for stem, count in counts.items()}


def weight(stems: Iterable[str], rare: dict[str, float]) -> float:
    """The weight of some stems; those that the context lacks weigh nothing."""
    return sum(rare.get(stem, 0.0) for stem in sorted(stems))


def is_lost(claim: Claim, before: Sequence[str], after: Sequence[str], strict: bool = False) -> bool:
    """Whether sentences that were taken away leave a claim without support.

    Args:
        before: the sentences of the context.
        after: those that are left.
        strict: whether nearly two thirds of the claim must be gone.
    """
    rare = rarity(before)
    found = claim.stems & rare.keys()
    left = frozenset[str]().union(*(stems_of(sentence) for sentence in after))
    gone = found - left
    if len(claim.stems) <= _SHORT:
        return bool(found) and gone == found
    if len(gone) < 2:
        return False
    together = max((weight(found & stems_of(sentence), rare) for sentence in after), default=0.0)
    whole = weight(found, rare)
    share = LOST_SHARE_WITH_MARK if gone & claim.marks else LOST_SHARE
    share = STRICT_SHARE if strict else share
    return together < (1 - share) * whole and weight(gone, rare) >= share * whole


def is_kept(claim: Claim, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether all that the context has of a claim is still there, and nowhere worse than before."""
    kept = set(after)
    rare = rarity(before)
    found = claim.stems & rare.keys()
    left = frozenset[str]().union(*(stems_of(sentence) for sentence in after))
    if not found or found - left:
        return False
    ranked = sorted(before, key=lambda sentence: -weight(found & stems_of(sentence), rare))
    best = weight(found & stems_of(ranked[0]), rare)
    return all(sentence in kept for sentence in ranked[:3] if weight(found & stems_of(sentence), rare) >= 0.5 * best)
