"""What a model's rewording must keep, check by check."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import Example
from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.llm_checks import less_diverse, longer_with_nothing_lost, plain_text
from gaugeblock.perturb.variant import diff_edits


def told(check, before: str, after: str) -> str | None:
    proposal = Proposal(diff_edits(before, after))
    return check(Example(response=before), Example(response=after), proposal)


@pytest.mark.parametrize(
    "text",
    [
        "Surety bonds were sold by the firm.",
        "Surely the bond was sold by the firm.",
        "Certainly the bond was sold by the firm.",
        "Sure winners were sold by the firm.",
        "Here isn't where the bond was sold.",
        "Okayama sold the bond.",
    ],
)
def test_a_text_that_only_begins_like_a_models_words_is_plain(text: str) -> None:
    """A word that begins as "sure" does, or is no word of assent, says nothing about the text."""
    assert told(plain_text, "The firm sold the bond.", text) is None


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("Sure! The bond was sold.", "sure"),
        ("Certainly, the bond was sold.", "certainly"),
        ("Of course: the bond was sold.", "of course"),
        ("Here is it: the bond was sold.", "here is"),
        ("Here's the text. The bond was sold.", "here's"),
        ("Paraphrase:The bond was sold.", "paraphrase:"),
        ("Rewritten text: the bond was sold.", "rewritten"),
    ],
)
def test_a_models_words_about_its_work_are_found(text: str, opens: str) -> None:
    """They are no part of the claim, and a metric would see them."""
    assert told(plain_text, "The firm sold the bond.", text) == f"the text opens with {opens!r}"
    assert told(plain_text, text, text) is None


@pytest.mark.parametrize(("added", "fits"), [(1, False), (2, False), (3, True), (30, True), (31, False)])
def test_padding_is_a_quarter_to_three_times_the_text(added: int, fits: bool) -> None:
    """Of ten words, two and a half to thirty."""
    before = "The firm sold the old bond to a small bank."
    wrong = told(longer_with_nothing_lost, before, f"{before[:-1]}{' indeed' * added}.")
    assert (wrong is None) is fits


def test_fewer_different_words_are_asked_for_and_no_length() -> None:
    """How long the text is, another check says."""
    before = "The firm sold the bond, and the company sold the loan."
    assert told(less_diverse, before, "The firm sold the bond, and the firm sold the bond.") is None
    assert told(less_diverse, before, "The company bought every single loan.") == "the vocabulary is no smaller"
