"""Dated evidence made timeless: "rose in 2019" becomes "rose in recent years", "year after year", "in every year"."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal
from gaugeblock.perturb.evidence import squeezed
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._axis import evidence_is_not_strong, force_perturbation
from gaugeblock.perturb.force._dated import dated_phrases, years_and_months
from gaugeblock.perturb.force._effects import EFFECT_VERBS
from gaugeblock.perturb.force._raise import UNSAID, Raise, worded
from gaugeblock.perturb.force._today import everyday
from gaugeblock.perturb.grammar import clause_verb, is_conditional, is_negated, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, entity_type, tokens_of
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_REPEATABLE = frozenset(_LEXICON["repeatable_verbs"])
_PASSIVES = frozenset(_LEXICON["repeatable_passives"])
_MEASURED = frozenset(_LEXICON["measured_verbs"])
_ONE_CHANGE = frozenset(_LEXICON["one_change"])
_STATES = frozenset(_LEXICON["state_verbs"])
_LEVELS: dict[str, list[str]] = _LEXICON["levels"]
_STANDING: dict[str, list[str]] = _LEXICON["standing"]
_NOW: dict[str, list[str]] = _LEXICON["now"]
_TIMES = frozenset(_LEXICON["times"])
_COUNTS = frozenset(_LEXICON["counts"])
_OFTEN = frozenset(_LEXICON["often"])
_TENSES = {"present": {"VBZ", "VBP", "MD"}, "past": {"VBD"}}


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    found = dated_phrases(text.text)
    dates_in_sentence = Counter(text.sentence_at(start) for _, start, _ in found)
    for kind, start, end in found:
        if dates_in_sentence[text.sentence_at(start)] == 1:
            yield from _dated(text, kind, start, end)  # two dates in a sentence compare: they are left alone
    for token in tokens_of(text.syntax):
        if token.text in _NOW and token.pos_ == "ADV":
            yield from _currently(token)
    yield from everyday(text)


def _dated(text: Text, kind: str, start: int, end: int) -> Iterator[Raise]:
    phrase = text.syntax.char_span(start, end, alignment_mode="expand")
    if phrase is None:
        return
    verb = clause_verb(phrase.root.head)
    if kind == "span" and verb is not None and verb.dep_ == "pcomp":
        verb = clause_verb(verb.head.head)  # "superior in easing pain over six months"
    if verb is None or is_negated(verb) or is_conditional(verb) or verb.sent.start > phrase.start:
        return
    weak = text.text[start:end]
    if phrase.start and phrase.doc[phrase.start - 1].lemma_.lower() in _TIMES:
        return  # "the four decades from 1965 to 2005"
    if text.text.startswith((" (", " and a half"), end):
        return  # "in 1992 (the year of the strike)"
    if text.text[end : end + 4] == " to " and "from " in text.text[verb.sent.start_char : start]:
        return  # "from 18 in 2003 to 30"
    for severity, level in worded(_levels(kind, verb)):
        yield Raise(severity, ((start, end, like_case(weak, level)),), weak, level)


def _levels(kind: str, verb: Any) -> list[str]:
    """The raised wordings that suit the verb: none for what can happen once only."""
    group = [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]
    words = {word.lower_ for word in group}
    if words & {"to", "having", "being"}:
        return []
    perfect = bool(words & {"has", "have"})
    tense = next((name for name, tags in _TENSES.items() if any(word.tag_ in tags for word in group)), "")
    if kind == "span":
        return _LEVELS["span"] if tense and (verb.lemma_ in EFFECT_VERBS | _STATES or _is_repeatable(verb)) else []
    if kind == "as-of":
        stated = verb.lemma_ in _STATES or tense == "present"
        return [] if perfect or "had" in words - {verb.lower_} or not stated else _STANDING.get(tense, [])
    if kind == "since" and (_is_personal(verb) or _is_counted(verb)):
        return []
    if kind == "since" and verb.lemma_ not in _ONE_CHANGE:
        if perfect and verb.lemma_ in _REPEATABLE:
            return _LEVELS["years"]
        if verb.lemma_ == "be" and any(child.lower_ in {"in", "at", "on"} for child in verb.children):
            return []  # "has been in prison since 1987"
        if perfect and verb.lemma_ != "be" and _is_measured(verb):
            return []  # "has put $1 million" since then comes to that in all
        if perfect:
            return _STANDING["perfect"]
        return _without_first(_STANDING["present"]) if tense == "present" else []  # "since 1979" says "at present" too
    once = kind == "since" or "MD" in {word.tag_ for word in group} or "had" in words - {verb.lower_} or not tense
    if any(word.lower_ in _OFTEN for word in verb.subtree):
        return []  # "nine times in the last 12 months"
    if once or _is_personal(verb) or not _is_repeatable(verb):
        return []
    # "a deficit of £2bn in recent years" may be what the years come to together, and is no more than that of one
    return _without_first(_LEVELS[kind]) if _is_measured(verb) else _LEVELS[kind]


def _without_first(levels: list[str]) -> list[str]:
    return [UNSAID, *levels[1:]]


def _is_repeatable(verb: Any) -> bool:
    """Whether what the verb says can be said of many years: growth, totals, shares; not deaths and openings."""
    if any(child.dep_ == "auxpass" for child in verb.children):
        return verb.lemma_ in _PASSIVES
    if verb.lemma_ in _MEASURED:
        return _has_measure(verb)
    return verb.lemma_ in _REPEATABLE


def _has_measure(verb: Any) -> bool:
    """Whether the verb has a quantity, a quality or a direction with it: "was 5%", "lost 4.1%", "went down"."""
    said = [child for child in verb.children if child.dep_ in {"attr", "acomp", "dobj", "prt", "advmod"}]
    return any(
        (word.dep_ == "acomp" and verb.lemma_ != "go")  # "went unsold" has happened once
        or word.lower_ in {"up", "down"}
        or any(part.like_num or part.text == "%" for part in word.subtree)
        for word in said
    )


def _is_personal(verb: Any) -> bool:
    """Whether the claim is about a person or a first time, which a year does not repeat."""
    subject = subject_of(verb)
    if subject is not None and (entity_type(subject) == "PERSON" or subject.lower_ in {"he", "she", "i", "you", "who"}):
        return True
    return any(word.lower_ in {"love", "ill", "asleep", "apart", "time", "first", "new"} for word in verb.subtree)


def _is_counted(verb: Any) -> bool:
    """Whether a clause counts what came since a date: "have won twice since May"."""
    return any(word.lower_ in _COUNTS or word.dep_ == "nummod" for word in verb.subtree if entity_type(word) != "DATE")


def _is_measured(verb: Any) -> bool:
    """Whether a clause has an amount in it beside its date; a rate is none."""
    amounts = [word for word in verb.subtree if word.ent_type_ != "DATE" and any(map(str.isdigit, word.text))]
    return any(word.i + 1 == len(word.doc) or word.nbor().lower_ not in {"%", "percent", "per"} for word in amounts)


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
    for severity, level in worded(_NOW[adverb.text]):
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
    triggers=_LEXICON["triggers"],
    limits=(
        "What can happen once only (a death, an opening, a match) is left alone, and so is a sentence with two dates, "
        "which compares them. The day of an event is raised only for what people do again and again."
    ),
    illustration=Illustration(
        response="Rents rose by 6% in 2019.",
        after="Rents rose by 6% in recent years.",
        context=("Rents in the town rose by 6% in 2019.",),
    ),
    version="13",
)
