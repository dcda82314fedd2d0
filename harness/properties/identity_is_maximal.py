"""`identity_is_maximal`: nothing is better supported by a text than the text itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case
from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._relation import not_raised
from gaugeblock.metrics.base import Metric
from gaugeblock.perturb.errors import NoCaseError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies import examples

_CONSTRUCTS = ("factual-consistency", "grounding")


def law(*, tolerance: float | None = None) -> Law:
    """The law with its options; see `identity_is_maximal`."""
    return Law(
        name="identity-is-maximal",
        options={"tolerance": tolerance},
        claim="no response may score higher than the context itself, taken as the response",
        cases=_cases,
        judge=not_raised,
        tolerance=tolerance,
        not_for=_only_support,
    )


def _only_support(metric: Metric) -> str:
    return "" if metric.construct in _CONSTRUCTS else f"a copied context earns no {metric.construct}"


def _cases(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
    if among is not None:
        among = [example for example in among if example.context_text.strip()]
        if not among:
            raise NoCaseError("no example of the data has a context")
    return examples(among=among).map(_beside_its_context)


def _beside_its_context(example: Example) -> Case:
    copied = replace(example, response=example.context_text, label=1.0, corrected=None, id="")
    return Case((copied, example))


def identity_is_maximal(
    metric: Any = None, /, *, tolerance: float | None = None, **options: Unpack[SearchOptions]
) -> Any:
    """No response scores higher beside a context than the context itself does when it is the response.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        tolerance: how far a response may score higher, in score units; None = a tenth of the metric's spread.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest texts that break it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(tolerance=tolerance), metric, options)
