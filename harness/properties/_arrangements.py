"""What the laws of repetition, order and batch share: the same texts, scored twice in different company."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.metrics.base import PASSING_REASONS, Score, Unscored
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies import examples

_MOST = 8  # texts a batch
_NOT_COMPARED = (*PASSING_REASONS, "refused", "filtered", "cut-off", "unreadable")
"""Reasons of a model or a machine: what the metric makes of the item is not known. Declining is its own doing."""


def batches(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
    """Two texts or more, no two alike; where the data has one example only, it stands twice."""
    most = _MOST if among is None else min(_MOST, len(among))
    unique = st.lists(examples(among=among), min_size=min(2, most), max_size=most, unique_by=lambda one: one.digest)
    return unique.map(lambda found: Case(tuple(found) if len(found) > 1 else tuple(found) * 2))


def single(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
    """One text."""
    return examples(among=among).map(lambda example: Case((example,)))


def distances(first: Sequence[Score], second: Sequence[Score]) -> list[float | None]:
    """How far the scores of each text lie apart; infinite where only one of the two is a number.

    None where nothing can be compared: neither is a number, or the one that is missing says nothing of the metric.

    >>> distances([0.5, Unscored("raised"), Unscored("service")], [0.75, 0.0, 0.0])
    [0.25, inf, None]
    """
    return [_distance(one, other) for one, other in zip(first, second, strict=True)]


def _distance(one: Score, other: Score) -> float | None:
    missing = [score for score in (one, other) if isinstance(score, Unscored)]
    if any(score.reason in _NOT_COMPARED for score in missing) or len(missing) == 2:
        return None
    if isinstance(one, Unscored) or isinstance(other, Unscored):
        return math.inf
    return abs(one - other)


def noise(first: Sequence[Score], second: Sequence[Score]) -> float:
    """How far repetition alone moves a score: the largest distance, 0 where none is known."""
    return max((apart for apart in distances(first, second) if apart is not None), default=0.0)


def compare(first: Sequence[Score], second: Sequence[Score], allowed: float, how: tuple[str, str]) -> Judgement | None:
    """Whether any text has two scores; None where no text has two that can be compared.

    Args:
        first: the scores in one arrangement.
        second: the scores of the same texts, in the same order, in another arrangement.
        allowed: how far they may lie apart, in score units.
        how: the two arrangements, in words.
    """
    apart = {at: distance for at, distance in enumerate(distances(first, second)) if distance is not None}
    if not apart or math.isinf(allowed):
        return None
    worst = max(apart, key=apart.__getitem__)
    excess = apart[worst] - allowed
    what = f"it is {shown(first[worst])} {how[0]}, and {shown(second[worst])} {how[1]}; {allowed:.6g} apart is allowed"
    return Judgement(excess > 0, excess, what, (worst, worst))


def shown(score: Score) -> str:
    """A score in words."""
    return f"without a score ({score.reason})" if isinstance(score, Unscored) else f"{score:.6g}"
