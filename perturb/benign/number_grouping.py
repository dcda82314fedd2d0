"""Thousands separators put into long counts and sums ("10000" as "10,000"), or taken out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_KINDS = frozenset({"count", "money", "decimal"})

_NAME_BEFORE = regex.compile(r"(?:\b\p{Lu}{2,}|(?:\p{Lu}\.){2,}|(?<=[\p{L}\p{N},;]\s)\p{Lu}\p{L}+),?\s+$")


_THOUSANDS = regex.compile(r"(?<=[0-9])(?=(?:[0-9]{3})+$)")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Separators into all numbers that lack them, else out of all that have them."""
    grouped, plain = [], []
    for number in text.numbers:
        digits = number.numeral.of(text.text)
        whole, point, decimals = digits.partition(".")
        if number.kind not in _KINDS or number.in_words or not free(text, number.start, number.end):
            continue
        edit_of = (text.text, number.numeral.start, number.numeral.end)
        if "," in whole:
            plain.append(replace_span(*edit_of, whole.replace(",", "") + point + decimals))
        # Four digits without a separator may be a year or a code, five behind a name a postcode.
        elif len(whole) > 4 and not whole.startswith("0") and not (len(whole) == 5 and _after_name(text, number.start)):
            grouped.append(replace_span(*edit_of, f"{_THOUSANDS.sub(',', whole)}{point}{decimals}"))
    for direction, edits in (("group", grouped), ("ungroup", plain)):
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


def _after_name(text: Text, start: int) -> bool:
    """Whether a state, an abbreviation or another name stands right before, as in "CA 90210"."""
    return _NAME_BEFORE.search(text.text, max(0, start - 40), start) is not None


PERTURBATION = RuleBased(
    name="number-grouping",
    family="benign",
    changes="form",
    summary="Puts thousands separators into long numbers, or takes them out.",
    propose=propose,
    checks=BENIGN,
    limits=(
        "Leaves numbers of four digits without a separator alone, since they may be years, and what may be a postcode."
    ),
    illustration=Illustration(
        response="The port handled 1250000 crates.",
        after="The port handled 1,250,000 crates.",
    ),
)
