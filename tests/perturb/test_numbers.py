"""One number token is one unit, with its kind and value."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb.number_words import spell, word_value
from gaugeblock.perturb.text import Text


def numbers(text: str) -> list[tuple[str, str, float | None]]:
    return [(number.text, number.kind, number.value) for number in Text(text).numbers]


def test_each_number_is_one_unit_with_its_kind_and_value() -> None:
    assert numbers("10,000 of 10.5 million in 1,000-seat halls, $3.5bn, 2019-20, 3:30 pm, 1st, 50%") == [
        ("10,000", "count", 10_000.0),
        ("10.5 million", "count", 10_500_000.0),
        ("1,000", "count", 1_000.0),
        ("$3.5bn", "money", 3_500_000_000.0),
        ("2019-20", "range", None),
        ("3:30 pm", "time", None),
        ("1st", "ordinal", 1.0),
        ("50%", "percent", 50.0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "192.168.1.1",
        "COVID-19",
        "A320",
        "v2.3.1",
        "mid-1990s",
        "1990s",
        "007",
        "2,5",
        "1,00,000",
        "Flight 370",
        "No. 5",
        "p. 4",
    ],
)
def test_what_is_no_quantity_is_an_identifier(text: str) -> None:
    assert {kind for _, kind, _ in numbers(f"It was {text} then.")} == {"identifier"}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("in 2019", "year", 2019),
        ("1500 people", "count", 1500),
        ("in 1500", "year", 1500),
        ("40 euros", "money", 40),
        ("£2m", "money", 2e6),
        ("12.5 per cent", "percent", 12.5),
        ("a 19-year-old", "count", 19),
        ("10km", "measure", 10),
        ("3/4", "fraction", 0.75),
        ("two thirds", "fraction", 2 / 3),
        ("twelve people", "count", 12),
        ("two hundred and five", "count", 205),
        ("3.7", "decimal", 3.7),
        ("-5 degrees", "count", 5),
    ],
)
def test_kinds_and_values(text: str, kind: str, value: float) -> None:
    ((_, found, amount),) = numbers(text)
    assert (found, amount) == (kind, pytest.approx(value))


def test_numbers_in_code_and_addresses_are_not_seen() -> None:
    assert numbers("Run `sleep 10`, see https://example.org/2019 or call 0131 496 0000.") == []


def test_the_numbers_of_a_date_belong_to_it() -> None:
    assert [kind for _, kind, _ in numbers("On 5 January 2019 it shut.")] == ["date", "date"]


def test_one_on_its_own_is_no_number() -> None:
    assert numbers("One of them left.") == []


@given(st.integers(1, 99))
def test_a_spelled_number_has_its_value(value: int) -> None:
    assert word_value(spell(value)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("two thousand million", 2e9),
        ("one thousand billion", 1e12),
        ("a thousand million", 1e9),
        ("five hundred thousand million", 5e11),
        ("three million two thousand and five", 3_002_005),
        ("two hundred thousand", 200_000),
    ],
)
def test_a_larger_scale_multiplies_what_stands_before_it(text: str, value: float) -> None:
    """ "two thousand million" is two billion, "two million two thousand" a sum."""
    assert word_value(text) == value


@settings(deadline=None)
@given(
    st.text(
        alphabet=st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("0123456789.,:-$%/ ")), max_size=80
    )
)
def test_numbers_of_any_text_do_not_overlap_and_lie_where_they_say(text: str) -> None:
    at = 0
    for number in Text(text).numbers:
        assert at <= number.start < number.end
        assert number.text == text[number.start : number.end]
        assert number.start <= number.numeral.start < number.numeral.end <= number.end
        at = number.end
