"""`deterministic`: the same text, scored again, gets the same score."""

from __future__ import annotations

from typing import Any, Unpack

from gaugeblock.harness.properties._arrangements import compare, single
from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import SAME, Law
from gaugeblock.metrics.base import Metric


def law(*, tolerance: float = SAME) -> Law:
    """The law with its options; see `deterministic`."""
    return Law(
        name="deterministic",
        options={"tolerance": tolerance},
        claim="the same text, scored again, must get the same score",
        cases=single,
        judge=_judge,
        tolerance=tolerance,
        not_for=_declared,
        looks_again=False,
        in_batches=True,
        weight=0.5,
    )


def _declared(metric: Metric) -> str:
    return "" if metric.deterministic else "the metric says of itself that its scores differ from call to call"


def _judge(case: Case, look: Look, tolerance: float) -> Judgement | None:
    return compare(look.batch(case.examples), look.batch(case.examples), tolerance, ("at first", "when scored again"))


def deterministic(metric: Any = None, /, *, tolerance: float = SAME, **options: Unpack[SearchOptions]) -> Any:
    """The same text gets the same score when it is scored again.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        tolerance: how far the two scores may lie apart, in score units.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest text that breaks it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(tolerance=tolerance), metric, options)
