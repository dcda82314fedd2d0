"""Variants: an example changed in one way whose right effect on a score is known."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis.strategies import SearchStrategy

from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.strategies._checks import (
    check_among,
    check_names,
    check_relation,
    check_severity,
    check_supported,
)
from gaugeblock.perturb.strategies._supply import Wanted, one_of_each, ready
from gaugeblock.perturb.variant import Variant


def variants(
    *,
    family: str | None = None,
    name: str | None = None,
    severity: int | None = None,
    relation: Relation | str | None = None,
    construct: str = "factual-consistency",
    among: Iterable[Example] | None = None,
    supported: bool | None = None,
) -> SearchStrategy[Variant]:
    """Variants of examples; the `base` of each is the example that its score is to be compared with.

    Args:
        family: draw from the perturbations of this family; None = of all, or the one of `name`.
        name: draw from this perturbation.
        severity: keep variants of this level.
        relation: keep variants where the score of `construct` must follow this relation.
        construct: what the metric measures.
        among: examples to change, such as a `Dataset`; None = built ones, see `examples`.
        supported: change only supported, or only unsupported responses; None = both.

    Raises:
        UsageError: an argument makes no sense, or two contradict one another.
        UnknownNameError: no perturbation has that name.
    """
    check_supported(supported)
    names, severities = check_severity(check_names(family, name), severity)
    wanted = check_relation(relation, construct)
    given = check_among(among, supported)
    chosen = Wanted(names, severities, wanted, construct)
    return ready(chosen, given, supported, one_of_each)


def benign_variants(
    *, name: str | None = None, among: Iterable[Example] | None = None, supported: bool | None = None
) -> SearchStrategy[Variant]:
    """Other wordings that say the same; arguments as for `variants`."""
    return _of_family("benign", name, None, among, supported)


def corrupted_variants(
    *, name: str | None = None, severity: int | None = None, among: Iterable[Example] | None = None
) -> SearchStrategy[Variant]:
    """Supported responses of which one fact was made wrong; arguments as for `variants`."""
    return _of_family("corruption", name, severity, among, True)


def gamed_variants(
    *, name: str | None = None, among: Iterable[Example] | None = None, supported: bool | None = None
) -> SearchStrategy[Variant]:
    """Responses with phrases that say nothing of the subject; arguments as for `variants`."""
    return _of_family("gaming", name, None, among, supported)


def _of_family(
    family: str,
    name: str | None,
    severity: int | None,
    among: Iterable[Example] | None,
    supported: bool | None,
) -> SearchStrategy[Variant]:
    check_family(family, name)
    if name is not None:
        return variants(name=name, severity=severity, among=among, supported=supported)
    return variants(family=family, severity=severity, among=among, supported=supported)


def check_family(family: str, name: str | None) -> None:
    """Refuse a perturbation of another family.

    Raises:
        UsageError: names the perturbations that there are.
    """
    own = check_names(family, None)
    if name is not None and name not in own:
        raise UsageError(f"{name!r} is no perturbation of the family {family}; there are: {', '.join(own)}")
