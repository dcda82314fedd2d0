"""Preambles before a response and closers after it: courtesy and talk about the answer, no further claim."""

from __future__ import annotations

import random
from collections.abc import Iterable

from gaugeblock.perturb.base import Proposal, RuleBased
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span
from gaugeblock.perturb.verbosity._length import TARGETS, Supply, near_target, wanted_words, words

_LEXICON: dict[str, list[str]] = lexicon(__file__)


def _phrases(wanted: int, rng: random.Random) -> tuple[list[str], list[str]]:
    """Preambles and closers, in turn, of about so many words; fewer where both lists are used up."""
    sides: tuple[list[str], list[str]] = ([], [])
    lists = [_LEXICON["preambles"], _LEXICON["closers"]]
    supplies = [Supply(phrases, rng) for phrases in lists]
    turn = rng.randrange(2)
    while wanted > 0 and any(len(side) < len(phrases) for side, phrases in zip(sides, lists, strict=True)):
        if len(sides[turn]) < len(lists[turn]):
            phrase = supplies[turn].take(wanted)
            if phrase is None:
                break
            sides[turn].append(phrase)
            wanted -= words(phrase)
        turn = 1 - turn
    before, after = (sorted(side, key=phrases.index) for side, phrases in zip(sides, lists, strict=True))
    return before, after


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    body = text.text.strip()
    if not body:
        return
    start = text.text.index(body)
    end = start + len(body)
    seed = rng.random()
    for severity in TARGETS:
        before, after = _phrases(wanted_words(body, severity), random.Random(seed))
        edits = []
        if before:
            edits.append(replace_span(text.text, start, start, " ".join(before) + "\n\n"))
        if after:
            edits.append(replace_span(text.text, end, end, "\n\n" + " ".join(after)))
        ratio = round(1 + sum(words(edit.after) for edit in edits) / words(body), 3)
        yield Proposal(tuple(edits), severity, {"ratio": ratio, "target": TARGETS[severity]})


PERTURBATION = RuleBased(
    name="preamble-closer",
    family="verbosity",
    summary="Puts preambles before the response and closers after it that claim nothing.",
    propose=_propose,
    checks=(near_target,),
    severities=tuple(TARGETS),
)
