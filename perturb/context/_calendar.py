"""Another weekday, month or time of day, where no other day, month or time of the example depends on it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import regex

from gaugeblock.perturb.calendar_words import MONTHS, SHORT_MONTH, SHORT_WEEKDAY, WEEKDAYS
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text, folded

_SHORT = regex.compile(rf"(?<!\w){SHORT_WEEKDAY}(?!\w)")
_SHORT_MONTHS = regex.compile(rf"(?<!\w){SHORT_MONTH}(?!\w)")
_NEAR_DAYS = regex.compile(
    r"\b(?:yesterday|tomorrow|weekends?|weekdays?|(?:next|following|previous|same) (?:day|morning|night|week)|"
    r"day (?:after|before|later|earlier)|days (?:later|earlier|after|before)|"
    r"easter|christmas|good friday|holiday|midweek)\b",
    regex.IGNORECASE,
)
_NEAR_MONTHS = regex.compile(
    r"\b(?:spring|summer|autumn|fall|winter|christmas|easter|new year|(?:next|following|previous|last|this) month|"
    r"months? (?:later|earlier|before|after|ago)|quarter|season|holidays?|monthly|halloween|thanksgiving)\b",
    regex.IGNORECASE,
)
_ANY_DATE = regex.compile(r"\d|(?:st|nd|rd|th)\b")
_MONTH_USE = regex.compile(
    r"(?:\b(?:in|of|since|by|until|till|early|late|mid|last|next|this|from|during|for)[ -]|\d(?:st|nd|rd|th)?\ )$",
    regex.I,
)
_TIME = regex.compile(r"(?P<hour>\d{1,2})(?P<rest>(?:[:.][0-5]\d)?\ ?[ap]\.?m\.?)", regex.IGNORECASE)
_LONGEST_MONTH_DAY = 28


def calendar_words(text: Text, texts: Sequence[Text], rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the weekdays and months of a response."""
    everything = "\n".join(one.text for one in texts)
    for day in _used(WEEKDAYS, text.text):
        made = _weekday(day, everything, rng)
        if made:
            yield made
    for month in _used(MONTHS, text.text):
        made = _month(month, everything, rng)
        if made:
            yield made


def _used(words: Sequence[str], text: str) -> list[str]:
    low = folded(text)
    return [
        word
        for word in words
        if folded(word) in low and regex.search(rf"(?<!\w){word}s?(?!\w)", text, regex.IGNORECASE)
    ]


def _forms(old: str, new: str) -> dict[str, str]:
    forms = {old: new, f"{old}s": f"{new}s"}
    return {**forms, **{a.lower(): b.lower() for a, b in forms.items()}, old.upper(): new.upper()}


def _neighbour(old: str, names: Sequence[str], used: Sequence[str], rng: random.Random) -> str | None:
    """A name near the old one in the row, on the same side of all others that are used."""
    at = names.index(old)
    others = {names.index(one) for one in used if one != old}
    steps = [-2, -1, 1, 2]
    rng.shuffle(steps)
    for step in steps:
        new = at + step
        passed = set(range(min(at, new), max(at, new) + 1)) - {at}
        if 0 <= new < len(names) and not others & passed:
            return names[new]
    return None


def _weekday(old: str, everything: str, rng: random.Random) -> Renaming | None:
    if _NEAR_DAYS.search(everything) or _SHORT.search(everything):
        return None
    for match in regex.finditer(rf"(?<!\w){old}s?(?!\w)", everything, regex.IGNORECASE):
        near = everything[match.start() - 12 if match.start() > 12 else 0 : match.end() + 14]
        # A day with its date is fixed by it; "Black Friday" and "Friday Night" are names.
        if _ANY_DATE.search(near) or regex.match(r"\s\p{Lu}", everything[match.end() : match.end() + 2]):
            return None
        if regex.search(r"(?<=[\p{Ll},] )\p{Lu}\p{Ll}+\s$", everything[max(0, match.start() - 20) : match.start()]):
            return None
    group = WEEKDAYS[:5] if old in WEEKDAYS[:5] else WEEKDAYS[5:]
    new = _neighbour(old, group, [*_used(group, everything)], rng)
    return Renaming("weekday", old, new, _forms(old, new)) if new else None


def _month(old: str, everything: str, rng: random.Random) -> Renaming | None:
    if _NEAR_MONTHS.search(everything) or _SHORT_MONTHS.search(everything) or old == "February":
        return None
    for match in regex.finditer(rf"(?<!\w){old}(?!\w)", everything, regex.IGNORECASE):
        before, near = (
            everything[max(0, match.start() - 12) : match.start()],
            everything[max(0, match.start() - 25) : match.end() + 15],
        )
        follows = regex.match(r",? \d", everything[match.end() : match.end() + 3])
        if not (_MONTH_USE.search(before) or follows) or any(day.lower() in near.lower() for day in WEEKDAYS):
            return None
        if any(int(digits) > _LONGEST_MONTH_DAY for digits in regex.findall(r"(?<!\d)\d{1,2}(?!\d)", near)):
            return None
    names = [name for name in MONTHS if name not in ("February", "May", "March") or name == old]
    new = _neighbour(old, names, _used(names, everything), rng)
    return Renaming("month", old, new, _forms(old, new)) if new else None


def time_of_day(found: Number, texts: Sequence[Text], rng: random.Random) -> Renaming | None:
    """Another hour for a time of day that is written as "7pm" or "3:30 pm"."""
    written = _TIME.fullmatch(found.text)
    if written is None or not 1 <= int(written["hour"]) <= 11:
        return None
    others = [number.text for text in texts for number in text.numbers if number.kind == "time"]
    hours = {int(match["hour"]) for other in others if other != found.text and (match := _TIME.fullmatch(other))}
    if any(other != found.text and not _TIME.fullmatch(other) for other in others):
        return None
    if any(
        regex.search(r"\b(?:hours? (?:later|earlier|after|before)|noon|midnight|o'clock)\b", one.text, regex.I)
        for one in texts
    ):
        return None
    old, steps = int(written["hour"]), [-2, -1, 1, 2]
    rng.shuffle(steps)
    for step in steps:
        new = old + step
        passed = range(min(old, new), max(old, new) + 1)
        if 1 <= new <= 11 and not hours & set(passed):
            changed = f"{new}{written['rest']}"
            return Renaming("time", found.text, changed, {found.text: changed})
    return None
