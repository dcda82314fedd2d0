"""Two short sentences made one with ", and": "The bill passed. It takes effect in May." joined.

Only where the "and" says no more than the full stop did: the first sentence reports nobody's words, sets no condition
and denies nothing that could reach into the second, and the second opens with its subject.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import Sentence, sentences
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import lowered
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_WORDS = lexicon(__file__)
_CLAUSES = frozenset({"ccomp", "advcl", "csubj", "parataxis", "csubjpass"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each pair of neighbours that can be joined, on its own, in the order of the text."""
    found = list(sentences(text))
    for first, second in itertools.pairwise(found):
        if not _adjacent(text, first, second) or not _joinable(first, second):
            continue
        low = lowered(second.tokens[0].text, second.tokens[0], example)
        if low is not None:
            edit = replace_span(text.text, first.end, second.span.start + 1, f"{first.comma} and {low[:1]}")
            yield Proposal((edit,), details={"joined": 2})


def _adjacent(text: Text, first: Sentence, second: Sentence) -> bool:
    between = text.text[first.span.end : second.span.start]
    return first.closed and second.closed and bool(between) and set(between) == {" "}


def _joinable(first: Sentence, second: Sentence) -> bool:
    if max(len(first.tokens), len(second.tokens)) > _WORDS["longest"]:
        return False
    # What is said or supposed in the first sentence would seem to hold for the second: "She said it rained, and ..."
    if first.words & set(_WORDS["closed"]) or any(token.dep_ in _CLAUSES for token in first.tokens):
        return False
    if second.words & set(_WORDS["links"]) or (_lists(first) and _lists(second)):
        return False
    return _opens_with_subject(first) and _opens_with_subject(second)


def _lists(sentence: Sentence) -> bool:
    """Whether a sentence has commas or joined verbs of its own; two of them would be hard to read as one."""
    return any(token.text == "," or (token.dep_ == "conj" and token.pos_ == "VERB") for token in sentence.tokens)


def _opens_with_subject(sentence: Sentence) -> bool:
    """Whether a sentence begins with its subject: "On Monday, it rained, and ..." would date what follows."""
    subjects = [child for child in sentence.root.children if child.dep_ in _SUBJECTS and child.i < sentence.root.i]
    opener = sentence.tokens[0]
    return bool(subjects) and subjects[0].left_edge == opener and opener.lower_ not in _WORDS["not_openers"]


PERTURBATION = RuleBased(
    name="sentence-join",
    family="benign",
    summary='Joins two short neighbouring sentences with ", and".',
    propose=propose,
    checks=BENIGN,
    version="2",
    limits=(
        "Only short sentences that open with their subject; reports, conditions and contrasts in the first, and link "
        "words in the second, keep the two apart."
    ),
    illustration=Illustration(
        response="The library opens on Monday. The café stays closed until June.",
        after="The library opens on Monday, and the café stays closed until June.",
    ),
)
