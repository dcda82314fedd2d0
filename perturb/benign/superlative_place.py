"""The place of a superlative as a genitive or behind it: "the oldest fair in Europe" as "Europe's oldest fair"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span

_LEXICON: dict[str, Any] = lexicon(__file__)
_PLACES: tuple[str, ...] = tuple(sorted(_LEXICON["places"], key=len, reverse=True))
_NAMED = frozenset(_LEXICON["places"]) - frozenset(_LEXICON["common"])
_OF_THE_PLACE = frozenset(_LEXICON["nouns"])
_GOES_ON = frozenset(
    {"to", "who", "that", "which", "since", "for", "with", "in", "and", "or", "of", "'s", "’s", "-", "outside", "by"}
)
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "POS", "CD", "VBG"})
_LONGEST = 2


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each such phrase on its own."""
    for word in tokens_of(text.doc):
        if word.tag_ in {"JJS", "RBS"} and word.i and (phrase := _phrase(word)) is not None:
            yield from _to_genitive(text, word, phrase)
            yield from _from_genitive(text, word, phrase)


def _phrase(superlative: Any) -> Any | None:
    """The superlative with its noun, "oldest fair" or "most expensive painting"; None if it is built otherwise."""
    doc, at = superlative.doc, superlative.i + 1
    if superlative.lower_ in {"most", "least"}:
        if at >= len(doc) or doc[at].tag_ != "JJ":
            return None
        at += 1
    first = at
    while at < len(doc) and doc[at].tag_ in {"NN", "NNS"} and at - first < _LONGEST:
        at += 1
    return doc[superlative.i : at] if at > first else None


def _to_genitive(text: Text, superlative: Any, phrase: Any) -> Iterator[Proposal]:
    the, doc = superlative.nbor(-1), superlative.doc
    if the.lower_ != "the" or phrase.end >= len(doc) or doc[phrase.end].lower_ != "in":
        return
    start = doc[phrase.end].idx + len("in ")
    place = next((name for name in _PLACES if text.text.lower().startswith(name, start)), None)
    if place is None or text.text[phrase.end_char : start] != " in ":
        return
    end = start + len(place)
    written = text.text[start:end]
    after = next((token for token in doc if token.idx >= end), None)
    whole = any(token.idx + len(token) == end for token in doc)
    if not whole or (after is not None and (after.tag_ in _NOUNS or after.lower_ in _GOES_ON)):
        return
    if the.text[0].isupper():
        written = written[0].upper() + written[1:]
    yield from _proposal(text, the.idx, end, f"{written}'s {phrase.text}")


def _from_genitive(text: Text, superlative: Any, phrase: Any) -> Iterator[Proposal]:
    doc, genitive = superlative.doc, superlative.nbor(-1)
    if genitive.lower_ not in {"'s", "’s"} or phrase.end >= len(doc) or phrase[-1].lower_ not in _OF_THE_PLACE:
        return
    after = doc[phrase.end]
    if after.tag_ in _NOUNS or after.lower_ in _GOES_ON:
        return
    before = text.text[: genitive.idx]
    place = next((name for name in _PLACES if before.lower().endswith(name)), None)
    if place is None:
        return
    start = genitive.idx - len(place)
    if start and not before[start - 1].isspace():
        return
    word = next((token for token in doc if token.idx == start), None)
    previous = word.nbor(-1) if word is not None and word.i else None
    if previous is not None and previous.tag_ in _NOUNS | {"JJ", "DT"}:
        return
    written, the = before[start:], "the"
    if written[0].isupper() and text.opens_sentence(start):
        the = "The"
        written = written if place in _NAMED else written.lower()
    yield from _proposal(text, start, phrase.end_char, f"{the} {phrase.text} in {written}")


def _proposal(text: Text, start: int, end: int, after: str) -> Iterator[Proposal]:
    if free(text, start, end):
        yield Proposal((replace_span(text.text, start, end, after),))


PERTURBATION = RuleBased(
    name="superlative-place",
    family="benign",
    summary='Exchanges "the oldest fair in Europe" and "Europe\'s oldest fair".',
    propose=propose,
    checks=BENIGN,
    limits=(
        "Knows a short list of places, and turns a genitive only before nouns for what lies in a place: a country's "
        "largest partner is not in it."
    ),
    illustration=Illustration(
        response="She visited the oldest lighthouse in Europe.",
        after="She visited Europe's oldest lighthouse.",
    ),
)
