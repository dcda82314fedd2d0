"""Which words of a response say something of their own, and which of a model's tokens belong to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, get_args

from gaugeblock.perturb.language import guess_language
from gaugeblock.perturb.text import parse

Filter = Literal["both", "closed", "question", "none"]
"""What is dropped: closed-class words, words of the question, both, or nothing."""

FILTERS: tuple[str, ...] = get_args(Filter)

Offsets = tuple[int, int]


def kept_words(
    response: str, question: str | None, which: Filter, *, classes: Collection[str]
) -> tuple[Offsets, ...] | None:
    """The spans (code points) of the words that the filter keeps; None when it keeps the whole text.

    A word of the question is a word with the same letters, whatever their case; other forms of it (*pays*, *paid*) stay
    in. Word classes are known for English only, so that in a text of another script none is dropped by class; white
    space is dropped by every filter.

    Args:
        response: the text that is filtered.
        question: where the words to drop come from; None = there are none.
        which: see `Filter`.
        classes: Universal POS tags to drop, such as ``{"ADP", "DET"}``.
    """
    if which == "none":
        return None
    asked = frozenset[str]()
    if question and which in ("both", "question"):
        asked = frozenset(token.text.casefold() for token in parse(question) if not token.is_space)
    dropped = frozenset(classes) if which in ("both", "closed") and guess_language(response) == "en" else frozenset()
    return tuple(
        (token.idx, token.idx + len(token.text))
        for token in parse(response)
        if not token.is_space and token.pos_ not in dropped and token.text.casefold() not in asked
    )


def tokens_of_words(offsets: Sequence[Offsets], words: Iterable[Offsets]) -> tuple[bool, ...]:
    """For each token whether it overlaps one of the words: a token that belongs to two words stays if one of them does.

    Args:
        offsets: the tokens' spans, in code points.
        words: the words' spans, in code points of the same text, in order.

    >>> tokens_of_words([(0, 3), (3, 6), (6, 9)], [(4, 6)])
    (False, True, False)
    """
    spans = list(words)
    kept: list[bool] = []
    at = 0
    for start, end in offsets:
        while at < len(spans) and spans[at][1] <= start:
            at += 1
        kept.append(at < len(spans) and spans[at][0] < end)
    return tuple(kept)
