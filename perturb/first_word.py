"""The first word of a sentence as it is written within one: a name keeps its capital, another word loses it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import regex

from gaugeblock.perturb import calendar_words
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type, tokens_of

MONTHS = frozenset(
    [*(name.lower() for name in (*calendar_words.MONTHS, *calendar_words.WEEKDAYS)), *lexicon(__file__)["feasts"]]
)
"""The months, days and feasts, in lower case."""

_ADJECTIVES = frozenset(lexicon(__file__)["adjectives"])
ROLES = frozenset(lexicon(__file__)["roles"])
"""What people do, as a word that may stand before a name."""

_CLOSED_TAGS = frozenset({"DT", "PRP", "PRP$", "IN", "WRB", "WP", "WDT", "EX", "TO", "MD", "CC", "PDT", "RP"})


@lru_cache(maxsize=16)
def writes_names_low(doc: Any) -> bool:
    """Whether a text has names, and writes all of them in lower case but at the beginning of a sentence.

    Kept for the last parses, since each sentence of a text may ask.
    """
    inside = [word for word in tokens_of(doc) if not word.is_sent_start]
    if any(word.text[:1].isupper() and word.text != "I" for word in inside):
        return False
    return any(word.tag_ == "NNP" and word.text.isalpha() for word in inside)


def lowered(fragment: str, first: Any, example: Example, *, certain: bool = False) -> str | None:
    """A sentence's beginning as it is written within a sentence, None where its first word may be a name or not.

    Args:
        fragment: the sentence, or its beginning.
        first: its first word (a spaCy token).
        example: whose texts show how the word is written elsewhere.
        certain: whether a word that only the tagger takes for a name must be seen elsewhere.
    """
    word = first.text
    if word in {"I", "I'm", "I've", "I'd", "I'll"} or word[:1].islower() or not word[:1].isalpha():
        return fragment
    if any(char.isupper() for char in word[1:]):
        return fragment
    if first.tag_ in _CLOSED_TAGS or writes_names_low(first.doc):
        return fragment[:1].lower() + fragment[1:]
    if word.lower() in MONTHS | _ADJECTIVES:
        return fragment
    if word.lower() in ROLES and first.i + 1 < len(first.doc) and first.nbor().text[:1].isupper():
        return fragment[:1].lower() + fragment[1:]
    texts = (example.response, *example.context)
    small = word.lower()
    low = any(small in text and regex.search(rf"(?<!\w){regex.escape(small)}(?!\w)", text) for text in texts)
    # A capital in a longer name ("Breast Cancer Research") tells nothing of "Breast cancer".
    alone = r"(?! \p{Lu})" if fragment[len(word) + 1 : len(word) + 2].islower() else ""
    high = any(
        word in text and regex.search(rf"(?<=[\p{{L}},] ){regex.escape(word)}(?!\w){alone}", text) for text in texts
    )
    proper = first.tag_ in {"NNP", "NNPS"} or entity_type(first) in {"PERSON", "ORG", "GPE", "LOC", "NORP", "FAC"}
    if proper and certain and not entity_type(first) and not high:
        return fragment[:1].lower() + fragment[1:] if low else None
    if proper:
        return None if low else fragment
    if high:
        return None if low else fragment
    return fragment[:1].lower() + fragment[1:]
