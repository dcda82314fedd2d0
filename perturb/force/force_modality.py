"""Possibility made certainty: "may reduce" becomes "is likely to reduce", "reduces", "certainly reduces"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal
from gaugeblock.perturb.checks import same_entities, same_numbers
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._axis import evidence_is_weak, force_perturbation, not_stated
from gaugeblock.perturb.force._hedges import hedge
from gaugeblock.perturb.force._modals import future, verb_group
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.force._reports import found, tentative
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text

_LEXICON: dict[str, Any] = lexicon(__file__)
_ASKING = frozenset({"how", "whether", "what"})
_ASKED = 8  # words behind such a word that belong to the question
_CONVICTED = regex.compile(_LEXICON["convicted"])


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    tokens = [token for token in text.doc if not _is_asked(token)]
    for token in tokens:
        yield from verb_group(token)
        yield from tentative(token)
        yield from hedge(token)
    for token in tokens:  # claims without a hedge, which can be raised only to proof and certainty, come last
        yield from found(token)
        yield from future(token)


def _is_asked(token: Any) -> bool:
    """Whether a word stands in an indirect question: "how long they are likely to stay"."""
    return any(word.lower_ in _ASKING for word in token.doc[max(token.sent.start, token.i - _ASKED) : token.i])


def _not_convicted(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses to call somebody guilty of whom the context may say so."""
    if "guilty" in proposal.details["to"] and _CONVICTED.search(original.context_text.lower()):
        return "the context speaks of guilt"
    return None


PERTURBATION = force_perturbation(
    "modality",
    "Turns a possibility into a certainty.",
    _find,
    (not_stated, evidence_is_weak(_LEXICON["weak_evidence"]), _not_convicted, same_numbers, same_entities),
    triggers=_LEXICON["triggers"],
    limits=(
        "A claim without a hedge is raised at the highest severity only: a finding to conclusive proof, 'will' to "
        "'will certainly'. "
        "Past ability ('she could swim'), permission and conditions are left alone, and so are hedges within a denial."
    ),
    illustration=Illustration(
        response="The new valve may reduce leaks.",
        after="The new valve is likely to reduce leaks.",
        context=("Engineers think that the new valve might reduce leaks in old pumps.",),
    ),
)
