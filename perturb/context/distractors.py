"""Unrelated passages added to the documents: the evidence is still there, among more that has nothing to do with it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.documents import KEPT, field_name, present
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.passages import unrelated_passages
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit

PASSAGES = {1: 1, 2: 3, 3: 8}
"""How many passages are added at each severity."""


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One, three and eight passages behind the last document, the smaller numbers being part of the larger."""
    if not present(example):
        return
    passages = unrelated_passages(example, rng)
    have = len(example.context)
    for severity, wanted in PASSAGES.items():
        if len(passages) >= wanted:
            edits = (Edit(field_name(have + at), 0, 0, "", passages[at]) for at in range(wanted))
            yield Proposal(tuple(edits), severity, {"added": wanted})


PERTURBATION = RuleBased(
    name="distractors",
    family="context",
    summary="Adds one, three or eight unrelated passages as further documents.",
    propose=propose,
    severities=tuple(PASSAGES),
    relation=KEPT,
    limits="The passages are about everyday crafts and villages, in English, and stand behind the last document only.",
    illustration=Illustration(
        response="The pool opens at seven.",
        context=("The pool opens at seven.",),
        after="An accordion maker in Tessaly Row tunes each reed by ear. He files away a hair's breadth of "
        "brass, listens, and files again. A large instrument holds several hundred reeds and takes a "
        "winter to finish. Musicians wait years for one. The maker keeps a parrot in the workshop, which"
        " whistles the reference note and is, he claims, never flat.",
        shows="context[1]",
    ),
)
