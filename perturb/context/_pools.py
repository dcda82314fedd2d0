"""The values that take the place of others, by kind, and the words that tell what something is."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import regex

from gaugeblock.perturb.lexicon import lexicon

LEXICON: dict[str, Any] = lexicon(str(Path(__file__).with_name("counterfactual.py")))
"""All tables of the perturbation."""

PEOPLE: dict[str, list[str]] = LEXICON["people"]
PLACES: dict[str, Any] = LEXICON["places"]
WORKS: dict[str, list[str]] = LEXICON["works"]
FIRMS: dict[str, list[str]] = LEXICON["firms"]
WORDS: dict[str, Any] = LEXICON["words"]
CATEGORIES: dict[str, list[str]] = LEXICON["categories"]

CAPITAL = r"\p{Lu}[\p{L}\p{M}.'’-]*"
"""A pattern: one word with a capital."""


def fresh(pool: Iterable[str], everything: str, rng: random.Random) -> str | None:
    """A value of a pool, by chance, none of whose longer words stands anywhere in the example."""
    low = everything.lower()
    options = sorted(pool)
    rng.shuffle(options)
    for option in options:
        words = [word for word in regex.findall(r"\p{L}+", option.lower()) if len(word) > 3] or [option.lower()]
        if not any(word in low and regex.search(rf"(?<!\p{{L}}){regex.escape(word)}", low) for word in words):
            return option
    return None


def has_word(word: str, text: str) -> bool:
    """Whether a word stands in a text in just this spelling."""
    # Most words are not there at all, which is seen without a pattern.
    return word in text and regex.search(rf"(?<!\w){regex.escape(word)}(?!\w)", text) is not None


def with_initials(forms: dict[str, str], old: str, new: str, everything: str) -> dict[str, str] | None:
    """The forms with the initials of the name, where these stand for it; None where the new ones would be taken.

    >>> with_initials({}, "Harwell College", "Norwell College", "Harwell College (HC)")
    {'HC': 'NC'}
    """
    pairs = [("".join(regex.findall(r"\b\p{Lu}", name))) for name in (old, new)]
    dotted = "".join(f"{letter}." for letter in pairs[0])
    if len(pairs[0]) < 2 or not (has_word(pairs[0], everything) or dotted in everything):
        return forms
    if dotted in everything or len(pairs[1]) < 2 or pairs[0] == pairs[1] or has_word(pairs[1], everything):
        return None
    return {**forms, pairs[0]: pairs[1]}


def initials_stand(words: Sequence[str], everything: str) -> bool:
    """Whether the initials of a name stand in the text for the name."""
    initials = "".join(word[0] for word in words if word[:1].isupper())
    dotted = "".join(f"{letter}." for letter in initials)
    return len(initials) > 1 and (has_word(initials, everything) or dotted in everything)
