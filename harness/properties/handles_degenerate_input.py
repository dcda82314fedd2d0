"""`handles_degenerate_input`: a response that says nothing is scored or declined, and earns nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._relation import allowed, moved
from gaugeblock.harness.properties.bounded import FAULTS
from gaugeblock.metrics.base import Unscored
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies import degenerate_responses, examples

_EMPTY_CONTEXTS: tuple[tuple[str, ...], ...] = ((), ("",), (" ",))


def law(*, tolerance: float | None = None) -> Law:
    """The law with its options; see `handles_degenerate_input`."""
    return Law(
        name="handles-degenerate-input",
        options={"tolerance": tolerance},
        claim="a response that says nothing must be scored or declined, and must not score higher than a supported one",
        cases=_cases,
        judge=_judge,
        tolerance=tolerance,
    )


def _cases(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
    originals = examples(among=among, supported=True)
    empty_response = st.builds(_with_response, originals, degenerate_responses())
    empty_context = st.builds(_with_context, originals, st.sampled_from(_EMPTY_CONTEXTS))
    # nothing is so concise as an empty response, so only its score's being a number is asked there
    return empty_response | empty_context if construct != "conciseness" else empty_response.map(_alone)


def _with_response(example: Example, response: str) -> Case:
    return Case((example, replace(example, response=response, label=None, corrected=None, id="")))


def _with_context(example: Example, context: tuple[str, ...]) -> Case:
    return Case((example, replace(example, context=context, label=None, corrected=None, id="")))


def _alone(case: Case) -> Case:
    return Case(case.examples[1:])


def _judge(case: Case, look: Look, tolerance: float) -> Judgement | None:
    scores = look(case.examples)
    last = len(scores) - 1
    after = scores[last]
    if isinstance(after, Unscored):
        if after.reason in FAULTS:
            return Judgement(True, 1.0, f"{after.reason}: {after.detail}", (last, last))
        return Judgement(False, -1.0, "it is declined") if after.reason == "declined" else None
    if last == 0:
        return Judgement(False, -1.0, "it has a score")
    before = scores[0]
    if isinstance(before, Unscored):
        return None
    excess = look.sign * (after - before) - tolerance
    return Judgement(excess > 0, excess, f"{moved(before, after)}; {allowed(tolerance)}")


def handles_degenerate_input(
    metric: Any = None, /, *, tolerance: float | None = None, **options: Unpack[SearchOptions]
) -> Any:
    """An empty, blank or otherwise meaningless response, or an empty context, is scored or declined without an error.

    Nor does it score higher than the supported response that it stands for, except in conciseness.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        tolerance: how far it may score higher, in score units; None = a tenth of the metric's spread.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest texts that break it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(tolerance=tolerance), metric, options)
