"""The context cut short at the end of a sentence: to three quarters, a half, a quarter of its words."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context._documents import (
    KEPT,
    LOST,
    all_sentences,
    field_name,
    is_dialogue,
    rewritten,
    total_words,
)
from gaugeblock.perturb.context._support import claims_of, is_kept, is_lost
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

SHARES = {1: 3 / 4, 2: 1 / 2, 3: 1 / 4}
"""The share of the words that is kept at each severity."""

_FEWEST_SENTENCES = 3


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The cuts after which it is clear whether what the response rests on is still there."""
    places = list(all_sentences(example))
    claims = claims_of(example)
    if len(places) < _FEWEST_SENTENCES or not claims:
        return
    talk = any(is_dialogue(document) for document in example.context)
    before = [span.of(example.context[position]) for position, span in places]
    for severity, share in SHARES.items():
        count = _kept_count(before, share)
        after = before[:count]
        kept = all(is_kept(claim, before, after) for claim in claims)
        lost = any(is_lost(claim, before, after) for claim in claims)
        # In a conversation a later turn may agree or refuse: what is kept does not tell.
        if kept == lost or (kept and talk) or count == len(before):
            continue
        details = {"share": share, "evidence_kept": kept}
        edits = tuple(_cut(example, places, count))
        yield Proposal(edits, severity, details, relation=KEPT if kept else LOST, keeps_label=kept)


def _kept_count(sentences: list[str], share: float) -> int:
    """How many sentences from the start come closest to a share of all words; at least one."""
    wanted, words, best = share * total_words(sentences), 0, (float("inf"), 1)
    for count, sentence in enumerate(sentences, 1):
        words += len(sentence.split())
        best = min(best, (abs(words - wanted), count))
    return best[1]


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
