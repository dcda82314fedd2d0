"""Numbers in an English text: one number token is one unit, with its kind and its value.

"10,000", "$3.5bn" and "2019-20" are one number each. IP addresses, versions, product names ("A320") and whatever else
has digits without being a quantity are identifiers, which no edit touches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex

from gaugeblock.perturb.calendar_words import MONTH
from gaugeblock.perturb.number_words import number_word_pattern, word_value
from gaugeblock.perturb.spans import Span

KINDS = (
    "count",  # 12, 10,000, 10.5 million, 1,000-seat, twelve
    "decimal",  # 3.7
    "money",  # $3.5bn, 40 euros
    "percent",  # 50%, 12.5 per cent
    "ordinal",  # 1st
    "year",  # 2019
    "date",  # a number within a date
    "time",  # 3:30 pm
    "range",  # 2019-20, 3-2
    "fraction",  # 3/4, two thirds
    "measure",  # 10km
    "identifier",  # 192.168.1.1, COVID-19, No. 5
)
"""The kinds of number."""

ARMY_UNIT = r"(?:\s\p{L}+){0,3}\s(?i:battalion|regiment|squadron|brigade|infantry)\b"
"""Regular expression of what follows a number that is the name of a body of soldiers: "426 Civil Affairs Battalion"."""

SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_SCALE_MARKS = {"k": 1e3, "m": 1e6, "mn": 1e6, "bn": 1e9, "b": 1e9, "tn": 1e12, **SCALES}

_NUMERAL = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?)"
_SCALE = r"(?:hundred|thousand|million|billion|trillion)"
_CURRENCY = r"(?:(?:US|A|C|CA|NZ|HK|S|R)?[$£€¥₹₩]|(?:USD|EUR|GBP|Rs\.?)\ ?)"
_CURRENCY_NAME = r"(?:(?:US\ )?dollars?|euros?|pounds?|yen|rupees?|francs?|pence|cents|USD|EUR|GBP)"
_UNIT = (
    r"(?:km/h|kph|mph|km|cm|mm|nm|kg|mg|µg|μg|mcg|ml|mL|kW|MW|GW|kWh|Hz|kHz|MHz|GHz|GB|MB|TB|KB|lbs?|ft|in|oz|st|°[CF]?|"
    r"hrs?|mins?|secs?|m|g|l|L|h|x)"
)
_DIGIT = regex.compile("[0-9]")
_DIGITS = regex.compile("[0-9]+")
_SCALED = regex.compile(r"[ -]?(hundred|thousand|million|billion|trillion|bn|tn|mn|m|k|b)(?!\w)")
_AHEAD = 60  # how far behind a run of digits and letters its number may reach: "10.5 million US dollars"
_END = r"(?![\w%°]|[.,:/]?[0-9])"

_MONEY = rf"""
    {_CURRENCY}\ ?(?P<n1>{_NUMERAL})(?:\ ?(?:{_SCALE}|bn|tn|mn|m|k|b))?{_END}
  | (?P<n2>{_NUMERAL})(?:\ {_SCALE}|bn|m)?[ -]{_CURRENCY_NAME}\b
  | (?P<n9>{_NUMERAL})\ ?(?:[€£¢]|p(?![\w.]))(?!\w)
"""
_PERCENT = rf"(?P<n3>{_NUMERAL})(?:\ ?%|[ -](?:per\ cent|percent|percentage\ points?)\b)(?!\w)"
_TIME = r"""
    [0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?(?:\ ?[ap]\.?m\b\.?)?(?!\w|:[0-9])
  | [01]?[0-9](?:\.[0-5][0-9])?\ ?[ap]\.?m\b\.?(?!\w)
  | [0-2]?[0-9]:[0-5][0-9]\b
"""
_ORDINAL = r"(?P<n4>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:st|nd|rd|th)(?!\w)"
_RANGE = rf"{_NUMERAL}\ ?[-–—]\ ?{_NUMERAL}(?:\ ?%|\ {_SCALE})?(?![\w]|[-–.,:/]?[0-9])"
_FRACTION = r"[0-9]+/[0-9]+(?![\w/])"
_MEASURE = rf"(?P<n5>{_NUMERAL}){_UNIT}(?![\w/])"
_SCALED_COUNT = rf"(?P<n6>{_NUMERAL})(?:[ -]{_SCALE}|bn|tn|mn|k)(?!\w)"
_PLAIN = rf"(?P<n7>{_NUMERAL}){_END}"

_PATTERN = regex.compile(
    rf"""
    (?<![\w.,:/$£€¥@\#]|[0-9][-–]|\w-)
    (?:
        (?P<money>{_MONEY})
      | (?P<percent>{_PERCENT})
      | (?P<time>{_TIME})
      | (?P<ordinal>{_ORDINAL})
      | (?P<range>{_RANGE})
      | (?P<fraction>{_FRACTION})
      | (?P<measure>{_MEASURE})
      | (?P<scaled>{_SCALED_COUNT})
      | (?P<plain>{_PLAIN})
    )
    """,
    regex.VERBOSE,
)
# Anything else that holds a digit: taken whole, so that no part of it passes for a number.
_TOKEN = regex.compile(r"[\w.,:/@#+'’–$£€¥-]*[0-9][\w.,:/@#+%–-]*")
_SHORT_LABEL = r"(?:[Nn]os?|[Pp]p?|[Ff]igs?|[Vv]ol|[Cc]h|[Ss]ec|[Aa]rt|[Ee]q|[Rr]ef)\."
_LABEL_WORD = (
    r"(?i:page|pages|figure|table|section|chapter|article|version|step|line|appendix|equation|paragraph|clause|verse|"
    r"route|flight|channel)"
)
# Whose number is part of its name; in lower case, some of them are words that an amount may follow.
_NUMBERED = (
    r"No|Room|Level|Act|Part|Phase|Type|Stage|Group|Unit|Grade|Form|Windows|Formula|Apollo|Boeing|Airbus|Title|Area|"
    r"Highway|Interstate|Radio|BBC|Bus|Gate|Terminal|Pier|Platform|Lot|Box|Psalm|Python|Mach|iPhone|Xbox|PlayStation|"
    r"Galaxy|Model|Mark|Ward|District"
)
_LABEL_BEFORE = regex.compile(rf"(?:\b{_SHORT_LABEL}|\#|№|§|\b(?:{_LABEL_WORD}|{_NUMBERED}))\s*$")
_BEFORE_YEAR = (
    r"in|since|by|of|from|until|till|to|between|and|during|before|after|early|late|mid|year|circa|around|for|summer|winter|"
    r"spring|autumn|fall|c\."
)
_YEAR_BEFORE = regex.compile(rf"\b(?:{_BEFORE_YEAR})\s+$|[(‘'’]$|\b(?:{MONTH}|season),?\s+$", regex.I)
_COUNTED = regex.compile(
    r"(?:-|\s+(?:\p{Ll}+\s+)?(?:people|men|women|children|(?!(?:this|as|was|is|has|onwards|afterwards|unless)\b)\p{Ll}{2,}s)\b)"
)


@dataclass(frozen=True, slots=True, order=True)
class Number(Span):
    """A number as it is written.

    Args:
        text: its characters, such as ``"$3.5bn"``.
        kind: one of `KINDS`.
        value: what it amounts to (3.5e9; 0.5 for "a half"; 50 for "50%"), None for ranges, times and identifiers.
        numeral: where its digits are, within the text: the ``3.5`` of ``$3.5bn``; the whole where it is in words.
        in_words: whether it is written as words.
    """

    text: str
    kind: str
    value: float | None
    numeral: Span
    in_words: bool = False


def numbers_in(text: str, *, dates: Iterable[Span] = (), masked: Iterable[Span] = ()) -> tuple[Number, ...]:
    """The numbers of a text, left to right; none overlap.

    Args:
        text: where to look.
        dates: its dates, whose numbers get the kind ``date``.
        masked: stretches not to look into (code, addresses).
    """
    dates = tuple(dates)
    found = [number for date in dates for number in _within_date(text, date)]
    hidden = _hide(text, (*dates, *masked))
    if _DIGIT.search(hidden):
        for token in _TOKEN.finditer(hidden):
            found.extend(_within_token(hidden, token.start(), token.end()))
        hidden = _hide(hidden, found)
    for match in number_word_pattern().finditer(hidden):
        if match[0].lower() == "one":
            continue
        kind = "fraction" if match["part"] else "count"
        found.append(Number(*match.span(), match[0], kind, word_value(match[0]), Span(*match.span()), True))
    return tuple(sorted(found, key=lambda number: (number.start, number.end)))


def _within_date(text: str, date: Span) -> Iterator[Number]:
    for match in _DIGITS.finditer(date.of(text)):
        start, end = date.start + match.start(), date.start + match.end()
        yield Number(start, end, match[0], "date", float(match[0]), Span(start, end))


def _hide(text: str, spans: Iterable[Span]) -> str:
    """The text with the stretches blotted out, every other character in its place."""
    characters: list[str] | None = None
    for span in spans:
        characters = characters or list(text)
        characters[span.start : span.end] = "\0" * (span.end - span.start)
    return "".join(characters) if characters else text


def _within_token(text: str, start: int, end: int) -> Iterator[Number]:
    """The numbers of one run of letters, digits and joining marks: plain ones, or else one identifier."""
    at = start
    while at < end:
        if not _DIGIT.search(text, at, end):
            return
        match = _PATTERN.search(text, at, min(len(text), end + _AHEAD))
        if match is None or match.start() >= end or _DIGIT.search(text, at, match.start()):
            first, last = at, end
            while last > first and text[last - 1] in ".,:'’-–":
                last -= 1
            yield Number(first, last, text[first:last], "identifier", None, Span(first, last))
            return
        yield _number(text, match)
        at = match.end()


def _number(text: str, match: regex.Match[str]) -> Number:
    start, end = match.span()
    numeral = next((Span(*match.span(f"n{i}")) for i in (1, 2, 3, 4, 5, 6, 7, 9) if match[f"n{i}"]), Span(start, end))
    kind = (
        match.lastgroup if match.lastgroup in KINDS else next(k for k in (*KINDS, "scaled", "plain") if _is(match, k))
    )
    value: float | None = None
    if kind in ("money", "percent", "ordinal", "measure", "scaled", "plain"):
        value = float(numeral.of(text).replace(",", ""))
        if not math.isfinite(value):  # over 300 digits: no quantity that any text states
            return Number(start, end, match[0], "identifier", None, Span(start, end))
        scale = _SCALED.match(text[numeral.end : end])
        if scale and kind in ("money", "scaled"):
            value *= _SCALE_MARKS[scale[1]]
    elif kind == "fraction":
        above, below = match[0].split("/")
        value = float(above) / float(below) if float(below) and math.isfinite(float(above)) else None
    before = text[max(0, start - 24) : start]
    if kind == "scaled":
        kind = "count"
    elif kind == "plain":
        kind = _plain_kind(text, numeral, before)
    if kind in ("count", "decimal", "range") and _LABEL_BEFORE.search(before):
        kind = "identifier"
    return Number(start, end, match[0], kind, None if kind == "identifier" else value, numeral)


def _is(match: regex.Match[str], group: str) -> bool:
    return group in match.re.groupindex and match[group] is not None


def _plain_kind(text: str, numeral: Span, before: str) -> str:
    digits = numeral.of(text)
    if "." in digits:
        return "decimal"
    if len(digits) > 1 and digits.startswith("0"):
        return "identifier"
    if len(digits) == 4 and 1100 <= int(digits) <= 2099 and not _COUNTED.match(text[numeral.end : numeral.end + 40]):
        return "year" if _YEAR_BEFORE.search(before) or int(digits) >= 1800 else "count"
    return "count"
