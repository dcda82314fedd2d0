"""Bounds before numbers in other words: "more than 40" as "over 40", "at least 40" as "no fewer than 40"."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration, RuleBased
from gaugeblock.perturb.benign._pairs import Pairs
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations, same_entities, same_numbers

PERTURBATION = RuleBased(
    name="degree-words",
    family="benign",
    changes="word",
    version="4",
    summary="Puts the bound of a number in other words.",
    propose=Pairs(__file__).propose,
    # "No fewer than" bounds a number and denies nothing, so that polarity is not counted here.
    checks=(outside_protected, outside_quotations, same_numbers, same_entities, not_doubled),
    limits=(
        'Knows bounds right before a number only. "Over" and "under" stay where they may tell a span of time or an age.'
    ),
    illustration=Illustration(
        response="The ferry carried more than 40 cars and at least 90 people.",
        after="The ferry carried over 40 cars and no fewer than 90 people.",
    ),
)
