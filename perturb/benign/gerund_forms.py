"""Gerund and infinitive, and the gerund's perfect: "began to sing" as "began singing", "winning" as "having won"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import inflect, is_negated
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_PHASES = frozenset(_WORDS["phases"])
_STATIVE = frozenset(_WORDS["stative"])
_ADVICE = frozenset(_WORDS["advice"])
_MEANS = frozenset(_WORDS["means"])
_FIXED = frozenset(_WORDS["fixed"])
_PERFECT: dict[str, str] = _WORDS["perfect"]


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each form that can be changed, on its own: phases first, then advice, then what came before."""
    verbs = [word for word in tokens_of(text.doc) if word.tag_ in {"VB", "VBG", "VBN"} and word.i > 1]
    for rule in (_phase, _how_to, _means, _proposed, _intention, _after, _by_using):
        for verb in verbs:
            edit = rule(text, verb)
            if edit is None or edit.before.count(" ") > (4 if rule is _intention else 2) or "\n" in edit.before:
                continue
            if free(text, edit.start, edit.end):
                yield Proposal((edit,), details={"rule": rule.__name__.strip("_")})


def _phase(text: Text, verb: Any) -> Edit | None:
    """ "Began to sing" becomes "began singing", and back."""
    around = verb.head
    if verb.dep_ != "xcomp" or around.lemma_.lower() not in _PHASES or verb.lemma_.lower() in _STATIVE:
        return None
    if is_negated(around) or any(child.dep_ in {"conj", "auxpass", "neg"} for child in verb.children):
        return None
    if verb.tag_ == "VB" and verb.i == around.i + 2 and around.tag_ != "VBG":
        gerund = inflect(verb.lemma_.lower(), "VBG")
        return None if gerund is None else replace_span(text.text, verb.nbor(-1).idx, verb.idx + len(verb), gerund)
    twice = around.tag_ in {"VB", "VBG"}  # "to start to look", "is starting to look for"
    if verb.tag_ == "VBG" and verb.i == around.i + 1 and not twice and verb.lemma_.lower() != verb.lower_:
        return replace_span(text.text, verb.idx, verb.idx + len(verb), f"to {verb.lemma_.lower()}")
    return None


def _how_to(text: Text, verb: Any) -> Edit | None:
    """ "Advice on how to cook" becomes "advice on cooking"."""
    if verb.tag_ != "VB" or verb.i < 4 or verb.lemma_.lower() in {"be", "have"}:
        return None
    noun, on, how, to = (verb.nbor(-back) for back in (4, 3, 2, 1))
    if (on.lower_, how.lower_, to.lower_) != ("on", "how", "to") or noun.lower_ not in _ADVICE:
        return None
    if any(child.dep_ in {"conj", "advmod"} for child in verb.children if child != how):
        return None
    gerund = inflect(verb.lemma_.lower(), "VBG")
    return None if gerund is None else replace_span(text.text, how.idx, verb.idx + len(verb), gerund)


def _means(text: Text, verb: Any) -> Edit | None:
    """ "A method for finding leaks" becomes "a method to find leaks", and back."""
    before, noun = verb.nbor(-1), verb.nbor(-2)
    if noun.lower_ not in _MEANS or not any(child.dep_ == "dobj" for child in verb.rights):
        return None
    if any(child.dep_ in {"conj", "neg", "auxpass"} or child.i < before.i for child in verb.children):
        return None
    if noun.nbor(-1).lower_ in _FIXED or noun.dep_ not in {"dobj", "pobj", "attr", "conj"}:
        return None
    if verb.tag_ == "VBG" and before.lower_ == "for" and before.head == noun and verb.dep_ == "pcomp":
        return replace_span(text.text, before.idx, verb.idx + len(verb), f"to {verb.lemma_.lower()}")
    if verb.tag_ == "VB" and before.lower_ == "to" and verb.head == noun and verb.lemma_.lower() not in _STATIVE:
        gerund = inflect(verb.lemma_.lower(), "VBG")
        return None if gerund is None else replace_span(text.text, before.idx, verb.idx + len(verb), f"for {gerund}")
    return None


def _proposed(text: Text, verb: Any) -> Edit | None:
    """ "We propose Ode (OD) for training a guide" becomes "we propose Ode (OD) to train a guide"."""
    before = verb.nbor(-1)
    if verb.tag_ != "VBG" or before.lower_ != "for" or verb.dep_ != "pcomp" or verb.lemma_.lower() in _STATIVE:
        return None
    around = before.head if before.head.pos_ == "VERB" else before.head.head
    subject = next((child for child in around.lefts if child.dep_ == "nsubj"), None)
    if around.lemma_.lower() not in _WORDS["proposes"] or subject is None or subject.lower_ not in {"we", "authors"}:
        return None
    things = [child for child in around.rights if child.dep_ == "dobj"]
    if len(things) != 1 or before.head not in (around, things[0]) or things[0].i > before.i or _is_reason(things[0]):
        return None
    if not any(child.dep_ == "dobj" for child in verb.rights):
        return None
    if any(child.dep_ in {"conj", "neg", "auxpass"} or child.i < verb.i for child in verb.children):
        return None
    return replace_span(text.text, before.idx, verb.idx + len(verb), f"to {verb.lemma_.lower()}")


def _is_reason(noun: Any) -> bool:
    """Whether "for" after a noun may tell what it is a reason for, a part of or a measure of."""
    return noun.lower_ in _WORDS["reasons"]


def _intention(text: Text, verb: Any) -> Edit | None:
    """ "Without the intention of going" becomes "without intending to go"."""
    if verb.tag_ != "VBG" or verb.i < 4 or verb.dep_ != "pcomp":
        return None
    opener, the, noun, of = (verb.nbor(-back) for back in (4, 3, 2, 1))
    if (the.lower_, noun.lower_, of.lower_) not in {("the", "intention", "of"), ("any", "intention", "of")}:
        return None
    if opener.lower_ != "without" or any(child.dep_ in {"conj", "neg"} for child in verb.children):
        return None
    return replace_span(text.text, the.idx, verb.idx + len(verb), f"intending to {verb.lemma_.lower()}")


def _after(text: Text, verb: Any) -> Edit | None:
    """ "After winning the cup" becomes "after having won the cup"; "after being fined" alike."""
    if verb.dep_ not in {"pcomp", "advcl"} or any(child.dep_ in {"conj", "neg", "nsubj"} for child in verb.children):
        return None
    first = verb.nbor(-1) if verb.tag_ == "VBN" else verb
    if first.nbor(-1).lower_ != "after" or first.nbor(-1) not in (verb.head, *verb.lefts):
        return None
    if first.i < 2 or first.nbor(-2).lower_ in {"soon", "shortly", "look", "looking", "looks", "looked", "just"}:
        return None
    if verb.tag_ == "VBN":
        passive = first.lower_ == "being" and first.dep_ == "auxpass"
        return replace_span(text.text, first.idx, first.idx + len("being"), "having been") if passive else None
    told = any(child.dep_ in {"dobj", "prep", "attr", "xcomp", "ccomp"} for child in verb.rights)
    if not told or verb.tag_ != "VBG" or verb.lower_ not in _PERFECT:
        return None
    return replace_span(text.text, verb.idx, verb.idx + len(verb), f"having {_PERFECT[verb.lower_]}")


def _by_using(text: Text, verb: Any) -> Edit | None:
    """ "Can be steered using a lamp" becomes "can be steered by using a lamp"."""
    deed = verb.nbor(-1)
    if verb.lower_ != "using" or deed.tag_ != "VBN" or verb.head != deed or verb.dep_ not in {"advcl", "xcomp", "prep"}:
        return None
    passive = any(child.dep_ == "auxpass" for child in deed.children)
    used = [child for child in verb.rights if child.dep_ in {"dobj", "pobj"}]
    return replace_span(text.text, verb.idx, verb.idx, "by ") if passive and len(used) == 1 else None


PERTURBATION = RuleBased(
    name="gerund-forms",
    family="benign",
    version="3",
    summary='Exchanges "began to sing" and "began singing", and writes "after winning" as "after having won".',
    propose=propose,
    checks=BENIGN,
    limits=(
        "Begin, start and continue with a deed, advice, methods, intentions, and what came before; the "
        "other verbs say different things with the two forms (stop, remember, try)."
    ),
    illustration=Illustration(
        response="The choir began to sing at noon.",
        after="The choir began singing at noon.",
    ),
)
