"""A purpose written out: "used a telescope to study the moon" as "used a telescope in order to study the moon".

Only after what somebody does on purpose, where the infinitive can be neither a part of a noun ("a plan to") nor what
came of it ("lived to be ninety").
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import is_negated, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_DELIBERATE = frozenset(_WORDS["deliberate"])
_COMPLETED = frozenset(_WORDS["completed"])
_ENDS = frozenset(_WORDS["ends"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each purpose that can be written out, on its own, in the order of the text."""
    if " to " not in text.text:
        return  # spares the parse
    for to in tokens_of(text.doc):
        if to.lower_ != "to" or to.tag_ != "TO" or not to.i:
            continue
        edit = _edit(text, to)
        if edit is not None and free(text, edit.start, edit.end):
            yield Proposal((edit,), details={"verb": to.head.lower_})


def _edit(text: Text, to: Any) -> Edit | None:
    verb = to.head
    if verb.tag_ != "VB" or verb.i != to.i + 1 or verb.dep_ not in {"advcl", "xcomp"} or verb.lower_ not in _ENDS:
        return None
    deed, before = verb.head, to.nbor(-1)
    if deed.lemma_.lower() not in _DELIBERATE or deed.pos_ != "VERB" or deed.i > to.i or is_negated(deed):
        return None
    if deed.dep_ in {"amod", "acl"} or not _has_object(deed, to) or before.lower_ in _COMPLETED:
        return None
    # All nouns between the deed and the purpose: each might be what the infinitive completes.
    between = to.doc[deed.i + 1 : to.i]
    if any(word.lower_ in _COMPLETED or (word.pos_ in {"VERB", "AUX", "ADJ"} and word == before) for word in between):
        return None
    if any(word.text in {",", ";", ":", "(", ")"} or word.tag_ in {"WDT", "WP", "WRB"} for word in between):
        return None
    if any(word.tag_ == "CC" and not _joins_objects(word, deed) for word in between):
        return None
    subject = subject_of(deed)
    if subject is not None and subject.lower_ in {"it", "there"}:
        return None
    if text.text[to.idx - 1] != " " or text.text[to.idx - 2].isspace() or before.lower_ in {"order", "not", "only"}:
        return None
    return replace_span(text.text, to.idx, to.idx, "in order ")


def _joins_objects(conjunction: Any, deed: Any) -> bool:
    """Whether a conjunction joins two things that the deed is done with: "used a lamp and a rope to"."""
    noun = conjunction.head
    return bool(conjunction.lower_ == "and" and noun.dep_ in {"dobj", "nsubjpass"} and noun.head == deed)


def _has_object(deed: Any, to: Any) -> bool:
    """Whether what the deed is done to stands before the purpose, so that the infinitive is not its object."""
    if any(child.dep_ == "nsubjpass" for child in deed.children):
        return bool(deed.tag_ == "VBN" and deed.lemma_.lower() != "design")  # "was designed to" tells what it is like
    objects = [child for child in deed.rights if child.dep_ == "dobj" and child.i < to.i]
    return len(objects) == 1 and objects[0].tag_ != "PRP"


PERTURBATION = RuleBased(
    name="purpose-clause",
    family="benign",
    version="2",
    summary='Writes a purpose out: "to" as "in order to" after what somebody does on purpose.',
    propose=propose,
    checks=BENIGN,
    limits=(
        "Listed verbs with an object only, and no noun before the infinitive that it could complete. The other "
        "direction belongs to the shortening."
    ),
    illustration=Illustration(
        response="The divers used a robot to inspect the wreck.",
        after="The divers used a robot in order to inspect the wreck.",
    ),
)
