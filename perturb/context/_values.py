"""Other numbers and dates, in a place where nothing else in the example depends on them."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from itertools import combinations

import regex

from gaugeblock.perturb.calendar_words import MONTH, SHORT_WEEKDAY, WEEKDAY, month_number
from gaugeblock.perturb.context._counts import is_tied_count
from gaugeblock.perturb.context._pools import WORDS
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.dates import Date
from gaugeblock.perturb.number_words import spell
from gaugeblock.perturb.numbers import ARMY_UNIT, Number
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.wording import like_case

_DERIVED = frozenset(WORDS["derived"])
_TOTALS = frozenset(WORDS["totals"])
_PAIRS = frozenset(WORDS["pairs"])
_AGES = frozenset(WORDS["ages"])
_BOUND = regex.compile(
    r"\b(?:more|less|fewer|greater|over|under|above|below|up to|at least|at most|almost|nearly|"
    r"than|as many as|as much as|maximum|minimum|exceed\w*|or)\s+[$£€]?$",
    regex.IGNORECASE,
)
_BOUND_AFTER = regex.compile(
    r"^[ ]?(?:or (?:more|less|fewer|so)|and (?:over|above|under)|plus|confidence|CI)\b|^\+", regex.IGNORECASE
)
_AWARDS = regex.compile(r"(?:\s\p{Lu}\p{Ll}+){1,3}\s(?:Awards|Medals|Prizes|Trophies)\b")
_OFTEN = regex.compile(r" times (?:an?|per|each|every) (?:day|week|month|year)\b", regex.IGNORECASE)
_ABOUT = regex.compile(r"\b(?:about|around|roughly|some|approximately|circa|c\.)\s+[$£€]?$", regex.IGNORECASE)
_YEARLY = regex.compile(r"\b(?:a|per|each|every) year\b|\bannual|\byearly\b", regex.IGNORECASE)
_NEAR = 60  # code points around a number in which a word may tell that it is worked out
_JOINED = regex.compile(r"[-–/:]\s?$|\b(?:to|and)\s[$£€]?$")
_WEEKDAY = regex.compile(rf"\b{WEEKDAY}|\b{SHORT_WEEKDAY}\b", regex.IGNORECASE)
_COUNTABLE = frozenset({"count", "decimal", "money", "percent", "measure"})
_NUMBERED = regex.compile(
    r"\b(?:type|grade|stage|phase|level|class|series|chapter|group|world|number|version|part|rule|platform|area|channel)s?\s$",
    regex.IGNORECASE,
)
_FORMULA_BEFORE = regex.compile(r"[<>=≤≥±~×^¼]\s?$")
_FORMULA_AFTER = regex.compile(r"\s?[×^±=<>]")
_NAMED_AFTER = regex.compile(
    rf"\s(?!Million|Billion|{MONTH}|Euro|US\b)"
    r"\p{Lu}\p{Ll}|-(?!year|month|week|day|hour|minute|second|mile|foot|metre|meter|point|man|woman|member|part|seat|page)\p{L}|"
    rf"{ARMY_UNIT}"
)
_LISTED = regex.compile(r"[^.;,]{0,40}(?:\s\(\p{Ll}|:\s|,?\s(?:including|such as|namely)\b)")
_MOST_LISTED = 20
_FRACTIONS = frozenset({"half", "third", "thirds", "quarter", "quarters", "fifth", "tenth"})
_MOST_VALUES = 60
_MOST_PARTS = 20
_OLDEST = 120
_MOST_NAMED = 4  # of so many things, a text may have a word for all together
_BESIDE = 300  # code points
_STEPS = (1, -1, 2, -2, 3, -3, 4, -4)


def number(found: Number, texts: Sequence[Text], rng: random.Random, *, answers: bool = False) -> Renaming | None:
    """Another value for a number or a year, of the same shape and the same order among the others.

    Args:
        found: a number of the first text.
        texts: the response, the documents, the question.
        rng: the source of chance.
        answers: whether the response is the short answer to a question of how many.
    """
    everywhere = [(text, other) for text in texts for other in text.numbers]
    if found.value is None or found.kind not in {*_COUNTABLE, "year"}:
        return None
    same = [(text, other) for text, other in everywhere if other.value == found.value]
    numeral = None if found.in_words else found.numeral.of(_text_of(found, texts))
    if any(not _plain(text, other, found, numeral) for text, other in same) or _is_elsewhere(numeral, texts, same):
        return None
    values = sorted({other.value for _, other in everywhere if other.value is not None})[:_MOST_VALUES]
    asked_for = answers and sum(text is not texts[0] for text, _ in same) == 1
    if found.kind == "count" and not asked_for and is_tied_count(same, everywhere):
        return None
    if found.kind == "year" and any(_ends_a_span(text.text, other) for text, other in same) and _is_yearly(texts):
        return None  # so many in all, between two years, are so many a year
    if found.kind == "year":
        new = _year(found.value, values, everywhere, rng)
    else:
        beside = _beside(same)
        summed = any(_adds_up(text, other) for text, other in same) and _is_sum(found.value, values)
        old_age = any(regex.match(r"\s?-\s?year|,", text.text[other.end : other.end + 7]) for text, other in same)
        about = any(_ABOUT.search(text.text[max(0, other.start - 16) : other.start]) for text, other in same)
        words = {word for text in texts for word in regex.findall(r"\p{L}+", text.text.lower())}
        summed = summed or (found.kind == "percent" and not _FRACTIONS.isdisjoint(words))
        summed = summed or (found.value <= _MOST_NAMED and not _PAIRS.isdisjoint(words))
        new = None if summed else _other(found, numeral, beside, about, old_age, rng)
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


def _ends_a_span(text: str, year: Number) -> bool:
    """Whether a year is the beginning or the end of a span of years: "between 2010 and 2014"."""
    before, after = text[max(0, year.start - 12) : year.start], text[year.end : year.end + 10]
    return (
        regex.search(r"\d{4} (?:and|to|until)\s$|[-–]\s?$", before) is not None
        or regex.match(r"\s(?:and|to|until) \d{4}", after) is not None
    )


def _is_yearly(texts: Sequence[Text]) -> bool:
    """Whether something is counted by the year."""
    return any(_YEARLY.search(one.text) for one in texts)


def _beside(same: Sequence[tuple[Text, Number]]) -> list[float]:
    """The values that stand near any mention of a value: those that it may be compared with, or worked out from."""
    values = {
        one.value
        for text, other in same
        for one in text.numbers
        if one.value is not None and abs(one.start - other.start) <= _BESIDE and one.kind not in ("date", "year")
    }
    return sorted(values)[:_MOST_VALUES]


def _adds_up(text: Text, other: Number) -> bool:
    """Whether a word beside a number says that it is a sum."""
    near = text.text[max(0, other.start - _NEAR) : other.end + _NEAR].lower()
    return not _TOTALS.isdisjoint(regex.findall(r"\p{L}+", near))


def _is_sum(value: float, values: Sequence[float]) -> bool:
    """Whether a value is the sum of two or three others."""
    others = [one for one in values if 0 < one < value]
    return any(
        abs(sum(parts) - value) < 1e-9 for count in (2, 3) for parts in combinations(others[:_MOST_PARTS], count)
    )


def _text_of(found: Number, texts: Sequence[Text]) -> str:
    return next(text.text for text in texts if found in text.numbers)


def _plain(text: Text, other: Number, found: Number, numeral: str | None) -> bool:
    """Whether a mention of the value is written as the others are, and stands on its own."""
    dated = other.kind == "date" and found.kind == "year" and (other.value or 0) > 1000
    # "Founded in 1928 it plays" is read as a count.
    dated = dated or (found.kind == "year" and text.text[max(0, other.start - 4) : other.start].lower() == " in ")
    if not dated and ((other.kind == "year") != (found.kind == "year") or other.kind not in {*_COUNTABLE, "year"}):
        return False
    if not other.in_words and numeral is not None and other.numeral.of(text.text) != numeral:
        return False
    if (other.in_words or numeral is None) and not 2 <= (other.value or 0) <= 99:
        return False
    at = bisect_left(text.numbers, other.start, key=lambda one: one.start)
    beside = text.numbers[max(0, at - 1) : at + 2]
    if any(0 <= gap <= 1 for one in beside for gap in (one.start - other.end, other.start - one.end)):
        return False  # "four five": a title, a score, a code
    if _is_label(text.text, other):
        return False
    sentence = text.sentence_at(other.start)
    start, end = (sentence.start, sentence.end) if sentence else (0, len(text.text))
    around = text.text[start:end]
    low, high = max(0, other.start - start - _NEAR), other.end - start + _NEAR
    words = {word.lower() for word in regex.findall(r"\p{L}[\p{L}-]*", around[low:high])}
    near = text.text[max(0, other.start - 60) : other.end + 60]
    often = _OFTEN.match(text.text, other.end) is not None
    if found.kind != "year" and words & (_DERIVED - {"times"} if often else _DERIVED):
        return False
    if found.kind == "year":
        near_words = {word.lower() for word in regex.findall(r"\p{L}[\p{L}-]*", near)}
        return not near_words & {*_AGES, *_DERIVED} and not _WEEKDAY.search(near)
    before, after = text.text[max(0, other.start - 30) : other.start], text.text[other.end : other.end + 20]
    return not _BOUND.search(before) and not _BOUND_AFTER.search(after) and not _JOINED.search(before)


def _is_label(text: str, other: Number) -> bool:
    """Whether a number belongs to a name ("type 2", "21 Oak Street") or counts things that are listed behind it."""
    before, after = text[max(0, other.start - 14) : other.start], text[other.end : other.end + 60]
    if other.kind == "year":
        return False
    if _FORMULA_BEFORE.search(before) or _FORMULA_AFTER.match(after):
        return True
    named = _NAMED_AFTER.match(after) and not (other.in_words and _AWARDS.match(after))
    if _NUMBERED.search(before) or named or (before[-1:].isalpha() or before[-1:] == ")"):
        return True
    return (other.value or 0) <= _MOST_LISTED and _LISTED.match(after) is not None


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


def _other(
    found: Number, numeral: str | None, values: Sequence[float], about: bool, single: bool, rng: random.Random
) -> float | None:
    old = found.value or 0.0
    others = [value for value in values if value != old]
    if _derived(old, others) or (found.kind == "percent" and 100 - old in others):
        return None
    shown = float(numeral.replace(",", "")) if numeral else old
    least = 1.0 if numeral and "." in numeral else 2.0
    if shown < least:
        return None
    scale = old / shown if shown else 1.0
    digits = (numeral or str(int(old))).replace(",", "")
    if "." in digits:
        unit = 10.0 ** -len(digits.partition(".")[2])
    else:
        unit = 10.0 ** (len(digits) - len(digits.rstrip("0"))) if digits.rstrip("0") else 1.0
        unit = 1.0 if unit >= shown and shown > 9 and len(digits) == 1 else unit
    unit = 1.0 if single and shown < _OLDEST else unit
    steps = [step for step in _STEPS if abs(step) > 1] if about else list(_STEPS)
    rng.shuffle(steps)
    for step in steps:
        new = round(shown + step * unit, 6)
        same_length = len(f"{new:.0f}") == len(f"{shown:.0f}")
        if new < least or not same_length or (found.kind == "percent" and new > 100):
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
    if any(_in_slashes(other, one, day, month) for one in texts for other in one.dates):
        return None  # "1/25/2019" may be this very day
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


def _in_slashes(found: Date, text: Text, day: int, month: int | None) -> bool:
    """Whether a date in digits can be read as this day of this month."""
    if found.form != "slash":
        return False
    first, second, *_ = found.of(text.text).split("/")
    return {int(first), int(second)} == {day, month}


def _day(day: int, suffix: bool) -> str:
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending if suffix else ''}"
