"""Quantities of a text: each number with its sign and unit, and each ordinal, however they are written.

``numbers`` tells where the numbers are; two texts state the same amounts only where these agree too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import regex

from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import analyse

Quantity = tuple[str, str]
"""A value with its sign, and its unit: ``("-5", "degree")``; ``("3", "ordinal")``; an empty unit where it has none."""

_WORDS = lexicon(__file__)
_ORDINAL = "ordinal"
_POWERS = {"square": "square", "sq": "square", "²": "square", "cubic": "cubic", "cu": "cubic", "³": "cubic"}


def quantities(text: str) -> Counter[Quantity]:
    """The quantities of a text, each with how often it is stated; dates are left to others.

    >>> sorted(quantities("It was -5 degrees when she came 3rd, 14 km behind."))
    [('-5', 'degree'), ('14', 'km'), ('3', 'ordinal')]
    >>> quantities("$5m in an hour") == quantities("five million dollars in one hour")
    True
    """
    return _quantities(text).copy()


@lru_cache(maxsize=256)
def _quantities(text: str) -> Counter[Quantity]:
    numbers = analyse(text).numbers
    taken: list[Span] = list(numbers)
    found: Counter[Quantity] = Counter()
    for number in numbers:
        if number.kind == "date":
            continue
        unit, end = _unit(text, number)
        found[_value(text, number, end), unit] += 1
        taken.append(Span(number.start, end))
    found.update(_in_words(_hidden(text, taken)))
    return found


def _value(text: str, number: Number, end: int) -> str:
    """The value with its sign; the characters of a number that has no value, without what is between its digits."""
    if number.value is None:
        if number.kind == "identifier":
            return regex.sub(r"[\s-]", "", number.text).casefold()
        return ":".join(regex.findall("[0-9]+", number.text))
    below = _below().match(text, end) is not None or _minus().search(text[max(0, number.start - 12) : number.start])
    return f"{'-' if below and number.value else ''}{number.value:.12g}"


def _unit(text: str, number: Number) -> tuple[str, int]:
    """The unit of a number, empty where it has none, and where it ends."""
    if number.kind == "ordinal":
        return _ORDINAL, number.end
    if number.kind == "time":
        half = regex.search(r"([ap])\.?m", number.text.lower())
        return (f"{half[1]}m" if half else ""), number.end
    if number.kind in ("identifier", "year", "fraction"):
        era = _pattern().match(text, number.end) if number.kind == "year" else None
        return ("BC", era.end()) if era and _name(era["unit"]) == "BC" else ("", number.end)
    if code := _code().search(text[max(0, number.start - 5) : number.start]):
        return f"{_marks()[code[1]]} {text[number.numeral.end : number.end]}".strip(), number.end
    if currency := _currency(number):
        rate = _rate().match(text, number.end)
        return (f"{currency}/{_name(rate['rate'])}", rate.end()) if rate else (currency, number.end)
    start = number.end if number.in_words or number.kind == "range" else number.numeral.end
    if number.kind == "range" and number.text.endswith("%"):
        return "percent", number.end
    if scale := _scale().match(text, start):
        start = scale.end()
    if (match := _attached().match(text, start)) and not number.in_words and start < number.end:
        return _name(match["unit"]), number.end
    match = _pattern().match(text, start)
    if match is None:
        return "", number.end
    unit = _name(match["unit"])
    if unit == "year" and _is_age(text, match.end()):
        return "", match.end()
    power = _POWERS.get((match["power"] or match["mark"] or "").lower().rstrip("."), "")
    each = f"/{_name(match['rate'])}" if match["rate"] else ""
    return f"{power} {unit}{each}".strip(), match.end()


def _is_age(text: str, end: int) -> bool:
    """Whether "years" that end here are somebody's age, which is as often written without them."""
    return regex.match(r"[ -]olds?\b|\ of\ age\b", text, pos=end) is not None


def _currency(number: Number) -> str:
    if number.kind != "money":
        return ""
    around = regex.sub(r"[0-9.,\s]+|(?<=[0-9])\s?(?:bn|tn|mn|m|k|b|hundred|thousand|\p{L}+illion)\b", " ", number.text)
    return next((_marks()[mark] for mark in around.split() if mark in _marks()), "")


def _in_words(text: str) -> Iterator[Quantity]:
    """The ordinals and multiples in words, and units with "one", "a", "per" or "each" before them."""
    blotted = _idioms().sub(lambda match: "\0" * len(match[0]), text)
    for match in _alone().finditer(blotted):
        unit = _name(match["unit"])
        if unit != "second" or not regex.match(r"\s+\p{L}", blotted, pos=match.end()):  # "a second boat"
            yield "1", unit
            blotted = blotted[: match.start()] + "\0" * len(match[0]) + blotted[match.end() :]
    for match in _ordinal().finditer(blotted):
        tens = _cardinals()[match["tens"].lower()] if match["tens"] else 0
        yield (str(tens + _WORDS["ordinals"][match["ordinal"].lower()]), _ORDINAL)
    for match in _multiple().finditer(blotted):
        yield (f"{_WORDS['multiples'][match[0].lower()]:g}", "times")


def _hidden(text: str, spans: Sequence[Span]) -> str:
    characters = list(text)
    for span in spans:
        characters[span.start : span.end] = "\0" * (span.end - span.start)
    return "".join(characters)


def _name(written: str) -> str:
    """The unit that is written so; no two abbreviations differ only in their letter case and in what they mean."""
    names = _names()
    return names.get(written) or names[regex.sub(r"[\s-]+", " ", written.lower())]


@cache
def _names() -> dict[str, str]:
    tables: list[Mapping[str, Any]] = [_WORDS["words"], _WORDS["abbreviations"], _WORDS["attached"]]
    return {form: unit for table in tables for unit, forms in table.items() for form in forms}


@cache
def _marks() -> dict[str, str]:
    return {mark: name for name, marks in _WORDS["currencies"].items() for mark in marks}


@cache
def _cardinals() -> dict[str, int]:
    from gaugeblock.perturb import number_words

    return dict(lexicon(number_words.__file__)["tens"])


def _either(forms: Sequence[str]) -> str:
    """Matches any of the forms, the longest first; a blank in one may be a hyphen."""
    ordered = sorted(forms, key=len, reverse=True)
    return "|".join(regex.escape(form, literal_spaces=True).replace(" ", "[ -]") for form in ordered)


def _forms(table: str) -> list[str]:
    return [form for forms in _WORDS[table].values() for form in forms]


@cache
def _any_unit() -> str:
    return rf"(?:(?i:{_either(_forms('words'))})|{_either(_forms('abbreviations'))})"


@cache
def _pattern() -> regex.Pattern[str]:
    """A unit behind a number, with its power and its rate: " square km", "-year", " miles per hour"."""
    unit = _any_unit()
    return regex.compile(
        rf"[ -]?(?:(?P<power>(?i:square|cubic|sq\.?|cu\.?))[ -])?(?P<unit>{unit})(?P<mark>[²³])?(?![\w²³]|-hand)"
        rf"(?:(?:/|[ -](?:per|an?|each|every)[ -])(?P<rate>{unit}|h)(?!\w))?"
    )


@cache
def _rate() -> regex.Pattern[str]:
    return regex.compile(rf"(?:/|[ -](?:per|an?|each|every)[ -])(?P<rate>{_any_unit()})(?!\w)")


@cache
def _attached() -> regex.Pattern[str]:
    return regex.compile(rf"(?P<unit>{_either(_forms('attached'))})(?!\w)")


@cache
def _scale() -> regex.Pattern[str]:
    return regex.compile(r"(?:[ -]?(?:hundred|thousand|million|billion|trillion|bn|tn|mn)(?!\w))+")


@cache
def _alone() -> regex.Pattern[str]:
    forms = [form for unit in _WORDS["alone"] for form in _WORDS["words"][unit]]
    return regex.compile(rf"(?<!\w)(?i:one|an?|per|each|every)[ -](?P<unit>(?i:{_either(forms)}))(?![\w-])")


@cache
def _code() -> regex.Pattern[str]:
    """The code of a currency that stands before a number with a blank between."""
    return regex.compile(rf"(?<!\w)({_either([mark for mark in _marks() if mark[0].isalpha()])})\s\Z")


@cache
def _ordinal() -> regex.Pattern[str]:
    tens = "|".join(_cardinals())
    return regex.compile(
        rf"(?<!\w)(?:(?P<tens>{tens})[ -])?(?P<ordinal>{'|'.join(_WORDS['ordinals'])})(?!\w)", regex.IGNORECASE
    )


@cache
def _multiple() -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\w)(?:{'|'.join(_WORDS['multiples'])})(?!\w)", regex.IGNORECASE)


@cache
def _idioms() -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\w)(?:{_either(_WORDS['idioms'])})(?!\w)", regex.IGNORECASE)


@cache
def _minus() -> regex.Pattern[str]:
    """What stands right before a number below zero: a mark that joins it to no word, or a word."""
    marks = "".join(regex.escape(mark) for mark in _WORDS["minus"] if not mark.isalpha())
    words = "|".join(mark for mark in _WORDS["minus"] if mark.isalpha())
    return regex.compile(rf"(?:(?:\A|[\s(\[]\W?)[{marks}]|\b(?i:{words})\s)[$£€¥]?\Z")


@cache
def _below() -> regex.Pattern[str]:
    return regex.compile(rf"\s(?i:{_either(_WORDS['below_zero'])})\b")
