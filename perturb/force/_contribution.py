"""A part in an effect made its cause: "contributes to", "plays a role in", "raises the risk of"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._effects import is_concrete, is_effect
from gaugeblock.perturb.force._raise import Raise, replaced
from gaugeblock.perturb.grammar import BE, is_conditional, is_negated, subject_number, subject_of
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, Any] = lexicon(__file__)
_PART: list[str] = _LEXICON["part"]
_CAUSE: dict[str, list[str]] = _LEXICON["cause"]
_PREVENT: dict[str, list[str]] = _LEXICON["prevent"]
_RAISING = frozenset(_LEXICON["raising"])
_LOWERING = frozenset(_LEXICON["lowering"])
_ROLE_WORDS = frozenset(_LEXICON["role_words"])
_ROLES = frozenset({"role", "part"})


def contribution(verb: Any) -> Iterator[Raise]:
    """The claim raised where a verb says that something has a part in an effect."""
    subject = subject_of(verb)
    if subject is None or is_concrete(subject) or is_negated(verb) or is_conditional(verb):
        return
    if verb.tag_ not in _CAUSE or any(child.dep_ in {"aux", "auxpass"} for child in verb.children):
        return
    if verb.lemma_ == "contribute":
        last = _preposition(verb, "to")
        if last is not None and last.i == verb.i + 1:
            yield from replaced(verb, last, _part(verb))
    elif verb.lemma_ == "play":
        role = next((child for child in verb.children if child.dep_ == "dobj" and child.lower_ in _ROLES), None)
        last = None if role is None else _preposition(role, "in") or _preposition(verb, "in")
        if role is not None and last is not None and last.i == role.i + 1:
            yield from replaced(verb, last, _part(verb))
        elif role is not None:
            yield from _role(verb, role)
    elif verb.lemma_ in _RAISING | _LOWERING:
        risk = next(
            (child for child in verb.children if child.dep_ == "dobj" and child.lower_ in {"risk", "chance"}), None
        )
        last = None if risk is None else _preposition(risk, "of")
        if risk is not None and last is not None and last.i == risk.i + 1 and risk.i - verb.i <= 3:
            yield from replaced(verb, last, [None, *(_CAUSE if verb.lemma_ in _RAISING else _PREVENT)[verb.tag_]])


def _role(verb: Any, role: Any) -> Iterator[Raise]:
    """ "plays a role in digestion": a part in a process, made the part that decides."""
    last = next((child for child in role.children if child.dep_ == "prep" and child.i == role.i + 1), None)
    inside = [] if last is None else [child for child in last.children if child.dep_ in {"pobj", "pcomp"}]
    if last is None or last.lower_ not in {"in", "during"} or not inside or is_concrete(inside[0]):
        return
    described = [child for child in role.lefts if child.dep_ != "det"]
    if len(described) > 1 or not {child.lower_ for child in described} <= _ROLE_WORDS:
        return
    if [child.lower_ for child in role.lefts if child.dep_ == "det"] not in (["a"], ["an"]):
        return
    number = subject_number(verb)
    levels: list[str | None] = [f"{verb.text} the main {role.text}", f"{verb.text} the decisive {role.text}"]
    yield from replaced(verb, role, levels)
    if number is not None:
        be = BE["past" if verb.tag_ == "VBD" else "present"][number]
        yield from replaced(verb, last, (None, None, f"{be} solely responsible for"))


def _part(verb: Any) -> list[str | None]:
    """The wordings of a part that becomes the cause, none where the number of the subject cannot be told."""
    number = subject_number(verb)
    if number is None or (verb.i and verb.nbor(-1).tag_ == "RB"):
        return []  # "significantly contributed": no adverb of degree goes before "was the sole cause"
    be = BE["past" if verb.tag_ == "VBD" else "present"][number]
    return [None, *(f"{be} {cause}" for cause in _PART)]


def _preposition(word: Any, wanted: str) -> Any | None:
    """The preposition of a word, where an effect follows that can be brought about or prevented."""
    for child in word.children:
        if child.dep_ == "prep" and child.lower_ == wanted:
            inner = [noun for noun in child.children if noun.dep_ == "pobj"]
            return child if inner and is_effect(inner[0]) and not is_concrete(inner[0]) else None
    return None
