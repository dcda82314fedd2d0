"""What the rules for verb groups share: the infinitive behind a verb, its subject's number, the manner before it."""

from __future__ import annotations

from typing import Any

from gaugeblock.perturb.grammar import is_conditional, is_negated, subject_number, subject_of
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, list[str]] = lexicon(__file__)
MOVABLE = frozenset(_LEXICON["movable_adverbs"])
"""Adverbs that may stand within a verb group."""

_IDIOMS = frozenset(_LEXICON["idiom_verbs"])
_DOUBTS = frozenset(_LEXICON["doubts"])
_NUMBERS = {"VBZ": "singular", "VBP": "plural"}


def open_number(verb: Any) -> str | None:
    """The number of a subject in the third person of a verb that is open to be raised."""
    subject = subject_of(verb)
    if is_negated(verb) or is_conditional(verb) or subject is None or subject.lower_ in {"i", "you"}:
        return None
    return subject_number(verb)


def infinitive(verb: Any) -> Any | None:
    """The verb of "to open" right behind a verb, None where there is none or it is part of an idiom."""
    if verb.i + 2 >= len(verb.doc) or verb.nbor(1).lower_ != "to" or verb.nbor(2).tag_ != "VB":
        return None
    inner = verb.nbor(2)
    idiom = verb.lemma_ in {"want", "like", "wish"} and inner.lower_ in _IDIOMS
    return None if is_negated(inner) or idiom else inner


def hoped_for(verb: Any) -> tuple[Any, str] | None:
    """The infinitive behind a verb in the present, and the number of its subject; None where it is not a plain one."""
    inner, number = infinitive(verb), _NUMBERS.get(verb.tag_)
    if inner is None or number is None or is_negated(verb) or is_conditional(verb):
        return None
    if any(child.dep_ in {"aux", "auxpass"} or child.lower_ in {"i", "you"} for child in verb.children):
        return None
    return inner, number


def is_manner(word: Any, verb: Any) -> bool:
    """Whether a word says how a verb is done, right before it: "may strongly reduce"."""
    manner = word.tag_ == "RB" and word.lower_.endswith("ly") and word.lower_ not in MOVABLE | _DOUBTS
    return bool(manner and word.head == verb and word.i + 1 == verb.i and verb.tag_ == "VB")


def reported_in_past(verb: Any) -> bool:
    return any(word.tag_ == "VBD" and word.i < verb.i for word in verb.ancestors)
