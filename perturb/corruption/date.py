"""One part of a date changed: a day, a month, a weekday or a year."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.calendar_words import MONTH, MONTHS, WEEKDAY, WEEKDAYS, month_number
from gaugeblock.perturb.corruption._bounds import BOTH, DOWN, UP, date_directions
from gaugeblock.perturb.corruption._claims import CHECKS, OFFERED, changeable, distinct, documents, swap
from gaugeblock.perturb.dates import MONTH_DAYS, Date
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import Span, Stretches
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.wording import like_case

_WEEKDAY = regex.compile(rf"(?<![\w-]){WEEKDAY}(?![\w-])", regex.IGNORECASE)
# "may" and "march" are months only with a capital, and after a word that a month follows.
_MONTH_ALONE = regex.compile(
    rf"(?<=\b(?:in|since|until|by|last|next|this|during|from|of|early|late|mid)\s)(?:{MONTH}|"
    rf"{'|'.join(month.lower() for month in MONTHS if month not in ('March', 'May'))})(?![\w-])"
)
_LATEST = 2099
_YEARS_OFF = tuple(step for step in range(-25, 26) if step)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each part of each date, in random order: what the context offers, then a near one."""
    places = [*_years(example, text, rng), *_months(text, rng), *_days(text, rng), *_weekdays(text, rng)]
    rng.shuffle(places)
    for start, end, choices in places:
        if not changeable(text, start, end):
            continue
        for after, source, severity in distinct(choices):
            yield replace(swap(text, start, end, after, "CircE", source), severity=severity)


_Choice = tuple[str, str, int]
"""The new wording, where it comes from, and how far it is off (the severity)."""

_Place = tuple[int, int, list[_Choice]]


def _level(distance: int, near: int, far: int) -> int:
    """The severity of a distance: up to `near`, up to `far`, beyond."""
    return 1 + (distance > near) + (distance > far)


def _years(example: Example, text: Text, rng: random.Random) -> Iterator[_Place]:
    years: list[tuple[Span, Span]] = [
        (date.year, date) for date in text.dates if date.year is not None and date.year.end - date.year.start == 4
    ]
    # "The 1990s" and "the 2000's" are decades, which another year's digits would not make.
    years += [
        (n.numeral, n)
        for n in text.numbers
        if n.kind == "year" and not regex.match(r"['’]?s\b", text.text[n.end : n.end + 3])
    ]
    stated = {span.of(text.text) for span, _ in years}
    offered = [n.text for document in documents(example) for n in document.numbers if n.kind == "year"][:OFFERED]
    for span, whole in years:
        year, allowed = int(span.of(text.text)), date_directions(text, whole)
        rng.shuffle(offered)
        near = [str(year + step) for step in _YEARS_OFF if year + step <= _LATEST]
        rng.shuffle(near)
        choices = [(y, "context") for y in offered if abs(int(y) - year) < 60] + [(y, "lexicon") for y in near]
        fitting = [
            (y, source, _level(abs(int(y) - year), 2, 10))
            for y, source in choices
            if y not in stated and _way(year, int(y)) in allowed
        ]
        yield span.start, span.end, fitting


def _way(old: int, new: int) -> int:
    return UP if new > old else DOWN


def _months(text: Text, rng: random.Random) -> Iterator[_Place]:
    for date in text.dates:
        if date.month is not None and date.form not in ("iso", "slash"):
            yield date.month.start, date.month.end, _other_months(date.month.of(text.text), date, text, rng)
    dates = Stretches(text.dates)
    for match in _MONTH_ALONE.finditer(text.text):
        # Without a year, "before March" and "before January" have no order.
        bounded = date_directions(text, Span(*match.span())) != BOTH
        if not bounded and not dates.touched(*match.span()):
            yield *match.span(), _other_months(match[0], None, text, rng)


def _other_months(written: str, date: Date | None, text: Text, rng: random.Random) -> list[_Choice]:
    """Months, written as this one is, that have the day."""
    day = int(date.day.of(text.text)) if date is not None and date.day is not None else 1
    old = month_number(written)
    allowed = BOTH if date is None else date_directions(text, date)
    if old is None or (date is not None and date.year is None and allowed != BOTH):
        return []
    months = [
        name
        for at, name in enumerate(MONTHS, 1)
        if at != old and day <= min(MONTH_DAYS[at - 1], 28 if at == 2 else 31) and _way(old, at) in allowed
    ]
    rng.shuffle(months)
    if written.rstrip(".").capitalize() not in MONTHS:  # "Jan." gives "Feb."; no month of three or four letters but May
        months = [month[:3] + ("." if written.endswith(".") else "") for month in months if month != "May"]
    # Without a capital, "may" and "march" would be verbs.
    if written.islower():
        months = [month.lower() for month in months if month not in ("May", "March")]
    off = {name[:3].lower(): _level(abs(at - old), 1, 3) for at, name in enumerate(MONTHS, 1)}
    return [(like_case(written, month), "lexicon", off[month[:3].lower()]) for month in months]


def _days(text: Text, rng: random.Random) -> Iterator[_Place]:
    for date in text.dates:
        if date.day is None or date.form not in ("day-month", "month-day") or date.month is None:
            continue
        written = date.day.of(text.text)
        suffixed = text.text[date.day.end : date.day.end + 2] in ("st", "nd", "rd", "th")
        if suffixed:
            continue
        last = min(MONTH_DAYS[(month_number(date.month.of(text.text)) or 2) - 1], 28)
        days = [f"{day:0{len(written)}d}" if written.startswith("0") else str(day) for day in range(1, last + 1)]
        allowed = date_directions(text, date)
        days = [day for day in days if abs(int(day) - int(written)) > 1 and _way(int(written), int(day)) in allowed]
        rng.shuffle(days)
        yield (
            date.day.start,
            date.day.end,
            [(day, "lexicon", _level(abs(int(day) - int(written)), 3, 10)) for day in days],
        )


def _weekdays(text: Text, rng: random.Random) -> Iterator[_Place]:
    stated = {match[0].capitalize() for match in _WEEKDAY.finditer(text.text)}
    for match in _WEEKDAY.finditer(text.text):
        if date_directions(text, Span(*match.span())) != BOTH:
            continue  # weekdays go round: none is before all others
        days = [day for day in WEEKDAYS if day not in stated]
        rng.shuffle(days)
        old = WEEKDAYS.index(match[0].capitalize())
        steps = {day: abs(WEEKDAYS.index(day) - old) for day in days}
        # Monday and Sunday are neighbours.
        choices = [
            (
                day.lower() if match[0].islower() else like_case(match[0], day),
                "lexicon",
                min(steps[day], len(WEEKDAYS) - steps[day]),
            )
            for day in days
        ]
        yield *match.span(), choices


PERTURBATION = RuleBased(
    name="date",
    family="corruption",
    summary="Changes the day, month, weekday or year of a date.",
    propose=propose,
    checks=CHECKS,
    version="3",
    severities=(1, 2, 3),
    keeps_label=False,
    needs_supported=True,
    limits='Changes one part of a date and leaves a weekday beside it as it was; decades, seasons and "yesterday" are '
    "not changed.",
    illustration=Illustration(
        response="The lighthouse was sold in 1987.",
        after="The lighthouse was sold in 1986.",
        context=("The lighthouse has had private owners since it was sold in 1987.",),
    ),
)
