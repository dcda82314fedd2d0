"""A part in bringing something about made the whole of it: "helped to cut costs" becomes "cut costs"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, replaced
from gaugeblock.perturb.grammar import inflect, is_conditional, is_negated, present, subject_number, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type

_LEXICON: dict[str, Any] = lexicon(__file__)
_EFFECTS = frozenset(_LEXICON["effects"])
_DEEDS = frozenset(_LEXICON["deeds"])
_SAME_PAST = frozenset(_LEXICON["same_past"])
_PERSONS = frozenset(_LEXICON["persons"])


def helped(verb: Any) -> Iterator[Raise]:
    """The claim raised where a verb says that somebody or something helped."""
    subject = subject_of(verb)
    if verb.lemma_ != "help" or verb.tag_ not in {"VBD", "VBZ", "VBP"} or subject is None or subject.i > verb.i:
        return
    inner = next((child for child in verb.rights if child.dep_ == "xcomp" and child.tag_ == "VB"), None)
    place = verb.i + 1 if inner is None or verb.nbor().lower_ != "to" else verb.i + 2
    if inner is None or inner.i != place or is_negated(verb) or is_conditional(verb) or is_negated(inner):
        return
    if any(child.dep_ in {"aux", "auxpass", "conj", "dobj"} for child in verb.children):
        return
    if any(child.dep_ == "conj" for child in inner.children):
        return
    form = _finite(verb, inner)
    if form is None:
        return
    if inner.lemma_ in _EFFECTS:
        alone = "single-handedly" if _is_person(subject) else "alone"
        yield from replaced(verb, inner, (None, form, f"{alone} {form}"))
    elif inner.lemma_ in _DEEDS and _is_person(subject):
        yield from replaced(verb, inner, (None, None, f"single-handedly {form}"))


def _finite(verb: Any, inner: Any) -> str | None:
    """What was helped to be done, as the verb of the clause."""
    if verb.tag_ == "VBD":
        return str(inner.lower_) if inner.lower_ in _SAME_PAST else inflect(inner.lemma_, "VBD")
    number = subject_number(verb)
    return None if number is None else present(inner.lower_, number)


def _is_person(subject: Any) -> bool:
    """Whether a subject is one person, who may do something single-handedly."""
    joined = any(child.dep_ == "conj" for child in subject.children)
    return not joined and (entity_type(subject) == "PERSON" or subject.lower_ in _PERSONS)
