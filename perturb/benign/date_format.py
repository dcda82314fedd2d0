"""British and American order of dates: "5 January 2019" and "January 5, 2019"."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.dates import Date
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

# "5 and 6 January", "between 5 January and ...": the day belongs to a series, whose order means something.
_SERIES_BEFORE = regex.compile(
    r"(?:[0-9](?:st|nd|rd|th)?\s*(?:[-–—/,&]|and|or|to)\s*|\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\s+)$"
)
_SERIES_AFTER = regex.compile(r"\s*(?:[-–—/&]|and|or|to|,)\s*[0-9]")

_JOINT = regex.compile(r"\s*(?:[-–—/&,]|(?:,\s+)?(?:and|or|(?:up\s+)?to|until|till|through))\s*")


_ARTICLE = regex.compile(r"(?:\b(?P<the>the )|\b(?:an?|this|that|every|each|any|next|last) )$", regex.IGNORECASE)
_SUFFIX_OR_OF = regex.compile(r"st|nd|rd|th|of", regex.IGNORECASE)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Every date of the response in the other order."""
    edits: list[Edit] = []
    for series in _series(text):
        changed = [_reordered(text, date, follows=date != series[0], goes_on=date != series[-1]) for date in series]
        # "From 5 March to April 6" would be no English: all dates of a range, or none.
        if all(edit is not None for edit in changed):
            edits.extend(edit for edit in changed if edit is not None)
    if edits:
        yield Proposal(tuple(edits))


def _series(text: Text) -> list[list[Date]]:
    """The dates, those of one range or enumeration together."""
    series: list[list[Date]] = []
    for date in text.dates:
        if series and _JOINT.fullmatch(text.text, series[-1][-1].end, date.start):
            series[-1].append(date)
        else:
            series.append([date])
    return series


def _reordered(text: Text, date: Date, *, follows: bool, goes_on: bool) -> Edit | None:
    """The edit that reorders a date, None where it cannot be.

    Args:
        follows: another date of its series stands before it, so that a number there is no day of this one.
        goes_on: another follows.
    """
    if date.form not in {"day-month", "month-day"} or date.day is None or date.month is None:
        return None
    month = date.month.of(text.text)
    before, after = text.text[max(0, date.start - 14) : date.start], text.text[date.end : date.end + 12]
    if month.endswith(".") or not free(text, date.start, date.end):
        return None
    if (not follows and _SERIES_BEFORE.search(before)) or (not goes_on and _SERIES_AFTER.match(after)):
        return None
    day, year = str(int(date.day.of(text.text))), date.year.of(text.text) if date.year else ""
    start = date.start
    if article := _ARTICLE.search(before):
        written_out = date.form == "day-month" and _SUFFIX_OR_OF.search(text.text, date.start, date.month.start)
        attributive = _stands_before_noun(text, date.end)
        if article["the"] is None or bool(written_out) == attributive:
            return None
        # "The 12th of May" is "May 12"; "the 12 May deadline" keeps its article.
        start = date.start if attributive else date.start - len(article["the"])
    if date.form == "month-day":
        return replace_span(text.text, date.start, date.end, f"{day} {month} {year}".rstrip())
    written = f"{month} {day}, {year}" if year else f"{month} {day}"
    # The American year is closed off by a comma where the sentence goes on.
    if year and regex.match(r"\s+\w", after):
        written += ","
    return replace_span(text.text, start, date.end, written)


def _stands_before_noun(text: Text, end: int) -> bool:
    following = next((token for token in tokens_of(text.syntax) if token.idx >= end and not token.is_space), None)
    return following is not None and following.tag_ in {"NN", "NNS", "NNP", "NNPS", "JJ", "VBG"}


PERTURBATION = RuleBased(
    name="date-format",
    family="benign",
    changes="form",
    summary="Writes dates in the other order: day before month, or month before day.",
    propose=propose,
    checks=BENIGN,
    limits=(
        "Changes dates with the month in letters only; what stands in a row of days without a month of its own stays."
    ),
    illustration=Illustration(
        response="The pier shut on 5 January 2019.",
        after="The pier shut on January 5, 2019.",
    ),
)
