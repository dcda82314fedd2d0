"""Sentences of the context that can stand on their own as calibrated claims."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import regex

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, analyse, parse

_LEXICON: dict[str, Any] = lexicon(__file__)


def _opening(words: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?:{'|'.join(map(regex.escape, _LEXICON[words]))})\b", regex.IGNORECASE)


_OPENERS, _JOINING = _opening("openers"), _opening("joining")
_TURN = regex.compile(r"[^\s:]+(?: [^\s:]+){0,3}\s*:")
_TURN_REACH = 800  # code points; a longer line that opens like a turn ("TITLE: ...") is a page without line breaks
_SPEAKER = regex.compile(r"\b(?:I|me|my|mine|you|your|yours|I['’]\w+|you['’]\w+)\b", regex.IGNORECASE)
_POINTING = regex.compile(
    r"\b(?:he|she|they|him|her|his|them|their|its|it|this|these|those|such|former|latter)\b", regex.I
)
_QUOTED = regex.compile(r"\"[^\"\n]+\"|“[^”\n]+”|(?<!\S)`(?![`\s])[^`'’\n]+['’](?!\w)")
_DATELINE = regex.compile(
    r"(?:\p{Lu}[\p{Lu} .,]{2,30} )?\( ?(?:cnn|ap|reuters|afp) ?\) ?(?:[-–—]{1,2} )?", regex.IGNORECASE
)
_ODD = regex.compile(r"[\"“”„«»`|\n\r\t<>{}\[\]@#*_=~…?!]|''|\.\.|https?:|\s[-–—]{2}\s|\b\w+ 's\b|(?<=\s)['‘]")
_WORDS = regex.compile(r"\w+(?:[-'’.,]\w+)*")
_ENDED = regex.compile(r"[\p{L}\p{N})%]\.\Z")
_JOINT = regex.compile(r"(?<=[\p{Ll}0-9)]{2}\.)(?=\p{Lu}[\p{Ll} ])")  # "came late.It began"
_SENTENCE = (6, 60)  # words
_READABLE = 30  # words; a longer sentence is taken only where there is no shorter one
_SEARCHED = 60_000  # code points of a document; further sentences are not looked at
_PARSED = 20  # sentences for each axis, so that a long context stays fast
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_REFERRING = frozenset({"this", "that", "these", "those", "such", "another", "both", "other", "latter"})


@dataclass(frozen=True, slots=True)
class ContextClaim:
    """A sentence of the context taken as the response.

    Args:
        example: with the sentence as its response, and the same context; it is supported by construction.
        field: the document, ``context[i]``.
        span: where the claim stands in it: a sentence, or two of which the second leans on the first.
    """

    example: Example
    field: str
    span: Span


def claim_of(example: Example, position: int, span: Span) -> ContextClaim:
    """A stretch of a document as a claim."""
    response = span.of(example.context[position])
    name = f"{example.id}/claim/{position}-{span.start}"
    claim = replace(example, response=response, label=1.0, corrected=None, id=name)
    return ContextClaim(claim, f"context[{position}]", span)


def context_claims(example: Example, triggers: regex.Pattern[str], rng: random.Random) -> Iterator[ContextClaim]:
    """The sentences of the context that have one of the words and can stand on their own, short ones first.

    A sentence that leans on the one before it ("He may leave.") comes last, and together with that one.

    Args:
        example: whose context is searched.
        triggers: what is looked for, in lower case.
        rng: orders the sentences that are equally good.
    """
    found = [
        (_faults(candidate.of(document)) + (first.start < candidate.start), rng.random(), position, first, candidate)
        for position, document in enumerate(example.context)
        for first, candidate in _candidates(document)
        if triggers.search(candidate.of(document).lower())
    ]
    best = sorted(found)[:_PARSED]
    texts = (span.of(example.context[at]) for _, _, at, *spans in best for span in spans)
    parse.expect((text for text in texts if not parse.foresees(text)), names=False)
    for _, _, position, first, candidate in best:
        document = example.context[position]
        if first == candidate:
            sound = _stands_alone(analyse(candidate.of(document)).syntax)
        else:
            sound = _stands_alone(analyse(first.of(document)).syntax) and _is_finite(
                analyse(candidate.of(document)).syntax
            )
        if sound:
            yield claim_of(example, position, Span(first.start, candidate.end))


@lru_cache(maxsize=64)
def _candidates(document: str) -> tuple[tuple[Span, Span], ...]:
    """The sentences that read like a claim, as far as can be told without a parse.

    Each comes with the sentence before it, on which it leans, or with itself where it stands alone.
    """
    text = analyse(document)
    found: list[tuple[Span, Span]] = []
    before: Span | None = None  # the sentence right before, where it can stand alone
    for span in _parted(text):
        sentence = span.of(document)
        if span.start > _SEARCHED:
            break
        alone = leans = False
        if _is_whole(text, span) and _is_narrative(document, span):
            alone = _looks_like_a_claim(sentence) and not _OPENERS.match(sentence)
            leans = before is not None and _looks_like_a_claim(sentence) and _leans(before, span, document)
        if alone:
            found.append((span, span))
        if leans and before is not None:
            found.append((before, span))
        before = span if alone else None
    return tuple(found)


def _parted(text: Text) -> Iterator[Span]:
    """The sentences of a text, parted where a page was put together without the blank between two of them.

    The mark that closes the speech before a sentence is no part of it.
    """
    closings = {speech.end - 1 for speech in text.quotations}
    for span in text.sentences:
        start = span.start + (span.start in closings and span.start + 1 < span.end)
        for joint in _JOINT.finditer(text.text, span.start, span.end):
            yield Span(start, joint.start())
            start = joint.start()
        yield Span(start, span.end)


def _is_whole(text: Text, span: Span) -> bool:
    """Whether a sentence has no code in it, and no speech that began before it or goes on behind it."""
    quoted = [speech for speech in text.quotations if speech.overlaps(span.start, span.end)]
    whole = all(span.start < speech.start and speech.end <= span.end for speech in quoted)
    return whole and not touched(text.protected, span.start, span.end)


def _is_narrative(document: str, span: Span) -> bool:
    """Whether a sentence is not part of a turn of a dialogue."""
    start = document.rfind("\n", 0, span.start) + 1
    return not _TURN.match(document, start) or (span.start > start and span.end - start > _TURN_REACH)


def _leans(first: Span, second: Span, document: str) -> bool:
    gap, joined = document[first.end : second.start], document[first.start : second.end]
    return gap == " " and len(_WORDS.findall(joined)) <= _SENTENCE[1] and bool(_JOINING.match(second.of(document)))


def _looks_like_a_claim(sentence: str) -> bool:
    sentence = _QUOTED.sub(lambda speech: "so." if speech[0][-2] == "." else "so", sentence)
    agency = _DATELINE.match(sentence)
    sentence = sentence[agency.end() :] if agency else sentence
    words = _WORDS.findall(sentence)
    if not _SENTENCE[0] <= len(words) <= _SENTENCE[1] or not _ENDED.search(sentence):
        return False
    if not (agency or sentence[0].isupper()):
        return False
    if _ODD.search(sentence) or _SPEAKER.search(sentence) or ":" in sentence[:60]:
        return False
    capitals = sum(word[0].isupper() for word in words)
    shouted = sum(word.isupper() and len(word) > 1 for word in words)
    return capitals * 2 <= len(words) + 1 and shouted * 3 <= len(words) and sentence.count("(") == sentence.count(")")


def _faults(sentence: str) -> int:
    """How much a sentence leans on others, or is hard to read."""
    words = len(_WORDS.findall(sentence))
    return (words > _READABLE) + bool(_POINTING.search(sentence))


def _is_finite(doc: Any) -> bool:
    """Whether a parse is one sentence with a finite verb."""
    roots = [token for token in doc if token.dep_ == "ROOT"]
    if len(roots) != 1:
        return False
    group = [roots[0], *(child for child in roots[0].children if child.dep_ in {"aux", "auxpass"})]
    return roots[0].pos_ in {"VERB", "AUX"} and any(word.tag_ in _FINITE for word in group)


def _stands_alone(doc: Any) -> bool:
    """Whether a sentence is one clause or more with a finite verb and a subject that needs no antecedent."""
    if not _is_finite(doc):
        return False
    root = next(token for token in doc if token.dep_ == "ROOT")
    subject = subject_of(root)
    if subject is None:
        return any(child.dep_ == "expl" for child in root.children)
    if subject.lower_ in {"former", "latter"}:
        return False
    some_of = subject.tag_ == "DT" and any(child.lower_ == "of" for child in subject.rights)  # "some of the items"
    expletive = subject.lower_ == "it" and any(child.dep_ in {"ccomp", "xcomp", "acomp"} for child in root.children)
    if subject.tag_ in {"PRP", "DT", "WP", "WDT"} and not (expletive or some_of or subject.lower_ == "we"):
        return False
    if subject.tag_ != "WP" and any(child.lower_ in _REFERRING or child.tag_ == "PRP$" for child in subject.lefts):
        return False
    return not _has_lonely_pronoun(doc)


def _has_lonely_pronoun(doc: Any) -> bool:
    """Whether "he", "she" or "they" comes before any noun that it could stand for."""
    for token in doc:
        if token.pos_ in {"NOUN", "PROPN"} and token.dep_ in {"nsubj", "nsubjpass", "pobj", "dobj", "poss"}:
            return False
        if token.lower_ in {"he", "she", "they", "his", "her", "their", "its", "him", "them"}:
            return True
    return False
