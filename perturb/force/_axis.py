"""What the five axes of force share: a place to raise, the checks that a raised claim must pass, the perturbation."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

from gaugeblock.perturb.base import Check, Proposal, RuleBased
from gaugeblock.perturb.evidence import evidence_for, mentions, squeezed
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import is_denied
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit, replace_span

SEVERITIES = (1, 2, 3)
"""How far a claim is raised: mild, plain, strong."""

_LONGEST_EDIT = 80  # code points removed and added; a longer one is no longer a local contrast
_LATEX_QUOTES = regex.compile(r"``.*?(?:''|\Z)", regex.DOTALL)  # as treebank-style tokenisation leaves them


@dataclass(frozen=True, slots=True)
class Raise:
    """A claim made stronger at one place.

    Args:
        severity: one of `SEVERITIES`.
        changes: (start, end, new wording), positions in the response.
        weak: the calibrated wording, as it stands in the response.
        strong: the raised wording.
        anchor: what follows or precedes the raised wording, so that the context can be searched for the raised claim
            and not only for its wording; empty where the wording alone tells.
    """

    severity: int
    changes: tuple[tuple[int, int, str], ...]
    weak: str
    strong: str
    anchor: str = ""

    @property
    def start(self) -> int:
        """Where the edit begins, the same for all degrees of one claim."""
        return self.changes[0][0]


Find = Callable[[Text, random.Random], Iterable[Raise]]
"""The places of a response where a claim can be raised, best first."""


def _edits(text: str, found: Raise) -> tuple[Edit, ...]:
    return tuple(replace_span(text, start, end, after) for start, end, after in found.changes)


@lru_cache(maxsize=64)
def _fixed(response: str) -> tuple[Span, ...]:
    """What no raised claim may touch: quoted speech, code, addresses and markup."""
    text = analyse(response)
    latex_quotes = (Span(*match.span()) for match in _LATEX_QUOTES.finditer(response))
    return (*text.protected, *text.quotations, *latex_quotes)


def _claim(example: Example, proposal: Proposal) -> str:
    """The sentence of the response in which the claim stands."""
    sentence = analyse(example.response).sentence_at(proposal.edits[0].start)
    return example.response if sentence is None else sentence.of(example.response)


def _denied(text: Text, places: Iterable[int]) -> set[int]:
    """The places whose claim is denied: what nobody thinks is weaker, not stronger, for a wider claim within it."""
    starts = [token.idx for token in text.doc]
    return {place for place in places if is_denied(text.doc[max(0, bisect_right(starts, place) - 1)])}


def has_evidence(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses an example without a context: force is relative to evidence."""
    return None if original.context_text.strip() else "there is no context to hold the claim against"


def is_local(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses edits that are large or touch protected text or quoted speech."""
    if sum(len(edit.before) + len(edit.after) for edit in proposal.edits) > _LONGEST_EDIT:
        return "the edit is not a local one"
    fixed = _fixed(original.response)
    if any(touched(fixed, edit.start, edit.end) for edit in proposal.edits):
        return "the edit touches quoted or protected text"
    return None


def not_stated(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses a claim that the context itself makes as strongly: as the raised claim, or plainly (severity 2)."""
    reached = min(proposal.severity or 1, 2)
    for claim in proposal.details["ladder"][reached - 1 :]:
        if mentions(original.context_text, claim):
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


def force_perturbation(axis: str, summary: str, find: Find, checks: tuple[Check, ...]) -> RuleBased:
    """The perturbation that raises one claim on one axis, at each severity for which it finds a place.

    Args:
        axis: ``relation``, ``modality``, ``scope``, ``temporal`` or ``numeric``.
        summary: one sentence for the catalogue.
        find: yields the places.
        checks: the axis's own, after those that every axis shares; those that read the whole response come last.
    """

    def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
        if not text.text.strip():
            return
        found = list(find(text, rng))
        if not found:
            return
        ladders: dict[int, list[str]] = {}
        for place in found:
            ladders.setdefault(place.start, []).append(f"{place.strong} {place.anchor}".strip())
        denied = _denied(text, ladders)
        for place in found:
            if place.start in denied:
                continue
            details = {"axis": axis, "from": place.weak, "to": place.strong, "ladder": ladders[place.start]}
            yield Proposal(_edits(text.text, place), place.severity, details)

    return RuleBased(
        name=f"force-{axis}",
        family="force",
        summary=summary,
        propose=propose,
        checks=(has_evidence, is_local, *checks),
        severities=SEVERITIES,
        keeps_label=False,
        needs_supported=True,
    )
