"""`invariant_under`: another wording, or a context that says the same, leaves the score where it is."""

from __future__ import annotations

from typing import Any, Unpack

from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._relation import (
    allowed,
    change_of,
    check_choice,
    moved,
    unless_stated,
    variant_cases,
)
from gaugeblock.perturb.relations import Relation


def law(*, family: str | None = None, name: str | None = None, tolerance: float | None = None) -> Law:
    """The law with its options; see `invariant_under`."""
    check_choice(family, name)
    return Law(
        name="invariant-under",
        options={"family": family, "name": name, "tolerance": tolerance},
        claim="a change that leaves the meaning must leave the score",
        cases=variant_cases(Relation.INVARIANT, family, name, None, None),
        judge=_judge,
        tolerance=tolerance,
        not_for=unless_stated(Relation.INVARIANT, family, name),
        weight=2.0,
    )


def _judge(case: Case, look: Look, tolerance: float) -> Judgement | None:
    found = change_of(case, look)
    if found is None:
        return None
    before, after, change = found
    excess = abs(change) - tolerance
    return Judgement(excess > 0, excess, f"{moved(before, after)}; {allowed(tolerance)}")


def invariant_under(
    metric: Any = None,
    /,
    *,
    family: str | None = None,
    name: str | None = None,
    tolerance: float | None = None,
    **options: Unpack[SearchOptions],
) -> Any:
    """The score stays where it is when only the wording changes, or the context without what it says.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        family: ``benign`` or ``context``; None = every variant whose meaning stays.
        name: one perturbation, taken at its word: all its variants must leave the score.
        tolerance: how far the score may move, in score units; None = a tenth of the metric's spread.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest texts that break it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(family=family, name=name, tolerance=tolerance), metric, options)
