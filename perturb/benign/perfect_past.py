"""The simple past for the present perfect of one event: "has signed a deal" as "signed a deal".

Only events that are over, and only where no word says that they last, count up to now or come again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import is_conditional, is_negated
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_EVENTS = frozenset(_WORDS["events"])
_REPEATED = frozenset(_WORDS["repeated"])
_BLOCKERS = frozenset(_WORDS["blockers"])
_REPORTS = frozenset(_WORDS["reports"])
_PAST: dict[str, str] = _WORDS["past"]
_SAME = frozenset(_WORDS["same"]["words"])
_HAVE = {"has": "was", "have": "were"}


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each perfect that can be told in the past, on its own, in the order of the text."""
    if not any(have in text.text for have in _HAVE):
        return  # spares the parse
    for have in text.doc:
        if have.lower_ in _HAVE and have.dep_ == "aux" and have.i + 1 < len(text.doc):
            edit = _edit(text, have)
            if edit is not None and free(text, edit.start, edit.end):
                yield Proposal((edit,), details={"from": edit.before, "to": edit.after})


def _edit(text: Text, have: Any) -> Edit | None:
    verb = have.head
    passive = have.nbor().lower_ == "been"
    if verb.i != have.i + 1 + passive or text.text[have.idx : verb.idx].count(" ") != 1 + passive:
        return None
    if verb.tag_ not in {"VBN", "VBD"} or (verb.lemma_.lower() not in _EVENTS and verb.lower_ not in _EVENTS):
        return None
    if not _reported(verb) or is_negated(verb) or is_conditional(verb) or _lasts(verb):
        return None
    subject = next((child for child in verb.lefts if child.dep_ in {"nsubj", "nsubjpass"}), None)
    # "I" and "you" take other forms; a subject that is asked for, or that comes after, makes a question.
    if subject is None or subject.lower_ in {"i", "you", "who", "what", "which", "that"}:
        return None
    if subject.right_edge.i != have.i - 1 and text.doc[have.i - 1].text != ",":
        return None
    if any(child.dep_ == "conj" and not _apart(child, passive) for child in verb.children):
        return None
    if verb.lemma_.lower() in _REPEATED and _counts(verb):
        return None
    if passive:
        return replace_span(text.text, have.idx, have.nbor().idx + len("been"), _HAVE[have.lower_])
    past = _past(verb.lower_)
    return None if past is None else replace_span(text.text, have.idx, verb.idx + len(verb), past)


def _past(participle: str) -> str | None:
    if participle in _PAST:
        return _PAST[participle]
    return participle if participle.endswith("ed") or participle in _SAME else None


def _reported(verb: Any) -> bool:
    """Whether a verb tells what happened by itself, or in what somebody says now."""
    if verb.dep_ == "ROOT":
        return True
    if verb.dep_ == "ccomp":
        around = verb.head
        helpers = [child for child in around.children if child.dep_ in {"aux", "auxpass"}]
        backshift = around.tag_ == "VBD" or any(helper.tag_ in {"VBD", "MD"} for helper in helpers)
        if around.lemma_.lower() not in _REPORTS:
            return False
        # What is said first and put down to somebody afterwards keeps its own tense ("P, police said").
        return around.dep_ == "ROOT" and (not backshift or verb.i < around.i)
    return False


def _lasts(verb: Any) -> bool:
    """Whether a word of the sentence says that something lasts, or comes again, up to now."""
    if any(word.lower_ in _BLOCKERS for word in verb.sent):
        return True
    return any(word.lower_ == "for" and _is_stretch(word) for word in verb.sent)


def _is_stretch(preposition: Any) -> bool:
    """Whether "for" measures time: "for two years"; a sentence "for 10 years" is measured too, and left."""
    return any(word.ent_type_ in {"DATE", "TIME"} for word in preposition.subtree)


def _apart(joined: Any, passive: bool) -> bool:
    """Whether a verb that is joined on does not share the auxiliary, or may keep its form without it."""
    if any(child.dep_ in {"nsubj", "nsubjpass"} or child.dep_.startswith("aux") for child in joined.children):
        return True
    return joined.tag_ in {"VBN", "VBD"} and (passive or joined.lower_.endswith("ed") or joined.lower_ in _SAME)


def _counts(verb: Any) -> bool:
    """Whether a number stands with the subject or the object, which may count all that came so far."""
    parts = [child for child in verb.children if child.dep_ in {"dobj", "nsubjpass", "nsubj"}]
    words = [word for part in parts for word in (part, *part.lefts)]
    return any(
        (word.like_num or word.dep_ == "nummod") and not regex.fullmatch(r"[12]\d{3}", word.text) for word in words
    )


PERTURBATION = RuleBased(
    name="perfect-past",
    family="benign",
    summary='Tells one event in the simple past where it is told in the present perfect ("has signed" as "signed").',
    propose=propose,
    checks=BENIGN,
    limits=(
        "Listed events only, in a plain statement; never where a word says that something lasts, counts up to now or "
        "came just now. The other direction is not made, since a past may belong to a time of its own."
    ),
    illustration=Illustration(
        response="The harbour board has appointed a new pilot.",
        after="The harbour board appointed a new pilot.",
    ),
)
