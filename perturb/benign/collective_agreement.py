"""The verb of a team or a firm in the singular: "the club have signed her" as "the club has signed her".

British writers take a group for its members, American ones for one thing; both say the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_GROUPS = frozenset(_WORDS["groups"])
_PLURAL = frozenset(_WORDS["plural"])
_SINGULAR: dict[str, str] = _WORDS["singular"]
_MEMBERS = frozenset(
    {"they", "them", "their", "theirs", "themselves", "we", "our", "us", "who", "whose", "each", "both"}
)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each verb that takes a group for its members, on its own, in the order of the text."""
    for verb in tokens_of(text.doc):
        if verb.text not in _SINGULAR or not verb.i or not free(text, verb.idx, verb.idx + len(verb)):
            continue
        # A group that is "they" in the same breath is plural on purpose.
        if _is_group(verb) and not any(word.lower_ in _MEMBERS for word in verb.sent):
            after = _SINGULAR[verb.text]
            yield Proposal(
                (replace_span(text.text, verb.idx, verb.idx + len(verb), after),),
                details={"from": verb.text, "to": after},
            )


def _is_group(helper: Any) -> bool:
    """Whether the verb's subject, right before it, is one group."""
    verb = helper.head if helper.dep_ in {"aux", "auxpass"} else helper
    if helper != verb and helper != next(iter(verb.lefts), None) and helper.nbor(-1) not in verb.subtree:
        return False
    subjects = [child for child in verb.lefts if child.dep_ in {"nsubj", "nsubjpass"}]
    if len(subjects) != 1 or any(child.dep_ in {"conj", "expl"} for child in verb.children):
        return False
    subject = subjects[0]
    words = list(subject.subtree)
    if subject != words[-1] or words[-1].i != helper.i - 1 or verb.dep_ not in {"ROOT", "ccomp"}:
        return False  # "the men of the club have": whose verb it is shows only where nothing hangs on the noun
    if any(word.tag_ in {"CC", ",", "NNS", "NNPS"} or word.like_num or word.dep_ == "conj" for word in words):
        return False
    if any(word.lower_ in _PLURAL for word in words) or subject.tag_ not in {"NN", "NNP"}:
        return False
    if subject.lower_ in _GROUPS:
        return True
    # A name in the singular with a verb in the plural can only be that of a team or a firm.
    name = subject.tag_ == "NNP" and words[0].tag_ != "DT"
    return name and not subject.lower_.endswith("s") and words[0].is_sent_start


PERTURBATION = RuleBased(
    name="collective-agreement",
    family="benign",
    summary='Puts the verb of a team, a firm or a council into the singular ("the club have" as "the club has").',
    propose=propose,
    checks=BENIGN,
    limits=(
        '"Has", "is" and "was" only, right after the group; a group that is "they" in the same sentence stays plural. '
        "The other direction is not made, since American readers take it for a mistake."
    ),
    illustration=Illustration(
        response="The club have signed a goalkeeper.",
        after="The club has signed a goalkeeper.",
    ),
)
