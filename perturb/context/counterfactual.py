"""One value that response and context share, changed in one of them, or consistently in both.

With the original itself these are the four conditions of "Do Automatic Factuality Metrics Measure Factuality?"
(section 4.2): (a) both original; (b) both counterfactual, which is supported although it is not true of the world;
(c) the original context with the counterfactual response, and (d) the counterfactual context with the original
response, which are not supported.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context import _values as values
from gaugeblock.perturb.context import _verdicts as verdicts
from gaugeblock.perturb.context._answers import answer_renamings
from gaugeblock.perturb.context._calendar import calendar_words, time_of_day
from gaugeblock.perturb.context._currency import other_currency
from gaugeblock.perturb.context._labels import labelled_speakers
from gaugeblock.perturb.context._lowered import lowered_people
from gaugeblock.perturb.context._recased import is_left, lowered_edits, recased, recased_names
from gaugeblock.perturb.context._renaming import TRIMMED, Renaming, clear_of_protected
from gaugeblock.perturb.context._residue import residue
from gaugeblock.perturb.context._sites import leaves_behind
from gaugeblock.perturb.context._summaries import lowered, named, spoken
from gaugeblock.perturb.context._terms import technical_terms
from gaugeblock.perturb.dates import Date
from gaugeblock.perturb.documents import KEPT, LOST, field_name, prose
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit

_ANSWER_WORDS = 7
_MOST_MENTIONS = 60
_MOST_PLACES = 40
_LONGEST = 60_000  # code points of the example; more is not searched in good time
_SAFEST = ("person", "named-thing", "town", "state", "country", "firm")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The three conditions for the first value whose change leaves nothing behind that contradicts it."""
    everything = "\n".join([example.response, example.question or "", *example.context])
    if not example.context_text.strip() or len(everything) > _LONGEST:
        return
    for renaming in _renamings(example, text, everything, rng):
        made = _conditions(example, renaming, everything)
        if made:
            yield from made
            return
    if (cased := recased(example)) is not None:
        for renaming in recased_names(cased, rng):
            made = _conditions(cased, renaming, "\n".join([cased.response, cased.question or "", *cased.context]))
            if made and not is_left(renaming, made[0].edits, example):
                yield from (replace(one, edits=lowered_edits(one.edits, example)) for one in made)
                return
    for flip in verdicts.flips(example, rng):
        if clear_of_protected(example, flip.in_response + flip.in_context):
            yield from _proposals(flip, flip.in_response, flip.in_context, ())
            return


def _conditions(example: Example, renaming: Renaming, everything: str) -> tuple[Proposal, ...]:
    in_response = tuple(renaming.edits(example.response, "response"))
    in_context = tuple(
        edit for at, document in enumerate(example.context) for edit in renaming.edits(document, field_name(at))
    )
    in_question = tuple(renaming.edits(example.question, "question")) if example.question else ()
    every = in_response + in_context + in_question
    if not in_response or not in_context or len(every) > _MOST_MENTIONS or not clear_of_protected(example, every):
        return ()
    short = len(example.response.split()) <= _ANSWER_WORDS
    whole_answer = (
        bool(example.question) and short and example.response.strip(TRIMMED).startswith(renaming.old.strip(TRIMMED))
    )
    if residue(renaming, everything) or leaves_behind(example, renaming, whole_answer):
        return ()
    return _proposals(renaming, in_response, in_context, in_question)


def _proposals(
    change: Renaming | verdicts.Flip,
    in_response: tuple[Edit, ...],
    in_context: tuple[Edit, ...],
    in_question: tuple[Edit, ...],
) -> tuple[Proposal, ...]:
    shared = {"from": change.old, "to": change.new, "kind": change.kind}
    every = in_response + in_context + in_question
    return (
        # What supports a response is the context, true or not: the score must be that of the original.
        Proposal(every, details={**shared, "condition": "b"}, relation=KEPT, keeps_label=True),
        Proposal(in_response, details={**shared, "condition": "c"}, relation=LOST, keeps_label=False),
        Proposal(in_context + in_question, details={**shared, "condition": "d"}, relation=LOST, keeps_label=False),
    )


def _renamings(example: Example, text: Text, everything: str, rng: random.Random) -> Iterator[Renaming]:
    answer = text.text.strip()
    if example.question and 0 < len(answer.split()) <= _ANSWER_WORDS and "\n" not in answer:
        yield from answer_renamings(example, text, answer, everything, rng)
    found = (
        [*named(text, everything, rng), *spoken(example, everything, rng)]
        if text.text.lower() != text.text
        else lowered(example, text, rng)
    )
    rng.shuffle(found)
    yield from sorted(found, key=lambda one: _SAFEST.index(one.kind) if one.kind in _SAFEST else len(_SAFEST))
    texts = [text, *(analyse(prose(document)) for document in example.context)]
    texts += [analyse(example.question)] if example.question else []
    places: list[Number | Date] = [*text.dates, *(number for number in text.numbers if number.kind != "date")]
    rng.shuffle(places)
    # A table has many numbers, and each is held against all; the same one again would come to the same.
    once: dict[str, Number | Date] = {}
    for place in places:
        once.setdefault(place.of(text.text), place)
    for place in islice(once.values(), _MOST_PLACES):
        if not _shared(text, place.of(text.text), example):
            continue
        if isinstance(place, Number) and place.kind == "time":
            made = time_of_day(place, texts, rng)
        elif isinstance(place, Number):
            made = values.number(place, texts, rng, answers=_counts(example))
        else:
            made = values.date(place, text, texts, rng)
        if made:
            yield made
    yield from lowered_people(text, everything, rng)
    yield from labelled_speakers(example, everything, rng)
    yield from technical_terms(example, everything, rng)
    yield from other_currency(text, everything, rng)
    yield from calendar_words(text, texts, rng)


def _shared(text: Text, written: str, example: Example) -> bool:
    digits = regex.findall(r"\d+", written)
    return any(all(part in document for part in digits or [written]) for document in example.context)


def _counts(example: Example) -> bool:
    """Whether the response is the short answer to a question of how many."""
    asked = regex.search(r"\bhow many\b", example.question or "", regex.IGNORECASE) is not None
    return asked and len(example.response.split()) <= _ANSWER_WORDS


def condition_of(proposal: Proposal) -> object:
    """The slot of a proposal: its condition."""
    return proposal.details["condition"]


PERTURBATION = RuleBased(
    name="counterfactual",
    family="context",
    summary="Changes a name, number or date that both texts share: in both (the score stays), or in one (it falls).",
    propose=propose,
    version="9",
    relation=KEPT,
    needs_supported=True,
    group=condition_of,
    limits="Changes one value. Most answers of yes or no, abbreviated names, small counts of people, and numbers that "
    "others may be worked out from are left alone, and so is a country beside its own places, or a firm beside its "
    "products. In texts without capitals only people are found, and what the text itself calls a firm or a town.",
    illustration=Illustration(
        response="Ann Ode founded the rowing club.",
        context=("The rowing club was founded by Ann Ode. Members say that Ode never missed a race.",),
        after="The rowing club was founded by Henrietta Sorley. Members say that Sorley never missed a race.",
        shows="context[0]",
    ),
)
