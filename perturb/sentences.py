"""Where the sentences of a text begin and end, so that they rejoin to the text exactly.

NLTK's Punkt algorithm decides within a line, with our own abbreviations instead of a downloaded model. Around it: a
line break between items ends a unit, marks such as "。" end one without a space, and the end mark of a quotation does
not end the sentence that carries on after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import regex

from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import Span

LINE_BREAK = regex.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")

_UNSPACED_END = regex.compile(r"[。！？｡．।॥؟۔።]+[」』”’）)\"'»]*")
_MAY_END = regex.compile(r"[.!?]")
_ITEM = regex.compile(r"[ \t]{2,}|\s*(?:[-*+•‣◦·|>#]|\(?\w{1,3}[.)])\s")
_ENDED = regex.compile(r"[.!?:;。！？।؟…|][\"'”’»)\]*_]*\s*$")
_QUOTED_END = regex.compile(r"[.!?…,][\"'”’»]\s*$")
_LAST_WORD = regex.compile(r"([\p{L}.]+)\.$")
_WRAP_WIDTH = 60  # a line this long without an end mark was broken by an editor, not by its author


@cache
def _punkt() -> Any:
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    words = lexicon(__file__)
    parameters = PunktParameters()
    parameters.abbrev_types = {*words["never_end"], *words["may_end"]}
    parameters.sent_starters = set(words["openers"])
    return PunktSentenceTokenizer(parameters)


def sentence_spans(text: str) -> tuple[Span, ...]:
    """The sentences of a text; between them, and around them, is white space only."""
    return tuple(
        Span(block.start + start, block.start + end)
        for block in _blocks(text)
        for start, end in _trimmed(block.of(text), _split(block.of(text)))
    )


def _blocks(text: str) -> Iterator[Span]:
    """Stretches that no sentence crosses: paragraphs, list items, lines of a dialogue."""
    start = line_start = 0
    for break_ in LINE_BREAK.finditer(text):
        line, after = text[line_start : break_.start()], text[break_.end() : break_.end() + 200]
        if not _wrapped(line, after):
            yield Span(start, break_.start())
            start = break_.end()
        line_start = break_.end()
    yield Span(start, len(text))


def _wrapped(line: str, after: str) -> bool:
    if not line.strip() or not after.strip() or after[0] in "\r\n" or _ITEM.match(after) or _ENDED.search(line):
        return False
    return after[0].islower() or len(line) >= _WRAP_WIDTH


def _split(block: str) -> list[tuple[int, int]]:
    """Adjoining pieces that make up the block."""
    ends: list[int] = []
    start = 0
    for stop in (*(match.end() for match in _UNSPACED_END.finditer(block)), len(block)):
        piece = block[start:stop]
        if _MAY_END.search(piece):
            ends.extend(start + end for end in _punkt_ends(piece))
        ends.append(stop)
        start = stop
    ends = sorted(set(ends))
    return list(zip([0, *ends[:-1]], ends, strict=True))


def _punkt_ends(piece: str) -> Iterator[int]:
    for _, end in _punkt().span_tokenize(piece):
        before, after = piece[max(0, end - 80) : end], piece[end : end + 80].lstrip()
        if not (after and _carries_on(before, after)):
            yield end


def _carries_on(before: str, after: str) -> bool:
    if _QUOTED_END.search(before) and after[0].islower():
        return True
    word = _LAST_WORD.search(before)
    return word is not None and word[1].lower() in lexicon(__file__)["never_end"]


def _trimmed(block: str, pieces: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in pieces:
        piece = block[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
