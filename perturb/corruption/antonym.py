"""One word changed for its opposite: rose for fell, more for fewer, husband for wife."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.corruption._claims import CHECKS, changeable, swap
from gaugeblock.perturb.corruption._phrases import order_can_turn
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import is_denied
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import is_name
from gaugeblock.perturb.text import Text, starts_of
from gaugeblock.perturb.wording import article_clash, like_case

_PERSONAL = frozenset({"he", "him", "himself", "she", "herself", "hers"})


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
    tokens = starts_of(text.doc)
    rng.shuffle(found)
    for match in found:
        first = tokens.get(match.start())
        if first is None or is_name(first) or not changeable(text, *match.span()) or _blocked(text, match, first):
            continue
        for opposite in _opposites()[match[0].lower()]:
            fits = (not opposite.tags or first.tag_ in opposite.tags) and _counts(text, match.end(), opposite.word)
            if any(token.lower_ == opposite.word for token in first.sent):
                continue  # "both before and after", "rose in the north and fell in the south"
            if fits and not article_clash(text.text, match.start(), opposite.word):
                after = _in_case_of(match[0], opposite.word)
                yield swap(text, *match.span(), after, opposite.error_type, "lexicon")


def _in_case_of(wording: str, opposite: str) -> str:
    """The opposite with the capitals of the wording, word by word: "the North" as "the South"."""
    olds, news = wording.split(), opposite.split()
    if len(olds) != len(news):
        return like_case(wording, opposite)
    return " ".join(like_case(old, new) for old, new in zip(olds, news, strict=True))


def _counts(text: Text, end: int, word: str) -> bool:
    """Whether "fewer than" stands right before a count, and "less than" before anything else ("less than doubled")."""
    if word not in ("fewer than", "less than"):
        return True
    number = next((number for number in text.numbers if number.start >= end), None)
    at_once = number is not None and not text.text[end : number.start].strip()
    summed = text.text[end:].lstrip()[:1] in ("$", "£", "€")
    counted = (
        number is not None
        and at_once
        and not summed
        and number.kind not in {"money", "percent", "measure", "fraction", "decimal"}
    )
    return counted == (word == "fewer than")


def _blocked(text: Text, match: regex.Match[str], first: Any) -> bool:
    """Whether a neighbour gives the word another sense, or a negation makes its opposite hard to read."""
    if first.tag_ in {"VBN", "VBG"} and first.dep_ in {"amod", "compound"}:
        return True  # "a lost kingdom"
    blocked = lexicon(__file__)["blocked"]
    wording = match[0].lower()
    before = text.doc[first.i - 1].lower_ if first.i else ""
    following = next((token for token in text.doc[first.i :] if token.idx >= match.end()), None)
    if first.tag_.startswith("VB") and following is not None and following.lower_ in blocked["particles"]:
        return True
    if _turns_round(first, wording) or _of_the_body(first, wording):
        return True
    if first.tag_ in {"JJ", "RB"} and before in blocked["compared"]:
        return True  # "more unlikely" is no opposite of "more likely", and "as impossible" is none of "as possible"
    if wording == "began" and following is not None and following.tag_ in {"TO", "VBG"}:
        return True  # "began to rain"
    if wording.endswith(" to") and (following is None or following.tag_ != "VB"):
        return True  # "agreed to go", not "agreed to the plan"
    if is_denied(first):
        return True  # what is "not always better" is not always worse either
    if wording in {"after", "before"} and following is not None and (following.like_num or following.text[0].isdigit()):
        return True  # "again after 2 seconds" has no opposite
    if wording in {"after", "before"} and first.dep_ == "mark" and not order_can_turn(first.head):
        return True
    denied = before in {"not", "n't", "n’t", "never", "no"}
    next_word = following.lower_ if following is not None else ""
    return denied or before in blocked["before"].get(wording, ()) or next_word in blocked["next"].get(wording, ())


def _turns_round(verb: Any, wording: str) -> bool:
    """Whether what goes with a verb would fit its opposite no more: "sold by Ann to Bo", "bought from Ann"."""
    passive = verb.tag_ == "VBN" or any(child.dep_ == "auxpass" for child in verb.children)
    if not passive and wording not in lexicon(__file__)["blocked"]["trade"]:
        return False
    with_it = [child for child in verb.subtree if child.dep_ in {"prep", "dative"} and child.i > verb.i]
    return any(child.lower_ in {"to", "from", "for"} for child in with_it)


def _of_the_body(noun: Any, wording: str) -> bool:
    """Whether a word for a man or woman stands beside what only one of them can do or be: "the mother gave birth".

    A pronoun tells the gender too: "the girl was found by his parents".
    """
    gendered = any(opposite.error_type == "EntE" for opposite in _opposites()[wording])
    return gendered and any(_bodily().match(word.lower_) or word.lower_ in _PERSONAL for word in noun.sent)


@cache
def _bodily() -> regex.Pattern[str]:
    return regex.compile("|".join(lexicon(__file__)["blocked"]["bodily"]))


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


PERTURBATION = RuleBased(
    name="antonym",
    family="corruption",
    summary="Changes a word for its opposite.",
    propose=propose,
    checks=CHECKS,
    version="6",
    keeps_label=False,
    needs_supported=True,
    limits="Knows the pairs of its list, in the forms that fit the same place; an opposite can read oddly beside"
    " words that only go with the old one.",
    illustration=Illustration(
        response="Ticket prices for the island ferry rose in spring.",
        after="Ticket prices for the island ferry fell in spring.",
        context=("Since spring a ticket for the island ferry has cost more, as prices rose.",),
    ),
)
