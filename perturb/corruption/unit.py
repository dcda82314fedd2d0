"""The unit of a measure, or the scale of a sum, changed: 10 km as 10 miles, $5 million as $5 billion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_quotations
from gaugeblock.perturb.corruption._bounds import DOWN, UP, number_directions
from gaugeblock.perturb.corruption._claims import CHECKS, changeable, claim
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span
from gaugeblock.perturb.wording import like_case

_KINDS = frozenset({"count", "decimal", "money", "measure"})
_GAP = regex.compile(r"[ -]?")
_AGE = regex.compile(r"[ -]old\b|['’]\s|[ -](?:a|per|each)\s", regex.IGNORECASE)
_AGED = regex.compile(r"\b(?:aged?|age of|every|each|per|another)\s+$", regex.IGNORECASE)
_SYMBOL = regex.compile(r"(?<![\p{L}\p{N}])([$£€])(?=\s?[0-9])")
_ONE = regex.compile(r"(?:one|1|an?)$", regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit as it is written, and how it may be changed; `way` says whether the new one is more."""

    after: str
    way: int


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each number with a unit, in random order: the units that it may have instead."""
    numbers = [n for n in text.numbers if n.kind in _KINDS and n.value and changeable(text, n.start, n.end)]
    rng.shuffle(numbers)
    for number in numbers:
        yield from _currency(text, number, rng)
        found = _unit_at(text, number)
        if found is None:
            continue
        directions = number_directions(text, number)
        choices = [unit for unit in _units()[_key(found[0])] if unit.way in directions]
        rng.shuffle(choices)
        for unit in choices:
            after = unit.after if found[0] in _units() else like_case(found[0], unit.after)
            edit = replace_span(text.text, *found.span(), after)
            old = text.text[number.start : found.end()]
            new = text.text[number.start : found.start()] + after
            yield claim(edit, "CircE", "lexicon", old=old, new=new)


def _unit_at(text: Text, number: Number) -> regex.Match[str] | None:
    """The unit that stands right behind the digits or words of a number."""
    start = number.end if number.in_words else number.numeral.end
    gap = _GAP.match(text.text, start)
    found = _pattern().match(text.text, gap.end() if gap else start)
    if (
        found is None
        or _key(found[0]) not in _units()
        or _AGE.match(text.text, found.end())
        or _AGED.search(text.text[max(0, number.start - 12) : number.start])
    ):
        return None
    return None if _ONE.match(text.text[number.start : number.end]) else found


def _currency(text: Text, number: Number, rng: random.Random) -> Iterator[Proposal]:
    """ "$5m" as "£5m"; a letter before the sign ("US$") names the currency and would stay behind."""
    if number.kind != "money":
        return
    sign = _SYMBOL.match(text.text, number.start)
    if sign is None or len(number_directions(text, number)) < 2:
        return
    others = [mark for mark in "$£€" if mark != sign[1]]
    rng.shuffle(others)
    for mark in others:
        edit = replace_span(text.text, *sign.span(), mark)
        yield claim(edit, "CircE", "lexicon", old=number.text, new=mark + number.text[1:])


@cache
def _units() -> dict[str, list[_Unit]]:
    units: dict[str, list[_Unit]] = {}
    for table in lexicon(__file__)["ladder"]:
        for forms in table["forms"]:
            for at, word in enumerate(forms):
                for step in (-1, 1):
                    if word and 0 <= at + step < len(forms) and forms[at + step]:
                        units.setdefault(word, []).append(_Unit(forms[at + step], UP if step > 0 else DOWN))
    return units


@cache
def _pattern() -> regex.Pattern[str]:
    words = "|".join(regex.escape(word) for word in sorted(_units(), key=len, reverse=True))
    return regex.compile(rf"(?:{words})(?![\w/])", regex.IGNORECASE)


def _key(written: str) -> str:
    return written if written in _units() else written.lower()


PERTURBATION = RuleBased(
    name="unit",
    family="corruption",
    version="2",
    summary="Changes the unit or the scale of a number, or the currency of a sum.",
    propose=propose,
    checks=(*CHECKS, outside_quotations),
    keeps_label=False,
    needs_supported=True,
    limits="Leaves ages, rates, ranges and percentages as they are, and knows only the units of its list; the new "
    "amount is false but may be an unlikely one.",
    illustration=Illustration(
        response="The new path along the canal is 14 km long.",
        after="The new path along the canal is 14 miles long.",
        context=("A path of 14 km along the canal was opened on Sunday.",),
    ),
)
