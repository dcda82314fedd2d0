"""What is said to be likely, expected or planned made certain: "is likely to", "is thought to", "is to"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import UNSAID, Raise, replaced
from gaugeblock.perturb.grammar import BE, is_conditional, is_negated, subject_of
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, Any] = lexicon(__file__)
_PREDICATES: dict[str, list[str]] = _LEXICON["predicate"]
_AIMED = frozenset(_LEXICON["aims"])
_HELD = frozenset(_LEXICON["held"])
_WILLING = frozenset(_LEXICON["willing"])
_SET = frozenset(_LEXICON["after_looks"])
_BETWEEN = frozenset(_LEXICON["between"])
_LOOKING = frozenset({"looks", "look"})


def predicate(token: Any) -> Iterator[Raise]:
    """The claim raised where a token is "is" before what is planned or held, or what it is held to be."""
    if token.text in {"is", "are"}:
        yield from _is_to(token)
        yield from _it_is_held(token)
    elif token.tag_ in {"JJ", "VBN"} and token.text in _PREDICATES:
        yield from _predicate(token)


def _predicate(word: Any) -> Iterator[Raise]:
    """ "is likely to", "are expected to", "is thought to", "is possible that"."""
    if word.i == 0 or word.i + 1 >= len(word.doc) or is_conditional(word):
        return
    be, following = word.nbor(-1), word.nbor(1).lower_
    adverb = ""
    if be.lower_ in _BETWEEN and word.i > 1:
        adverb, be = be.lower_, word.nbor(-2)
    if word.text in _WILLING and be.lower_ not in {"is", "are"}:
        return
    if be.lower_ not in {"is", "are", "was", "were", "be", *_LOOKING} or is_negated(word) or is_negated(word.head):
        return
    if following not in ({"that"} if word.text in {"possible", "probable", "likely"} and adverb == "" else set()) | {
        "to"
    } or (word.text in {"possible", "probable"} and following == "to"):
        return
    if following == "to" and (word.i + 2 >= len(word.doc) or word.nbor(2).tag_ != "VB"):
        return
    levels = [None if strong == UNSAID else strong for strong in _PREDICATES[word.text]]
    if be.lower_ in _LOOKING:  # "looks set to" becomes "is certain to"
        if word.text in _SET and not adverb:
            present_be = BE["present"]["singular" if be.lower_ == "looks" else "plural"]
            yield from replaced(be, word, [strong and f"{present_be} {strong}" for strong in levels])
        return
    start, end = word.idx, word.idx + len(word)
    for severity, strong in enumerate(levels, 1):
        if strong:
            yield Raise(severity, ((start, end, strong),), f"{word.text} {following}", strong, following)


def _is_to(be: Any) -> Iterator[Raise]:
    """ "The mill is to be closed" becomes "the mill is certain to be closed"."""
    verb = be.nbor(2) if be.i + 3 < len(be.doc) else None
    subject = subject_of(be)
    if verb is None or be.nbor().lower_ != "to" or verb.tag_ != "VB" or subject is None or be.dep_ != "ROOT":
        return
    if subject.right_edge.i != be.i - 1 or is_negated(be) or is_conditional(be):
        return
    inner = next((child for child in be.rights if child.dep_ == "xcomp"), None)
    passive = verb.lower_ == "be" and inner is not None and inner.tag_ == "VBN" and inner.i == verb.i + 1
    named = subject.tag_ in {"NNP", "NNPS"} and verb.lower_ not in {"be", "have"}
    # "The plan is to close it" says what the plan consists in; what is done to something, or by a name, is a plan.
    if any({word.lower_, word.lemma_.lower()} & _AIMED for word in (subject, *subject.lefts)) or not (passive or named):
        return
    to = be.nbor()
    yield from replaced(be, to, (None, f"{be.text} certain to", f"{be.text} absolutely certain to"))


def _it_is_held(be: Any) -> Iterator[Raise]:
    """ "It is believed that the crew left" becomes "it is certain that the crew left"."""
    held = be.nbor() if be.i + 3 < len(be.doc) else None
    if held is None or held.text not in _HELD or held.tag_ != "VBN" or be.i == 0 or be.nbor(-1).lower_ != "it":
        return
    clause = next((child for child in held.rights if child.dep_ == "ccomp"), None)
    opener = held.nbor()
    if clause is None or clause.left_edge != opener or is_negated(held) or is_conditional(held) or is_negated(clause):
        return
    if opener.dep_ == "mark" and opener.lower_ != "that":
        return
    yield from replaced(held, held, ("fairly clear", "certain", "known for certain"))
