"""Which nouns can be cause and effect: something measured behind, no person, place or thing before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type

_LEXICON: dict[str, Any] = lexicon(__file__)
_OUTCOMES = frozenset(_LEXICON["outcomes"])
_OUTCOME = regex.compile(_LEXICON["outcome"])
_NO_EFFECTS = frozenset(_LEXICON["no_effects"])
_CONCRETE = frozenset(_LEXICON["concrete"])
_ENTITIES = frozenset({"PERSON", "NORP", "ORG", "GPE", "LOC", "FAC", "WORK_OF_ART"})
_ACRONYM = regex.compile(r"\p{Lu}{2,5}")  # "CBT", "BMI", which a parse takes for organisations
_CHANGED = frozenset(_LEXICON["changed"])

EFFECT_VERBS = frozenset(_LEXICON["effect_verbs"])
"""Base forms of verbs of an effect."""


def named(head: Any) -> Iterator[Any]:
    """A noun, those joined to it, and those that "some of" and "a group of" stand for."""
    yield head
    for child in head.children:
        if child.dep_ == "conj":
            yield from named(child)
        elif child.dep_ == "prep" and child.lower_ == "of" and head.lemma_.lower() not in _OUTCOMES:
            for inner in child.children:
                if inner.dep_ == "pobj":
                    yield from named(inner)


def is_effect(noun: Any) -> bool:
    """Whether a noun names what a cause can bring about: a risk, a rate, a disease; "higher wages"."""
    compared = any(
        (child.tag_ == "JJR" and child.lower_ not in {"more", "fewer", "less"}) or child.lower_ in _CHANGED
        for child in noun.lefts
    )
    lemma = noun.lemma_.lower()
    outcome = lemma in _OUTCOMES or bool(_OUTCOME.search(lemma))
    return lemma not in _NO_EFFECTS and (outcome or compared)


def is_concrete(noun: Any) -> bool:
    """Whether a noun names a person, an animal, a place or a thing, tied to something without being its cause."""
    proper = noun.tag_ in {"NNP", "NNPS"} and not (entity_type(noun) == "ORG" and _ACRONYM.fullmatch(noun.text))
    return (entity_type(noun) in _ENTITIES and proper) or noun.tag_ in {"PRP", "WP"} or noun.lemma_.lower() in _CONCRETE
