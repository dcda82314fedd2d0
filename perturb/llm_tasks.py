"""What each language-model perturbation asks, how its reply becomes edits, and which checks they must pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import regex

from gaugeblock.perturb.base import Check, Proposal
from gaugeblock.perturb.checks import (
    BENIGN,
    not_doubled,
    outside_protected,
    outside_quotations,
    same_entities,
    same_numbers,
)
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.llm_checks import (
    about_as_long,
    less_diverse,
    longer_with_nothing_lost,
    not_turned_round,
    other_polarity,
    plain_text,
    same_dates,
    same_force,
    same_quantities,
    shorter,
    simpler,
)
from gaugeblock.perturb.relations import Relation, relations
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import diff_edits, replace_span
from gaugeblock.perturb.wording import article_clash

AXES = ("relation", "modality", "scope", "temporal", "numeric")
"""The axes on which `llm-force-raise` may raise a claim."""

_LONGEST_VALUE = 60  # a longer "value" is no value but a claim
_MOST_MENTIONS = 6  # a value met more often is likely to mean several things
_INVISIBLE = regex.compile(r"[\u200b\u2060\ufeff]")

Read = Callable[[Example, Mapping[str, Any], "Task"], "Proposal | str"]
"""Makes a proposal of a reply, or says what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What one perturbation asks and accepts.

    Args:
        family: as in `RuleBased`; so are `summary`, `limits`, `checks`, `relation`, `keeps_label`, `needs_supported`.
        keys: what a reply must have.
        read: makes a proposal of it.
        needs_context: the documents are sent, and must be there.
        axis: the axis to raise on, for the force raiser; empty leaves the choice to the model.
    """

    family: str
    summary: str
    limits: str
    checks: tuple[Check, ...]
    relation: Mapping[str, Relation] = field(default_factory=dict)
    keeps_label: bool = True
    needs_supported: bool = False
    keys: tuple[str, ...] = ("text",)
    read: Read
    needs_context: bool = False
    axis: str = ""


def _read_text(example: Example, reply: Mapping[str, Any], task: Task) -> Proposal | str:
    """The edits that turn the response into the text of the reply; white space around it stays as it was."""
    text, old = _INVISIBLE.sub("", str(reply["text"])).strip(), example.response
    if not text:
        return "the reply's text is empty"
    start = len(old) - len(old.lstrip())
    return Proposal(diff_edits(old, old[:start] + text + old[len(old.rstrip()) :]))


def _read_raise(example: Example, reply: Mapping[str, Any], task: Task) -> Proposal | str:
    axis = str(reply["axis"]).strip().lower()
    if axis not in AXES or (task.axis and axis != task.axis):
        return f"the claim was raised on {axis!r}, not on {task.axis or 'an axis of force'}"
    proposal = _read_text(example, reply, task)
    return proposal if isinstance(proposal, str) else replace(proposal, details={"axis": axis})


def _read_replacement(example: Example, reply: Mapping[str, Any], task: Task) -> Proposal | str:
    """The edits that replace every mention of a value in the documents."""
    old, new = str(reply["from"]).strip(), str(reply["to"]).strip()
    if not old or not new or max(len(old), len(new)) > _LONGEST_VALUE or old.casefold() == new.casefold():
        return "the reply names no two short values"
    if not content_stems(old):
        return f"{old!r} is no value"
    if not _mentions(old, example.response):
        return f"the response does not mention {old!r}"
    if _mentions(new, "\n".join((example.response, *example.context))):
        return f"{new!r} is mentioned already"
    edits = [
        replace_span(document, match.start(), match.end(), new, f"context[{place}]")
        for place, document in enumerate(example.context)
        for match in _mentions(old, document)
    ]
    if not edits:
        return f"the context does not mention {old!r}"
    if len(edits) > _MOST_MENTIONS:
        return f"the context mentions {old!r} {len(edits)} times"
    return Proposal(tuple(edits), details={"from": old, "to": new})


def _mentions(value: str, text: str) -> list[regex.Match[str]]:
    return list(regex.finditer(rf"(?<![\w]|\d[.,]){regex.escape(value)}(?![\w]|[.,]\d)", text))


def _fits_its_places(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The new value agrees with "a" or "an" before it, and is of the same kind (a number for a number)."""
    old, new = str(proposal.details["from"]), str(proposal.details["to"])
    if any(char.isdecimal() for char in old) != any(char.isdecimal() for char in new):
        return f"{new!r} is not of the kind of {old!r}"
    if old[0].isupper() != new[0].isupper():
        return f"{new!r} and {old!r} differ in their capital"
    for edit in proposal.edits:
        if article_clash(original.text(edit.field), edit.start, new):
            return f"{new!r} would stand after the wrong article"
    return None


def _nothing_left_of_it(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The documents mention the old value in no other form: the figure in words, a part of a name."""
    old, new = str(proposal.details["from"]), str(proposal.details["to"])
    parts = [word for word in regex.findall(r"\w+", old) if word[0].isupper() and not _mentions(word, new)]
    values = {number.value for number in analyse(old).numbers if number.value is not None}
    for document in changed.context:
        if part := next((part for part in parts if _mentions(part, document)), None):
            return f"the context still mentions {part!r}"
        if values & {number.value for number in analyse(document).numbers}:
            return f"the context still gives the figure of {old!r}"
    return None


def _sound_raise(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The two claims are a pair by the rules of the force perturbations."""
    # Not imported with the module, which is a base of the families' packages.
    from gaugeblock.perturb.force import validate_pair

    axis = str(proposal.details["axis"])
    broken = validate_pair(original.response, changed.response, original.context, axis, label=original.label)
    return f"not a fair pair: {', '.join(broken)}" if broken else None


_KEPT = (*BENIGN, plain_text, same_dates, same_quantities)
_NOT_CONCISENESS = relations("benign", conciseness=Relation.NONE)
_NO_JUDGE = (
    "No check reads for meaning: a reworded claim whose names, numbers, negations and hedges are in order passes."
)

TASKS: dict[str, Task] = {
    "llm-paraphrase": Task(
        family="benign",
        summary="Has a language model say the response in other words.",
        limits=_NO_JUDGE,
        checks=(*_KEPT, same_force, not_turned_round, about_as_long),
        read=_read_text,
    ),
    "llm-simplify": Task(
        family="benign",
        summary="Has a language model say the response in simpler words.",
        limits=_NO_JUDGE,
        checks=(*_KEPT, same_force, not_turned_round, simpler, about_as_long),
        relation=_NOT_CONCISENESS,
        read=_read_text,
    ),
    "llm-shorten": Task(
        family="benign",
        summary="Has a language model make the response shorter without a loss of claims.",
        limits=f"{_NO_JUDGE} A small claim may be lost with the words that made it.",
        checks=(*_KEPT, same_force, not_turned_round, shorter),
        relation=_NOT_CONCISENESS,
        read=_read_text,
    ),
    "llm-negate-equivalently": Task(
        family="benign",
        summary="Has a language model word one claim with a negation more or less, to the same meaning.",
        limits="That the new wording means the same is the model's word; only its size and surroundings are checked.",
        checks=(
            outside_protected,
            outside_quotations,
            same_numbers,
            same_entities,
            not_doubled,
            plain_text,
            same_dates,
            same_quantities,
            same_force,
            other_polarity,
            about_as_long,
        ),
        read=_read_text,
    ),
    "llm-less-diverse": Task(
        family="benign",
        summary="Has a language model reword the response with fewer different words.",
        limits=_NO_JUDGE,
        checks=(*_KEPT, same_force, not_turned_round, less_diverse, about_as_long),
        relation=_NOT_CONCISENESS,
        read=_read_text,
    ),
    "llm-verbose": Task(
        family="verbosity",
        summary="Has a language model pad the response with words that claim nothing.",
        limits="Padding without names, numbers and negations passes even where it hints at something.",
        checks=(*_KEPT, same_force, longer_with_nothing_lost),
        read=_read_text,
    ),
    "llm-force-raise": Task(
        family="force",
        summary="Has a language model make one claim stronger than the context warrants.",
        limits="The context is searched for the raised wording, not for what it means.",
        checks=(outside_protected, outside_quotations, plain_text, _sound_raise),
        keeps_label=False,
        needs_supported=True,
        keys=("text", "axis"),
        read=_read_raise,
        needs_context=True,
    ),
    "llm-counterfactual": Task(
        family="context",
        summary="Has a language model pick a fact of the response and changes it in the documents.",
        limits="Documents that state the fact in words of another form keep it, unless a figure or a name betrays it.",
        checks=(outside_protected, _fits_its_places, _nothing_left_of_it),
        relation=relations("context", all=Relation.DECREASE, conciseness=Relation.INVARIANT),
        keeps_label=False,
        needs_supported=True,
        keys=("from", "to"),
        read=_read_replacement,
        needs_context=True,
    ),
}
"""The tasks by the name of their perturbation."""
