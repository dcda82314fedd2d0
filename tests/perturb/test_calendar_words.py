"""Names of months and weekdays."""

from __future__ import annotations

import pytest
import regex

from gaugeblock.perturb.calendar_words import (
    MONTHS,
    SHORT_MONTH,
    SHORT_WEEKDAY,
    WEEKDAYS,
    month_forms,
    month_number,
)


def test_months_are_known_by_name_abbreviation_and_number() -> None:
    """Whatever their letter case, and with the full stop of an abbreviation or without."""
    assert [month_number(name) for name in MONTHS] == list(range(1, 13))
    assert [month_number(name[:3].upper()) for name in MONTHS] == list(range(1, 13))
    assert [month_number(str(at)) for at in (0, 1, 12, 13)] == [None, 1, 12, None]
    assert (month_number("sept."), month_number("Jun.")) == (9, 6)


@pytest.mark.parametrize("word", ["Ma", "decade", "mayor", "junior", "Marvin", "octopus", "market", "", "Sep.."])
def test_a_word_that_begins_as_a_month_is_none(word: str) -> None:
    """Three letters in common make no month of a word."""
    assert month_number(word) is None
    assert month_forms(word) == ()


def test_each_day_and_month_has_its_forms() -> None:
    """The patterns match the abbreviations as they are written, the longest first."""
    assert len(WEEKDAYS) == 7
    assert regex.fullmatch(SHORT_MONTH, "Sept")
    assert [match[0] for match in regex.finditer(SHORT_WEEKDAY, "Tues, Thurs, Thu")] == ["Tues", "Thurs", "Thu"]
    assert month_forms("jul") == ("July", "Jul")
