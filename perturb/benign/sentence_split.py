"""One sentence made two: at ", and" or ", but" between full clauses, or at a ", who ..." that says more of a name.

The second clause has its own subject and stands under nothing that is said of the first: no report, condition, denial
or opening adverbial.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import SUBJECTS, Sentence, is_finite, sentences, stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_WORDS = lexicon(__file__)
_REACHING = frozenset(_WORDS["reaching"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each place where a sentence can be split, on its own, in the order of the text."""
    for sentence in sentences(text):
        yield from _at_conjunction(sentence)
        yield from _at_relative(sentence)


def _at_conjunction(sentence: Sentence) -> Iterator[Proposal]:
    root, source = sentence.root, sentence.text.text
    joined = [child for child in root.children if child.dep_ == "conj" and child.i > root.i]
    words = [child for child in root.children if child.dep_ == "cc" and child.i > root.i]
    if len(joined) != 1 or len(words) != 1 or words[0].lower_ not in {"and", "but"} or not sentence.closed:
        return
    conjunction, second = words[0], joined[0]
    subjects = [child for child in second.children if child.dep_ in SUBJECTS and child.i < second.i]
    if not subjects or subjects[0].left_edge.i != conjunction.i + 1 or not is_finite(second):
        return
    if not sentence.ends_with(second) or any(child.dep_ == "conj" for child in second.children):
        return
    before = [word for word in sentence.tokens if word.i < conjunction.i]
    comma = before[-1].text == ","
    if comma:
        before.pop()
    if not _independent(sentence, before) or len(before) < 3 or (not comma and _dated(second)):
        return
    capital = sentence.span.of(source)[:1].isupper()
    opener = conjunction if conjunction.lower_ == "but" else sentence.tokens[conjunction.i - sentence.tokens[0].i + 1]
    first = opener.text[:1].upper() if capital else opener.text[:1]
    full_stop = f"{source[sentence.end : sentence.span.end]} "
    edit = replace_span(source, stop(before[-1]), opener.idx + 1, full_stop + first)
    yield Proposal((edit,), details={"at": conjunction.lower_})


def _dated(verb: Any) -> bool:
    """Whether a clause has a time that, with no comma before it, may be that of both: "he ate and she drank in May"."""
    return any(
        child.dep_ == "npadvmod"
        or (child.dep_ == "prep" and child.lower_ in _WORDS["dating"])
        or child.ent_type_ == "DATE"
        for child in verb.rights
    )


def _independent(sentence: Sentence, before: list[Any]) -> bool:
    """Whether nothing in the first clause reaches over the conjunction."""
    subjects = [child for child in sentence.root.children if child.dep_ in SUBJECTS and child.i < sentence.root.i]
    if not subjects or subjects[0].left_edge != before[0]:
        return False
    if any(word.lower_ in _REACHING for word in before) or not is_finite(sentence.root):
        return False
    return not any(word.dep_ in {"ccomp", "advcl", "csubj", "parataxis", "mark"} for word in before)


def _at_relative(sentence: Sentence) -> Iterator[Proposal]:
    """ "She met Ann Ode, who runs the museum." becomes "She met Ann Ode. Ann Ode runs the museum."."""
    source = sentence.text.text
    for verb in sentence.tokens:
        relative = verb.left_edge
        if verb.dep_ != "relcl" or relative.lower_ != "who" or relative.dep_ not in {"nsubj", "nsubjpass"}:
            continue
        name = verb.head
        words = [word for word in name.subtree if word.i < relative.i and word.text != ","]
        if name.tag_ != "NNP" or relative.i - 2 != name.i or relative.nbor(-1).text != "," or len(words) > 3:
            continue
        if any(word.tag_ != "NNP" for word in words) or not sentence.ends_with(verb) or not sentence.closed:
            continue
        before = [word for word in sentence.tokens if word.i <= name.i]
        if relative.head != verb or not is_finite(verb) or not _independent(sentence, before):
            continue
        if name.head != sentence.root and name.head.head != sentence.root:
            continue
        again = written(words[0], words[-1])
        if sentence.span.of(source)[:1].isupper():
            again = again[:1].upper() + again[1:]  # a name that has lost its capital opens a sentence now
        full_stop = f"{source[sentence.end : sentence.span.end]} "
        edit = replace_span(source, stop(name), stop(relative), full_stop + again)
        yield Proposal((edit,), details={"at": "who"})


PERTURBATION = RuleBased(
    name="sentence-split",
    family="benign",
    summary='Splits a sentence at "and" or "but" between two full clauses, or at a ", who" clause at its end.',
    propose=propose,
    checks=BENIGN,
    version="2",
    limits=(
        'Clauses that share a subject, a report, a condition or an opening date stay together; "which" clauses are '
        "never split, since what they speak of is often unclear."
    ),
    illustration=Illustration(
        response="The council sold the old pier, and the hotel next to it closed.",
        after="The council sold the old pier. The hotel next to it closed.",
    ),
)
