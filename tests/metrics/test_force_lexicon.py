"""`force-lexicon`: shared words, lowered for signs that the claim says more than its evidence."""

from __future__ import annotations

import pytest

import gaugeblock as gb
from gaugeblock.metrics.builtin.force_lexicon import ForceLexicon, signs

EVIDENCE = "Drinking tea was linked to better sleep in some adults in 2014. It may help about 40 of them."


def score(response, context=EVIDENCE):
    return ForceLexicon().score([gb.Example(response=response, context=context)])[0]


@pytest.mark.parametrize(
    ("careful", "raised"),
    [
        ("Drinking tea was linked to better sleep in some adults.", "Drinking tea caused better sleep in some adults."),
        ("It may help about 40 of them.", "It will help about 40 of them."),
        ("Tea was linked to better sleep in some adults.", "Tea was linked to better sleep in all adults."),
        ("It may help about 40 of them.", "It may help exactly 40 of them."),
        ("Tea was linked to better sleep in 2014.", "Tea was always linked to better sleep."),
    ],
)
def test_a_claim_raised_on_any_axis_scores_lower(careful, raised):
    assert score(raised) < score(careful)


def test_a_copied_sentence_scores_one():
    assert score("It may help about 40 of them.") == 1.0


def test_strong_words_that_the_evidence_has_are_no_sign():
    assert score("It will open.", "It will open.") == 1.0


def test_the_score_is_the_shared_words_over_one_plus_a_quarter_of_the_signs():
    """Four of the six words are shared; "may" is dropped and "will" is new: 4/6 over 1.5."""
    found = score("It will help about 40 people.", "It may help about 40 of them.")
    assert found == pytest.approx((4 / 6) / 1.5)


def test_no_word_has_no_score_and_no_context_holds_nothing():
    assert isinstance(score("?"), gb.Unscored)
    assert score("It rose.", "") == 0.0


def test_signs_name_axis_and_words():
    assert signs(["it", "will", "rise"], [["it", "may", "rise"]]) == [("modality", "may"), ("modality", "will")]
