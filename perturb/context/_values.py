"""Other numbers and dates, in a place where nothing else in the example depends on them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import regex

from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.dates import Date, month_number
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.number_words import spell
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.wording import like_case

_WORDS: dict[str, list[str]] = lexicon(__file__.replace("_values", "counterfactual"))["words"]
_DERIVED = frozenset(_WORDS["derived"])
_AGES = frozenset(_WORDS["ages"])
_BOUND = regex.compile(
    r"\b(?:more|less|fewer|greater|over|under|above|below|up to|at least|at most|about|around|almost|nearly|roughly|"
    r"some|approximately|than|as many as|as much as|only|just|circa|c\.|maximum|minimum|exceed\w*|or)\s+[$£€]?$",
    regex.IGNORECASE,
)
_BOUND_AFTER = regex.compile(
    r"^[ ]?(?:or (?:more|less|fewer|so)|and (?:over|above|under)|plus|confidence|CI)\b|^\+", regex.IGNORECASE
)
_JOINED = regex.compile(r"[-–/:]\s?$|\b(?:to|and)\s[$£€]?$")
_WEEKDAY = regex.compile(
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b", regex.IGNORECASE
)
_COUNTABLE = frozenset({"count", "decimal", "money", "percent", "measure"})
_MOST_VALUES = 60
_STEPS = (1, -1, 2, -2, 3, -3, 4, -4)


def number(found: Number, texts: Sequence[Text], rng: random.Random) -> Renaming | None:
    """Another value for a number or a year, of the same shape and the same order among the others."""
    everywhere = [(text, other) for text in texts for other in text.numbers]
    if found.value is None or found.kind not in {*_COUNTABLE, "year"}:
        return None
    same = [(text, other) for text, other in everywhere if other.value == found.value]
    numeral = None if found.in_words else found.numeral.of(_text_of(found, texts))
    if any(not _plain(text, other, found, numeral) for text, other in same) or _is_elsewhere(numeral, texts, same):
        return None
    values = sorted({other.value for _, other in everywhere if other.value is not None})[:_MOST_VALUES]
    new = _year(found.value, values, everywhere, rng) if found.kind == "year" else _other(found, numeral, values, rng)
    if new is None:
        return None
    forms = _forms(found.value, new, numeral)
    if forms is None:
        return None
    written = found.text if numeral is None else numeral
    new_written = like_case(written, forms[written]) if written in forms else None
    if new_written is None:
        return None
    return Renaming("year" if found.kind == "year" else "number", written, new_written, forms)


def _text_of(found: Number, texts: Sequence[Text]) -> str:
    return next(text.text for text in texts if found in text.numbers)


def _plain(text: Text, other: Number, found: Number, numeral: str | None) -> bool:
    """Whether a mention of the value is written as the others are, and stands on its own."""
    dated = other.kind == "date" and found.kind == "year" and (other.value or 0) > 1000
    if not dated and ((other.kind == "year") != (found.kind == "year") or other.kind not in {*_COUNTABLE, "year"}):
        return False
    if not other.in_words and numeral is not None and other.numeral.of(text.text) != numeral:
        return False
    if (other.in_words or numeral is None) and not 2 <= (other.value or 0) <= 99:
        return False
    sentence = text.sentence_at(other.start)
    around = text.text[sentence.start : sentence.end] if sentence else text.text
    words = {word.lower() for word in regex.findall(r"\p{L}[\p{L}-]*", around)}
    near = text.text[max(0, other.start - 60) : other.end + 60]
    if found.kind != "year" and words & _DERIVED:
        return False
    if found.kind == "year":
        near_words = {word.lower() for word in regex.findall(r"\p{L}[\p{L}-]*", near)}
        return not near_words & {*_AGES, *_DERIVED} and not _WEEKDAY.search(near)
    before, after = text.text[max(0, other.start - 30) : other.start], text.text[other.end : other.end + 20]
    return not _BOUND.search(before) and not _BOUND_AFTER.search(after) and not _JOINED.search(before)


def _is_elsewhere(numeral: str | None, texts: Sequence[Text], same: Sequence[tuple[Text, Number]]) -> bool:
    """Whether the digits stand somewhere that is no plain mention: within a range, a name, a date, a decade."""
    if numeral is None:
        return False
    known = {(id(text), other.numeral.start) for text, other in same}
    for text in texts:
        for match in regex.finditer(rf"(?<!\d|\d[.,]){regex.escape(numeral)}(?!\d|[.,]\d)", text.text):
            if (id(text), match.start()) not in known or text.text[match.end() : match.end() + 1] in ("s", "–", "/"):
                return True
    return False


def _other(found: Number, numeral: str | None, values: Sequence[float], rng: random.Random) -> float | None:
    old = found.value or 0.0
    others = [value for value in values if value != old]
    if _derived(old, others) or (found.kind == "percent" and 100 - old in others):
        return None
    shown = float(numeral.replace(",", "")) if numeral else old
    if shown < 2:
        return None
    scale = old / shown if shown else 1.0
    digits = (numeral or str(int(old))).replace(",", "")
    if "." in digits:
        unit = 10.0 ** -len(digits.partition(".")[2])
    else:
        unit = 10.0 ** (len(digits) - len(digits.rstrip("0"))) if digits.rstrip("0") else 1.0
        unit = 1.0 if unit >= shown and shown > 9 and len(digits) == 1 else unit
    steps = list(_STEPS)
    rng.shuffle(steps)
    for step in steps:
        new = round(shown + step * unit, 6)
        same_length = len(f"{new:.0f}") == len(f"{shown:.0f}")
        if new < 2 or not same_length or (found.kind == "percent" and new > 100):
            continue
        low, high = sorted((new * scale, old))
        if not any(low <= value <= high for value in others):
            return new
    return None


def _derived(old: float, others: Sequence[float]) -> bool:
    """Whether the value is the sum or the difference of two others, or one of them is a multiple of it."""
    if any(abs(a + b - old) < 1e-9 or abs(abs(a - b) - old) < 1e-9 for a, b in combinations(others, 2)):
        return True
    return any(old >= 10 and (value == 2 * old or old == 2 * value) for value in others)


def _year(
    old: float, values: Sequence[float], everywhere: Sequence[tuple[Text, Number]], rng: random.Random
) -> float | None:
    years = sorted({other.value for _, other in everywhere if other.kind == "year" and other.value})
    years += sorted(
        {other.value for _, other in everywhere if other.kind == "date" and other.value and other.value > 1000}
    )
    gaps = {abs(old - year) for year in years if year != old}
    if gaps & {value for value in values if value <= 150}:
        return None
    steps = list(_STEPS)
    rng.shuffle(steps)
    for step in steps:
        new = old + step
        low, high = sorted((new, old))
        if new // 10 == old // 10 and new <= 2030 and not any(low <= year <= high for year in years if year != old):
            return new if not gaps & {value - step for value in values if value <= 150} else None
    return None


def _forms(old: float, new: float, numeral: str | None) -> dict[str, str] | None:
    shown = float(numeral.replace(",", "")) if numeral else old
    forms: dict[str, str] = {}
    if numeral:
        places = len(numeral.partition(".")[2])
        forms[numeral] = f"{new:,.{places}f}" if "," in numeral else f"{new:.{places}f}"
    if shown == int(shown) and 2 <= shown <= 99 and 2 <= new <= 99 and new == int(new) and shown == old:
        word, other = spell(int(shown)), spell(int(new))
        forms |= {word: other, word.capitalize(): other.capitalize(), str(int(shown)): str(int(new))}
    return forms or None


def date(found: Date, text: Text, texts: Sequence[Text], rng: random.Random) -> Renaming | None:
    """Another day of the same month, wherever the date stands."""
    if found.day is None or found.month is None or found.form in ("iso", "slash"):
        return None
    day, month = int(found.day.of(text.text)), month_number(found.month.of(text.text))
    forms: dict[str, str] = {}
    taken: set[int] = set()
    mentions: list[tuple[Text, Date]] = []
    for one in texts:
        for other in one.dates:
            if other.day is None or other.month is None:
                continue
            if month_number(other.month.of(one.text)) == month:
                taken.add(int(other.day.of(one.text)))
            if month_number(other.month.of(one.text)) == month and int(other.day.of(one.text)) == day:
                mentions.append((one, other))
    steps = list(_STEPS)
    rng.shuffle(steps)
    new = next(
        (
            day + step
            for step in steps
            if 1 <= day + step <= 28 and not taken & set(range(min(day, day + step), max(day, day + step) + 1)) - {day}
        ),
        None,
    )
    if new is None:
        return None
    for one, other in mentions:
        around = one.text[max(0, other.start - 60) : other.end + 60]
        near = one.text[max(0, other.start - 25) : other.end + 25]
        words = {word.lower() for word in regex.findall(r"\p{L}+", around)}
        if words & {"later", "earlier", "days", "after", "ago"} or _WEEKDAY.search(near) or other.day is None:
            return None
        if regex.search(r"[-–/]\s?$|\band\s$|\bto\s$", one.text[max(0, other.start - 5) : other.start]):
            return None
        written = other.of(one.text)
        start, end = other.day.start - other.start, other.day.end - other.start
        suffix = regex.match(r"(?:st|nd|rd|th)", written[end:])
        forms[written] = written[:start] + _day(new, suffix is not None) + written[end + (2 if suffix else 0) :]
    # "on the 14th" would still name the old day.
    old_ordinal = _day(day, True)
    if any(regex.search(rf"\bthe {old_ordinal}\b", one.text) for one in texts):
        return None
    written = found.of(text.text)
    return Renaming("date", written, forms[written], forms) if written in forms else None


def _day(day: int, suffix: bool) -> str:
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending if suffix else ''}"
