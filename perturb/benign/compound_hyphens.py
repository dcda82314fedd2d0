"""A compound with or without its hyphen: "semi-final" as "semifinal", "dog-walking" as "dog walking"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span
from gaugeblock.perturb.wording import like_case

_WORDS: dict[str, Any] = lexicon(__file__)
_DOING: dict[str, str] = {word: word.replace("-", " ") for word in _WORDS["doing"]}
_FORMS: dict[str, str] = {
    **{form: other for one, two in _WORDS["pairs"] for form, other in ((one, two), (two, one))},
    **{word: word.replace("-", "") for word in _WORDS["closed"]},
    **_DOING,
    **{two: one for one, two in _DOING.items()},
}
_LONGEST_FIRST = "|".join(regex.escape(form) for form in sorted(_FORMS, key=len, reverse=True))
# No part of a longer compound ("non-profit-making").
_PATTERN = regex.compile(rf"(?<![\p{{L}}\p{{N}}_-])(?:{_LONGEST_FIRST})(?![\p{{L}}\p{{N}}_-])", regex.IGNORECASE)
_ALONE = regex.compile(
    r"\s*(?:[.,;)]|$|\s(?:in|on|of|at|by|for|from|to|and|or|is|was|has|will|can|should|could|may|must|would|are|were|have|had|during|with)\b)"
)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All compounds at once, so that one word is not written in two ways in one text."""
    edits = []
    for match in _PATTERN.finditer(text.text):
        word = match[0]
        named = any(char.isupper() for char in word[1:]) or _in_a_name(text.text, match.start(), word)
        # Before a noun the hyphen shows what belongs together ("a decision-making body").
        loose = word.lower() in _DOING or " " in word
        if named or (loose and not _ALONE.match(text.text, match.end())):
            continue
        if free(text, match.start(), match.end()):
            edits.append(replace_span(text.text, *match.span(), like_case(word, _FORMS[word.lower()])))
    if edits:
        yield Proposal(tuple(edits), details={"words": len(edits)})


def _in_a_name(text: str, start: int, word: str) -> bool:
    """Whether a word has a capital within its sentence, as names have."""
    return word[0].isupper() and regex.search(r"[\p{L},] $", text[max(0, start - 2) : start]) is not None


PERTURBATION = RuleBased(
    name="compound-hyphens",
    family="benign",
    version="2",
    summary='Writes a compound with or without its hyphen ("semi-final" as "semifinal").',
    propose=propose,
    checks=BENIGN,
    limits="Listed words that dictionaries write both ways; names and longer compounds stay as they are.",
    illustration=Illustration(
        response="The team lost the semi-final.",
        after="The team lost the semifinal.",
    ),
)
