"""Small counts in digits written as words ("12 people" as "twelve people"), or the other way round."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.number_words import spell
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.places import free, is_name
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import like_case

_JOINED = regex.compile(r"(?:[-–—/+×*=<>#.,:$€£¥₹]|\b(?:by|times|nil|and|to|or|versus|vs|plus|minus))\s*$")
_IDIOM_BEFORE = regex.compile(r"\b(?:all|both|catch|cloud|square)\s+$", regex.IGNORECASE)
_UNITS = frozenset(lexicon(__file__)["units"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Every count that can be, in the direction that more of them allow; chance breaks a tie."""
    to_words, to_digits = [], []
    for number in text.numbers:
        if number.kind != "count" or number.value is None or not _small(number.value) or not _plain(text, number):
            continue
        if number.in_words:
            if not _opens_sentence(text, number.start):
                to_digits.append(replace_span(text.text, number.start, number.end, str(int(number.value))))
        elif number.numeral.of(text.text) == str(int(number.value)):
            to_words.append(_spelled(text, number))
    directions = [("words", to_words), ("digits", to_digits)]
    rng.shuffle(directions)
    for direction, edits in sorted(directions, key=lambda pair: -len(pair[1])):
        kept = tuple(edit for edit in edits if not _left_mixed(text, edit, edits))
        if kept:
            yield Proposal(kept, details={"direction": direction})


def _left_mixed(text: Text, edit: Edit, edits: list[Edit]) -> bool:
    """Whether another small number of the sentence would keep the form that this one loses: "five out of 5"."""
    sentence = text.sentence_at(edit.start)
    changed = {other.start for other in edits}
    beside = [
        number
        for number in text.numbers
        if number.start not in changed
        and number.value is not None
        and number.kind == "count"
        and _small(number.value)
        and (sentence is None or sentence.start <= number.start < sentence.end)
    ]
    was_in_words = not edit.before[0].isdigit()
    return any(number.in_words == was_in_words for number in beside)


def _small(value: float) -> bool:
    return value == int(value) and 2 <= value <= 99


def _spelled(text: Text, number: Number) -> Edit:
    word = spell(int(number.value or 0))
    if _opens_sentence(text, number.start):
        word = like_case("A", word)
    return replace_span(text.text, number.start, number.end, word)


def _opens_sentence(text: Text, at: int) -> bool:
    sentence = text.sentence_at(at)
    return sentence is not None and not any(char.isalnum() for char in text.text[sentence.start : at])


def _plain(text: Text, number: Number) -> bool:
    """Whether the number counts the plural noun that follows, with no other number beside it."""
    if not free(text, number.start, number.end):
        return False
    before, after = text.text[max(0, number.start - 12) : number.start], text.text[number.end : number.end + 1]
    if after != " " or _JOINED.search(before) or _IDIOM_BEFORE.search(before):
        return False
    counted = _noun_after(text, number)
    return counted is not None


def _noun_after(text: Text, number: Number) -> Any:
    """The plural noun counted, at most one adjective away, or None."""
    tokens = tokens_of(text.syntax)
    first = bisect_left(tokens, number.end, key=lambda token: int(token.idx))
    following = [token for token in tokens[first : first + 2] if token.idx <= number.end + 40]
    for position, token in enumerate(following):
        if not token.is_alpha or token.lower_ in _UNITS or is_name(token):
            return None
        if token.tag_ == "NNS":
            return token
        if position == 0 and token.tag_ not in {"JJ", "NN"}:
            return None
    return None


PERTURBATION = RuleBased(
    name="number-words",
    family="benign",
    changes="form",
    summary="Writes counts from 2 to 99 as words, or word counts in digits.",
    propose=propose,
    version="2",
    checks=BENIGN,
    limits="Changes counts of plural nouns from 2 to 99 only, with no other number, sign or unit beside them.",
    illustration=Illustration(
        response="The port has 12 boats.",
        after="The port has twelve boats.",
    ),
)
