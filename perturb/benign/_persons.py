"""Nouns of persons, and nouns that cannot be of any."""

from __future__ import annotations

from typing import Any

from gaugeblock.perturb.lexicon import lexicon

_WORDS: dict[str, list[str]] = lexicon(__file__)
_ENDINGS = tuple(_WORDS["people_endings"])

PERSONS = frozenset(_WORDS["persons"])
"""Nouns of persons, as they stand in a text."""

PEOPLE = frozenset(_WORDS["people"])
"""Base forms of nouns of persons."""


def is_person(noun: Any) -> bool:
    """Whether a noun is that of a person."""
    word = noun.lemma_.lower()
    return word in PEOPLE or noun.lower_ in PERSONS or word.endswith(("ist", "ian"))


def is_thing(noun: Any) -> bool:
    """Whether a noun cannot be that of a person, by the list and by its ending."""
    word = noun.lemma_.lower()
    return noun.pos_ == "NOUN" and word not in PEOPLE and noun.lower_ not in PERSONS and not word.endswith(_ENDINGS)
