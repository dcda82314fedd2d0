"""The context reworded by the benign perturbations, sentence by sentence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import regex

from gaugeblock.perturb.ahead import coming
from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context._support import claims_of, rarity, stems_of, weight
from gaugeblock.perturb.documents import KEPT, all_sentences, field_name
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.select import PERTURBATIONS
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import PARSE_AHEAD, Text, analyse, parse
from gaugeblock.perturb.variant import Edit, Variant

_MOST_SENTENCES = 10
_BACKTICKS = regex.compile(r"`.*?(?:(?<=[.,!?])\s?'|''|$)", regex.DOTALL)
_COMMA = regex.compile(r",(?!\d{3}(?!\d))")
_LONGEST = 1_000  # code points of a sentence; longer ones are lists or tables


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Rewordings of the sentences that the response rests on, and of a few others."""
    edits: list[Edit] = []
    names: list[str] = []
    places = _sentences(example)
    if not all(map(parse.foresees, _texts(example))):
        parse.expect((text for other in coming(example) for text in _texts(other)), names=False)
    for position, span in places:
        for name, found in _rewordings(example, position, span, rng):
            clear = all(not _meets(edits, edit) for edit in found)
            if clear:
                edits += found
                names.append(name)
    if edits:
        yield Proposal(tuple(sorted(edits)), details={"rewordings": sorted(set(names)), "edits": len(edits)})


def _texts(example: Example) -> Iterator[str]:
    """The sentences that are reworded."""
    return (span.of(example.context[position]) for position, span in _sentences(example))


@lru_cache(maxsize=2 * PARSE_AHEAD)
def _sentences(example: Example) -> list[tuple[int, Span]]:
    """The sentences that share most with the response, most first."""
    places = [place for place in all_sentences(example) if place[1].end - place[1].start <= _LONGEST]
    sentences = [span.of(example.context[position]) for position, span in places]
    rare = rarity(sentences)
    wanted = frozenset[str]().union(*(claim.stems for claim in claims_of(example)))
    shares = [weight(wanted & stems_of(sentence), rare) for sentence in sentences]
    order = sorted(range(len(places)), key=lambda at: -shares[at])
    return [places[at] for at in order[:_MOST_SENTENCES]]


def _rewordings(example: Example, position: int, span: Span, rng: random.Random) -> Iterator[tuple[str, list[Edit]]]:
    """What the benign perturbations make of one sentence of the context, as edits of its document."""
    document = example.context[position]
    quoted = [*analyse(document).quotations, *_backticked(document)]
    sentence = replace(example, response=span.of(document), context=(document,), question=None, label=None)
    for name in lexicon(__file__)["rewordings"]:
        for outcome in PERTURBATIONS.get(name).variants(sentence, rng):
            if isinstance(outcome, Variant) and outcome.base is None:
                found = [_shifted(edit, span.start, position) for edit in outcome.edits if edit.field == "response"]
                safe = not any(touched(quoted, edit.start, edit.end) or _moves_comma(edit) for edit in found)
                if found and safe:
                    yield name, found
                break


def _backticked(document: str) -> list[Span]:
    """Quotations as some corpora write them: ` he said so'."""
    return [Span(match.start(), match.end()) for match in _BACKTICKS.finditer(document)]


def _moves_comma(edit: Edit) -> bool:
    """Whether an edit puts in or takes out a comma between words; one within a number groups its digits."""
    return len(_COMMA.findall(edit.before)) != len(_COMMA.findall(edit.after))


def _shifted(edit: Edit, by: int, position: int) -> Edit:
    return Edit(field_name(position), edit.start + by, edit.end + by, edit.before, edit.after)


def _meets(edits: list[Edit], edit: Edit) -> bool:
    """Whether an edit would stand beside or within one that is made already."""
    return any(
        other.field == edit.field and other.start <= edit.end + 1 and edit.start <= other.end + 1 for other in edits
    )


PERTURBATION = RuleBased(
    name="context-paraphrase",
    family="context",
    summary="Rewords sentences of the context with the benign perturbations.",
    propose=propose,
    relation=KEPT,
    limits="As good as the benign perturbations that it uses; at most ten sentences, those nearest to the "
    "response, are reworded, by small changes of wording and notation only; commas and spelling stay as they are.",
    illustration=Illustration(
        response="The pool does not open before seven.",
        context=(
            "The pool doesn't open before seven. Tickets, towels and lockers cost approximately 1200 euros a year.",
        ),
        after="The pool does not open before seven. Tickets, towels and lockers cost about 1200 euros a year.",
        shows="context[0]",
    ),
)
