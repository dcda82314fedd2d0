"""Letter case and articles."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import texts

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
