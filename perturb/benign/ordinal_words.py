"""Ordinals in digits written as words ("20th" as "twentieth"), and those from "tenth" on the other way round."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.number_words import ordinal_suffix, spell
from gaugeblock.perturb.places import free
from gaugeblock.perturb.spans import Stretches
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import like_case

_DIGITS = regex.compile(r"(?<![\w.,:/$£€#-])([1-9][0-9]?)(st|nd|rd|th)(?![\w-])")
# A joined ordinal ("25th-26th", "5th and 6th") is one of a row, and a month or a numbered thing keeps its figures.
_ROW_BEFORE = regex.compile(
    r"(?:[0-9](?:st|nd|rd|th)?\s*(?:[-–—/,&]|and|or|to)|\b(?:sun|mon|tues|wednes|thurs|fri|satur)day,?(?: the)?"
    r"|\b(?:on|by|until|till|since|before|after))\s*$",
    regex.IGNORECASE,
)
_ROW_AFTER = regex.compile(r"\s*(?:[-–—/&]|and|or|to|,)\s*[0-9]|\s+of\s+\p{Lu}|\s+\p{Lu}")
_NEXT_WORD = regex.compile(r"\s+(\p{L}+)")
_FIRST_LARGE = 10


def ordinal(value: int) -> str:
    """A whole number from 1 to 99 as an ordinal in words.

    >>> ordinal(1), ordinal(12), ordinal(20), ordinal(42)
    ('first', 'twelfth', 'twentieth', 'forty-second')
    """
    stem, dash, last = spell(value).rpartition("-")
    irregular: dict[str, str] = lexicon(__file__)["irregular"]
    return stem + dash + irregular.get(last, last[:-1] + "ieth" if last.endswith("ty") else last + "th")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All ordinals in digits as words, else all those from "tenth" on in digits."""
    dates = Stretches(text.dates)
    for direction, edits in (("words", list(_to_words(text))), ("digits", list(_to_digits(text)))):
        apart = [edit for edit in edits if not dates.touched(edit.start, edit.end)]
        if apart:
            yield Proposal(tuple(apart), details={"direction": direction})


def _to_words(text: Text) -> Iterator[Edit]:
    for match in _DIGITS.finditer(text.text):
        value = int(match[1])
        if match[0] == _in_digits(value) and _plain(text, match):
            opens = text.opens_sentence(match.start())
            word = like_case("A", ordinal(value)) if opens else ordinal(value)
            yield replace_span(text.text, match.start(), match.end(), word)


def _to_digits(text: Text) -> Iterator[Edit]:
    for match in _words().finditer(text.text):
        opens = text.opens_sentence(match.start())
        if not opens and match[0].islower() and _plain(text, match):
            yield replace_span(text.text, match.start(), match.end(), _in_digits(_large()[match[0]]))


def _plain(text: Text, match: regex.Match[str]) -> bool:
    """Whether the ordinal says which of a row something is, on its own and outside a name."""
    following = _NEXT_WORD.match(text.text, match.end())
    if following is not None and following[1].lower() in lexicon(__file__)["named"]:
        return False
    if _ROW_BEFORE.search(text.text[max(0, match.start() - 16) : match.start()]):
        return False
    return free(text, match.start(), match.end()) and _ROW_AFTER.match(text.text, match.end()) is None


def _in_digits(value: int) -> str:
    return f"{value}{ordinal_suffix(value)}"


@cache
def _large() -> dict[str, int]:
    return {ordinal(value): value for value in range(_FIRST_LARGE, 100)}


@cache
def _words() -> regex.Pattern[str]:
    words = "|".join(sorted(_large(), key=len, reverse=True))
    return regex.compile(rf"(?<![\w-])(?:{words})(?![\w-])")


PERTURBATION = RuleBased(
    name="ordinal-words",
    family="benign",
    changes="form",
    summary="Writes ordinals up to 99 as words, or those from tenth on in digits.",
    propose=propose,
    checks=BENIGN,
    limits="Leaves dates, names, addresses and ordinals that stand in a row; first to ninth are not put into digits.",
    illustration=Illustration(
        response="The harbour marked its 50th anniversary.",
        after="The harbour marked its fiftieth anniversary.",
    ),
)
