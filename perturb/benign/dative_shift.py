"""The two ways of giving: "gave the school a piano" and "gave a piano to the school"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import is_negative, phrase, pronouns, stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_PREPOSITIONS: dict[str, str] = _WORDS["verbs"]
_PERSONAL = frozenset({"me", "him", "her", "us", "them"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each act of giving that can be turned, on its own, in the order of the text."""
    for verb in tokens_of(text.doc):
        preposition = _PREPOSITIONS.get(verb.lemma_.lower())
        if preposition is not None and verb.tag_.startswith("V") and verb.dep_ not in {"amod", "compound"}:
            yield from _with_preposition(text, verb, preposition)
            yield from _without_preposition(text, verb, preposition)


def _with_preposition(text: Text, verb: Any, preposition: str) -> Iterator[Proposal]:
    """ "Gave Bo a book" becomes "gave a book to Bo"."""
    things = [child for child in verb.children if child.dep_ == "dobj" and child.i > verb.i]
    receivers = [child for child in verb.children if child.dep_ == "dative" and child.tag_ != "IN" and child.i > verb.i]
    if len(things) != 1 or len(receivers) != 1:
        return
    receiver, thing = _plain(receivers[0]), _plain(things[0])
    if receiver is None or thing is None or receiver[0].i != verb.i + 1 or thing[0].i != receiver[-1].i + 1:
        return
    if not _keeps(text, verb, things[0], receiver, thing) or not _ends(thing[-1], verb):
        return
    yield _swap(
        text, receiver, thing, written(thing[0], thing[-1]), f"{preposition} {written(receiver[0], receiver[-1])}"
    )


def _without_preposition(text: Text, verb: Any, preposition: str) -> Iterator[Proposal]:
    """ "Gave a book to Bo" becomes "gave Bo a book"."""
    things = [child for child in verb.children if child.dep_ == "dobj" and child.i > verb.i]
    links = [c for c in verb.children if c.dep_ in {"dative", "prep"} and c.lower_ == preposition and c.i > verb.i]
    if len(things) != 1 or len(links) != 1 or preposition != "to":
        return
    goals = [child for child in links[0].children if child.dep_ == "pobj"]
    thing = _plain(things[0])
    receiver = _plain(goals[0]) if len(goals) == 1 else None
    if receiver is None or thing is None or thing[0].i != verb.i + 1 or links[0].i != thing[-1].i + 1:
        return
    # Only somebody can be given something without "to": not "gave the road a name" for a place.
    someone = receiver[-1].lower_ in _PERSONAL or receiver[-1].ent_type_ == "PERSON"
    if not someone or not _keeps(text, verb, things[0], receiver, thing) or not _ends(receiver[-1], verb):
        return
    yield _swap(text, thing, [links[0], *receiver], written(receiver[0], receiver[-1]), written(thing[0], thing[-1]))


def _swap(text: Text, first: list[Any], second: list[Any], front: str, back: str) -> Proposal:
    return Proposal(
        (
            replace_span(text.text, first[0].idx, stop(first[-1]), front),
            replace_span(text.text, second[0].idx, stop(second[-1]), back),
        ),
        details={"direction": "shift"},
    )


def _plain(noun: Any) -> list[Any] | None:
    """The words of a short noun phrase that nothing follows."""
    words = phrase(noun)
    if words is None or len(words) > 6 or words[-1] != noun or noun.pos_ not in {"NOUN", "PROPN", "PRON"}:
        return None
    return words if all(word.is_alpha or word.like_num or word.tag_ == "POS" for word in words) else None


def _keeps(text: Text, verb: Any, thing: Any, receiver: list[Any], things: list[Any]) -> bool:
    """Whether neither changes what it says: no pronoun as the thing, no quantity, no set phrase."""
    if thing.pos_ == "PRON" or thing.lemma_.lower() in _WORDS["set_things"] or is_negative([*receiver, *things]):
        return False
    if pronouns(things) or (pronouns(receiver) and receiver[-1].lower_ not in _PERSONAL):
        return False
    return free(text, verb.idx, stop(max(receiver[-1], things[-1], key=stop)))


def _ends(last: Any, verb: Any) -> bool:
    """Whether what follows belongs to the verb or to no part of either phrase."""
    after = last.nbor() if last.i + 1 < len(last.doc) else None
    return (
        after is None
        or after.text in {".", ","}
        or after.lower_ in {"and", "but", "on", "when", "because", "if"}
        or (after.dep_ == "npadvmod" and after.head == verb)
    )


PERTURBATION = RuleBased(
    name="dative-shift",
    family="benign",
    summary='Says "gave a book to Ann" for "gave Ann a book", or the other way round.',
    propose=propose,
    checks=BENIGN,
    limits="Listed verbs and short noun phrases; set phrases (give the police a call) and pronouns as the gift stay.",
    illustration=Illustration(
        response="The mayor gave the school a piano.",
        after="The mayor gave a piano to the school.",
    ),
)
