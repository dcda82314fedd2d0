"""Letter case and articles."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import texts

import gaugeblock
from gaugeblock.perturb import Example, Variant, apply_edits
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.wording import article_clash, like_case, starts_with_vowel_sound


@pytest.mark.parametrize(
    ("model", "word", "expected"),
    [
        ("about", "roughly", "roughly"),
        ("About", "roughly", "Roughly"),
        ("ABOUT", "roughly", "ROUGHLY"),
        ("A", "an ", "An "),
        ("Over 5 MW", "exactly 5 MW", "Exactly 5 MW"),
        ("12", "twelve", "twelve"),
        ("Some", "", ""),
        ("may", "May", "May"),
    ],
)
def test_a_word_takes_the_case_of_the_one_that_it_replaces(model: str, word: str, expected: str) -> None:
    assert like_case(model, word) == expected


@given(texts, texts)
def test_only_the_case_changes(model: str, word: str) -> None:
    assert like_case(model, word).casefold() == word.casefold() or like_case(model, word) == word.upper()


@pytest.mark.parametrize(
    ("word", "vowel"),
    [
        ("apple", True),
        ("hour", True),
        ("house", False),
        ("honour", True),
        ("one-way", False),
        ("union", False),
        ("unimportant", True),
        ("18", True),
        ("8", True),
        ("80", True),
        ("1", False),
        ("180", False),
        ("Ukrainian poet", False),
        ("Ugandan", False),
        ("Uruguayan", False),
        ("utility", False),
        ("uranium", False),
        ("ubiquitous", False),
        ("unanimous", False),
        ("Utah", False),
        ("user", False),
        ("UNHCR", False),
        ("unidentified", True),
        ("unanswered", True),
        ("ugly", True),
        ("urgent", True),
        ("utter", True),
        ("Unix", False),
        ("RAM disk", False),
        ("SIM", False),
        ("MRI", True),
        ("UN envoy", False),
        ("X-ray", True),
        ("U-turn", False),
        ("M4", True),
        ("T-shirt", False),
        ("11th", True),
        ("18th", True),
        ("11m", True),
        ("18bn", True),
        ("$8", True),
        ("£11m", True),
        ("€18.5m", True),
        ("11,000", True),
        ("1837", True),
        ("110", False),
        ("1,100", False),
        ("$12m", False),
        ("“urgent”", True),
    ],
)
def test_the_sound_decides_the_article(word: str, vowel: bool) -> None:
    assert starts_with_vowel_sound(word) is vowel


@pytest.mark.parametrize(
    ("text", "word", "clash"),
    [("It is a ", "old", True), ("It is a ", "new", False), ("It is an ", "new", True), ("It is ", "old", False)],
)
def test_a_word_behind_the_wrong_article_clashes(text: str, word: str, clash: bool) -> None:
    assert article_clash(text, len(text), word) is clash


@pytest.mark.parametrize(
    ("name", "response"),
    [
        ("entity", "He sold the house to an Austrian carpenter in June."),
        ("number", "The port signed a $7m deal in June."),
        ("number", "The yard built a 9th boat in June."),
    ],
)
def test_no_false_claim_is_told_by_its_article(name: str, response: str) -> None:
    """What stands behind "a" or "an" begins with the right sound for it in every corruption."""
    example = Example(id="a", response=response, context=f"{response} It was warm.", label=1)
    for seed in range(12):
        for variant in gaugeblock.perturb(example, with_=name, seed=seed):
            if isinstance(variant, Variant):
                for edit in variant.edits:
                    assert not article_clash(response, edit.start, edit.after), edit


def test_an_amount_behind_an_may_be_changed() -> None:
    """ "an $8m deal" is no slip, so that its number may become another that begins with a vowel."""
    example = Example(id="a", response="It signed an $8m deal.", context="The firm signed an $8m deal.", label=1)
    written = {
        variant.example.response
        for seed in range(12)
        for variant in gaugeblock.perturb(example, with_="number", seed=seed)
        if isinstance(variant, Variant)
    }
    assert written <= {"It signed an $11m deal.", "It signed an $18m deal."}
    assert written


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        ("He is a Ukrainian poet.", "Ukrainian", "Irish", "He is an Irish poet."),
        ("He is an Irish poet.", "Irish", "Ugandan", "He is a Ugandan poet."),
        ("It is a Utah firm.", "Utah", "Ohio", "It is an Ohio firm."),
    ],
)
def test_a_renamed_thing_takes_its_article_along(before: str, old: str, new: str, after: str) -> None:
    """The counterfactual of a nationality has "an" where it is spoken with a vowel."""
    edits = Renaming("place", old, new, {old: new}).edits(before, "response")
    assert apply_edits(before, edits) == after
