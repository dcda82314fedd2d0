""" "That" after a verb of saying put in or left out: "said that he would", "said he would"."""

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
from gaugeblock.perturb.variant import replace_span

_OPENERS = frozenset({"PRP", "PRP$", "DT", "NNP", "NNS", "NNPS", "EX", "CD"})
_MORE = _OPENERS | {"NN", "JJ"}


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All that can be put in, or else one left out at a time."""
    added, dropped = [], []
    for verb in text.doc:
        words = lexicon(__file__)
        either = verb.lemma_ in words["verbs"]
        if not (either or verb.lemma_ in words["more_verbs"]) or verb.tag_ not in {"VBD", "VBZ", "VBP", "VBN", "VB"}:
            continue
        if verb.i + 2 >= len(text.doc):
            continue
        start = verb.idx + len(verb)
        after, second = text.doc[verb.i + 1], text.doc[verb.i + 2]
        if text.text[start : after.idx] != " ":
            continue
        if after.lower_ == "that":
            if either and after.dep_ == "mark" and after.head.head == verb and _subject(second, after.head, _OPENERS):
                end = after.idx + len(after)
                if free(text, start, end) and second.idx == end + 1:
                    dropped.append(replace_span(text.text, start, end, ""))
        elif _clause_begins(verb, after) and free(text, start, start):
            added.append(replace_span(text.text, start, start, " that"))
    for direction, edits in (("add", added), ("drop", dropped)):
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


def _clause_begins(verb: Any, first: Any) -> bool:
    """Whether the verb's clause begins at this word, with its subject and with no "that" of its own."""
    for clause in verb.children:
        if clause.dep_ != "ccomp" or clause.i < verb.i or any(child.dep_ == "mark" for child in clause.children):
            continue
        if clause.left_edge == first and _subject(first, clause, _MORE) and not _asks(clause) and not _is_noun(clause):
            return True
    return False


def _subject(first: Any, clause: Any, tags: frozenset[str]) -> bool:
    """Whether a word opens the subject of a finite clause; a plain pronoun or noun phrase, not "that" or "what"."""
    subjects = [
        child for child in clause.children if child.dep_ in {"nsubj", "nsubjpass", "expl"} and child.i < clause.i
    ]
    finite = any(
        t.tag_ in {"VBD", "VBZ", "VBP", "MD"}
        for t in (clause, *clause.children)
        if t.dep_ in {"aux", "auxpass"} or t == clause
    )
    opens = first.tag_ in tags and first.lower_ not in {"that", "this", "her"}
    # Without "that", "it" and a bare noun would be taken for the verb's object.
    opens = opens and (tags is _MORE or first.lower_ != "it")
    return bool(subjects) and finite and opens and subjects[0].left_edge == first


def _is_noun(clause: Any) -> bool:
    """Whether what looks like a clause may be a noun with its own: "shows the extent to which prices rise"."""
    return any(
        word.tag_ in {"WDT", "WP$", "WP"} or word.lower_ == "that"
        for word in clause.doc[clause.left_edge.i + 1 : clause.i]
    )


def _asks(clause: Any) -> bool:
    return any(token.tag_ in {"WP", "WDT", "WRB", "WP$"} for token in clause.children)


PERTURBATION = RuleBased(
    name="that-clauses",
    family="benign",
    summary='Puts "that" in after a verb of saying, or leaves it out.',
    propose=propose,
    checks=BENIGN,
    version="2",
    limits="Knows some verbs of saying and thinking, and clauses that follow them at once.",
    illustration=Illustration(
        response="The mayor said he would resign.",
        after="The mayor said that he would resign.",
    ),
)
