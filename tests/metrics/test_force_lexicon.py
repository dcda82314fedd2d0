"""`force-lexicon`: shared words, lowered for signs that the claim says more than its evidence."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import gaugeblock as gb
from gaugeblock.metrics.builtin import force_lexicon
from gaugeblock.metrics.builtin.force_lexicon import ForceLexicon, signs
from gaugeblock.perturb.errors import UsageError

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


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
        ("she went home", "she went to the bridge over the river under a cloud between the hills", []),
        ("it rose by 40", "it rose by over 40", [("numeric", "over")]),
        ("it cost 40", "it cost 30 to 40", [("numeric", "to")]),
        ("it rose 40", "it rose to 40", []),
        ("it lasted two weeks", "it lasted under two weeks", [("numeric", "under")]),
    ],
)
def test_small_words_are_careful_only_beside_a_number(claim, evidence, found):
    """A bridge over a river is no estimate."""
    assert signs(claim.split(), [evidence.split()]) == found


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
        ("it came", "some 40 came", [("numeric", "some")]),
        ("people came", "some people came", [("scope", "some")]),
        ("40 came", "an estimated 40 came", [("numeric", "an estimated")]),
        ("few came", "a few came", [("scope", "a few")]),
        ("it was caused by rain", "it was rain", [("relation", "caused by")]),
    ],
)
def test_a_phrase_counts_once_as_the_longest_that_it_is(claim, evidence, found):
    """Neither on two axes, nor with a part of it once more."""
    assert signs(claim.split(), [evidence.split()]) == found


def test_no_phrase_stands_twice_in_the_word_lists():
    """Else which of its two meanings counts would depend on the order of the file."""
    tables = tomllib.loads(Path(force_lexicon.__file__).with_suffix(".toml").read_text("utf-8"))
    stands = Counter(phrase for table in tables.values() for kind in ("careful", "strong") for phrase in table[kind])
    assert [phrase for phrase, count in stands.items() if count > 1] == []


@pytest.mark.parametrize("penalty", [-0.1, math.nan, math.inf])
def test_a_penalty_below_nothing_is_refused(penalty):
    """It would reward what the metric is to punish."""
    with pytest.raises(UsageError, match="penalty takes a number from 0 on"):
        ForceLexicon(penalty=penalty)
