"""`order_independent`: the order of a batch changes no score."""

from __future__ import annotations

from typing import Any, Unpack

from gaugeblock.harness.properties._arrangements import batches, compare, noise
from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import SAME, Law


def law(*, tolerance: float = SAME) -> Law:
    """The law with its options; see `order_independent`."""
    return Law(
        name="order-independent",
        options={"tolerance": tolerance},
        claim="the order of a batch must change no score",
        cases=batches,
        judge=_judge,
        tolerance=tolerance,
        in_batches=True,
        weight=0.5,
    )


def _judge(case: Case, look: Look, tolerance: float) -> Judgement | None:
    first, again = look.batch(case.examples), look.batch(case.examples)
    backwards = look.batch(case.examples[::-1])[::-1]
    # what repetition alone moves is no fault of the order
    return compare(first, backwards, tolerance + noise(first, again), ("in this order", "in the opposite order"))


def order_independent(metric: Any = None, /, *, tolerance: float = SAME, **options: Unpack[SearchOptions]) -> Any:
    """A text gets the same score whether the batch is handed over forwards or backwards.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        tolerance: how far the two scores may lie apart, in score units, beyond what repetition moves them.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest texts that break it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(tolerance=tolerance), metric, options)
