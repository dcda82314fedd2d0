""" "Percent" written as "per cent" after a number, or the other way round; `unit-names` writes the sign out."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration, RuleBased
from gaugeblock.perturb.benign._pairs import Pairs
from gaugeblock.perturb.checks import BENIGN

PERTURBATION = RuleBased(
    name="percent-form",
    family="benign",
    changes="form",
    summary='Writes "percent" as "per cent", or "per cent" as "percent".',
    # A text keeps to one form, so that all of them change.
    propose=Pairs(__file__, most=50).propose,
    checks=BENIGN,
    limits='Leaves the sign "%" alone, which unit-names writes out.',
    illustration=Illustration(
        response="Fares rose by 5 percent in spring and 12 percent in autumn.",
        after="Fares rose by 5 per cent in spring and 12 per cent in autumn.",
    ),
)
