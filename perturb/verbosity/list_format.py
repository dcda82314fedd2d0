"""The sentences of a response as a list with a lead-in."""

from __future__ import annotations

import random
from collections.abc import Iterable

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected, outside_quotations
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_LEAD_INS: list[str] = lexicon(__file__)["lead_ins"]
_ENDED = regex.compile(r"[.!?]\)?\Z")
_MOST_ITEMS = 12


def _can_be_listed(text: Text) -> bool:
    """Whether the response is a paragraph of two sentences or more, each of them whole."""
    sentences = text.sentences
    if not 2 <= len(sentences) <= _MOST_ITEMS or len(text.text.strip().splitlines()) > 1:
        return False
    pieces = [span.of(text.text) for span in sentences]
    return all(_ENDED.search(piece) and piece[0].isalnum() and not piece[0].islower() for piece in pieces)


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    if not _can_be_listed(text):
        return
    lead_in = rng.choice(_LEAD_INS)
    spans = text.sentences
    for kind in ("numbered", "bulleted"):
        marks = [f"{item}. " if kind == "numbered" else "- " for item in range(1, len(spans) + 1)]
        edits = [replace_span(text.text, spans[0].start, spans[0].start, f"{lead_in}\n\n{marks[0]}")]
        for before, span, mark in zip(spans, spans[1:], marks[1:], strict=False):
            edits.append(replace_span(text.text, before.end, span.start, f"\n{mark}"))
        yield Proposal(tuple(edits), None, {"kind": kind, "items": len(spans)})


PERTURBATION = RuleBased(
    name="list-format",
    family="verbosity",
    summary="Writes the sentences of a response as a list with a neutral lead-in.",
    propose=_propose,
    checks=(outside_protected, outside_quotations),
    group=lambda proposal: proposal.details["kind"],
    limits=(
        "Only a single paragraph of two to twelve whole sentences becomes a list; connectives such as “however” stay, "
        "although an item of a list seldom opens with one."
    ),
    illustration=Illustration(
        response="The ferry was cancelled because of high waves. The passengers slept in a school.",
        after=(
            "This can be set out point by point, as follows:\n\n1. The ferry was cancelled because of "
            "high waves.\n2. The passengers slept in a school."
        ),
    ),
)
