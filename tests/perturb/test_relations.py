"""The metamorphic relations."""

from __future__ import annotations

import pytest

from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.relations import CONSTRUCTS, FAMILIES, Relation, relations, violation


def test_every_family_says_what_every_construct_must_do():
    for family in FAMILIES:
        assert set(relations(family)) == set(CONSTRUCTS)


def test_padding_must_lower_conciseness_and_must_not_raise_consistency():
    assert relations("verbosity")["conciseness"] is Relation.DECREASE
    assert relations("verbosity")["factual-consistency"] is Relation.NOT_INCREASE


@pytest.mark.parametrize(
    ("relation", "change", "tolerance", "broken"),
    [
        (Relation.DECREASE, -0.1, 0, False),
        (Relation.DECREASE, 0.0, 0, True),  # a tie violates, as in ForceBench
        (Relation.DECREASE, -0.0, 0.5, True),  # no tolerance softens a tie
        (Relation.INCREASE, 0.0, 0, True),
        (Relation.NOT_INCREASE, 0.0, 0, False),
        (Relation.NOT_INCREASE, 0.2, 0.1, True),
        (Relation.INVARIANT, -0.2, 0.1, True),
        (Relation.INVARIANT, 0.05, 0.1, False),
        (Relation.NONE, 9.0, 0, False),
    ],
)
def test_when_a_change_of_score_breaks_a_relation(relation, change, tolerance, broken):
    assert violation(relation, change, tolerance) is broken


def test_one_perturbation_may_state_its_own_relation():
    assert relations("gaming", all=Relation.DECREASE)["grounding"] is Relation.DECREASE
    assert relations("context", factual_consistency=Relation.INCREASE)["factual-consistency"] is Relation.INCREASE


def test_an_unknown_construct_is_named():
    with pytest.raises(UsageError, match="fluency"):
        relations("benign", fluency=Relation.NONE)


def test_an_unknown_family_is_told_with_the_families():
    """The message is a sentence, not a bare key."""
    with pytest.raises(UsageError, match="no family is called 'nope'; the families are benign"):
        relations("nope")


@pytest.mark.parametrize("relation", Relation)
def test_a_missing_score_is_no_answer(relation):
    """NaN compares false with everything, so that it would pass every relation."""
    with pytest.raises(UsageError, match="NaN says nothing"):
        violation(relation, float("nan"))


@pytest.mark.parametrize("tolerance", [-0.1, float("nan")])
def test_a_tolerance_is_a_number_from_zero(tolerance):
    """A negative one would make an unchanged score a violation."""
    with pytest.raises(UsageError, match="tolerance takes a number from 0"):
        violation(Relation.INVARIANT, 0.0, tolerance)


def test_a_word_that_is_no_relation_is_refused():
    """It would be kept by every change."""
    with pytest.raises(UsageError, match="relation takes one of invariant"):
        violation("fall", 1.0)
