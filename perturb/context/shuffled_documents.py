"""The documents in another order, which must not matter to whether they support the response."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.documents import KEPT, cites_by_number, present, rewritten
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import Text

_TRIES = 20


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Orders in which some document stands elsewhere; the empty ones keep their places."""
    places = present(example)
    if len(places) < 2 or cites_by_number(f"{example.response} {example.question or ''}"):
        return
    for _ in range(_TRIES):
        order = list(places)
        rng.shuffle(order)
        if order != places:
            edits = tuple(
                rewritten(example, place, example.context[source]) for place, source in zip(places, order, strict=True)
            )
            yield Proposal(edits, details={"order": order})


PERTURBATION = RuleBased(
    name="shuffled-documents",
    family="context",
    summary="Puts the documents in another order.",
    propose=propose,
    languages=ANY_LANGUAGE,
    relation=KEPT,
    limits="Needs two documents, and leaves alone a response that refers to documents by their number.",
    illustration=Illustration(
        response="The pool opens at seven.",
        context=("The pool opens at seven.", "Tickets are sold at the gate."),
        after="Tickets are sold at the gate.",
        shows="context[0]",
    ),
)
