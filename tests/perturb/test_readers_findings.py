"""Edits that blind readers found wrong are not made again."""

from __future__ import annotations

import pytest

import gaugeblock as gb


def made(response: str, context: str, name: str) -> list[str]:
    example = gb.Example(response=response, context=context)
    return [v.example.response for v in gb.perturb(example, with_=name) if isinstance(v, gb.Variant)]


@pytest.mark.parametrize(
    ("name", "response", "context"),
    [
        ("coordination-order", "Shortages may limit milling between August and October.", "Milling may slow."),
        ("antonym", "The prosecutor said that the story fell apart.", "The story came to pieces."),
        ("pronoun", "Sam voices his dislike for pop music.", "Ann: I like pop.\nSam: I do not.\nAnn: Ask his mother!"),
        (
            "entity",
            "Dr Imani Castell said that smoke was linked to asthma in her study.",
            "Dr Imani Castell spoke in Lagos. Robert Anquelin of the council listened.",
        ),
    ],
)
def test_where_an_edit_would_be_wrong_none_is_made(name: str, response: str, context: str) -> None:
    assert made(response, context, name) == []


def test_a_date_from_which_something_holds_is_not_turned_into_a_habit() -> None:
    raised = made(
        "As of 1 January 2023, an employer must give 4 weeks of notice.",
        "As of 1 January 2023 an employer must give 4 weeks of notice.",
        "force-temporal",
    )
    assert not any("As a rule" in text for text in raised)


def test_the_opposite_of_more_than_a_sum_is_less_than_it() -> None:
    (text,) = made("The owner paid more than £400 for it.", "It cost the owner over £400.", "antonym")
    assert text == "The owner paid less than £400 for it."
