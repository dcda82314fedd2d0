"""What is held of a subject put before it, or back: "Ode is said to be ill" as "It is said that Ode is ill"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._noun_phrases import before_verb, is_plain, scoped
from gaugeblock.perturb.benign._persons import is_thing
from gaugeblock.perturb.benign._syntax import Sentence, is_negative, pronouns, raised, sentences, stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import lowered
from gaugeblock.perturb.grammar import BE, is_conditional, noun_number, present
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_WORDS: dict[str, list[str]] = lexicon(__file__)
_HELD = frozenset(_WORDS["held"])
_AHEAD = frozenset(_WORDS["ahead"])
_OWED = frozenset(_WORDS["owed"])
_BOUND = frozenset(_WORDS["bound"])
_NO_PERSONS = frozenset({"GPE", "LOC", "FAC", "ORG", "EVENT", "PRODUCT", "WORK_OF_ART", "LAW"})
_LIKELY = frozenset(_WORDS["likely"])
_TENSES = {"is": "present", "are": "present", "was": "past", "were": "past"}


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each sentence that can be built the other way, on its own, in the order of the text."""
    low = text.text.lower()
    if not any(word in low for word in _HELD | _AHEAD | _LIKELY):
        return  # spares the parse
    for sentence in sentences(text, loose=True):
        yield from _lowered(sentence, example)
        yield from _raised(sentence)


def _lowered(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "Ode is believed to be ill" becomes "It is believed that Ode is ill"."""
    words = sentence.tokens
    subject = next((child for child in sentence.root.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
    run = None if subject is None else before_verb(subject)
    if subject is None or run is None or run[0] != words[0] or len(run) + 4 > len(words):
        return
    be, predicate, to, first = words[len(run) : len(run) + 4]
    if be.lower_ not in _TENSES or to.lower_ != "to" or first.tag_ != "VB" or sentence.root not in (be, predicate):
        return
    number = noun_number(subject)
    if number is None or not is_plain(subject) or scoped(subject) or subject.lower_ in {"it", "there"}:
        return
    if predicate.lower_ in _OWED and _may_owe(subject):
        return
    later = [word for word in words if word.i > first.i]
    if is_conditional(be) or any(child.dep_ in {"conj", "neg"} for child in (be, predicate)) or pronouns(run[1:]):
        return
    if any(child.dep_ in {"conj", "advcl", "parataxis"} for word in (be, predicate) for child in word.children):
        return
    finite = _finite(predicate.lower_, _TENSES[be.lower_], first, number, later)
    if finite is None or not all(free(sentence.text, word.idx, stop(word)) for word in (words[0], be, first)):
        return
    low = lowered(words[0].text, words[0], example)
    if low is None:
        return
    source = sentence.text.text
    matrix = "is" if _TENSES[be.lower_] == "present" else "was"
    front = raised(f"it {matrix} {predicate.text} that ", sentence)
    yield Proposal(
        (
            replace_span(source, sentence.span.start, sentence.span.start + 1, f"{front}{low[:1]}"),
            replace_span(source, be.idx, stop(first), finite),
        ),
        details={"direction": "it", "held": predicate.lower_},
    )


def _may_owe(subject: Any) -> bool:
    """Whether a subject may have a duty: a person, or a name of which nothing tells that it is none."""
    if subject.pos_ == "PROPN":
        return subject.ent_type_ not in _NO_PERSONS
    return not is_thing(subject) or subject.lemma_.lower() in _BOUND


def _finite(held: str, tense: str, first: Any, number: str, later: list[Any]) -> str | None:
    """The finite verb of what is held, None where no form is certain."""
    joined = any(child.dep_ == "conj" and child.tag_ == "VB" for child in first.children) or (
        first.head.tag_ == "VB" and any(child.dep_ == "conj" for child in first.head.children)
    )
    if joined or any(word.lower_ == "not" for word in later[:1]):
        return None
    if held in _AHEAD:
        return f"will {first.text}" if tense == "present" else None
    if held in _LIKELY:
        return f"will {first.text}" if tense == "present" and first.lower_ not in {"be", "have"} else None
    if held not in _HELD:
        return None
    if first.lower_ == "be":
        return BE[tense][number]
    if first.lower_ == "have" and any(_dates(word) for word in later):
        return None  # "has suffered when she fell" does not go together
    if first.lower_ == "have":
        return present("have", number) if tense == "present" else "had"
    return present(first.lower_, number) if tense == "present" else None


def _dates(word: Any) -> bool:
    """Whether a word may say when something was done, which the perfect does not allow."""
    return word.ent_type_ in {"DATE", "TIME"} or word.tag_ == "VBD" or word.lower_ in _WORDS["times"]


def _raised(sentence: Sentence) -> Iterator[Proposal]:
    """ "It is believed that Ode is ill" becomes "Ode is believed to be ill"."""
    words = sentence.tokens
    if len(words) < 7 or words[0].lower_ != "it" or words[1].lower_ != "is" or words[3].lower_ != "that":
        return
    predicate = words[2]
    clause = next((child for child in predicate.children if child.dep_ == "ccomp"), None)
    if predicate.lower_ not in _HELD or predicate.tag_ != "VBN" or clause is None:
        return
    subject = next((child for child in clause.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
    run = None if subject is None else before_verb(subject)
    if subject is None or run is None or run[0] != words[4] or len(run) + 5 > len(words):
        return
    finite = words[4 + len(run)]
    number = noun_number(subject)
    if number is None or not is_plain(subject) or scoped(subject) or subject.lower_ in {"it", "there"}:
        return
    if finite.head != clause and finite != clause:
        return
    base = {"is": "be", "are": "be", "has": "have", "have": "have"}.get(finite.lower_)
    if base is None or is_conditional(clause) or is_negative(clause.children):
        return
    if any(child.dep_ in {"conj", "advcl", "parataxis"} for word in (predicate, clause) for child in word.children):
        return
    source = sentence.text.text
    if any(not free(sentence.text, word.idx, stop(word)) for word in (*words[:5], finite)):
        return
    front = raised(words[4].text[:1], sentence)
    after = f"{BE['present'][number]} {predicate.text} to {base}"
    yield Proposal(
        (
            replace_span(source, sentence.span.start, words[4].idx + 1, front),
            replace_span(source, finite.idx, stop(finite), after),
        ),
        details={"direction": "subject", "held": predicate.lower_},
    )


PERTURBATION = RuleBased(
    name="subject-raising",
    family="benign",
    summary='Says "It is believed that Ode is ill" for "Ode is believed to be ill", or the other way round.',
    propose=propose,
    checks=BENIGN,
    version="2",
    limits=(
        "Listed verbs of holding and expecting, in plain sentences that begin with their subject; what is denied, "
        "joined or counted by every, no or only stays, and so does what persons are expected to do: it may be a duty."
    ),
    illustration=Illustration(
        response="The old mill is believed to be haunted.",
        after="It is believed that the old mill is haunted.",
    ),
)
