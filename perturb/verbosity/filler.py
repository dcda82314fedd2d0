"""Discourse fillers between and before the sentences of a response: more words, no further claim."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected, outside_quotations
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import lowered
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.verbosity._length import TARGETS, Supply, near_target, wanted_words, words
from gaugeblock.perturb.verbosity._openings import can_follow_that

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_ASIDES_EACH = 8  # the most sentences before one of the response's own


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
        small = lowered(opening, sentence[0], example, certain=True) if can_follow_that(sentence) else None
        slots.append(_Slot(span.start, opening, small))
    return slots


@dataclass(slots=True)
class _Padding:
    """The slots of a response, filled further for each level."""

    slots: list[_Slot]
    frames: Supply
    asides: Supply
    added: int = 0

    def fill(self, wanted: int) -> None:
        """Puts fillers into the slots, one a round in each, until about so many words are there in all."""
        for turn in range(_ASIDES_EACH + 1):
            for slot in self.slots:
                left = wanted - self.added
                if left <= 0:
                    return
                if turn == 0:
                    if slot.lowered is not None and not slot.frame:
                        slot.frame = self.frames.take(left) or ""
                        self.added += words(slot.frame)
                elif len(slot.asides) < turn and (aside := self.asides.take(left)):
                    slot.asides.append(aside)
                    self.added += words(aside)


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    slots = _slots(example, text)
    rng.shuffle(slots)
    padding = _Padding(slots, Supply(_LEXICON["frames"], rng), Supply(_LEXICON["asides"], rng))
    for severity, target in TARGETS.items():
        padding.fill(wanted_words(text.text, severity))
        if padding.added:
            edits = tuple(slot.edit(text.text) for slot in slots if slot.frame or slot.asides)
            ratio = round(1 + padding.added / words(text.text), 3)
            yield Proposal(edits, severity, {"ratio": ratio, "target": target})


PERTURBATION = RuleBased(
    name="filler",
    family="verbosity",
    summary="Puts discourse fillers that claim nothing before sentences of the response.",
    propose=_propose,
    checks=(near_target, outside_protected, outside_quotations),
    severities=tuple(TARGETS),
    version="4",
    limits=(
        "The highest levels put several sentences in a row that say nothing, which no careful writer would. No filler "
        "is used twice, so that long responses of few sentences do not reach the highest level."
    ),
    illustration=Illustration(
        response="The ferry to Norsund was cancelled because of high waves. The passengers slept in a school.",
        after=(
            "Note that the ferry to Norsund was cancelled because of high waves. To be clear, the "
            "passengers slept in a school."
        ),
    ),
)
