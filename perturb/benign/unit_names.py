"""Units after a number written out or abbreviated: "10 km" as "10 kilometres", "50%" as "50 percent"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_KINDS = frozenset({"count", "decimal", "measure", "percent"})
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Every unit that can be, in the direction that more of them allow."""
    directions: dict[str, list[Edit]] = {"name": [], "sign": []}
    for number in text.numbers:
        if number.kind not in _KINDS or number.in_words or number.value in (None, 1.0):
            continue
        if not free(text, number.start, number.end):
            continue
        for direction, edits in directions.items():
            if edit := _rewritten(text, number, direction):
                edits.append(edit)
    for direction, edits in sorted(directions.items(), key=lambda item: -len(item[1])):
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


def _rewritten(text: Text, number: Number, direction: str) -> Edit | None:
    match = _pattern(direction).match(text.text, number.numeral.end)
    # "A 50 percent rise" is English, "a 10 kilometres race" is not.
    if match is None or (number.kind != "percent" and _before_noun(text, match.end())):
        return None
    return replace_span(text.text, *match.span(), lexicon(__file__)[direction][match[0].lower().strip()])


def _before_noun(text: Text, end: int) -> bool:
    """Whether a noun follows at once, or behind adjectives, so that the unit goes with it."""
    if text.text[end : end + 1] != " ":
        return False
    for token in tokens_of(text.syntax):
        if token.idx > end and token.tag_ not in {"JJ", "JJR", "CC"}:
            return token.tag_ in _NOUNS
    return False


@cache
def _pattern(direction: str) -> regex.Pattern[str]:
    """A unit right behind a number, which nothing but a space or a mark follows."""
    units = "|".join(regex.escape(unit) for unit in sorted(lexicon(__file__)[direction], key=len, reverse=True))
    gap = r"\ ?" if direction == "name" else r"\ "
    return regex.compile(rf"{gap}(?:{units})(?![\w/°²³^-]|\ per\b)", regex.IGNORECASE if direction == "sign" else 0)


PERTURBATION = RuleBased(
    name="unit-names",
    family="benign",
    changes="form",
    summary="Writes units out, or abbreviates them, behind a number in digits.",
    propose=propose,
    checks=BENIGN,
    limits="Knows a few units of length, weight and speed and the percent sign; a unit that goes with a noun stays.",
    illustration=Illustration(
        response="Fares rose by 5%, and the pier is 10 km away.",
        after="Fares rose by 5 percent, and the pier is 10 kilometres away.",
    ),
)
