"""What is still to be shown made guilt: "is accused of", "accused him of", "charged with", "faces jail"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, replaced, word_after
from gaugeblock.perturb.grammar import BE, is_conditional, is_negated, subject_number, subject_of
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, Any] = lexicon(__file__)
_CRIMES = frozenset(_LEXICON["crimes"])
_CRIMES_WITH: dict[str, list[str]] = _LEXICON["crimes_with"]
_COUNTED = frozenset(_LEXICON["counted"])
_GUILT: list[str] = _LEXICON["guilt_levels"]
_PUNISHMENT: dict[str, str] = _LEXICON["punishment"]
_BE = frozenset({"is", "are", "was", "were"})


def accusation(token: Any) -> Iterator[Raise]:
    """The claim raised where a token says that somebody is accused, or has a punishment to face."""
    if token.tag_ == "VBN" and token.text in {"accused", "charged", "suspected"}:
        yield from _accused(token)
    elif token.tag_ == "VBD" and token.text == "accused":
        yield from _accuser(token)
    elif token.lower_ in {"facing", "faces", "face"} and token.pos_ == "VERB":
        yield from _facing(token)


def _accused(word: Any) -> Iterator[Raise]:
    """ "is accused of", "has been accused of", "were charged with"."""
    if word.i == 0 or word.i + 2 >= len(word.doc) or word.dep_ == "advcl":
        return
    link, be = word.nbor(1), word.nbor(-1)
    if link.lower_ != ("with" if word.text == "charged" else "of") or is_negated(word) or is_conditional(word):
        return
    if word.text == "charged" and not any(map(_is_crime, link.children)):
        return
    if be.lower_ in _BE:
        yield from replaced(word, link, _GUILT)
    elif be.lower_ == "been" and word.i > 1 and word.nbor(-2).lower_ in {"has", "have"}:
        have = word.nbor(-2)
        form = BE["present"]["singular" if have.lower_ == "has" else "plural"]
        yield from replaced(have, link, [f"{form} {guilt}" for guilt in _GUILT])


def _is_crime(head: Any) -> bool:
    """Whether what somebody is charged with is a crime: its head noun or gerund, or that of what it counts."""
    if head.lemma_.lower() in _COUNTED:
        return any(_is_crime(crime) for child in head.children if child.lower_ == "of" for crime in child.children)
    if head.lower_ in _CRIMES_WITH:
        return any(child.lower_ in _CRIMES_WITH[head.lower_] for child in head.children)
    return head.dep_ in {"pobj", "pcomp"} and bool({head.lower_, head.lemma_.lower()} & _CRIMES)


def _accuser(verb: Any) -> Iterator[Raise]:
    """ "The union accused the firm of lying" becomes "the union proved the firm guilty of lying"."""
    if subject_of(verb) is None or is_negated(verb) or is_conditional(verb):
        return
    blamed = [child for child in verb.rights if child.dep_ == "dobj"]
    link = blamed[0].nbor() if len(blamed) == 1 and blamed[0].i + 1 < len(verb.doc) else None
    if link is None or link.lower_ != "of" or link.head not in (verb, blamed[0]):
        return
    end, following = verb.idx + len(verb), word_after(verb)
    yield Raise(2, ((verb.idx, end, "rightly accused"),), verb.text, "rightly accused", following)
    guilty = ((verb.idx, end, "proved"), (link.idx, link.idx, "guilty "))
    yield Raise(3, guilty, verb.text, "proved guilty", link.text)


def _facing(verb: Any) -> Iterator[Raise]:
    """ "Is facing jail" becomes "is certain to go to jail"."""
    subject, number = subject_of(verb), subject_number(verb)
    noun = verb.nbor(1) if verb.i + 1 < len(verb.doc) else None
    if noun is None or noun.head != verb or noun.lower_ not in _PUNISHMENT or subject is None or number is None:
        return
    first = verb.nbor(-1) if verb.tag_ == "VBG" and verb.i else verb
    progressive = first.lower_ in {"is", "are"}
    if is_negated(verb) or is_conditional(verb) or not (progressive or verb.tag_ in {"VBZ", "VBP"}):
        return
    if verb.tag_ != "VBG" and any(child.dep_ == "aux" for child in verb.children):
        return
    if noun.i + 1 < len(noun.doc) and (noun.nbor().pos_ in {"NOUN", "PROPN"} or noun.nbor().lower_ in {"or", "if"}):
        return
    be, end = BE["present"][number], _PUNISHMENT[noun.lower_]
    yield from replaced(first, noun, (f"{be} very likely to {end}", f"{be} certain to {end}", f"will certainly {end}"))
