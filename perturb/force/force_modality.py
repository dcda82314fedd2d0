"""Possibility made certainty: "may reduce" becomes "is likely to reduce", "reduces", "certainly reduces"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal
from gaugeblock.perturb.checks import same_entities, same_numbers
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._accusations import accusation
from gaugeblock.perturb.force._appearances import appearance
from gaugeblock.perturb.force._axis import (
    evidence_is_not_strong,
    evidence_is_weak,
    force_perturbation,
    not_stated,
)
from gaugeblock.perturb.force._hedges import hedge
from gaugeblock.perturb.force._intentions import intention
from gaugeblock.perturb.force._modals import future, modal_verb
from gaugeblock.perturb.force._openers import opens_turn
from gaugeblock.perturb.force._predicates import predicate
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.force._regard import regarded
from gaugeblock.perturb.force._reports import found, tentative
from gaugeblock.perturb.force._sources import put_down_to
from gaugeblock.perturb.force._statements import PROVED, put_forward, stated
from gaugeblock.perturb.lexicon import any_word, lexicon
from gaugeblock.perturb.text import Text, tokens_of

_LEXICON: dict[str, Any] = lexicon(__file__)
_ASKING = frozenset({"how", "whether", "what"})
_ASKED = 8  # words behind such a word that belong to the question
_HEDGED = (
    *(modal_verb, predicate, appearance, intention, tentative, hedge),
    *(accusation, regarded, put_forward, put_down_to),
)
_SAID = frozenset(_LEXICON["said"])
_CAPITALISED = regex.compile(r"\b\p{Lu}[\p{L}\p{M}'’-]*")
_CONVICTED = regex.compile(_LEXICON["convicted"])


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    asking = [token.i for token in tokens_of(text.syntax) if token.lower_ in _ASKING or _asks_where(token)]
    tokens = [token for token in tokens_of(text.syntax) if not (asking and _is_asked(token, asking))]
    for token in tokens:
        for rule in _HEDGED:
            yield from rule(token)
    for token in tokens:  # claims without a hedge, which can be raised only to proof and certainty, come last
        yield from found(token)
        yield from future(token)
    for token in tokens:
        yield from stated(token)


def _asks_where(token: Any) -> bool:
    """Whether a word begins a question in other words: "is considering where more gates could be"."""
    return token.lower_ in {"where", "which"} and token.i > token.sent.start and token.nbor(-1).pos_ == "VERB"


def _is_asked(token: Any, asking: list[int]) -> bool:
    """Whether a word stands in an indirect question: "how long they are likely to stay".

    Args:
        token: the word.
        asking: where the words stand that may begin one.
    """
    near = [at for at in asking if token.i - _ASKED <= at < token.i]
    return bool(near) and near[-1] >= token.sent.start


def _not_convicted(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses to call somebody guilty of whom the context may say so."""
    if "guilty" in proposal.details["to"] and _CONVICTED.search(original.context_text.lower()):
        return "the context speaks of guilt"
    return None


_hedged = evidence_is_weak(any_word(_LEXICON["weak_evidence"]))
_told = evidence_is_weak(_LEXICON["told_evidence"])
_not_shown = evidence_is_not_strong(_LEXICON["shown_evidence"])


def _evidence_is_weak(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The evidence must be hedged; for what was said and is made proved, it must say that it was said, and no more."""
    said = proposal.details["to"].partition(" ")[0] in PROVED and proposal.details["from"] in _SAID
    if said or proposal.details["from"].lower() == "according to":
        return _told(original, changed, proposal) or _not_shown(original, changed, proposal)
    return _hedged(original, changed, proposal)


def _same_names(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The names stay; the capital of a turn's first word ("Bob: Let's go") makes it no name, unless it is one."""
    first = proposal.edits[0]
    before = original.response[: first.start].rstrip()
    if before.endswith(":") and "\n" not in before and len(proposal.edits) == 1:
        capitals = [word for text in (first.before, first.after) for word in _CAPITALISED.findall(text)]
        if all(map(opens_turn, capitals)):
            return None
    return same_entities(original, changed, proposal)


PERTURBATION = force_perturbation(
    "modality",
    "Turns a possibility into a certainty.",
    _find,
    (not_stated, _evidence_is_weak, _not_convicted, same_numbers, _same_names),
    triggers=any_word(_LEXICON["triggers"]),
    last_triggers=_LEXICON["last_triggers"],
    limits=(
        "A claim without a hedge is raised at the highest severity only: a finding to conclusive proof, 'will' to "
        "'will certainly', what somebody says to what they prove. "
        "Past ability ('she could swim'), permission and conditions are left alone, and so are hedges within a denial."
    ),
    illustration=Illustration(
        response="The new valve may reduce leaks.",
        after="The new valve is likely to reduce leaks.",
        context=("Engineers think that the new valve might reduce leaks in old pumps.",),
    ),
)
