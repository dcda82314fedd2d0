"""The context cut short at the end of a sentence: to three quarters, a half, a quarter of its words."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context._standing import is_balanced, is_whole
from gaugeblock.perturb.context._support import claims_of, is_kept, is_lost
from gaugeblock.perturb.documents import (
    KEPT,
    LOST,
    all_sentences,
    field_name,
    is_dialogue,
    rewritten,
    total_words,
)
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit, replace_span

SHARES = {1: 3 / 4, 2: 1 / 2, 3: 1 / 4}
"""The share of the words that is kept at each severity."""

_FEWEST_SENTENCES = 3
_FURTHEST = 0.15  # of the words, from the share that is wanted
_FOR_PARAGRAPH = 0.05
_ENDS = regex.compile(r"[.!?…][\"”'’)\]]*$")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The cuts after which it is clear whether what the response rests on is still there."""
    places = list(all_sentences(example))
    claims = claims_of(example)
    if len(places) < _FEWEST_SENTENCES or not claims:
        return
    talk = any(is_dialogue(document) for document in example.context)
    before = [span.of(example.context[position]) for position, span in places]
    for severity, share in SHARES.items():
        count = _kept_count(example, places, before, share)
        if count is None:
            continue
        after = before[:count]
        kept = all(is_kept(claim, before, after) for claim in claims)
        lost = any(is_lost(claim, before, after) for claim in claims)
        # In a conversation a later turn may agree or refuse: what is kept does not tell.
        if kept == lost or (kept and talk):
            continue
        details = {"share": share, "evidence_kept": kept}
        edits = tuple(_cut(example, places, count))
        yield Proposal(edits, severity, details, relation=KEPT if kept else LOST, keeps_label=kept)


def _kept_count(example: Example, places: list[tuple[int, Span]], sentences: list[str], share: float) -> int | None:
    """How many sentences from the start come closest to a share of all words, where the text can end there."""
    whole = total_words(sentences)
    words = 0
    best: tuple[float, int] | None = None
    for count, sentence in enumerate(sentences, 1):
        words += len(sentence.split())
        off = abs(words / whole - share)
        if off > _FURTHEST or count == len(sentences):
            continue
        position, span = places[count - 1]
        # The end of a paragraph is worth some words.
        ends_paragraph = (
            places[count][0] != position or "\n" in example.context[position][span.end : places[count][1].start]
        )
        rank = (off - (_FOR_PARAGRAPH if ends_paragraph else 0.0), count)
        if (best is None or rank < best) and _can_end(example.context[position], span, sentences, count):
            best = rank
    return best[1] if best else None


def _can_end(document: str, span: Span, sentences: list[str], count: int) -> bool:
    """Whether a document may end with a sentence: it is whole, outside quotations and lists, and so is the next."""
    around = sentences[max(0, count - 2) : count + 1]
    if not is_whole(sentences[count - 1]) or not all(_ENDS.search(one) for one in around):
        return False
    if sentences[count - 1].endswith("?") or not is_balanced(sentences[count - 1]):
        return False
    following = document[span.end :].lstrip()[:1]
    if following.islower() or (
        following and following == document[span.end : span.end + 1] and not following.isupper()
    ):
        return False
    return not any(one.start < span.end < one.end for one in analyse(document).quotations)


def _cut(example: Example, places: list[tuple[int, Span]], count: int) -> Iterator[Edit]:
    """What follows the last kept sentence goes, in its document and in those behind it."""
    last_document, last = places[count - 1]
    document = example.context[last_document]
    yield replace_span(document, last.end, len(document), "", field_name(last_document))
    for position in range(last_document + 1, len(example.context)):
        yield rewritten(example, position, "")


PERTURBATION = RuleBased(
    name="truncated-context",
    family="context",
    summary="Cuts the context off at the end of a sentence, after three quarters, a half or a quarter of it.",
    propose=propose,
    severities=tuple(SHARES),
    relation=KEPT,
    needs_supported=True,
    limits="The relation is stated by whether the sentences that the response rests on are cut away, found by shared "
    "words; where that is unclear, no cut is made.",
    illustration=Illustration(
        response="The pool opens at seven in the summer.",
        context=(
            "The pool opens at seven in the summer. Tickets are sold at the gate. Dogs must stay outside. "
            "Lockers cost one euro.",
        ),
        after="The pool opens at seven in the summer. Tickets are sold at the gate. Dogs must stay outside.",
        shows="context[0]",
    ),
)
