""" "That" before what is said, put in or left out: "said (that) he would", "told Ann (that)", "the news (that)"."""

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
_EITHER = frozenset(_WORDS["verbs"])
_ADDED = frozenset(_WORDS["more_verbs"])
_TOLD = frozenset(_WORDS["told_verbs"])
_NOUNS = frozenset(_WORDS["nouns"])
_FINITE = frozenset({"VBD", "VBZ", "VBP", "VBN", "VB"})
_OPENERS = frozenset({"PRP", "PRP$", "DT", "NNP", "NNS", "NNPS", "EX", "CD"})
_MORE = _OPENERS | {"NN", "JJ"}
_PERSONS = frozenset({"he", "she", "they", "we", "i"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All that can be put in, or else one left out at a time."""
    added, dropped = [], []
    for word in tokens_of(text.syntax)[:-2]:
        for place in (_in_after_verb(text, word), _in_after_listener(text, word), _in_after_noun(text, word)):
            if place is not None and free(text, place, place):
                added.append(replace_span(text.text, place, place, " that"))
        for that in (_out_after_verb(word), _out_after_listener(word)):
            if that is not None and free(text, that.idx - 1, that.idx + len(that)):
                dropped.append(replace_span(text.text, that.idx - 1, that.idx + len(that), ""))
    for direction, edits in (("add", added), ("drop", dropped)):
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


def _in_after_verb(text: Text, verb: Any) -> int | None:
    """Where "that" goes in "said he would"."""
    if verb.lemma_ not in _EITHER | _ADDED or verb.tag_ not in _FINITE:
        return None
    return _gap(text, verb) if _clause_begins(verb, verb.nbor()) else None


def _in_after_listener(text: Text, verb: Any) -> int | None:
    """Where "that" goes in "told Ann he would"."""
    listener = _listener(verb)
    if listener is None or listener.i + 2 >= len(text.syntax):
        return None
    return _gap(text, listener) if _clause_begins(verb, listener.nbor()) else None


def _in_after_noun(text: Text, noun: Any) -> int | None:
    """Where "that" goes in "the news he had left"."""
    if noun.lower_ not in _NOUNS or noun.tag_ not in {"NN", "NNS"}:
        return None
    for clause in noun.rights:
        bare = clause.dep_ in {"acl", "ccomp", "relcl"} and clause.left_edge == noun.nbor()
        marked = any(child.dep_ == "mark" for child in clause.children) or _asks(clause)
        if bare and not marked and _subject(noun.nbor(), clause, _OPENERS):
            return _gap(text, noun)
    return None


def _out_after_verb(verb: Any) -> Any | None:
    """The "that" of "said that he would"."""
    if verb.lemma_ not in _EITHER or verb.tag_ not in _FINITE or not _marks(verb.nbor(), verb):
        return None
    that = verb.nbor()
    return that if that.i + 1 < len(that.doc) and _subject(that.nbor(), that.head, _OPENERS) else None


def _out_after_listener(verb: Any) -> Any | None:
    """The "that" of "told Ann that he would", where a pronoun shows that the clause begins."""
    listener = _listener(verb)
    if listener is None or listener.i + 2 >= len(listener.doc) or not _marks(listener.nbor(), verb):
        return None
    that = listener.nbor()
    return that if that.nbor().lower_ in _PERSONS and _subject(that.nbor(), that.head, _OPENERS) else None


def _marks(that: Any, verb: Any) -> bool:
    """Whether a word is the "that" of a verb's clause, with one blank on either side."""
    blanks = that.i > 0 and that.nbor(-1).whitespace_ == " " and that.whitespace_ == " "
    return bool(that.lower_ == "that" and that.dep_ == "mark" and that.head.head == verb and blanks)


def _listener(verb: Any) -> Any | None:
    """The last word of those that a verb says are told, right behind it, None where nobody is."""
    if verb.lemma_ not in _TOLD or verb.tag_ not in _FINITE:
        return None
    told = [child for child in verb.rights if child.dep_ in {"dobj", "dative"} and child.left_edge.i == verb.i + 1]
    if len(told) != 1 or told[0].tag_ in {"WDT", "WP", "IN"}:
        return None
    words = list(told[0].subtree)
    plain = words[-1].i - words[0].i + 1 == len(words) and not any(word.pos_ in {"VERB", "AUX"} for word in words)
    return words[-1] if plain else None


def _gap(text: Text, word: Any) -> int | None:
    """Where a word ends that one blank follows."""
    end = int(word.idx + len(word))
    return end if text.text[end : word.nbor().idx] == " " else None


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
    summary='Puts "that" in before what is said, or leaves it out.',
    propose=propose,
    checks=BENIGN,
    version="3",
    limits="Knows some verbs and nouns of saying and thinking, and clauses that follow them or the listener at once.",
    illustration=Illustration(
        response="The mayor said he would resign.",
        after="The mayor said that he would resign.",
    ),
)
