"""What a metric's score must do when a text changes: the metamorphic relations, in one table.

Which relation holds depends on the family of the change and on what the metric measures (its construct): padding must
lower a conciseness score and must not raise a factual-consistency score.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum

from gaugeblock.perturb.errors import UsageError

CONSTRUCTS = ("factual-consistency", "grounding", "citation-support", "conciseness")
"""What a metric can claim to measure."""

FAMILIES = ("benign", "corruption", "gaming", "force", "verbosity", "context")
"""The families of perturbations."""


class Relation(StrEnum):
    """What a better-is-higher score must do from the original to the variant."""

    INVARIANT = "invariant"
    DECREASE = "decrease"  # a tie is a violation
    NOT_INCREASE = "not-increase"
    INCREASE = "increase"  # a tie is a violation
    NONE = "none"


_I, _D, _N, _U = Relation.INVARIANT, Relation.DECREASE, Relation.NOT_INCREASE, Relation.INCREASE
_X = Relation.NONE

_TABLE: Mapping[str, tuple[Relation, Relation, Relation, Relation]] = {
    #             factual-consistency, grounding, citation-support, conciseness
    "benign": (_I, _I, _I, _I),
    "corruption": (_D, _D, _D, _X),  # a wrong number is as short as a right one
    "gaming": (_N, _N, _N, _N),
    "force": (_D, _D, _D, _X),
    "verbosity": (_N, _N, _N, _D),
    "context": (_X, _X, _X, _X),  # each context perturbation states its own
    "correction": (_U, _U, _U, _X),  # the data's own correction of an unsupported response
}


def relations(family: str, **overrides: Relation) -> dict[str, Relation]:
    """The relation by construct that a family's variants must keep.

    Args:
        family: one of `FAMILIES`, or ``"correction"``.
        overrides: relations of one perturbation that differ from its family's; ``all`` replaces every construct's,
            a construct's name (``factual_consistency`` for ``factual-consistency``) replaces that one's.

    Raises:
        UsageError: no such family or construct.

    >>> relations("verbosity")["conciseness"].value
    'decrease'
    """
    if family not in _TABLE:
        raise UsageError(f"no family is called {family!r}; the families are {', '.join(_TABLE)}")
    table = dict(zip(CONSTRUCTS, _TABLE[family], strict=True))
    for name, relation in overrides.items():
        construct = name.replace("_", "-")
        if construct == "all":
            table = dict.fromkeys(CONSTRUCTS, relation)
        elif construct in table:
            table[construct] = relation
        else:
            raise UsageError(f"no construct {construct!r}; the constructs are {', '.join(CONSTRUCTS)}")
    return table


def violation(relation: Relation, change: float, tolerance: float = 0.0) -> bool:
    """Whether a change of a better-is-higher score breaks the relation.

    Args:
        relation: what the score had to do.
        change: score of the variant minus score of the original, in score units.
        tolerance: how far an invariant score may move, and a not-increasing one rise, in score units. It does not
            soften DECREASE and INCREASE: there a tie is a violation (ForceBench, definition of MVR).

    Raises:
        UsageError: the change is NaN (a score is missing, which neither breaks a relation nor keeps it), the tolerance
            is no number from 0 on, or there is no such relation.

    >>> violation(Relation.DECREASE, 0.0)
    True
    >>> violation(Relation.INVARIANT, 0.01, tolerance=0.05)
    False
    """
    if math.isnan(change):
        raise UsageError("a change of NaN says nothing of a relation: leave out the pairs that lack a score")
    if not tolerance >= 0:
        raise UsageError(f"tolerance takes a number from 0, not {tolerance!r}")
    match relation:
        case Relation.INVARIANT:
            return abs(change) > tolerance
        case Relation.DECREASE:
            return change >= 0
        case Relation.NOT_INCREASE:
            return change > tolerance
        case Relation.INCREASE:
            return change <= 0
        case Relation.NONE:
            return False
        case _:
            raise UsageError(f"relation takes one of {', '.join(Relation)}, not {relation!r}")
