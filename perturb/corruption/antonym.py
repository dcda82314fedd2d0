"""One word changed for its opposite: rose for fell, more for fewer, husband for wife."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import regex

from gaugeblock.perturb.base import Proposal, ResponseEdits
from gaugeblock.perturb.corruption._claims import CHECKS, changeable, swap
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import is_name
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.wording import article_clash, like_case


@dataclass(frozen=True, slots=True)
class _Opposite:
    """What a wording turns into, under which tags, and what kind of error that makes."""

    word: str
    tags: frozenset[str]
    error_type: str


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One opposite at a time, in random order."""
    found = list(_pattern().finditer(text.text))
    if not found:
        return  # spares the parse
    tokens = {token.idx: token for token in text.doc}
    rng.shuffle(found)
    for match in found:
        first = tokens.get(match.start())
        if first is None or is_name(first) or not changeable(text, *match.span()) or _blocked(text, match, first):
            continue
        for opposite in _opposites()[match[0].lower()]:
            fits = not opposite.tags or first.tag_ in opposite.tags
            if fits and not article_clash(text.text, match.start(), opposite.word):
                after = like_case(match[0], opposite.word)
                yield swap(text, *match.span(), after, opposite.error_type, "lexicon")


def _blocked(text: Text, match: regex.Match[str], first: Any) -> bool:
    """Whether a neighbour gives the word another sense, or a negation makes its opposite hard to read."""
    if first.tag_ in {"VBN", "VBG"} and first.dep_ in {"amod", "compound"}:
        return True  # "a lost kingdom"
    blocked = lexicon(__file__)["blocked"]
    wording = match[0].lower()
    before = text.doc[first.i - 1].lower_ if first.i else ""
    following = next((token for token in text.doc[first.i :] if token.idx >= match.end()), None)
    if wording.endswith(" to") and (following is None or following.tag_ != "VB"):
        return True  # "agreed to go", not "agreed to the plan"
    if wording in {"after", "before"} and following is not None and following.like_num:
        return True  # "again after 2 seconds" has no opposite
    denied = before in {"not", "n't", "n’t", "never", "no"}
    next_word = following.lower_ if following is not None else ""
    return denied or before in blocked["before"].get(wording, ()) or next_word in blocked["next"].get(wording, ())


@cache
def _opposites() -> dict[str, list[_Opposite]]:
    opposites: dict[str, list[_Opposite]] = {}
    for group, ways in (("pairs", 2), ("one_way", 1)):
        for table in lexicon(__file__)[group]:
            for one, other, tags in table["words"]:
                for word, after in [(one, other), (other, one)][:ways]:
                    opposites.setdefault(word, []).append(
                        _Opposite(after, frozenset(tags.split()), table["error_type"])
                    )
    return opposites


@cache
def _pattern() -> regex.Pattern[str]:
    words = "|".join(regex.escape(word) for word in sorted(_opposites(), key=len, reverse=True))
    return regex.compile(rf"(?<![\w-])(?:{words})(?![\w-]|['’]\p{{L}})", regex.IGNORECASE)


PERTURBATION = ResponseEdits(
    name="antonym",
    family="corruption",
    summary="Changes a word for its opposite.",
    propose=propose,
    checks=CHECKS,
    keeps_label=False,
    needs_supported=True,
)
