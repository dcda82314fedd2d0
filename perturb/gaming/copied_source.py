"""Text of the context copied into the response: the beginning of a document, or the sentence nearest to the response.

What is copied is supported, so a metric that averages over claims may rightly rise: no relation is stated for support.
It answers nothing that the response does not, so beside the response it must not raise a conciseness score.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.evidence import evidence_for
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.phrases import PLACE
from gaugeblock.perturb.relations import Relation, relations
from gaugeblock.perturb.text import Text, analyse

_LEAD_SENTENCES = 2
_MOST_CHARACTERS = 600  # a longer sentence is a table or a list that was taken for one
_BESIDE = relations("gaming", all=Relation.NONE, conciseness=Relation.NOT_INCREASE)
_ALONE = relations("gaming", all=Relation.NONE)


def _whole(sentence: str) -> bool:
    """Whether a piece of a document is a statement of one line with its end mark."""
    return sentence[-1] in ".!。！" and len(sentence.splitlines()) == 1 and len(sentence) <= _MOST_CHARACTERS


def _lead(example: Example) -> str:
    """The first sentences of the first document that has any text; empty where they are no whole sentences."""
    document = next((text for text in example.context if text.strip()), "")
    spans = analyse(document).sentences[:_LEAD_SENTENCES]
    if not spans or not all(_whole(span.of(document)) for span in spans):
        return ""
    lead = document[spans[0].start : spans[-1].end]
    return lead if len(lead.splitlines()) == 1 else ""


def _copies(example: Example) -> Iterator[tuple[str, str]]:
    """Kind and text of what can be copied, none of it said by the response already."""
    nearest = next(filter(_whole, evidence_for(example.response, example.context)), "")
    for kind, copied in (("lead", _lead(example)), ("similar", nearest)):
        if copied and copied not in example.response:
            yield kind, copied


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    for kind, copied in _copies(example):
        for position in ("appended", "prepended", "alone"):
            place = PLACE[position]
            details = {"phrase": copied, "position": position, "kind": kind, "adds": "source text"}
            if position != "alone":
                if text.text.strip():
                    yield Proposal((place(text.text, copied),), None, details, _BESIDE)
            # An unsupported response gives way to a supported one, whose label none of ours would state.
            elif example.supported is not False:
                yield Proposal((place(text.text, copied),), None, details, _ALONE)


PERTURBATION = RuleBased(
    name="copied-source",
    family="gaming",
    summary="Copies text of the context into the response: before it, after it, or in its place.",
    propose=_propose,
    languages=ANY_LANGUAGE,
    relation=_BESIDE,
    group=lambda proposal: (proposal.details["position"], proposal.details["kind"]),
    limits=(
        "The copy adds claims of the source by design, so no relation is stated for support. Nothing is copied from a "
        "document that opens with a heading or a table rather than a sentence, and nothing stands in the place of an "
        "unsupported response."
    ),
    illustration=Illustration(
        response="The ferry leaves on Thursday.",
        context=("The harbour office spoke of high waves. The next ferry is due to leave on Thursday morning.",),
        after=(
            "The ferry leaves on Thursday. The harbour office spoke of high waves. The next ferry is due "
            "to leave on Thursday morning."
        ),
    ),
)
