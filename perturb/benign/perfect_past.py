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
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_EVENTS = frozenset(_WORDS["events"])
_REPEATED = frozenset(_WORDS["repeated"])
_BLOCKERS = frozenset(_WORDS["blockers"])
_REPORTS = frozenset(_WORDS["reports"])
_PAST: dict[str, str] = _WORDS["past"]
_SAME = frozenset(_WORDS["same"]["words"])
_HAPPENINGS = frozenset(_WORDS["happenings"])
_AGAIN = frozenset(_WORDS["again"])
_WITH: dict[str, list[str]] = _WORDS["with"]
_HAVE = {"has": "was", "have": "were"}


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each perfect that can be told in the past, on its own, in the order of the text."""
    if not any(have in text.text for have in _HAVE):
        return  # spares the parse
    for have in tokens_of(text.doc):
        if have.lower_ in _HAVE and have.dep_ == "aux" and have.i + 1 < len(text.doc):
            edit = _edit(text, have)
            if edit is not None and free(text, edit.start, edit.end):
                yield Proposal((edit,), details={"from": edit.before, "to": edit.after})


def _edit(text: Text, have: Any) -> Edit | None:
    verb = have.head
    passive = have.nbor().lower_ == "been"
    adverb = have.nbor(1 + passive) if have.i + 1 + passive < verb.i else None
    if adverb is not None and not (adverb.tag_ == "RB" and adverb.lower_.endswith("ly") and adverb.head == verb):
        return None
    between = 1 + passive + (adverb is not None)
    if verb.i != have.i + between or text.text[have.idx : verb.idx].count(" ") != between:
        return None
    again = _again(verb)
    if verb.tag_ not in {"VBN", "VBD"} or not (again or _is_event(verb)):
        return None
    if not _reported(verb) or is_negated(verb) or is_conditional(verb) or _lasts(verb):
        return None
    # The parse may hang the subject on the auxiliary.
    subject = next((child for child in (*verb.lefts, *have.lefts) if child.dep_ in {"nsubj", "nsubjpass"}), None)
    # "I" and "you" take other forms; a subject that is asked for, or that comes after, makes a question.
    if subject is None or subject.lower_ in {"i", "you", "who", "what", "which", "that"}:
        return None
    if subject.right_edge.i != have.i - 1 and text.doc[have.i - 1].text != ",":
        return None
    if any(child.dep_ == "conj" and not _apart(child, passive) for child in verb.children):
        return None
    if verb.lemma_.lower() in _REPEATED and _counts(verb) and not _in_one_event(verb):
        return None
    if passive:
        return replace_span(text.text, have.idx, have.nbor().idx + len("been"), _HAVE[have.lower_])
    if again:
        return None if adverb is not None else replace_span(text.text, have.idx, verb.idx, "")
    past = _past(verb.lower_)
    if past is None:
        return None
    after = past if adverb is None else f"{adverb.text} {past}"
    return replace_span(text.text, have.idx, verb.idx + len(verb), after)


def _is_event(verb: Any) -> bool:
    """Whether a verb tells of one event that is over, by the list and by what goes with it."""
    if {verb.lemma_.lower(), verb.lower_} & _EVENTS:
        return True
    needed = _WITH.get(verb.lemma_.lower())
    if needed is None:
        return False
    if verb.i + 1 < len(verb.doc) and verb.nbor().lower_ in needed:
        return True
    beside = [child for child in verb.children if child.dep_ in {"prep", "nsubj"}]
    words = [*beside, *(below for child in beside if child.dep_ == "prep" for below in child.children)]
    return any(word.lemma_.lower() in needed for word in words)


def _again(verb: Any) -> bool:
    """Whether a verb is "re-" and a participle, which the parse takes apart."""
    if verb.lower_ != "re" or verb.i + 2 >= len(verb.doc):
        return False
    return verb.nbor().text == "-" and verb.nbor(2).lower_ in _AGAIN and verb.nbor(2).idx == verb.idx + len("re-")


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
    if any(word.lower_ in _BLOCKERS and not _is_harmless(word) for word in verb.sent):
        return True
    return any(word.lower_ == "for" and _is_stretch(word) for word in verb.sent)


def _is_harmless(word: Any) -> bool:
    """Whether a word has another sense here: "long-running", "the date", "concern over the plan"."""
    if word.i + 1 >= len(word.doc):
        return False
    match word.lower_:
        case "long":
            return bool(word.nbor().text == "-")
        case "date":
            return bool(word.i > 0 and word.nbor(-1).lower_ != "to")
        case "over":
            plain = word.tag_ == "IN" and word.nbor().lower_ in {"the", "a", "an", "his", "her", "its", "their"}
            return plain and not any(below.ent_type_ in {"DATE", "TIME"} or below.like_num for below in word.subtree)
    return False


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


def _in_one_event(verb: Any) -> bool:
    """Whether all that is counted came in one event: "two dogs have died in a fire"."""
    places = [
        below
        for child in verb.rights
        if child.lower_ in {"in", "after", "during", "following"}
        for below in child.children
    ]
    return any(
        place.lemma_.lower() in _HAPPENINGS and any(word.lower_ in {"a", "an"} for word in place.lefts)
        for place in places
    )


PERTURBATION = RuleBased(
    name="perfect-past",
    family="benign",
    version="2",
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
