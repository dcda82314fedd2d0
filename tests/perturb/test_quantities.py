"""Amounts with their signs and units, and ordinals."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import texts

from gaugeblock.perturb.quantities import quantities


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It was minus 5 degrees.", "It was 5 degrees below zero."),
        ("five million US dollars", "$5m"),
        ("€4.5bn", "4.5 billion euros"),
        ("at 90 km/h", "at 90 kilometres an hour"),
        ("70 mph", "70 miles per hour"),
        ("£5 a day", "£5 per day"),
        ("5 square miles", "5 sq mile"),
        ("5 square kilometres", "5 km²"),
        ("10kg", "10 kilos"),
        ("5°C", "5 degrees Celsius"),
        ("10-15%", "10–15 %"),
        ("5 per cent", "5%"),
        ("a three-year plan", "a plan of three years"),
        ("aged 12", "12 years old"),
        ("the 21st boat", "the twenty-first boat"),
        ("in an hour", "in one hour"),
        ("once every hour", "once an hour"),
        ("It doubled.", "It rose twofold."),
        ("At first it was 9 metres.", "It was 9 m."),
        ("3.30 p.m.", "3:30 pm"),
    ],
)
def test_an_amount_is_the_same_however_it_is_written(one: str, other: str) -> None:
    """Forms of one unit, and figures and words of one number, are one quantity."""
    assert quantities(one) == quantities(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("-5 degrees", "5 degrees"),
        ("−$5m", "$5m"),
        ("$5", "A$5"),
        ("$5 a day", "$5 a week"),
        ("5 km", "5 square km"),
        ("5 °C", "5 °F"),
        ("10kg", "10mg"),
        ("5 MB", "5 GB"),
        ("12 years", "12 months"),
        ("44 BC", "44"),
        ("a second boat", "a third boat"),
        ("two dozen boats", "two boats"),
        ("flight A320", "flight B320"),
        ("USD 5m", "USD 5"),
        ("3-5 km", "3-5 miles"),
    ],
)
def test_another_sign_unit_or_currency_is_another_amount(one: str, other: str) -> None:
    """What a reader would take for another amount is another quantity."""
    assert quantities(one) != quantities(other)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He waited 30 seconds for a second boat.", {("30", "second"): 1, ("2", "ordinal"): 1}),
        ("Two thirds of it, first of all.", {("0.666666666667", ""): 1}),
        ("On 5 January 2019 it closed.", {}),
        ("In 2019 in all 14 in the east won.", {("2019", ""): 1, ("14", ""): 1}),
    ],
)
def test_what_counts_as_a_quantity(text: str, found: dict[tuple[str, str], int]) -> None:
    """Units of time are no ordinals, set phrases count nothing, dates are left to others."""
    assert quantities(text) == found


@given(texts)
def test_any_text_has_quantities(text: str) -> None:
    """No text is too odd, and what a caller does with the answer does not reach the next caller."""
    quantities(text).clear()
    assert quantities(text) == quantities(f"{text}")
