"""Who did it and to whom exchanged: "Ann hired Bo" as "Bo hired Ann", "from Oslo to Rome" as "from Rome to Oslo"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations
from gaugeblock.perturb.corruption._claims import asserted, claims, states_reversed
from gaugeblock.perturb.corruption._phrases import exchanged, finite_number, is_plain, phrase_of
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import noun_number, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, tokens_of

_LEXICON: dict[str, Any] = lexicon(__file__)
_VERBS = frozenset(_LEXICON["verbs"])
_ANY_PARTIES = frozenset(_LEXICON["between_any_parties"])
_JOURNEYS = frozenset(_LEXICON["journeys"])
_PEOPLE = frozenset(_LEXICON["people"])
_BODIES = frozenset(_LEXICON["bodies"])
_REFLEXIVE = frozenset(_LEXICON["reflexive"])
_PERSONAL = frozenset({"he", "him", "his", "she", "her", "hers"})
_THINGS = frozenset(_LEXICON["between_things"])
_GARBLED = regex.compile(r"\p{Ll}\p{Lu}\p{Ll}+\.")
_PLACES = frozenset({"GPE", "LOC", "FAC"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One verb or journey at a time, in random order."""
    found = [*_acts(example, text), *_journeys(text)]
    rng.shuffle(found)
    for verb, one, other, error_type in found:
        if not asserted(text, verb) or states_reversed(example, verb, one, other):
            continue
        first, second = (phrase_of(noun, trimmed=True) for noun in (one, other))
        if first is None or second is None:
            continue
        edits = exchanged(text, first, second)
        if edits is not None:
            yield claims(edits, error_type, "response", old=first.of(text.text), new=second.of(text.text))


_Pair = tuple[Any, Any, Any, str]


def _acts(example: Example, text: Text) -> Iterator[_Pair]:
    """A verb, its doer and the one that it is done to, where either could be the other."""
    for verb in tokens_of(text.doc):
        if verb.pos_ != "VERB" or verb.lemma_.lower() not in _VERBS or verb.tag_ == "VBG":
            continue
        doer, done_to, number = _active(verb) or _passive(verb) or (None, None, None)
        if doer is None or done_to is None or not (is_plain(doer) and is_plain(done_to)):
            continue
        one, other = _party(example, verb, doer), _party(example, verb, done_to)
        if one is None or other is None or (one != other and verb.lemma_.lower() not in _ANY_PARTIES):
            continue
        # "Ann hurt herself when she called Bo": a reflexive must agree with whom it goes back to.
        words = {token.lower_ for token in verb.sent}
        if words & _REFLEXIVE:
            continue
        # "Mr Ode thanked Ms Lind and asked her to stay": with the roles the pronoun would have to change.
        if words & _PERSONAL or _runs_on(verb) or _garbled(text.text):
            continue
        if doer.lower_ == done_to.lower_ or (number is not None and noun_number(doer) != noun_number(done_to)):
            continue
        yield verb, doer, done_to, "EntE"


def _runs_on(verb: Any) -> bool:
    """Whether a clause follows without "that": "told Bo Ann was late" is parsed as if "Bo Ann" were one person."""
    clauses = [child for child in verb.children if child.dep_ == "ccomp" and child.i > verb.i]
    return any(not any(word.dep_ == "mark" for word in clause.children) for clause in clauses)


def _garbled(text: str) -> bool:
    """Whether a title is written as none is, such as "MrMr.": no parse of such a text is to be trusted."""
    return _GARBLED.search(text) is not None


_Roles = tuple[Any, Any, str | None]


def _active(verb: Any) -> _Roles | None:
    doer = subject_of(verb)
    if (
        doer is None
        or doer.dep_ != "nsubj"
        or doer.i > verb.i
        or any(child.dep_ == "auxpass" for child in verb.children)
    ):
        return None
    done_to = next((child for child in verb.children if child.dep_ in {"dative", "dobj"} and child.i > verb.i), None)
    if done_to is not None and done_to.pos_ == "ADP":
        done_to = next((child for child in done_to.children if child.dep_ == "pobj"), None)  # "gave it to Bo"
    if done_to is None:
        # "asked Bo to come": the parse makes Bo the subject of coming.
        clause = next(
            (child for child in verb.children if child.dep_ in {"ccomp", "xcomp"} and child.tag_ == "VB"), None
        )
        done_to = clause and next(
            (c for c in clause.children if c.dep_ == "nsubj" and verb.i < c.left_edge.i == verb.i + 1), None
        )
    return None if done_to is None else (doer, done_to, finite_number(verb))


def _passive(verb: Any) -> _Roles | None:
    done_to = next((child for child in verb.children if child.dep_ == "nsubjpass"), None)
    agent = next((child for child in verb.children if child.dep_ == "agent"), None)
    doer = agent and next((child for child in agent.children if child.dep_ == "pobj"), None)
    return None if done_to is None or doer is None else (doer, done_to, finite_number(verb))


def _party(example: Example, verb: Any, noun: Any) -> str | None:
    """``person``, ``body`` (a firm, a state, a team) or ``thing`` (where the verb goes between any two), else None."""
    if verb.lemma_.lower() in _THINGS and noun.pos_ in {"NOUN", "PROPN"}:
        return "thing"
    if noun.lemma_.lower() in _PEOPLE and noun.pos_ == "NOUN":
        return "person"
    if noun.lemma_.lower() in _BODIES:
        return "body"
    if noun.pos_ != "PROPN" or not noun.text[:1].isupper():
        return None
    if noun.ent_type_ == "PERSON" or _speaks(example, noun.text):
        return "person"
    return "body" if noun.ent_type_ in {"ORG", "GPE", "NORP"} else None


def _speaks(example: Example, name: str) -> bool:
    return any(f"{name}:" in document for document in example.context)


def _journeys(text: Text) -> Iterator[_Pair]:
    """ "Flew from Oslo to Rome"; a road from one to the other is the same road from the other to the one."""
    for verb in tokens_of(text.doc):
        if verb.pos_ != "VERB" or verb.lemma_.lower() not in _JOURNEYS:
            continue
        ends = {}
        for prep in verb.children:
            if prep.dep_ == "prep" and prep.lower_ in {"from", "to"}:
                ends[prep.lower_] = next((child for child in prep.children if child.dep_ == "pobj"), None)
        start, goal = ends.get("from"), ends.get("to")
        if start is None or goal is None or not (is_plain(start) and is_plain(goal)):
            continue
        if start.ent_type_ in _PLACES and goal.ent_type_ in _PLACES and start.pos_ == goal.pos_ == "PROPN":
            yield verb, start, goal, "CircE"


PERTURBATION = RuleBased(
    name="role-swap",
    family="corruption",
    summary="Exchanges who did something and to whom it was done, or where a journey began and ended.",
    propose=propose,
    checks=(outside_protected, outside_quotations, not_doubled),
    keeps_label=False,
    needs_supported=True,
    limits="Only verbs of its list, which do not hold both ways, between two people or two bodies. A sentence "
    "with a personal pronoun is left alone, since the pronoun would have to change its owner.",
    illustration=Illustration(
        response="In June the harbour board sued the ferry company.",
        after="In June the ferry company sued the harbour board.",
        context=("The harbour board went to court against the ferry company in June because of unpaid fees.",),
    ),
)
