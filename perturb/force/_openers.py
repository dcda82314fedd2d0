"""The words that a capital at the start of a turn does not make names: "Bob: Let's go"."""

from __future__ import annotations

from gaugeblock.perturb.lexicon import lexicon

_WORDS = frozenset(lexicon(__file__)["words"])


def opens_turn(word: str) -> bool:
    """Whether a word may open a turn with a capital and be no name.

    >>> opens_turn("Let’s"), opens_turn("Ann")
    (True, False)
    """
    return word.casefold().replace("’", "'") in _WORDS
