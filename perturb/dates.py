"""Dates in an English text: day, month and year, each with its place."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import regex

from gaugeblock.perturb.calendar_words import MONTHS as MONTHS
from gaugeblock.perturb.calendar_words import SHORT_MONTH
from gaugeblock.perturb.calendar_words import month_number as month_number
from gaugeblock.perturb.spans import Span

MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_SAFE = "|".join(month for month in MONTHS if month not in ("March", "May"))  # the two are words in lower case
_MONTH = rf"(?P<month>\b(?:(?i:{_SAFE})|March|May|MARCH|MAY|{SHORT_MONTH}\b\.?))"
_DAY = r"(?<![\w.,:/–-])(?P<day>0?[1-9]|[12][0-9]|3[01])(?P<suffix>st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:1[0-9]|20)[0-9]{2})(?![\w–-]|[.,:]?[0-9])"
_FORMS = {
    "iso": r"(?<![\w-])(?P<year>(?:1[0-9]|20)[0-9]{2})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12][0-9]|3[01])"
    r"(?![\w-])",
    "slash": r"(?<![\w/])(?P<first>[0-3]?[0-9])/(?P<second>[0-3]?[0-9])/(?P<year>(?:19|20)?[0-9]{2})(?![\w/])",
    "day-month": rf"{_DAY}(?:\ of)?\ {_MONTH}(?:(?P<comma>,)?\ {_YEAR})?(?!\w)",
    "month-day": rf"{_MONTH}\ (?P<day>0?[1-9]|[12][0-9]|3[01])(?P<suffix>st|nd|rd|th)?(?![\w–/%-]|[.:,]?[0-9])"
    rf"(?:(?P<comma>,)?\ {_YEAR})?",
    "month-year": rf"{_MONTH}(?:,|\ of)?\ {_YEAR}",
}
_DIGIT = regex.compile("[0-9]")
_LOWER_WORD = regex.compile(r" ([\p{Ll}]+)")
_MONTH_NAME = regex.compile(_MONTH)
_MARKS = {"iso": "-", "slash": "/"}  # all other forms have the name of a month
_PATTERNS = {form: regex.compile(pattern) for form, pattern in _FORMS.items()}


@dataclass(frozen=True, slots=True, order=True)
class Date(Span):
    """A date as it is written.

    Args:
        form: ``iso``, ``slash`` (day and month cannot be told apart), ``day-month``, ``month-day`` or ``month-year``.
        day: where the day's digits are.
        month: where the month's name or number is.
        year: where the year's digits are.
    """

    form: str
    day: Span | None
    month: Span | None
    year: Span | None


def dates_in(text: str) -> tuple[Date, ...]:
    """The dates of a text, left to right; none overlap. A month or a year on its own is not a date."""
    if not _DIGIT.search(text):
        return ()
    found: list[Date] = []  # left to right
    named = _MONTH_NAME.search(text) is not None
    for form, pattern in _PATTERNS.items():
        if not (_MARKS[form] in text if form in _MARKS else named):
            continue  # sees at a glance that there is none of this form
        for match in pattern.finditer(text):
            at = bisect_right(found, match.start(), key=lambda date: date.start)
            if any(date.start < match.end() and match.start() < date.end for date in found[max(0, at - 1) : at + 1]):
                continue
            parts = {name: Span(*match.span(name)) for name in ("day", "month", "year") if _has(match, name)}
            if form == "month-day" and "year" not in parts and _counts_something(text, match.end()):
                continue
            found.insert(
                at, Date(match.start(), match.end(), form, parts.get("day"), parts.get("month"), parts.get("year"))
            )
    return tuple(found)


def _has(match: regex.Match[str], name: str) -> bool:
    return name in match.re.groupindex and match[name] is not None


def _counts_something(text: str, end: int) -> bool:
    """Whether "August 12" goes on as in "In August 12 people died", where the number is no day."""
    word = _LOWER_WORD.match(text, end, end + 40)
    return word is not None and (
        (word[1].endswith("s") and word[1] not in {"is", "was", "as", "has"}) or word[1] == "people"
    )
