"""Phrases that date a statement: "in 2019", "in the first quarter of 2024", "as of March 2024"."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from gaugeblock.perturb.calendar_words import MONTH, SHORT_MONTH, month_forms

_MONTH = rf"(?:{MONTH}|{SHORT_MONTH}\b\.?)"
_YEAR = r"(?:1[89][0-9]{2}|20[0-9]{2})"
_RIM = r"(?![\w–/-]|[.,][0-9])"
_WINDOW = (
    r"(?:[Oo]ver|[Ii]n|[Dd]uring) the (?:past|last) "
    r"(?:few|two|three|four|five|six|seven|eight|nine|ten|twelve|[0-9]{1,2})"
)
_QUARTER = r"(?:(?:the )?(?:first|second|third|fourth|last|latest) quarter|Q[1-4])"

_DAY_OR_MONTH = rf"(?:[0-9]{{1,2}} )?{_MONTH}(?: [0-9]{{1,2}},?)?(?: {_YEAR})?"
_COUNT = r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve|[0-9]{1,2})"

_FORMS = {
    "year": (
        rf"\b[Ii]n (?:the year |fiscal (?:year )?|calendar )?{_YEAR}{_RIM}",
        rf"\b[Ii]n the (?:financial )?year (?:to|ended|ending) {_DAY_OR_MONTH}{_RIM}",
        r"\b[Ii]n the (?:past|last|previous) (?:fiscal |financial )?year\b",
        r"\b(?:[Ll]ast|[Tt]his) year\b(?!['’])",
    ),
    "period": (rf"\b(?:[Bb]etween {_YEAR} and|[Ff]rom {_YEAR} to) {_YEAR}{_RIM}",),
    "quarter": (rf"\b[Ii]n {_QUARTER}(?: of (?:fiscal )?{_YEAR}| {_YEAR})?{_RIM}",),
    "month": (rf"\b[Ii]n {_MONTH}(?: (?:of )?{_YEAR})?{_RIM}", r"\b[Ll]ast month\b(?!['’])"),
    "years": (rf"\b{_WINDOW} years\b",),
    "months": (rf"\b{_WINDOW} months\b",),
    "weeks": (rf"\b[Ii]n the {_COUNT} weeks (?:to|ended|ending) {_DAY_OR_MONTH}{_RIM}",),
    "decade": (r"\b[Ii]n the (?:1[89]|20)[0-9]0s\b",),
    "summer": (rf"\b[Ii]n the summer of {_YEAR}{_RIM}",),
    "winter": (rf"\b[Ii]n the winter of {_YEAR}{_RIM}",),
    "span": (rf"\b[Oo]ver {_COUNT} (?:weeks|months|years)\b(?! (?:ago|old|earlier|later))",),
    "as-of": (
        rf"\b[Aa]s of (?:the end of )?{_DAY_OR_MONTH}{_RIM}",
        rf"\b[Aa]s of (?:the end of )?{_YEAR}{_RIM}",
    ),
    "since": (rf"\b[Ss]ince (?:the (?:start|end|beginning) of )?(?:{_DAY_OR_MONTH}|{_YEAR}){_RIM}",),
}
_PATTERNS = {kind: regex.compile("|".join(forms)) for kind, forms in _FORMS.items()}
_YEAR_OR_MONTH = regex.compile(rf"\b(?:{_YEAR}|{_MONTH})")


def dated_phrases(text: str) -> list[tuple[str, int, int]]:
    """The kind, start and end of each phrase that dates a statement.

    >>> dated_phrases("Sales rose in May 2019.")
    [('month', 11, 22)]
    """
    return [(kind, *match.span()) for kind, pattern in _PATTERNS.items() for match in pattern.finditer(text)]


def years_and_months(phrase: str) -> Iterator[tuple[str, regex.Pattern[str]]]:
    """The years and months of a dated phrase, each with a pattern that finds it in running text in lower case."""
    for found in _YEAR_OR_MONTH.findall(phrase):
        if found.isdigit():
            yield found, regex.compile(rf"\b{found}")
        else:
            yield found, regex.compile(rf"\b(?:{'|'.join(month_forms(found)).lower()})\b")
