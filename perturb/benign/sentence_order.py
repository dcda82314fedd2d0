"""Two neighbouring sentences in the other order, where neither leans on the other nor tells what came first.

Each must be understood on its own: no pronoun, no link word, no "the" for what the other brings up, no event that
follows another. What comes after the pair must not lean on its last sentence either.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import Sentence, pronouns, sentences
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_WORDS = lexicon(__file__)
_LINKS = frozenset(_WORDS["links"])
_STATES = frozenset(_WORDS["states"])
_TALK = frozenset(_WORDS["talk"])
_UNIQUE = frozenset(_WORDS["unique"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each pair of neighbours that can change places, on its own, the last pair first."""
    found = list(sentences(text))
    for first, second in reversed(list(itertools.pairwise(found))):
        between = text.text[first.span.end : second.span.start]
        if set(between) != {" "} or not (first.closed and second.closed):
            continue
        opens = first.span == text.sentences[0]
        if not (_self_contained(first, opens) and _self_contained(second) and _apart(first, second)):
            continue
        if not _next_is_free(text, found, second) or not _timeless(first, second):
            continue
        if first.span.of(text.text)[:1].isupper() != second.span.of(text.text)[:1].isupper():
            continue
        yield Proposal(
            (
                replace_span(text.text, first.span.start, first.span.end, second.span.of(text.text)),
                replace_span(text.text, second.span.start, second.span.end, first.span.of(text.text)),
            ),
            details={"moved": 2},
        )


def _self_contained(sentence: Sentence, opens: bool = False) -> bool:
    """Whether a sentence can stand first: it leans on nothing said before it, as none does that opens the text."""
    words = {token.lower_ for token in sentence.tokens}
    if pronouns(sentence.tokens) or words & _LINKS:
        return False
    return opens or all(_known(token, sentence) for token in sentence.tokens if token.lower_ == "the")


def _known(article: Any, sentence: Sentence) -> bool:
    """Whether "the" speaks of what everybody knows or what its own phrase tells: "the price of petrol"."""
    noun = article.head
    told = any(
        child.dep_ in {"relcl", "acl"} or (child.dep_ == "prep" and child.lower_ == "of") for child in noun.rights
    )
    named = noun.tag_ in {"NNP", "NNPS"} or any(child.tag_ == "JJS" for child in noun.children)
    return bool(told or named or noun.lower_ in _UNIQUE)


def _apart(first: Sentence, second: Sentence) -> bool:
    """Whether what both speak of is called the same in both: a full name first, then a part of it, leans back."""
    phrases = [_named(first), _named(second)]
    for word in set(phrases[0]) & set(phrases[1]):
        if phrases[0][word] != phrases[1][word]:
            return False
    shared = {token.lemma_.lower() for token in first.tokens if token.pos_ == "NOUN"} & {
        token.lemma_.lower() for token in second.tokens if token.pos_ == "NOUN"
    }
    return not shared


def _named(sentence: Sentence) -> dict[str, frozenset[str]]:
    """Each word of a name, with the whole name."""
    found: dict[str, frozenset[str]] = {}
    for token in sentence.tokens:
        if token.pos_ == "PROPN":
            whole = token.head if token.dep_ == "compound" else token
            found[token.lower_] = frozenset(word.lower_ for word in whole.subtree if word.pos_ == "PROPN")
    return found


def _timeless(first: Sentence, second: Sentence) -> bool:
    """Whether the two are not steps of a story or turns of a talk: one tells how things are or will be."""
    roots = (first.root, second.root)
    return any(map(_is_state, roots)) and not any(map(_is_talk, roots))


def _is_talk(verb: Any) -> bool:
    return verb.lemma_.lower() in _TALK or any(
        child.dep_ == "conj" and child.lemma_.lower() in _TALK for child in verb.children
    )


def _is_state(verb: Any) -> bool:
    helpers = {child.lower_ for child in verb.children if child.dep_ in {"aux", "auxpass"}}
    if helpers & set(_WORDS["state_helpers"]):
        return True
    return verb.lemma_.lower() in _STATES and verb.tag_ in {"VBZ", "VBP", "VBD"}


def _next_is_free(text: Text, found: list[Sentence], second: Sentence) -> bool:
    """Whether the sentence after the pair leans on nothing."""
    after = text.sentence_from(second.span.end)
    if after is None:
        return True
    following = next((sentence for sentence in found if sentence.span == after), None)
    return following is not None and _self_contained(following)


PERTURBATION = RuleBased(
    name="sentence-order",
    family="benign",
    summary="Puts two neighbouring sentences in the other order where neither leans on the other.",
    propose=propose,
    checks=BENIGN,
    limits=(
        "Stories and dialogues stay as they are, since their order tells what came first; so does every sentence with "
        "a pronoun or with a link word."
    ),
    illustration=Illustration(
        response="Lisbon has two airports. Porto will open a bridge.",
        after="Porto will open a bridge. Lisbon has two airports.",
    ),
)
