"""Discourse fillers between and before the sentences of a response: more words, no further claim."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from gaugeblock.perturb.base import Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected, outside_quotations
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.verbosity._length import TARGETS, Supply, near_target, wanted_words, words
from gaugeblock.perturb.verbosity._openings import can_follow_that, lowered

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_ASIDES_EACH = 3  # more sentences than this before one of the response's own reads as noise


@dataclass(slots=True)
class _Slot:
    """The start of a sentence, and what is put there."""

    start: int
    opening: str
    lowered: str | None
    asides: list[str] = field(default_factory=list)
    frame: str = ""

    def edit(self, response: str) -> Edit:
        before = " ".join([*self.asides, self.frame]).strip() + " "
        opening = self.lowered if self.frame and self.lowered is not None else self.opening
        return replace_span(response, self.start, self.start + len(self.opening), before + opening)


def _slots(example: Example, text: Text) -> list[_Slot]:
    slots = []
    for span in text.sentences:
        # A filler within direct speech would be put into somebody's mouth; one within code would break it.
        if any(guard.start <= span.start < guard.end for guard in (*text.protected, *text.quotations)):
            continue
        sentence = text.doc.char_span(span.start, span.end, alignment_mode="expand")
        if sentence is None or not text.text[span.start].isalnum():
            continue
        opening = text.text[span.start]
        small = lowered(sentence, example) if can_follow_that(sentence) else None
        slots.append(_Slot(span.start, opening, small))
    return slots


def _fill(slots: list[_Slot], wanted: int, frames: Supply, asides: Supply) -> None:
    """Puts fillers into the slots, one a round in each, until they add about as many words as wanted."""
    for turn in range(_ASIDES_EACH + 1):
        for slot in slots:
            if wanted <= 0:
                return
            if turn == 0 and slot.lowered is not None:
                slot.frame = frames.take(wanted) or ""
                wanted -= words(slot.frame)
            elif len(slot.asides) < _ASIDES_EACH and (aside := asides.take(wanted)):
                slot.asides.append(aside)
                wanted -= words(aside)


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    seed = rng.random()
    for severity in TARGETS:
        chance = random.Random(seed)
        slots = _slots(example, text)
        chance.shuffle(slots)
        frames, asides = Supply(_LEXICON["frames"], chance), Supply(_LEXICON["asides"], chance)
        _fill(slots, wanted_words(text.text, severity), frames, asides)
        edits = tuple(slot.edit(text.text) for slot in slots if slot.frame or slot.asides)
        if edits:
            added = sum(words(edit.after) - words(edit.before) for edit in edits)
            ratio = round(1 + added / words(text.text), 3)
            yield Proposal(edits, severity, {"ratio": ratio, "target": TARGETS[severity]})


PERTURBATION = RuleBased(
    name="filler",
    family="verbosity",
    summary="Puts discourse fillers that claim nothing before sentences of the response.",
    propose=_propose,
    checks=(near_target, outside_protected, outside_quotations),
    severities=tuple(TARGETS),
)
