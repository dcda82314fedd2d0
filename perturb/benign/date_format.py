"""British and American order of dates: "5 January 2019" and "January 5, 2019"."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Proposal, ResponseEdits
from gaugeblock.perturb.benign._free import free
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.dates import Date
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

# "5 and 6 January", "between 5 January and ...": the day belongs to a series, whose order means something.
_SERIES_BEFORE = regex.compile(
    r"(?:[0-9](?:st|nd|rd|th)?\s*(?:[-–—/,&]|and|or|to)\s*|\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\s+)$"
)
_SERIES_AFTER = regex.compile(r"\s*(?:[-–—/&]|and|or|to|,)\s*[0-9]")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Every date of the response in the other order."""
    edits = [edit for date in text.dates if (edit := _reordered(text, date)) is not None]
    if edits:
        yield Proposal(tuple(edits))


def _reordered(text: Text, date: Date) -> Edit | None:
    if date.form not in {"day-month", "month-day"} or date.day is None or date.month is None:
        return None
    month = date.month.of(text.text)
    before, after = text.text[max(0, date.start - 14) : date.start], text.text[date.end : date.end + 12]
    if month.endswith(".") or not free(text, date.start, date.end):
        return None
    if _SERIES_BEFORE.search(before) or _SERIES_AFTER.match(after):
        return None
    day, year = str(int(date.day.of(text.text))), date.year.of(text.text) if date.year else ""
    if date.form == "month-day":
        return replace_span(text.text, date.start, date.end, f"{day} {month} {year}".rstrip())
    written = f"{month} {day}, {year}" if year else f"{month} {day}"
    # The American year is closed off by a comma where the sentence goes on.
    if year and regex.match(r"\s+\w", after):
        written += ","
    return replace_span(text.text, date.start, date.end, written)


PERTURBATION = ResponseEdits(
    name="date-format",
    family="benign",
    summary="Writes dates in the other order: day before month, or month before day.",
    propose=propose,
    checks=BENIGN,
)
