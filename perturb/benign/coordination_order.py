"""Two nouns joined by "and" or "or" in the other order: "France and Spain" as "Spain and France"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

_COMMON = frozenset({"NN", "NNS"})
_PROPER = frozenset({"NNP", "NNPS"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All such pairs at once."""
    edits: list[Edit] = []
    for conjunction in text.doc:
        if conjunction.lower_ in {"and", "or"} and conjunction.dep_ == "cc" and 0 < conjunction.i < len(text.doc) - 1:
            first, second = conjunction.nbor(-1), conjunction.nbor()
            if _exchangeable(text, first, conjunction, second):
                edits.extend(_exchanged(text, first, second))
    if edits:
        yield Proposal(tuple(edits), details={"pairs": len(edits) // 2})


def _exchangeable(text: Text, first: Any, conjunction: Any, second: Any) -> bool:
    """Whether the two are a plain pair, each one word, with nothing that belongs to one of them only."""
    pair = conjunction.head == first and second.dep_ == "conj" and second.head == first
    alike = {first.tag_, second.tag_} <= _COMMON or {first.tag_, second.tag_} <= _PROPER
    if not pair or not alike or first.lower_ == second.lower_ or first.dep_ == "conj":
        return False
    # "Both the men and women" may share its article; any other word beside them may belong to one.
    if {first.lower_, second.lower_} & set(lexicon(__file__)["calendar"]):
        return False  # "between August and October" is not "between October and August"
    lefts = [child for child in first.lefts if child.lower_ not in {"the", "between", "both"}]
    rights = [child for child in first.rights if child not in (conjunction, second)]
    if lefts or rights or list(second.children):
        return False
    after = second.nbor().lower_ if second.i + 1 < len(second.doc) else "."
    tag = second.nbor().tag_ if second.i + 1 < len(second.doc) else "."
    if after in {",", "'s", "’s", "'", "’", "(", "-", "and", "or", "of", ":"} or tag in {
        *_COMMON,
        *_PROPER,
        "CD",
        "POS",
    }:
        return False
    if tag in {"MD", "VBD", "VBZ", "VBP"} and first.dep_ not in {"nsubj", "nsubjpass"}:
        return False  # "refused by schools and locals would leave": the second noun opens a clause of its own
    before = first.nbor(-1) if first.i else None
    if before is not None and (before.tag_ in {*_PROPER, "JJ", "CD", "NN"} or before.text in {",", "-", "&", "/"}):
        return False
    fixed = lexicon(__file__)
    words = {first.lower_, second.lower_}
    if _is_one_thing(first) or any(words == set(pair) for pair in fixed["fixed"]):
        return False
    if words & set(fixed["titles"]) or "respectively" in first.sent.text.lower() or _one_name(first, second):
        return False
    opens = any(span.start == first.idx for span in text.sentences)
    if opens and first.tag_ in _PROPER and not second.text[:1].isupper():
        return False  # a name in lower case would open the sentence
    plain = all(text.text[a.idx + len(a) : b.idx] == " " for a, b in ((first, conjunction), (conjunction, second)))
    return plain and free(text, first.idx, second.idx + len(second))


def _is_one_thing(first: Any) -> bool:
    """Whether a pair joined by "and" has a singular verb: "Romeo and Juliet is a play"."""
    if first.dep_ not in {"nsubj", "nsubjpass"}:
        return False
    joined = any(child.lower_ == "and" for child in first.children)
    finite = [first.head, *(child for child in first.head.children if child.dep_ in {"aux", "auxpass"})]
    return joined and any(word.tag_ == "VBZ" or word.lower_ == "was" for word in finite)


def _one_name(first: Any, second: Any) -> bool:
    """Whether both words lie in one name, such as that of a firm."""
    return any(entity.start <= first.i and second.i < entity.end for entity in first.doc.ents)


def _exchanged(text: Text, first: Any, second: Any) -> Iterator[Edit]:
    one, other = first.text, second.text
    if first.is_sent_start and first.tag_ in _COMMON and first.text[:1].isupper() and second.text.islower():
        one, other = first.text[0].lower() + first.text[1:], second.text[0].upper() + second.text[1:]
    yield replace_span(text.text, first.idx, first.idx + len(first), other)
    yield replace_span(text.text, second.idx, second.idx + len(second), one)


PERTURBATION = RuleBased(
    name="coordination-order",
    family="benign",
    summary="Puts two nouns joined by a conjunction in the other order.",
    propose=propose,
    checks=BENIGN,
    version="2",
    limits=(
        "Exchanges pairs of single bare nouns or names only, and leaves set phrases and series of dates in their order."
    ),
    illustration=Illustration(
        response="The ferry serves Norville and Oster.",
        after="The ferry serves Oster and Norville.",
    ),
)
