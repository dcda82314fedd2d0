"""The comma before the last item of a list put in or left out: "a, b and c", "a, b, and c"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span

_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_CLAUSE = frozenset({"VERB", "AUX", "SCONJ", "PRON"})
_LONGEST_ITEM = 6  # tokens; a longer one may hold a clause


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Commas into all lists that lack them, else out of all that have them."""
    added, dropped = [], []
    if "," not in text.text:
        return  # spares the parse
    for conjunction in tokens_of(text.doc):
        if not _ends_list(conjunction):
            continue
        before = conjunction.nbor(-1)
        end = before.idx + len(before)
        if text.text[end : conjunction.idx] != " " or not free(text, before.idx, conjunction.idx):
            continue
        if before.text == ",":
            dropped.append(replace_span(text.text, before.idx, end, ""))
        elif before.is_alpha:
            added.append(replace_span(text.text, end, end, ","))
    for direction, edits in (("add", added), ("drop", dropped)):
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


def _ends_list(conjunction: Any) -> bool:
    """Whether the word is the "and" or "or" before the last of three or more like items of one plain list."""
    if conjunction.lower_ not in {"and", "or"} or conjunction.dep_ != "cc" or conjunction.i == 0:
        return False
    second = conjunction.head
    first, last = second.head, next((c for c in second.children if c.dep_ == "conj" and c.i > conjunction.i), None)
    if second.dep_ != "conj" or last is None or not (_alike(first, second) and _alike(second, last)):
        return False
    items = (first.doc[first.i : second.left_edge.i], first.doc[second.left_edge.i : conjunction.i], list(last.subtree))
    if any(len(item) > _LONGEST_ITEM for item in items) or not len(items[0]) or items[0][-1].text != ",":
        return False
    return not any(t.lower_ in {"and", "or"} or t.pos_ in _CLAUSE for item in items for t in item)


def _alike(one: Any, other: Any) -> bool:
    return {one.tag_, other.tag_} <= _NOUNS or one.tag_ == other.tag_ == "JJ"


PERTURBATION = RuleBased(
    name="serial-comma",
    family="benign",
    changes="layout",
    summary="Puts the comma before the last item of a list, or leaves it out.",
    propose=propose,
    checks=BENIGN,
    limits="Knows lists of short nouns or adjectives only. It is a change of layout only.",
    illustration=Illustration(
        response="The shop sells nets, ropes and sails.",
        after="The shop sells nets, ropes, and sails.",
    ),
)
