"""Some made all, a subgroup made everyone: "some patients" becomes "many", "most" and "all patients"."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal
from gaugeblock.perturb.checks import same_entities
from gaugeblock.perturb.evidence import content_stems, evidence_for, squeezed
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._axis import claim_at, force_perturbation, not_stated
from gaugeblock.perturb.force._frequencies import frequency
from gaugeblock.perturb.force._general import bare_effect, bare_group, bare_object
from gaugeblock.perturb.force._groups import group, people
from gaugeblock.perturb.force._quantities import WHOLES, quantity
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, tokens_of

_LEXICON: dict[str, str] = lexicon(__file__)
_EVERYONE = regex.compile(_LEXICON["strong_evidence"])
_ALMOST = regex.compile(rf"\b(?:almost|nearly) (?:all|{'|'.join(WHOLES)})\b")
_ALL = regex.compile(_LEXICON["all_of_it"])


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    for token in tokens_of(text.syntax):
        yield from quantity(token)
        yield from group(token)
        yield from frequency(token)
    for token in tokens_of(text.syntax):
        yield from people(token)
    for token in tokens_of(
        text.syntax
    ):  # claims that name no part of a group can be raised to all of it only, and come last
        yield from bare_object(token)
        yield from bare_group(token)
        yield from bare_effect(token)


def _not_of_all(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses where the nearest sentences say "everyone", "always", or "all" of what the claim is about."""
    claim = claim_at(original.response, proposal.edits[0].start)
    words = content_stems(proposal.details["ladder"][-1][1]) | content_stems(proposal.details["from"])
    for sentence in evidence_for(claim, original.context, 2):
        read = _ALMOST.sub("", squeezed(sentence))
        if found := _EVERYONE.search(read):
            return f"the evidence itself says {found[0]!r}"
        for found in _ALL.finditer(read):
            if not words or words & content_stems(found[0]):
                return f"the evidence itself says {found[0]!r}"
    return None


PERTURBATION = force_perturbation(
    "scope",
    "Turns a claim about some, or about a subgroup, into a claim about all.",
    _find,
    (not_stated, _not_of_all, same_entities),
    triggers=_LEXICON["triggers"],
    limits=(
        "Part of what is counted in years, ways or times is left alone, and so is 'some' where it says that there is "
        "something. A claim about a group in general, or about an effect, is raised to 'all' and 'always' only."
    ),
    illustration=Illustration(
        response="Some of the tenants rejected the plan.",
        after="Most of the tenants rejected the plan.",
        context=("The plan was put to the tenants in May. Some of them rejected it.",),
    ),
)
