"""Vague counts made exact: "several tenants" becomes "about seven", "seven" and "exactly seven tenants"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.grammar import clause_verb, is_conditional, is_negated, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.number_words import spell
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_WORDS: dict[str, list[int]] = _LEXICON["word"]
_PHRASES: dict[str, list[int]] = _LEXICON["phrase"]
_NOT_BEFORE = frozenset(_LEXICON["not_before"])
_SPANS = frozenset(_LEXICON["spans"])
_FIGURES = 3  # that are offered, so that one of them is not in the context
_IN_WORDS = 20
_OPENERS = frozenset({*(phrase.split(" ")[0] for phrase in _PHRASES), *_WORDS, "a", "few"})


def vague_count(token: Any, rng: random.Random) -> Iterator[Raise]:
    """The claim raised where a token is, or opens, a vague count."""
    place = _place(token)
    if place is None:
        return
    last, bounds, noun = place
    first = token
    verb = clause_verb(noun)
    if verb is None or is_negated(verb) or is_conditional(token) or (token.i and token.nbor(-1).lower_ in _NOT_BEFORE):
        return
    weak = written(first, last)
    figures = [value for value in range(*bounds) if value < _IN_WORDS or value % 10 not in {0, 5}]
    for value in rng.sample(figures, min(_FIGURES, len(figures))):
        figure = spell(value) if value < _IN_WORDS else f"{value:,}"
        levels: tuple[str | None, ...] = (f"about {figure}" if value < _IN_WORDS else None, figure, f"exactly {figure}")
        if token.i and token.nbor(-1).lower_ in _SPANS:
            levels = (None, figure)  # "in the past four years"
        for severity, strong in enumerate(levels, 1):
            if strong:
                change = (first.idx, last.idx + len(last), like_case(weak, strong))
                yield Raise(severity, (change,), weak, strong, noun.text)


def _place(token: Any) -> tuple[Any, list[int], Any] | None:
    """The last word of a vague count that starts at a token, its bounds, and the noun that is counted."""
    doc, word = token.doc, token.lower_
    if word not in _OPENERS or token.i + 2 >= len(doc):
        return None
    following, third = doc[token.i + 1].lower_, doc[token.i + 2].lower_
    for last in (3, 2):
        phrase = " ".join(part.lower_ for part in doc[token.i : token.i + last])
        if phrase in _PHRASES and token.i + last < len(doc):
            return _counted(doc, token.i + last - 1, _PHRASES[phrase])
    if word == "a" and following == "few":
        return _counted(doc, token.i + 1, _WORDS["few"])
    if word == "few":
        spanned = token.i > 0 and doc[token.i - 1].lower_ in _SPANS
        return _counted(doc, token.i, _WORDS["few"]) if spanned else None
    if word in _WORDS and not (
        following == "of" and third not in {"the", "these", "those", "its", "their", "his", "her"}
    ):
        return _counted(doc, token.i, _WORDS[word])
    return None


def _counted(doc: Any, last: int, bounds: list[int]) -> tuple[Any, list[int], Any] | None:
    """The plural noun that a count ends before, with nothing between but words that describe it."""
    partitive = doc[last + 1].lower_ == "of"
    for word in doc[last + 1 + partitive : last + 6 + partitive]:
        if word.tag_ in {"NNS", "NNPS"}:
            return doc[last], bounds, word
        if word.like_num or word.tag_ not in {"JJ", "JJR", "NN", "NNP", "VBN", "VBG", "PRP$", "DT", "HYPH"}:
            return None
        if word.tag_ in {"PRP$", "DT"} and not partitive:
            return None
    return None
