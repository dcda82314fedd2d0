"""Single words and set phrases replaced by others that nearly always mean the same, form by form.

The list is short on purpose: tags and neighbouring words are checked, and a pair that depends on more than those is
left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import regex

from gaugeblock.perturb.base import Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free, is_name
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import article_clash, like_case


@dataclass(frozen=True, slots=True)
class _Pair:
    """A wording, its stand-in, and where the two mean the same; see the lexicon."""

    after: str
    tags: frozenset[str]
    next_word: regex.Pattern[str]
    not_before: regex.Pattern[str]


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All replacements at once, else each on its own."""
    edits = list(_replacements(text))
    if len(edits) > 1:
        yield Proposal(tuple(edits), details={"words": len(edits)})
    for edit in edits:
        yield Proposal((edit,), details={"words": 1})


def _replacements(text: Text) -> Iterator[Edit]:
    found = list(_pattern().finditer(text.text))
    if not found:
        return  # spares the parse
    tokens = {token.idx: token for token in text.doc}
    for match in found:
        first = tokens.get(match.start())
        if first is None or is_name(first) or not free(text, match.start(), match.end()):
            continue
        for pair in _pairs()[match[0].lower()]:
            if _fits(text, first, match.end(), pair):
                yield replace_span(text.text, match.start(), match.end(), like_case(match[0], pair.after))
                break


def _fits(text: Text, first: Any, end: int, pair: _Pair) -> bool:
    following = next((token for token in text.doc[first.i :] if token.idx >= end), None)
    shown = f"{following.lower_}/{following.tag_}" if following is not None else ""
    before = text.doc[first.i - 1].lower_ if first.i else ""
    return (
        (not pair.tags or first.tag_ in pair.tags)
        and pair.next_word.search(shown) is not None
        and pair.not_before.search(before) is None
        and not article_clash(text.text, first.idx, pair.after)
    )


@cache
def _pairs() -> dict[str, list[_Pair]]:
    pairs: dict[str, list[_Pair]] = {}
    for row in lexicon(__file__)["pairs"]:
        ways = [(row["from"], row["to"]), (row["to"], row["from"])] if row.get("both") else [(row["from"], row["to"])]
        for before, after in ways:
            conditions = (regex.compile(row.get("next", "")), regex.compile(row.get("before", r"(?!)")))
            pairs.setdefault(before, []).append(_Pair(after, frozenset(row.get("tags", ())), *conditions))
    return pairs


@cache
def _pattern() -> regex.Pattern[str]:
    wordings = "|".join(regex.escape(wording) for wording in sorted(_pairs(), key=len, reverse=True))
    return regex.compile(rf"(?<![\w-])(?:{wordings})(?![\w-]|['’]\w)", regex.IGNORECASE)


PERTURBATION = RuleBased(
    name="synonyms",
    family="benign",
    summary="Replaces words and set phrases by others that mean the same.",
    propose=propose,
    checks=BENIGN,
)
