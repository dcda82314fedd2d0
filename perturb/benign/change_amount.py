"""By how much something changed, before or after its noun: "a 15% rise in sales" as "a rise of 15% in sales"."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span
from gaugeblock.perturb.wording import like_case, starts_with_vowel_sound

_AMOUNT = r"\d+(?:[.,]\d+)*\s?(?:%|per ?cent\b)"
_CHANGE = "|".join(lexicon(__file__)["changes"])
_BEFORE = regex.compile(rf"\b(an?) ({_AMOUNT}) ({_CHANGE})(?= in \p{{L}})", regex.IGNORECASE)
_AFTER = regex.compile(rf"\b(an?) ({_CHANGE}) of ({_AMOUNT})(?= in \p{{L}})", regex.IGNORECASE)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each amount that can change its place, on its own."""
    for match in _BEFORE.finditer(text.text):
        article, amount, change = match.groups()
        after = f"{'an' if starts_with_vowel_sound(change) else 'a'} {change} of {amount}"
        yield from _proposal(text, match, like_case(match[0] if match[0].isupper() else article[0], after))
    for match in _AFTER.finditer(text.text):
        article, change, amount = match.groups()
        after = f"{'an' if starts_with_vowel_sound(amount) else 'a'} {amount} {change}"
        yield from _proposal(text, match, like_case(match[0] if match[0].isupper() else article[0], after))


def _proposal(text: Text, match: regex.Match[str], after: str) -> Iterator[Proposal]:
    if free(text, match.start(), match.end()):
        yield Proposal((replace_span(text.text, *match.span(), after),), details={"from": match[0], "to": after})


PERTURBATION = RuleBased(
    name="change-amount",
    family="benign",
    summary='Puts by how much something changed before or after its noun ("a 15% rise in", "a rise of 15% in").',
    version="2",
    propose=propose,
    checks=BENIGN,
    limits='Percentages in digits with "in" after the noun only.',
    illustration=Illustration(
        response="The port reported a 15% rise in traffic.",
        after="The port reported a rise of 15% in traffic.",
    ),
)
