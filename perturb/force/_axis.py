"""What the five axes of force share: the checks that a raised claim must pass, and the perturbation."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

import regex

from gaugeblock.perturb.base import Check, Illustration, Proposal, RuleBased
from gaugeblock.perturb.evidence import content_stems, evidence_for, mentions, squeezed
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._pairs import ContextClaim, context_claims
from gaugeblock.perturb.force._raise import Find, Raise
from gaugeblock.perturb.force._spoken import spoken, spoken_claims
from gaugeblock.perturb.grammar import is_denied
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, analyse, tokens_of
from gaugeblock.perturb.variant import Edit, apply_to_example, replace_span

SEVERITIES = (1, 2, 3)
"""How far a claim is raised: mild, plain, strong."""

LONGEST_EDIT = 80
"""Code points removed and added, taken together; a longer edit is no longer a local contrast."""

SHARED = 2
"""How many content words a claim must share with the nearest sentence of the context, where it has that many."""

_SPACED_NOT = regex.compile(r"\w+n ['’] ?t\b|\w+ n['’]t\b", regex.IGNORECASE)  # "do n't", which a parse may not know
_ALMOST_ALL = regex.compile(r"\b(?:almost|nearly) \w+", regex.IGNORECASE)
_LATEX_QUOTES = regex.compile(r"``.*?(?:''|\Z)", regex.DOTALL)  # as treebank-style tokenisation leaves them


def _edits(text: str, found: Raise) -> tuple[Edit, ...]:
    return tuple(replace_span(text, start, end, after) for start, end, after in found.changes)


@lru_cache(maxsize=64)
def _fixed(response: str) -> tuple[Span, ...]:
    """What no raised claim may touch: quoted speech, code, addresses and markup."""
    text = analyse(response)
    latex_quotes = (Span(*match.span()) for match in _LATEX_QUOTES.finditer(response))
    return (*text.protected, *text.quotations, *latex_quotes)


def claim_at(response: str, position: int) -> str:
    """The sentence of the response in which the claim stands."""
    sentence = analyse(response).sentence_at(position)
    return response if sentence is None else sentence.of(response)


def _claim(example: Example, proposal: Proposal) -> str:
    return claim_at(example.response, proposal.edits[0].start)


def _denied(text: Text, places: Iterable[int]) -> set[int]:
    """The places whose claim is denied: what nobody thinks is weaker, not stronger, for a wider claim within it."""
    starts = [token.idx for token in tokens_of(text.syntax)]
    return {place for place in places if is_denied(text.syntax[max(0, bisect_right(starts, place) - 1)])}


def has_evidence(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses a claim on which no sentence of the context bears: force is relative to evidence."""
    if not original.context_text.strip():
        return "there is no context to hold the claim against"
    claim = _claim(original, proposal)
    nearest, wanted = evidence_for(claim, original.context, 1), content_stems(claim)
    shared = len(wanted & content_stems(nearest[0])) if nearest else 0
    return None if shared >= min(SHARED, len(wanted)) else "no sentence of the context bears on the claim"


def is_local(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses edits that are large or touch protected text or quoted speech."""
    if sum(len(edit.before) + len(edit.after) for edit in proposal.edits) > LONGEST_EDIT:
        return "the edit is not a local one"
    fixed = _fixed(original.response)
    if any(touched(fixed, edit.start, edit.end) for edit in proposal.edits):
        return "the edit touches quoted or protected text"
    return None


def not_stated(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses a claim that the context itself makes as strongly: as the raised claim, or plainly (severity 2)."""
    reached = min(proposal.severity or 1, 2)
    read = original.context_text
    if _ALMOST_ALL.match(proposal.details["from"]):  # or else "almost all of" would itself say "all of"
        read = _ALMOST_ALL.sub("", read)
    for severity, claim in proposal.details["ladder"]:
        if severity >= reached and mentions(read, claim):
            return f"the context says {claim!r}"
    return None


def evidence_is_weak(pattern: str) -> Check:
    """The check that a sentence of the context near the claim has wording of the weaker kind.

    Args:
        pattern: regular expression of such wording, matched in lower case.
    """
    weak = regex.compile(pattern)

    def check(original: Example, changed: Example, proposal: Proposal) -> str | None:
        near = evidence_for(_claim(original, proposal), original.context)
        return None if any(weak.search(squeezed(sentence)) for sentence in near) else "the evidence is not hedged there"

    return check


def evidence_is_not_strong(pattern: str, count: int = 2) -> Check:
    """The check that no sentence of the context near the claim has wording of the stronger kind.

    Args:
        pattern: regular expression of such wording, matched in lower case.
        count: how many of the nearest sentences are read.
    """
    strong = regex.compile(pattern)

    def check(original: Example, changed: Example, proposal: Proposal) -> str | None:
        near = evidence_for(_claim(original, proposal), original.context, count)
        found = next((match for sentence in near if (match := strong.search(squeezed(sentence)))), None)
        return None if found is None else f"the evidence itself says {found.group()!r}"

    return check


def force_perturbation(
    axis: str,
    summary: str,
    find: Find,
    checks: tuple[Check, ...],
    *,
    triggers: str,
    limits: str,
    illustration: Illustration,
    last_triggers: str = "",
    version: str = "12",
) -> RuleBased:
    """The perturbation that raises one claim on one axis, at each severity for which it finds a place.

    Where the response has no claim that can be raised, a sentence of the context is taken as the calibrated claim, or
    a turn of a dialogue in it with the name of its speaker.

    Args:
        axis: ``relation``, ``modality``, ``scope``, ``temporal`` or ``numeric``.
        summary: one sentence for the catalogue.
        find: yields the places.
        checks: the axis's own, after those that every axis shares; those that read the whole response come last.
        triggers: regular expression of the words, in lower case, without which a sentence of the context is not read.
        limits: as in `RuleBased`.
        last_triggers: the same for sentences that are read only where no other gave a claim.
        illustration: as in `RuleBased`.
        version: as in `RuleBased`.
    """
    every = (has_evidence, is_local, *checks)
    words = tuple(regex.compile(pattern) for pattern in (triggers, last_triggers) if pattern)

    def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
        made = False
        if example.supported is not False:
            source = {"source": "response"}
            for proposal in _proposals(axis, find, example, text, rng, source):
                made = made or _holds(example, proposal, every)
                yield proposal
        if not made:
            yield from _from_context(axis, find, example, words, rng, every)

    return RuleBased(
        name=f"force-{axis}",
        family="force",
        summary=summary,
        propose=propose,
        checks=every,
        version=version,
        severities=SEVERITIES,
        keeps_label=False,
        limits=limits,
        illustration=illustration,
    )


def _proposals(
    axis: str, find: Find, example: Example, text: Text, rng: random.Random, source: dict[str, Any]
) -> Iterator[Proposal]:
    """The raised claims of a response, with what tells them apart."""
    if not text.text.strip():
        return
    found = list(find(text, rng))
    if not found:
        return
    ladders: dict[int, list[list[Any]]] = {}
    for place in found:
        ladders.setdefault(place.start, []).append([place.severity, f"{place.strong} {place.anchor}".strip()])
    denied = _denied(text, ladders)
    for place in found:
        if place.start in denied:
            continue
        claim = claim_at(text.text, place.start)
        if _SPACED_NOT.search(claim):
            continue
        details = {
            "axis": axis,
            "from": place.weak,
            "to": place.strong,
            "ladder": ladders[place.start],
            "repair": claim,
            **source,
            **_decisive(claim, example, source),
        }
        yield Proposal(_edits(text.text, place), place.severity, details)


def _decisive(claim: str, example: Example, source: dict[str, Any]) -> dict[str, Any]:
    """Where the context has the sentence that bears most on a claim: the evidence that decides about the pair."""
    if "span" in source:
        return {"evidence": {"field": source["source"], "span": source["span"]}}
    nearest = evidence_for(claim, example.context, 1)
    for position, document in enumerate(example.context):
        if nearest and (start := document.find(nearest[0])) >= 0:
            return {"evidence": {"field": f"context[{position}]", "span": [start, start + len(nearest[0])]}}
    return {"evidence": None}


def _from_context(
    axis: str,
    find: Find,
    example: Example,
    triggers: tuple[regex.Pattern[str], ...],
    rng: random.Random,
    checks: tuple[Check, ...],
) -> Iterator[Proposal]:
    """The raised claims of the first sentence of the context that can be raised."""
    find_spoken = spoken(axis, find)
    claims = ((claim, find) for claim in context_claims(example, triggers[0], rng))
    turns = ((claim, find_spoken) for claim in spoken_claims(axis, example, triggers[0], rng))
    plain = ((claim, find) for words in triggers[1:] for claim in context_claims(example, words, rng))
    for claim, places in chain(claims, turns, plain):
        proposals = list(_of_context(axis, places, claim, rng))
        if any(_holds(claim.example, proposal, checks) for proposal in proposals):
            yield from proposals
            return


def _of_context(axis: str, find: Find, claim: ContextClaim, rng: random.Random) -> Iterator[Proposal]:
    source = {"source": claim.field, "span": [claim.span.start, claim.span.end]}
    text = analyse(claim.example.response)
    for proposal in _proposals(axis, find, claim.example, text, rng, source):
        yield Proposal(proposal.edits, proposal.severity, proposal.details, base=claim.example)


def _holds(example: Example, proposal: Proposal, checks: Iterable[Check]) -> bool:
    """Whether a proposal passes the checks, which `RuleBased` will ask again."""
    if all(edit.before == edit.after for edit in proposal.edits):
        return False
    changed = apply_to_example(example, proposal.edits)
    return all(check(example, changed, proposal) is None for check in checks)
