"""Ladders: one response in several strengths, from the mildest to the strongest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.select import PERTURBATIONS
from gaugeblock.perturb.strategies._checks import (
    check_among,
    check_levels,
    check_names,
    check_severity,
    check_supported,
)
from gaugeblock.perturb.strategies._supply import Wanted, names_of_levels, one_of_each, ready
from gaugeblock.perturb.strategies.variants import check_family
from gaugeblock.perturb.variant import Variant


class ForcePair(NamedTuple):
    """A claim as strong as its evidence, and the same claim made stronger."""

    calibrated: Example
    raised: Example
    axis: str
    severity: int | None


def force_pairs(
    *, axis: str | None = None, severity: int | None = None, among: Iterable[Example] | None = None
) -> SearchStrategy[ForcePair]:
    """Pairs of claims that differ in their force alone.

    Args:
        axis: ``modality``, ``numeric``, ``relation``, ``scope`` or ``temporal``; None = any.
        severity: how much stronger, from 1; None = any.
        among: examples to draw from; None = built ones.

    Raises:
        UsageError: an argument makes no sense.
    """
    own = check_names("force", None)
    names = own if axis is None else (f"force-{axis}",)
    if not set(names) <= set(own):
        raise UsageError(f"no axis is called {axis!r}; there are: {', '.join(n.removeprefix('force-') for n in own)}")
    names, severities = check_severity(names, severity)
    given = check_among(among, True)
    chosen = Wanted(names, severities, Relation.DECREASE)
    return ready(chosen, given, True, lambda groups: one_of_each(groups).map(_pair))


def _pair(variant: Variant) -> ForcePair:
    assert variant.base is not None, "the supply gives every variant its base"
    return ForcePair(variant.base, variant.example, variant.perturbation.removeprefix("force-"), variant.severity)


def ladders(
    *,
    family: str = "verbosity",
    name: str | None = None,
    levels: Sequence[int] | None = None,
    among: Iterable[Example] | None = None,
    supported: bool | None = None,
) -> SearchStrategy[tuple[Variant, ...]]:
    """Two or more variants of one example by one perturbation, one a level, from mild to strong.

    Args:
        family: draw from the perturbations of this family that have levels.
        name: draw from this perturbation of the family.
        levels: the levels that may occur; None = all.
        among: examples to change; None = built ones.
        supported: change only supported, or only unsupported responses; None = both.

    Raises:
        UsageError: an argument makes no sense, or nothing has two levels.
    """
    check_supported(supported)
    check_family(family, name)
    names = tuple(names_of_levels([name] if name is not None else check_names(family, None)))
    if not names:
        raise UsageError(f"{name or f'the family {family}'} has no levels of severity, so there is no ladder of it")
    wanted = check_levels(levels)
    offered = {level for each in names for level in PERTURBATIONS.get(each).severities}
    if wanted is not None and (len(wanted) < 2 or not wanted <= offered):
        raise UsageError(f"levels takes two or more of {', '.join(map(str, sorted(offered)))}, not {levels!r}")
    return ready(Wanted(names, wanted), check_among(among, supported), supported, _ladders)


@st.composite
def _ladders(draw: DrawFn, groups: SearchStrategy[tuple[Variant, ...]]) -> tuple[Variant, ...]:
    ordered = draw(groups.map(_rungs).filter(lambda rungs: len(rungs) > 1))
    return ordered[: draw(st.sampled_from(range(2, len(ordered) + 1)))]


def _rungs(group: tuple[Variant, ...]) -> tuple[Variant, ...]:
    """One variant a level, from mild to strong, all of the example that the first of the group is of."""
    rungs: dict[int, Variant] = {}
    for variant in group:
        if variant.severity is not None and variant.base == group[0].base:
            rungs.setdefault(variant.severity, variant)
    return tuple(rungs[level] for level in sorted(rungs))


def inflated(
    *,
    name: str | None = None,
    levels: Sequence[int] | None = None,
    among: Iterable[Example] | None = None,
    supported: bool | None = None,
) -> SearchStrategy[tuple[Example, ...]]:
    """One response, bare first and then with more and more padding; arguments as for `ladders`."""

    def with_original(rungs: tuple[Variant, ...]) -> tuple[Example, ...]:
        base = rungs[0].base
        assert base is not None, "the supply gives every variant its base"
        return (base, *(rung.example for rung in rungs))

    return ladders(family="verbosity", name=name, levels=levels, among=among, supported=supported).map(with_original)
