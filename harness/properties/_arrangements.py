"""What the laws of repetition, order and batch share: the same texts, scored twice in different company."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies import examples

_MOST = 8  # texts a batch
_PASSING = ("timeout", "died", "service", "declined", "refused", "filtered")


def batches(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
    """Two texts or more, no two alike; where the data has one example only, it stands twice."""
    most = _MOST if among is None else min(_MOST, len(among))
    unique = st.lists(examples(among=among), min_size=min(2, most), max_size=most, unique_by=lambda one: one.digest)
    return unique.map(lambda found: Case(tuple(found) if len(found) > 1 else tuple(found) * 2))


def single(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
    """One text."""
    return examples(among=among).map(lambda example: Case((example,)))


def distances(first: Sequence[Score], second: Sequence[Score]) -> list[float]:
    """How far the scores of each text lie apart; infinite where only one of the two is a number.

    >>> distances([0.5, Unscored("raised")], [0.75, 0.0])
    [0.25, inf]
    """
    return [_distance(one, other) for one, other in zip(first, second, strict=True)]


def _distance(one: Score, other: Score) -> float:
    missing = [score for score in (one, other) if isinstance(score, Unscored)]
    if any(score.reason in _PASSING for score in missing) or len(missing) == 2:
        return 0.0
    if isinstance(one, Unscored) or isinstance(other, Unscored):
        return math.inf
    return abs(one - other)


def compare(first: Sequence[Score], second: Sequence[Score], allowed: float, how: tuple[str, str]) -> Judgement | None:
    """Whether any text has two scores.

    Args:
        first: the scores in one arrangement.
        second: the scores of the same texts, in the same order, in another arrangement.
        allowed: how far they may lie apart, in score units.
        how: the two arrangements, in words.
    """
    if all(isinstance(score, Unscored) for score in (*first, *second)):
        return None
    apart = distances(first, second)
    worst = max(range(len(apart)), key=apart.__getitem__)
    excess = apart[worst] - allowed
    what = f"it is {shown(first[worst])} {how[0]}, and {shown(second[worst])} {how[1]}; {allowed:.6g} apart is allowed"
    return Judgement(excess > 0, excess, what, (worst, worst))


def shown(score: Score) -> str:
    """A score in words."""
    return f"without a score ({score.reason})" if isinstance(score, Unscored) else f"{score:.6g}"
