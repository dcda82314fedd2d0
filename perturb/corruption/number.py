"""One number of a claim changed for another of the same kind and size, in the same format."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.corruption._bounds import DOWN, UP, number_directions
from gaugeblock.perturb.corruption._claims import CHECKS, OFFERED, TRIED, changeable, distinct, documents, swap
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.number_words import ordinal_suffix, spell
from gaugeblock.perturb.numbers import ARMY_UNIT, Number
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.wording import article_clash, like_case

_KINDS = frozenset({"count", "decimal", "money", "percent", "ordinal", "measure"})
_YEARS_OLD = regex.compile(r"[- ]years?[- ]old|[- ]year")
_AGED = regex.compile(r"\b(?:aged|age)\s+$")
_FACTORS = (0.12, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 1.25, 1.3, 1.4, 1.8, 2.2, 2.5, 3.5, 5.0, 8.0)
_LEVELS = (1.5, 3.0)  # up to one and a half times, up to three times, more
_FARTHEST = 10  # times
_YEAR_LIKE = regex.compile(r"1[89][0-9]{2}|20[0-9]{2}")
# "Type 2", "6) Next": a name or a list's mark, not an amount; a confidence level is a convention and claims little.
_LABEL = regex.compile(
    r"\b(?i:type|phase|stage|grade|class|category|version|level|tier|person)[ -]$|\w\($|\b\p{Lu}{3,}\s$"
)
_UNIT_OF_AN_ARMY = regex.compile(ARMY_UNIT)
_NO_AMOUNT = regex.compile(r"\)|\s*(?:confidence|credible|CI\b|CrI\b)", regex.IGNORECASE)
_WHOLE = 100  # per cent
_OLDEST = 100  # years
_GROUPED_FROM = 1000
_CLEAR_CHANGE = 0.15  # "about 100" may well be 105; it is not 85


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each number, in random order: numbers of its kind from the context, then made ones."""
    numbers = [
        n
        for n in text.numbers
        if n.kind in _KINDS and n.value and changeable(text, n.start, n.end) and not _is_label(text, n)
    ]
    rng.shuffle(numbers)
    stated = {number.value for number in text.numbers}
    documented = [n for document in documents(example) for n in document.numbers if not _YEAR_LIKE.fullmatch(n.text)]
    for number in numbers[:TRIED]:
        directions = number_directions(text, number)
        offered = list(islice((n.value for n in documented if n.kind == number.kind), OFFERED))
        rng.shuffle(offered)
        sources = [(value, "context") for value in offered if value] + [
            (value, "lexicon") for value in _made(number, rng)
        ]
        for value, source in distinct(sources):
            way = UP if value > (number.value or 0.0) else DOWN
            if value in stated or way not in directions or not _plausible_instead(text, number, value):
                continue
            written = _written(number, value)
            if written is not None and not article_clash(text.text, number.start, written):
                proposal = swap(text, number.start, number.end, written, "CircE", source)
                yield replace(proposal, severity=_level(number.value or 0.0, value))


def _is_label(text: Text, number: Number) -> bool:
    opened = "(" in text.text[max(0, number.start - 20) : number.start]
    if _UNIT_OF_AN_ARMY.match(text.text, number.end):
        return True
    tail = _NO_AMOUNT.match(text.text, number.end)
    return _LABEL.search(text.text[max(0, number.start - 12) : number.start]) is not None or (
        tail is not None and not (tail[0] == ")" and opened)
    )


def _level(old: float, new: float) -> int:
    """The severity: how many times the one is the other."""
    times = max(new / old, old / new)
    return 1 + sum(times > bound for bound in _LEVELS)


def _made(number: Number, rng: random.Random) -> list[float]:
    """Other values of about the same size, as round as the number itself."""
    value = number.value or 0.0
    if value <= 12 and value == int(value) and number.kind != "decimal":
        made = [float(n) for n in range(2, 31)]
    else:
        digits = max(2, len(number.text.replace(",", "").replace(".", "").strip("0")))
        made = [float(f"{value * factor:.{digits}g}") for factor in _FACTORS]
    rng.shuffle(made)
    return made


def _plausible_instead(text: Text, number: Number, value: float) -> bool:
    """Whether the new value is clearly another, of about the same size, and possible in the place of the old one."""
    old = number.value or 0.0
    before = text.text[max(0, number.start - 20) : number.start]
    after = text.text[number.end : number.end + 12]
    if abs(value - old) < _CLEAR_CHANGE * old or not old / _FARTHEST <= value <= old * _FARTHEST:
        return False
    if number.kind == "percent" and old <= _WHOLE < value:
        return False
    is_age = _YEARS_OLD.match(after) or _AGED.search(before) or (before.endswith(", ") and after.startswith(","))
    return not is_age or value < _OLDEST


def _written(number: Number, value: float) -> str | None:
    """The value in the format of the number that it replaces, or None where it does not fit that format."""
    numeral = Span(number.numeral.start - number.start, number.numeral.end - number.start)
    digits = numeral.of(number.text)
    if number.in_words:
        fits = value == int(value) and 2 <= value <= 99 and 2 <= (number.value or 0) <= 99
        return like_case(digits, spell(int(value))) if fits else None
    bare = float(digits.replace(",", ""))
    places = len(digits.partition(".")[2])
    amount = round(value * bare / (number.value or 1.0), places)
    # One of something is written otherwise than two; and a value that the format rounds away is another value.
    if (
        amount in (0, 1)
        or (bare == 1 and number.kind == "count")
        or abs(amount * (number.value or 1.0) / bare - value) > value / 50
    ):
        return None
    grouped = "," in digits or (amount >= _GROUPED_FROM and bare < _GROUPED_FROM)
    written = f"{amount:{',' if grouped else ''}.{places}f}"
    tail = number.text[numeral.end :]
    if number.kind == "ordinal":
        tail = ordinal_suffix(int(amount))
    return number.text[: numeral.start] + written + tail


PERTURBATION = RuleBased(
    name="number",
    family="corruption",
    summary="Changes a number for another of the same kind, size and format.",
    propose=propose,
    checks=CHECKS,
    version="5",
    severities=(1, 2, 3),
    keeps_label=False,
    needs_supported=True,
    limits='Leaves ranges, rates of confidence, labels such as "type 2" and numbers in denials as they are. The new '
    "number is false, but its sum or share may not add up with the other numbers of the response.",
    illustration=Illustration(
        response="The orchard lost 40 apple trees in the storm.",
        after="The orchard lost 88 apple trees in the storm.",
        context=("Forty apple trees fell in the orchard when the storm came.",),
    ),
)
