"""`decreases_under`: what makes a response worse makes its score worse."""

from __future__ import annotations

from typing import Any, Unpack

from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import Law, check_allowance
from gaugeblock.harness.properties._relation import change_of, check_choice, moved, unless_stated, variant_cases
from gaugeblock.perturb.relations import Relation


def law(*, family: str | None = None, name: str | None = None, severity: int | None = None, by: float = 0.0) -> Law:
    """The law with its options; see `decreases_under`."""
    check_choice(family, name)
    check_allowance("by", by)
    return Law(
        name="decreases-under",
        options={"family": family, "name": name, "severity": severity, "by": by or None},
        claim="a change that makes a response worse must lower its score",
        cases=variant_cases(Relation.DECREASE, family, name, severity, True),
        judge=_judge,
        tolerance=by,
        not_for=unless_stated(Relation.DECREASE, family, name),
        weight=3.0 if family == "corruption" else 2.0,
    )


def _judge(case: Case, look: Look, tolerance: float) -> Judgement | None:
    found = change_of(case, look)
    if found is None:
        return None
    before, after, change = found
    excess = change + tolerance
    least = f"a fall of more than {tolerance:.6g} is due" if tolerance else "it must be lower, and a tie is not"
    return Judgement(excess >= 0, excess, f"{moved(before, after)}; {least}")


def decreases_under(
    metric: Any = None,
    /,
    *,
    family: str | None = None,
    name: str | None = None,
    severity: int | None = None,
    by: float = 0.0,
    **options: Unpack[SearchOptions],
) -> Any:
    """The score of a supported response falls when a fact of it is made wrong, or its evidence is taken away.

    A tie is a violation.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        family: ``corruption``, ``force`` or ``context`` (for conciseness ``verbosity``); None = every variant that is
            worse than its original.
        name: one perturbation, taken at its word: all its variants must score lower.
        severity: only variants of this level.
        by: how far the score must fall, in score units.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest texts that break it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(family=family, name=name, severity=severity, by=by), metric, options)
