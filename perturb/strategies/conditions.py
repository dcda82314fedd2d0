"""The four conditions: facts that are changed in the context, in the response, in both or in neither."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hypothesis.strategies import SearchStrategy

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies._checks import check_among
from gaugeblock.perturb.strategies._supply import Wanted, ready
from gaugeblock.perturb.variant import Variant


class FourConditions(NamedTuple):
    """One example in four conditions ("Do Automatic Factuality Metrics Measure Factuality?", section 4.2).

    In a and b the context supports the response, in c and d it does not.
    """

    original: Example
    both_changed: Example
    response_changed: Example
    context_changed: Example


def four_conditions(*, among: Iterable[Example] | None = None) -> SearchStrategy[FourConditions]:
    """Examples in the four conditions a to d, made by the perturbation ``counterfactual``.

    Args:
        among: examples to change; None = built ones.

    Raises:
        UsageError: an argument makes no sense.
    """
    chosen = Wanted(("counterfactual",))
    return ready(chosen, check_among(among, True), True, lambda groups: groups.map(_by_condition))


def _by_condition(group: tuple[Variant, ...]) -> FourConditions:
    made = {variant.details["condition"]: variant.example for variant in group}
    base = group[0].base
    assert base is not None, "the supply gives every variant its base"
    return FourConditions(base, made["b"], made["c"], made["d"])
