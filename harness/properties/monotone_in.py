"""`monotone_in`: the more of it, the lower the score, or at least not the higher."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal, Unpack

from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._relation import allowed, moved
from gaugeblock.metrics.base import Metric, Unscored
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies import ladders

By = Literal["verbosity", "force"]


def law(*, by: By = "verbosity", name: str | None = None, tolerance: float | None = None) -> Law:
    """The law with its options; see `monotone_in`."""
    if by not in ("verbosity", "force"):
        raise UsageError(f"by takes verbosity or force, not {by!r}")
    ladders(family=by, name=name)  # a wrong name is said now, not at the first draw

    def cases(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
        supported = True if by == "force" else None
        return ladders(family=by, name=name, among=among, supported=supported).map(lambda rungs: Case.of(*rungs))

    return Law(
        name="monotone-in",
        options={"by": by, "name": name, "tolerance": tolerance},
        claim=f"more {by} must not score higher than less",
        cases=cases,
        judge=_judge,
        tolerance=tolerance,
        not_for=_not_for_conciseness if by == "force" else lambda metric: "",
    )


def _not_for_conciseness(metric: Metric) -> str:
    return "a stronger claim is as concise as a weaker one" if metric.construct == "conciseness" else ""


def _judge(case: Case, look: Look, tolerance: float) -> Judgement | None:
    scores = look(case.examples)
    best: Judgement | None = None
    for less, more in combinations(range(len(scores)), 2):
        before, after = scores[less], scores[more]
        if isinstance(before, Unscored) or isinstance(after, Unscored):
            continue
        excess = look.sign * (after - before) - tolerance
        if best is None or excess > best.excess:
            what = f"{moved(before, after)}; {allowed(tolerance)}"
            best = Judgement(excess > 0, excess, what, (less, more))
    return best


def monotone_in(
    metric: Any = None,
    /,
    *,
    by: By = "verbosity",
    name: str | None = None,
    tolerance: float | None = None,
    **options: Unpack[SearchOptions],
) -> Any:
    """The score does not rise from level to level as a response is padded more, or its claim is made stronger.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        by: what grows: ``verbosity`` or ``force``.
        name: one perturbation of that family that has levels; None = any.
        tolerance: how far a score may lie above one of a lower level, in score units; None = a tenth of the metric's
            spread.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest texts that break it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(by=by, name=name, tolerance=tolerance), metric, options)
