"""Arguments of the strategies, checked when a strategy is made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gaugeblock.perturb.arguments import whole
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import CONSTRUCTS, FAMILIES, Relation
from gaugeblock.perturb.select import PERTURBATIONS
from gaugeblock.perturb.strategies._supply import chosen_from


def check_supported(supported: Any) -> bool | None:
    """Whether only supported, only unsupported or all responses are wanted.

    Raises:
        UsageError: it is none of True, False and None.
    """
    if supported is not None and not isinstance(supported, bool):
        raise UsageError(f"supported takes True, False or None (both), not {supported!r}")
    return supported


def check_flag(name: str, given: Any) -> bool:
    """An argument that says yes or no.

    Raises:
        UsageError: it is something else.
    """
    if not isinstance(given, bool):
        raise UsageError(f"{name} takes True or False, not {given!r}")
    return given


def check_levels(levels: Any) -> frozenset[int] | None:
    """The levels of severity that may occur; None for all.

    Raises:
        UsageError: they are nothing to go through, or hold what is no whole number.
    """
    if levels is None:
        return None
    if isinstance(levels, str) or not isinstance(levels, Iterable):
        raise UsageError(f"levels takes a list of whole numbers, not {levels!r}")
    return frozenset(whole(f"levels[{at}]", level) for at, level in enumerate(levels))


def check_among(among: Iterable[Example] | None, supported: bool | None) -> tuple[Example, ...] | None:
    """Examples to draw from, as a tuple.

    Raises:
        UsageError: there is no example that can be drawn, or something that is none.
    """
    if among is None:
        return None
    if isinstance(among, (str, Example)) or not isinstance(among, Iterable):
        raise UsageError(f"among takes several examples, such as gaugeblock.load('sample'), not {among!r}")
    found = tuple(among)
    for item in found:
        if not isinstance(item, Example):
            raise UsageError(f"among takes examples, not {type(item).__name__}: {item!r}")
    chosen_from(found, supported)
    return found


def check_names(family: str | None, name: str | None) -> tuple[str, ...]:
    """The perturbations of a family, the one of a name, or all.

    Raises:
        UsageError: both are given, or the family does not exist.
        UnknownNameError: no perturbation has that name.
    """
    if family is not None and name is not None:
        raise UsageError(f"give a family or a name, not both: family={family!r}, name={name!r}")
    if name is not None:
        return (PERTURBATIONS.get(name).name,)
    if family is None:
        return tuple(PERTURBATIONS)
    if family not in FAMILIES:
        raise UsageError(f"no family is called {family!r}; there are: {', '.join(FAMILIES)}")
    return tuple(name for name in PERTURBATIONS if PERTURBATIONS.get(name).family == family)


def check_severity(names: Sequence[str], severity: int | None) -> tuple[tuple[str, ...], frozenset[int] | None]:
    """The perturbations that offer a level, and the level.

    Raises:
        UsageError: none of them offers it.
    """
    if severity is None:
        return tuple(names), None
    severity = whole("severity", severity)
    offering = tuple(name for name in names if severity in PERTURBATIONS.get(name).severities)
    if not offering:
        levels = sorted({level for name in names for level in PERTURBATIONS.get(name).severities})
        offered = f"their levels are {', '.join(map(str, levels))}" if levels else "they have no levels"
        raise UsageError(f"no such perturbation has the severity {severity!r}; {offered}")
    return offering, frozenset({severity})


def check_relation(relation: Any, construct: str) -> Relation | None:
    """The relation that a construct's score must follow; None for any.

    Raises:
        UsageError: there is no such relation or construct.
    """
    if construct not in CONSTRUCTS:
        raise UsageError(f"construct takes one of {', '.join(CONSTRUCTS)}, not {construct!r}")
    if relation is None:
        return None
    try:
        return Relation(relation)
    except ValueError:
        raise UsageError(f"relation takes one of {', '.join(Relation)}, not {relation!r}") from None
