"""Wordy forms of short expressions: "in the year 2019" for "in 2019", "due to the fact that" for "because"."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import (
    not_doubled,
    outside_protected,
    outside_quotations,
    same_entities,
    same_numbers,
    same_polarity,
)
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit
from gaugeblock.perturb.verbosity._wordy import wordy_edits

_MOST_EDITS = 6


def _apart(edits: Iterable[Edit]) -> Iterator[Edit]:
    """The edits that do not touch one that stands before them."""
    kept: list[Edit] = []
    for edit in edits:
        if all(edit.end < other.start or other.end < edit.start for other in kept):
            kept.append(edit)
            yield edit


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    found = [edit for edit in wordy_edits(text) if free(text, edit.start, edit.end)]
    if not found:
        return
    rng.shuffle(found)
    edits = tuple(islice(_apart(found), _MOST_EDITS))
    yield Proposal(edits, None, {"edits": len(edits)})
    # Where a check refuses them together, one of them may still do.
    yield from (Proposal((edit,), None, {"edits": 1}) for edit in edits[: len(edits) if len(edits) > 1 else 0])


PERTURBATION = RuleBased(
    name="redundant-modifiers",
    family="verbosity",
    summary="Writes short expressions in wordy forms that say no more.",
    propose=_propose,
    checks=(outside_protected, outside_quotations, same_numbers, same_entities, same_polarity, not_doubled),
    limits=(
        "Up to six places are made wordy, each from a list of true equivalents, so that the response grows by a few "
        "words and not to a length of choice. A response without such an expression gets no variant."
    ),
    illustration=Illustration(
        response="The ferry was cancelled in 2019 because the waves were high, and the crew waited for three days.",
        after=(
            "The ferry was cancelled in the year 2019 due to the fact that the waves were high, and the "
            "crew waited for a period of three days."
        ),
    ),
)
