"""Dates and their parts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gaugeblock.perturb.dates import MONTH_DAYS, MONTHS, dates_in


@pytest.mark.parametrize(
    ("text", "day", "month", "year"),
    [
        ("on 5 January 2019", "5", "January", "2019"),
        ("on January 5, 2019", "5", "January", "2019"),
        ("on the 21st of May", "21", "May", None),
        ("in Sept. 2019", None, "Sept.", "2019"),
        ("since 2019-01-05", "05", "01", "2019"),
        ("on 05/01/2019", None, None, "2019"),
    ],
)
def test_each_part_has_its_place(text: str, day: str | None, month: str | None, year: str | None) -> None:
    (date,) = dates_in(text)
    parts = [part.of(text) if part is not None else None for part in (date.day, date.month, date.year)]
    assert parts == [day, month, year]


def test_dates_come_left_to_right_and_do_not_overlap() -> None:
    text = "From 2019-01-05 to 6 April 2020, and again in May 2021"
    found = dates_in(text)
    assert [date.form for date in found] == ["iso", "day-month", "month-year"]
    assert all(one.end <= other.start for one, other in pairwise(found))


@pytest.mark.parametrize("text", ["", "in 2019", "in May", "32 May 2019x", "2019-13-05", "1.5 March"])
def test_a_single_part_or_an_impossible_one_is_no_date(text: str) -> None:
    assert [date for date in dates_in(text) if date.form in ("iso", "day-month")] == []


def test_every_month_has_its_days() -> None:
    assert len(MONTH_DAYS) == len(MONTHS) == 12
