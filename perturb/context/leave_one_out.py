"""Each document left out in turn, to see which of them a score rests on."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.documents import field_name, present, rewritten
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import Text


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One proposal for each document, where there are two or more."""
    documents = present(example)
    if len(documents) < 2:
        return
    wanted = content_stems(f"{example.response} {example.question or ''}")
    for position in documents:
        shares = bool(wanted & content_stems(example.context[position]))
        yield Proposal(
            (rewritten(example, position, ""),),
            details={"document": position, "field": field_name(position), "shares_words": shares},
            # What shares no word with the response cannot have been what supports it; of the rest nothing is known.
            keeps_label=True,
            unknown_label=shares,
        )


def document_left_out(proposal: Proposal) -> object:
    """The slot of a proposal: the document that it leaves out."""
    return proposal.details["document"]


PERTURBATION = RuleBased(
    name="leave-one-out",
    family="context",
    summary="Leaves out one document at a time.",
    propose=propose,
    languages=ANY_LANGUAGE,
    keeps_label=False,
    group=document_left_out,
    limits="Needs two documents. It says nothing of how the score must change: it is for the influence of a document.",
    illustration=Illustration(
        response="The pool opens at seven.",
        context=("The pool opens at seven.", "Tickets are sold at the gate."),
        after="",
        shows="context[0]",
    ),
)
