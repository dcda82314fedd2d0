""" "Will" and "is going to" exchanged where both tell what is to come: "will open" as "is going to open"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import BE, is_conditional, subject_number, subject_of, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, list[str]] = lexicon(__file__)
_GOING = frozenset(_WORDS["going"])
_NAMES_IN_S = frozenset(_WORDS["names_in_s"])
_OTHER_SENSE = frozenset(_WORDS["other_sense"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The futures of one form in the other, "will" first; at most two, since more of them read as a tic."""
    if "will" not in text.text.lower() and "going" not in text.text.lower():
        return
    for direction, found in (("going", _to_going(text)), ("will", _to_will(text))):
        edits = [edit for edit in found if free(text, edit.start, edit.end)]
        if edits:
            yield Proposal(tuple(edits[:2]), details={"direction": direction})


def _to_going(text: Text) -> Iterator[Edit]:
    for modal in tokens_of(text.doc):
        if modal.lower_ != "will" or modal.tag_ != "MD" or modal.i + 1 >= len(text.doc) or modal.i == 0:
            continue
        verb = modal.nbor()
        # Whatever stands between ("will not", "will also", "will you") may mean another place for "going to".
        if verb.tag_ != "VB" or modal.head not in {verb, *verb.ancestors} or verb.lower_ in _OTHER_SENSE:
            continue
        be = _be(modal.head, modal)
        if be is not None and not is_conditional(modal) and not _weighed(modal.head):
            yield replace_span(text.text, modal.idx, modal.idx + len(modal), f"{be} going to")


def _be(verb: Any, modal: Any) -> str | None:
    """The present of "be" that agrees with the subject right before a modal, None where that is not certain."""
    subject = subject_of(verb)
    if subject is None or subject.i >= modal.i or modal.head != verb or subject.dep_.startswith("csubj"):
        return None
    if verb.dep_ == "conj" and subject.head != verb:
        return None
    if subject.tag_ == "PRP" and subject.lower_ in {"i", "you"} and subject.i == modal.i - 1:
        return {"i": "am", "you": "are"}[subject.lower_]
    # A noun phrase whose last word is right before the verb; what is put in between makes parses go wrong.
    if subject.tag_ in {"WDT", "WP"}:
        if subject.i != modal.i - 1:
            return None
    elif subject.right_edge.i != modal.i - 1:
        return None
    if subject.tag_ not in {"PRP", "WDT", "WP", "EX"} and _clause_like(subject):
        return None
    number = subject_number(verb)
    return None if number is None else BE["present"][number]


def _clause_like(subject: Any) -> bool:
    """Whether the subject may be a clause ("having new colours will help"), or a name that only looks plural."""
    first = subject.left_edge
    around = [*subject.subtree, *([first.nbor(-1)] if first.i else [])]
    return subject.lower_ in _NAMES_IN_S or any(word.tag_ in {"VB", "VBG"} for word in around)


def _weighed(verb: Any) -> bool:
    return any(child.lower_ in _OTHER_SENSE or child.dep_ == "neg" for child in verb.children)


def _to_will(text: Text) -> Iterator[Edit]:
    for going in tokens_of(text.doc):
        if going.lower_ != "going" or going.tag_ != "VBG" or not 0 < going.i < len(text.doc) - 2:
            continue
        be, to, verb = going.nbor(-1), going.nbor(), going.nbor(2)
        if be.lower_ not in _GOING or to.lower_ != "to" or verb.tag_ != "VB" or verb.head != going:
            continue
        if subject_of(going) is None or is_conditional(going) or _weighed(going):
            continue
        blank = "" if be.lower_ in {"is", "are", "am"} else " "
        if written(be, to).count(" ") == 2:
            yield replace_span(text.text, be.idx, to.idx + len(to), f"{blank}will")


PERTURBATION = RuleBased(
    name="future-form",
    family="benign",
    summary='Exchanges "will" and "is going to" where both tell the future.',
    propose=propose,
    checks=BENIGN,
    limits=(
        'Leaves alone what is denied, asked or under a condition, and "will" with a word between it and its verb. "Is '
        'going to" may sound more informal.'
    ),
    illustration=Illustration(
        response="The ferry will stop at the new pier in spring.",
        after="The ferry is going to stop at the new pier in spring.",
    ),
)
