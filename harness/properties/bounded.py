"""`bounded`: every score is a number within its bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Unpack

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import Law
from gaugeblock.metrics.base import Unscored
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies import examples

FAULTS = ("raised", "miscounted", "not-a-number", "not-finite", "out-of-bounds")
"""Reasons for a missing score that are the metric's own fault; declining an item is not."""

_FEWEST, _MOST = 8, 12  # examples a case, so that a fault of one text in ten is met early


def law(*, low: float | None = None, high: float | None = None) -> Law:
    """The law with its options; see `bounded`."""
    for name, bound in (("low", low), ("high", high)):
        if bound is not None and (not isinstance(bound, (int, float)) or math.isnan(bound)):
            raise UsageError(f"{name} takes a number, not {bound!r}")
    if low is not None and high is not None and low >= high:
        raise UsageError(f"low must be less than high, got low={low!r} and high={high!r}")

    def judge(case: Case, look: Look, tolerance: float) -> Judgement | None:
        scores = look(case.examples)
        for at, score in enumerate(scores):
            if isinstance(score, Unscored):
                if score.reason in FAULTS:
                    return Judgement(True, 1.0, f"{score.reason}: {score.detail}", (at, at))
            elif (low is not None and score < low) or (high is not None and score > high):
                excess = max(
                    (low or 0.0) - score if low is not None else 0.0, score - high if high is not None else 0.0
                )
                what = f"it is {score:.6g}, outside [{_shown(low, '-inf')}, {_shown(high, 'inf')}]"
                return Judgement(True, excess, what, (at, at))
        if all(isinstance(score, Unscored) for score in scores):
            return None
        return Judgement(False, -1.0, "every score is a number within the bounds")

    return Law(
        name="bounded",
        options={"low": low, "high": high},
        claim="every score must be a number within the bounds",
        cases=_cases,
        judge=judge,
        tolerance=0.0,
    )


def _cases(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
    return st.lists(examples(among=among), min_size=_FEWEST, max_size=_MOST).map(lambda found: Case(tuple(found)))


def _shown(bound: float | None, unbounded: str) -> str:
    return unbounded if bound is None else f"{bound:g}"


def bounded(
    metric: Any = None,
    /,
    *,
    low: float | None = None,
    high: float | None = None,
    **options: Unpack[SearchOptions],
) -> Any:
    """Every score is a finite number within the bounds that the metric declares, and within those given here.

    A metric may decline an item by returning `Unscored`; it may not raise, or return NaN, infinity or a word.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        low: smallest score; None = only the declared bound holds.
        high: largest score; None = only the declared bound holds.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest texts that break it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(low=low, high=high), metric, options)
