"""What the laws about variants share: their cases, and the change of a score from the original to the variant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.metrics.base import Metric, Unscored
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import FAMILIES, Relation
from gaugeblock.perturb.select import PERTURBATIONS
from gaugeblock.perturb.strategies import variants


def variant_cases(
    relation: Relation,
    family: str | None,
    name: str | None,
    severity: int | None,
    supported: bool | None,
    rising: bool = False,
) -> Callable[[str, Sequence[Example] | None], SearchStrategy[Case]]:
    """Cases of an original and a variant whose score must follow a relation.

    A perturbation that is named is taken at its word: the law is tried on all its variants, whatever the table of
    relations says. Of a family, or of all, only the variants are taken for which the table states the relation.

    Args:
        relation: what the score must do.
        family: of the perturbations; None = any.
        name: of one perturbation; None = any.
        severity: level of the variants; None = any.
        supported: whether the originals are supported; None = both.
        rising: whether a score that rises is looked for.
    """

    def drawn(construct: str, among: Sequence[Example] | None, label: bool | None) -> SearchStrategy[Case]:
        return variants(
            family=family,
            name=name,
            severity=severity,
            relation=None if name is not None else relation,
            construct=construct,
            among=among,
            supported=label,
        ).map(Case.of)

    def cases(construct: str, among: Sequence[Example] | None) -> SearchStrategy[Case]:
        found = drawn(construct, among, supported)
        # a response that is right already may have no room to rise, so half of the built ones are wrong to begin with
        return drawn(construct, None, False) | found if rising and among is None else found

    return cases


def check_choice(family: str | None, name: str | None) -> None:
    """Refuse a family or a perturbation that there is not.

    Raises:
        UsageError: both are given, or the family does not exist.
        UnknownNameError: no perturbation has that name.
    """
    if family is not None and name is not None:
        raise UsageError(f"give a family or a name, not both: family={family!r}, name={name!r}")
    if name is not None:
        PERTURBATIONS.get(name)
    elif family is not None and family not in FAMILIES:
        raise UsageError(f"no family is called {family!r}; there are: {', '.join(FAMILIES)}")


def unless_stated(relation: Relation, family: str | None, name: str | None) -> Callable[[Metric], str]:
    """Why a law says nothing of a metric: no perturbation of the family states its relation for the construct."""

    def why(metric: Metric) -> str:
        if name is not None or family is None:
            return ""
        of_family = [item for item in map(PERTURBATIONS.get, PERTURBATIONS) if item.family == family]
        if family == "context" or any(item.relation.get(metric.construct) is relation for item in of_family):
            return ""  # the context perturbations state their relations variant by variant
        return f"nothing of the family {family} must have the relation {relation.value} for {metric.construct}"

    return why


def change_of(case: Case, look: Look) -> tuple[float, float, float] | None:
    """Both scores and the change towards better; None where one is missing."""
    if len(case.examples) < 2:
        raise UsageError(f"two examples are compared, and the case has {len(case.examples)}")
    before, after = look(case.examples[:2])
    if isinstance(before, Unscored) or isinstance(after, Unscored):
        return None
    return before, after, look.sign * (after - before)


def not_raised(case: Case, look: Look, tolerance: float) -> Judgement | None:
    """The score must not rise by more than the tolerance."""
    found = change_of(case, look)
    if found is None:
        return None
    before, after, change = found
    excess = change - tolerance
    return Judgement(excess > 0, excess, f"{moved(before, after)}; {allowed(tolerance)}")


def moved(before: float, after: float) -> str:
    """What a score did, in words.

    >>> moved(0.5, 0.75), moved(0.5, 0.5)
    ('it rose by 0.25, from 0.5 to 0.75', 'it stayed at 0.5')
    """
    if before == after:
        return f"it stayed at {before:.6g}"
    verb = "rose" if after > before else "fell"
    return f"it {verb} by {abs(after - before):.6g}, from {before:.6g} to {after:.6g}"


def allowed(tolerance: float) -> str:
    """How far it may move, in words."""
    return f"{tolerance:.6g} is allowed"
