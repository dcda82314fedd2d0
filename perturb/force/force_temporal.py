"""Dated evidence made timeless: "rose in 2019" becomes "rose in recent years", "year after year", "in every year"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._axis import Raise, evidence_is_not_strong, force_perturbation
from gaugeblock.perturb.force._dated import dated_phrases, years_and_months
from gaugeblock.perturb.force._evidence import squeezed
from gaugeblock.perturb.force._grammar import as_written, clause_verb, is_conditional, is_negated
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text

_LEXICON: dict[str, Any] = lexicon(__file__)
_REPEATABLE = frozenset(_LEXICON["repeatable_verbs"])
_STATES = frozenset(_LEXICON["state_verbs"])
_LEVELS: dict[str, list[str]] = _LEXICON["levels"]
_NOW: dict[str, list[str]] = _LEXICON["now"]


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    found = dated_phrases(text.text)
    for kind, start, end in found:
        if sum(text.sentence_at(start) == text.sentence_at(other) for _, other, _ in found) == 1:
            yield from _dated(text, kind, start, end)  # two dates in a sentence compare: they are left alone
    for token in text.doc:
        if token.text in _NOW and token.pos_ == "ADV":
            yield from _currently(token)


def _dated(text: Text, kind: str, start: int, end: int) -> Iterator[Raise]:
    phrase = text.doc.char_span(start, end, alignment_mode="expand")
    if phrase is None:
        return
    root, head = phrase.root, phrase.root.head
    verb = clause_verb(head if root.dep_ != "ROOT" else root)
    if verb is None or is_negated(verb) or is_conditional(verb) or verb.sent.start > phrase.start:
        return
    if head != verb and not (head.dep_ in {"nsubj", "nsubjpass"} and head.head == verb):
        return
    weak = text.text[start:end]
    for severity, level in _levels(kind, verb):
        yield Raise(severity, ((start, end, as_written(weak, level)),), weak, level)


def _levels(kind: str, verb: Any) -> list[tuple[int, str]]:
    """The raised wordings that suit the verb: nothing for what can happen once only."""
    auxiliaries = [child for child in verb.children if child.dep_ in {"aux", "auxpass"}]
    if any(word.tag_ == "MD" or word.lower_ in {"had", "having", "to", "been"} for word in auxiliaries):
        return []
    perfect = any(word.lower_ in {"has", "have"} for word in auxiliaries)
    passive = any(word.dep_ == "auxpass" for word in auxiliaries)
    if kind == "as-of":
        if verb.lemma_ in _STATES and not passive and not perfect:
            return list(enumerate(_LEXICON["as_of"]["past" if verb.tag_ == "VBD" else "present"], 1))
        return []
    if verb.tag_ not in {"VBD", "VBZ", "VBP", "VBN"} or (verb.tag_ == "VBN" and not passive and not perfect):
        return []
    if verb.tag_ == "VBD" and any(word.tag_ == "VBG" for word in auxiliaries):
        return []
    if verb.lemma_ == "be" and not _is_measure(verb):
        return []
    known = _REPEATABLE | _STATES if not passive else frozenset(_LEXICON["repeatable_passives"])
    return list(enumerate(_LEVELS[kind], 1)) if verb.lemma_ in known else []


def _is_measure(be: Any) -> bool:
    """Whether "was" gives a quantity or a quality, not an event or a place."""
    said = [child for child in be.children if child.dep_ in {"attr", "acomp"}]
    return any(word.dep_ == "acomp" or any(part.like_num or part.text == "%" for part in word.subtree) for word in said)


def _currently(adverb: Any) -> Iterator[Raise]:
    """ "currently" in a present clause."""
    doc = adverb.doc
    verb = clause_verb(adverb)
    if verb is None or adverb.i == 0 or adverb.i + 1 >= len(doc) or is_negated(verb) or is_conditional(adverb):
        return
    if not doc[adverb.i - 1].is_alpha or not doc[adverb.i + 1].is_alpha:
        return
    finite = [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]
    if not any(word.tag_ in {"VBZ", "VBP"} for word in finite) or any(word.tag_ in {"VBD", "MD"} for word in finite):
        return
    for severity, level in enumerate(_NOW[adverb.text], 1):
        change = (adverb.idx, adverb.idx + len(adverb), level)
        yield Raise(severity, (change,), adverb.text, level, doc[adverb.i + 1].text)


def _evidence_is_dated(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses where the context does not have the date, so that the dated claim has no evidence either."""
    evidence = squeezed(original.context_text)
    missing = [date for date, pattern in years_and_months(proposal.details["from"]) if not pattern.search(evidence)]
    return f"the context has no {missing[0]}" if missing else None


PERTURBATION = force_perturbation(
    "temporal",
    "Turns a dated statement into a timeless one.",
    _find,
    (_evidence_is_dated, evidence_is_not_strong(_LEXICON["strong_evidence"])),
)
