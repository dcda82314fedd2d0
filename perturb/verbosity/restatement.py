"""Sentences of a response said again in the same words."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected, outside_quotations
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.verbosity._length import TARGETS, near_target, wanted_words, words
from gaugeblock.perturb.verbosity._openings import can_follow_that

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_LEVELS = (1, 2, 3)  # each sentence is said twice at most, which is twice the length
_LEAD_WORDS = 2  # about the length of a lead-in


def _repeatable(text: Text) -> list[Span]:
    """The sentences that can be said again by themselves: whole statements, no list items, no code."""
    found = []
    for span in text.sentences:
        if not free(text, span.start, span.end):
            continue
        sentence = text.doc.char_span(span.start, span.end, alignment_mode="expand")
        if sentence is not None and sentence.text.strip() == span.of(text.text) and can_follow_that(sentence):
            found.append(span)
    return found


def _nearest(spans: Sequence[Span], text: str, wanted: int) -> list[Span]:
    """Sentences, taken in the order given, that add about so many words when each is said again after a lead-in."""
    chosen: list[Span] = []
    total = 0
    for span in spans:
        more = words(span.of(text)) + _LEAD_WORDS
        if abs(total + more - wanted) < abs(total - wanted):
            chosen.append(span)
            total += more
    return chosen


def _again(text: str, spans: Sequence[Span], lead_ins: Mapping[Span, str]) -> tuple[Edit, ...]:
    """Each sentence again right after itself."""
    return tuple(replace_span(text, span.end, span.end, f" {lead_ins[span]} {span.of(text)}") for span in spans)


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    spans = _repeatable(text)
    if not spans:
        return
    order = rng.sample(spans, len(spans))
    leads = rng.sample(_LEXICON["again"], len(_LEXICON["again"]))
    lead_ins = {span: leads[place % len(leads)] for place, span in enumerate(order)}
    shortest = dict.fromkeys(order, min(leads, key=words))
    recap_first = rng.random() < 0.5
    for severity in _LEVELS:
        chosen = _nearest(order, text.text, wanted_words(text.text, severity))
        made = [("again", _again(text.text, chosen, leads_of)) for leads_of in (lead_ins, shortest) if chosen]
        if severity == max(_LEVELS) and len(spans) == len(text.sentences) > 1:
            recap = ("recap", (_recap(text, rng.choice(_LEXICON["recap"])),))
            made.insert(0 if recap_first else len(made), recap)
        for kind, edits in made:
            added = sum(words(edit.after) for edit in edits)
            ratio = round(1 + added / words(text.text), 3)
            yield Proposal(edits, severity, {"kind": kind, "ratio": ratio, "target": TARGETS[severity]})


def _recap(text: Text, lead_in: str) -> Edit:
    """All sentences again after the last one."""
    end = text.sentences[-1].end
    whole = " ".join(span.of(text.text) for span in text.sentences)
    return replace_span(text.text, end, end, f" {lead_in} {whole}")


PERTURBATION = RuleBased(
    name="restatement",
    family="verbosity",
    summary="Says sentences of the response again in the same words.",
    propose=_propose,
    checks=(near_target, outside_protected, outside_quotations),
    severities=_LEVELS,
    limits=(
        "The words are the same the second time: no paraphrase is tried. Sentences with quotations, questions and "
        "sentences that open with a connective are not repeated, and a single sentence reaches only the highest level."
    ),
    illustration=Illustration(
        response=(
            "The ferry was cancelled because of high waves. The passengers slept in a school. "
            "They got soup and a blanket. The next boat leaves on Thursday."
        ),
        after=(
            "The ferry was cancelled because of high waves. The passengers slept in a school. To repeat: "
            "The passengers slept in a school. They got soup and a blanket. The next boat leaves on "
            "Thursday."
        ),
    ),
)
