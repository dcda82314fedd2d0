"""Who says it, moved to the other end: "Ann said that it rained" as "It rained, Ann said"; "According to Ann, ...".

The claim is not denied, asked or quoted, and no pronoun in it comes to stand before the name that it stands for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import (
    Sentence,
    is_finite,
    is_focused,
    is_negative,
    phrase,
    pronouns,
    raised,
    sentences,
    stop,
)
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import lowered
from gaugeblock.perturb.grammar import written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_VERBS = frozenset(_WORDS["verbs"])
_BESIDE = frozenset(_WORDS["beside"])
_TURNED = frozenset(_WORDS["turned"])
_COURTS = frozenset(_WORDS["courts"])
_TENSED = frozenset({"VBD", "VBZ", "VBP", "VBN"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each attribution that can be moved, on its own, in the order of the text."""
    for sentence in sentences(text):
        yield from _said_to_end(sentence, example)
        yield from _according_to_end(sentence, example)
    # A source at the end can be moved past quotations and brackets, which stay where they are.
    for sentence in sentences(text, loose=True):
        yield from _said_to_front(sentence, example)
        yield from _inverted_to_front(sentence, example)
        yield from _according_to_front(sentence, example)
        yield from _turned(sentence)


def _said_to_end(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "Ann said that P." becomes "P, Ann said."."""
    verb = sentence.root
    claims = [child for child in verb.children if child.dep_ == "ccomp" and child.i > verb.i]
    if len(claims) != 1 or not sentence.closed or not _says(verb):
        return
    claim = phrase(claims[0])
    if claim is None or not sentence.ends_with(claims[0]) or not is_finite(claims[0]):
        return
    claim = [word for word in claim if word.i <= sentence.tokens[-1].i]
    matrix = [word for word in sentence.tokens if word.i < claim[0].i]
    if claim[0].lower_ == "that":
        claim = claim[1:]
    if not _plain_matrix(verb, matrix) or not _plain_claim(claims[0], claim):
        return
    subject = next((child for child in verb.children if child.dep_ == "nsubj"), None)
    named = subject is not None and subject.lower_ not in {"he", "she", "they", "we", "i"}
    if named and pronouns(claim):
        return  # "She would win, Ann said" may speak of another woman
    low = lowered(written(matrix[0], matrix[-1]), matrix[0], example)
    if low is None:
        return
    source = sentence.text.text
    yield Proposal(
        (
            replace_span(source, sentence.span.start, claim[0].idx + 1, raised(claim[0].text[:1], sentence)),
            replace_span(source, sentence.end, sentence.end, f"{sentence.comma} {low}"),
        ),
        details={"direction": "end", "attribution": low},
    )


def _said_to_front(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "P, Ann said." becomes "Ann said that P."."""
    words = sentence.tokens
    comma = max((word for word in words if word.text == ","), key=lambda word: word.i, default=None)
    if comma is None or not sentence.closed:
        return
    matrix = [word for word in words if word.i > comma.i]
    claim = [word for word in words if word.i < comma.i]
    verb = next((word for word in matrix if word.lemma_.lower() in _VERBS | {"hear"} and word.tag_ in _TENSED), None)
    if verb is None or not 2 <= len(matrix) <= 8 or not _says(verb) or not _plain_matrix(verb, matrix):
        return
    head = next((word for word in claim if word.dep_ in {"ccomp", "ROOT"} and is_finite(word)), None)
    if head is None or not _plain_claim(head, claim) or (head.head != verb and verb.head != head):
        return
    if any(word.text == "," for word in claim) or pronouns(matrix) or not _opens_plainly(sentence, claim):
        return
    front = raised(written(matrix[0], matrix[-1]), sentence)
    yield from _fronted(sentence, claim, front, f"{front} that", example)


def _inverted_to_front(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "P, suggests a new study." becomes "A new study suggests that P."."""
    words = sentence.tokens
    comma = max((word for word in words if word.text == ","), key=lambda word: word.i, default=None)
    if comma is None or not sentence.closed or comma.i >= words[-2].i or pronouns(words[-1:]):
        return
    verb = comma.nbor()
    # The parse may take who suggests it for what is suggested.
    subject = next((child for child in verb.rights if child.dep_ in {"nsubj", "dobj"}), None)
    claim = [word for word in words if word.i < comma.i]
    if verb.lemma_.lower() not in _VERBS or verb.tag_ not in {"VBD", "VBZ", "VBP"} or subject is None:
        return
    source = [word for word in words if word.i > verb.i]
    whole = [word for word in subject.subtree if word.i <= words[-1].i]
    head = next((word for word in claim if word.dep_ in {"ccomp", "ROOT"} and is_finite(word)), None)
    if whole != source or len(source) > 14 or head is None or any(word.text == "," for word in claim):
        return
    if is_negative(source) or pronouns(source) or not _plain_claim(head, claim) or head not in (verb.head, *verb.lefts):
        return
    if not _opens_plainly(sentence, claim):
        return
    front = raised(written(source[0], source[-1]), sentence)
    yield from _fronted(sentence, claim, front, f"{front} {verb.text} that", example)


def _according_to_end(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "According to Ann, P." becomes "P, according to Ann."."""
    words = sentence.tokens
    if words[0].lower_ != "according" or words[1].lower_ != "to" or not sentence.closed:
        return
    comma = next((word for word in words if word.text == ","), None)
    if comma is None or comma.head != sentence.root:
        return
    source = [word for word in words if word.i < comma.i]
    claim = [word for word in words if word.i > comma.i]
    if len(claim) < 3 or not _plain_source(source) or not _plain_claim(sentence.root, claim) or pronouns(claim):
        return
    subjects = [child for child in sentence.root.children if child.dep_ in {"nsubj", "nsubjpass", "expl"}]
    if not subjects or subjects[0].left_edge != claim[0]:
        return  # an appositive of the source, or another adverbial
    low = source[0].text[:1].lower() + written(source[0], source[-1])[1:]
    text = sentence.text.text
    yield Proposal(
        (
            replace_span(text, sentence.span.start, claim[0].idx + 1, raised(claim[0].text[:1], sentence)),
            replace_span(text, sentence.end, sentence.end, f"{sentence.comma} {low}"),
        ),
        details={"direction": "end", "attribution": low},
    )


def _according_to_front(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "P, according to Ann." becomes "According to Ann, P."."""
    words = sentence.tokens
    at = next((n for n, word in enumerate(words) if word.lower_ == "according" and n), None)
    if at is None or words[at - 1].text != ",":
        return
    source, claim = list(words[at:]), list(words[: at - 1])
    if len(source) < 3 or source[1].lower_ != "to" or not _plain_source(source) or len(claim) < 3:
        return
    if not _plain_claim(sentence.root, claim) or sentence.root not in claim or pronouns(source):
        return
    if not _opens_plainly(sentence, claim):
        return
    front = raised(written(source[0], source[-1]), sentence) + sentence.comma
    yield from _fronted(sentence, claim, front, front, example)


def _fronted(sentence: Sentence, claim: list[Any], source: str, front: str, example: Example) -> Iterator[Proposal]:
    """The claim of a sentence behind the words that it is put down with, which stood at the end.

    Args:
        sentence: that is built anew.
        claim: its words.
        source: who says it, for the details.
        front: what comes before the claim.
        example: tells whether the claim's first word is a name.
    """
    low = lowered(claim[0].text, claim[0], example)
    if low is None:
        return
    text = sentence.text.text
    yield Proposal(
        (
            replace_span(text, sentence.span.start, claim[0].idx + 1, f"{front} {low[:1]}"),
            replace_span(text, stop(claim[-1]), sentence.end, ""),
        ),
        details={"direction": "front", "attribution": source},
    )


def _turned(sentence: Sentence) -> Iterator[Proposal]:
    """ "P, says the mayor." becomes "P, the mayor says.", and back."""
    words = sentence.tokens
    comma = max((word for word in words if word.text == ","), key=lambda word: word.i, default=None)
    if comma is None or not sentence.closed or comma.i >= words[-2].i or comma.i - words[0].i < 3:
        return
    first, last = comma.nbor(), words[-1]
    front = first.lemma_.lower() in _VERBS
    verb = first if front else last
    source = [word for word in words if word.i > comma.i and word != verb]
    if verb.lemma_.lower() not in (_VERBS if front else _TURNED) or verb.tag_ not in {"VBD", "VBZ", "VBP"}:
        return
    subject = next((child for child in verb.children if child.dep_ == "nsubj"), None)
    if subject is None or [word for word in subject.subtree if word.i <= last.i] != source or len(source) > 7:
        return
    # A pronoun stays before its verb, and so does what more is told of.
    if subject.pos_ not in {"NOUN", "PROPN"} or any(word.pos_ in {"PRON", "VERB", "AUX"} for word in source):
        return
    if verb.dep_ not in {"ROOT", "parataxis"} or not all(free(sentence.text, word.idx, stop(word)) for word in source):
        return
    who = written(source[0], source[-1])
    after = f"{who} {verb.text}" if front else f"{verb.text} {who}"
    text = sentence.text.text
    yield Proposal(
        (replace_span(text, first.idx, sentence.end, after),), details={"direction": "turned", "attribution": after}
    )


def _in_court(verb: Any) -> bool:
    """Whether a court is what heard something."""
    court = any(child.dep_ == "nsubj" and child.lemma_.lower() in _COURTS for child in verb.children)
    return verb.lemma_.lower() == "hear" and court


def _opens_plainly(sentence: Sentence, claim: list[Any]) -> bool:
    """Whether a claim's first word stands in no quotation: "that" cannot go before one."""
    return free(sentence.text, claim[0].idx, stop(claim[0]))


def _says(verb: Any) -> bool:
    """A plain statement: "said", "has said", not "may say" or "did not say"."""
    helpers = [child for child in verb.children if child.dep_ in {"aux", "auxpass"}]
    return (
        (verb.lemma_.lower() in _VERBS or _in_court(verb))
        and verb.tag_ in _TENSED
        and all(helper.lower_ in {"has", "have"} for helper in helpers)
        and any(child.dep_ == "nsubj" and child.i < verb.i for child in verb.children)
        and not any(child.dep_ in {"conj", "advcl", "dobj", "neg", "mark"} for child in verb.children)
    )


def _plain_matrix(verb: Any, matrix: list[Any]) -> bool:
    """Subject, verb and at most a date; nothing that may belong to the claim."""
    subject = next((child for child in verb.children if child.dep_ == "nsubj"), None)
    if subject is None or subject.left_edge != matrix[0] or len(matrix) > 10 or is_negative(matrix):
        return False
    if is_focused(matrix) or any(word.text == "," or word.tag_ in {"WDT", "WP", "WRB", "CC"} for word in matrix):
        return False
    after = [word for word in matrix if word.i > verb.i]
    between = [word for word in matrix if subject.right_edge.i < word.i < verb.i and word.dep_ not in {"aux"}]
    return not between and all(word.lower_ in _BESIDE for word in after)


def _plain_claim(head: Any, claim: list[Any]) -> bool:
    """Whether the claim is one statement that does not change when the source moves."""
    if len(claim) < 3 or claim[0].tag_ in {"WP", "WDT", "WRB", "CC", "TO"} or claim[0].lower_ in {"if", "whether"}:
        return False
    if any(word.lower_ in {"says", "said", "according", "told"} for word in claim):
        return False
    first = [child for child in head.children if child.dep_ in {"nsubj", "nsubjpass", "expl"} and child.i < head.i]
    if not first or first[0].left_edge != claim[0] or head.dep_ not in {"ccomp", "ROOT"}:
        return False  # "shows the extent to which ..." makes no claim
    return not any(child.dep_ in {"conj", "parataxis"} and _own_clause(child) for child in head.children)


def _own_clause(verb: Any) -> bool:
    return any(child.dep_ in {"nsubj", "nsubjpass", "expl", "mark"} for child in verb.children)


def _plain_source(source: list[Any]) -> bool:
    """Whether "according to" has one plain noun phrase."""
    if len(source) > 16 or any(word.text == "," or word.lower_ == "that" for word in source) or is_negative(source):
        return False
    objects = [child for word in source[:2] for child in word.children if child.dep_ == "pobj"]
    return len(objects) == 1 and objects[0].right_edge == source[-1]


PERTURBATION = RuleBased(
    name="attribution",
    family="benign",
    summary='Moves "Ann said" or "according to Ann" to the other end of its sentence, or turns it into "said Ann".',
    propose=propose,
    version="3",
    checks=BENIGN,
    limits=(
        "Only statements with one source, one verb of saying and one claim; a claim with a pronoun stays after the "
        "name of the one who says it. Beliefs count as statements (the team thinks), questions and denials do not."
    ),
    illustration=Illustration(
        response="The harbour master said on Friday that the new pier had opened.",
        after="The new pier had opened, the harbour master said on Friday.",
    ),
)
