"""British spelling made American, or American made British."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free, is_name
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import like_case


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Every word of the spelling that the response has more of, in the other."""
    directions = [(name, _respelled(text, words)) for name, words in _tables().items()]
    for direction, edits in sorted(directions, key=lambda pair: -len(pair[1])):
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


@cache
def _tables() -> dict[str, Mapping[str, str]]:
    tables = lexicon(__file__)
    british = {american: word for word, american in tables["both"].items()}
    return {"american": {**tables["both"], **tables["to_american"]}, "british": british}


@cache
def _pattern(direction: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?<![\w-])(?:{'|'.join(sorted(_tables()[direction]))})(?![\w-]|['’]\w)", regex.IGNORECASE)


def _respelled(text: Text, words: Mapping[str, str]) -> list[Edit]:
    direction = next(name for name, table in _tables().items() if table is words)
    found = list(_pattern(direction).finditer(text.text))
    if not found:
        return []  # spares the parse
    names = {token.idx for token in tokens_of(text.doc) if is_name(token)}
    return [
        replace_span(text.text, match.start(), match.end(), like_case(match[0], words[match[0].lower()]))
        for match in found
        if match.start() not in names and free(text, match.start(), match.end())
    ]


PERTURBATION = RuleBased(
    name="spelling",
    family="benign",
    changes="form",
    summary="Writes British spellings the American way, or American ones the British way.",
    propose=propose,
    version="3",
    checks=BENIGN,
    limits=(
        "Knows a list of words; names and quotations keep their spelling. One text may end up with both spellings "
        "where a word is not on the list."
    ),
    illustration=Illustration(
        response="The harbour theatre organised a tour.",
        after="The harbor theater organized a tour.",
    ),
)
