"""Edits of whole documents and of their sentences, and the relations that changed contexts have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import regex

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation, relations
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import Edit, replace_span

LOST = relations(
    "context",
    factual_consistency=Relation.DECREASE,
    grounding=Relation.DECREASE,
    citation_support=Relation.DECREASE,
)
"""The context no longer supports the response; whether the response is concise does not depend on it."""

KEPT = relations("context", all=Relation.INVARIANT)
"""The context supports the response as it did; the response is the same."""

_SPEAKER = regex.compile(r"^[ \t]*#*[\p{L}\d][#\p{L}\d .'’-]{0,30}: ?\S", regex.MULTILINE)
_INLINE_SPEAKER = regex.compile(r"(?:^|[.!?)…] )\p{Lu}[\p{L}\d .'’-]{0,25}: (?=\S)", regex.MULTILINE)
_TICKED = regex.compile(r"(?:^|\s)`(?:\s?`)?\s[\p{L}\p{N}]")
_QUOTED = regex.compile(
    r"(?:^|(?<=[\s(]))`(?=[\p{L}\p{N}])(?=(?:[^`'\n]|(?<=\p{L})'(?=\p{L})){1,400}'(?:[\s.,;:!?)]|$))"
)
_PLACEHOLDER = regex.compile(r"#(?=\p{Lu}\p{Ll}+\d#)|(?<=#\p{Lu}\p{Ll}+\d)#")
_FEWEST_TURNS = 4
_CITATION = regex.compile(
    r"\[\d+(?:[,–-] ?\d+)*\]|\b(?:document|doc|source|passage|article|text|reference|excerpt)s?\s+\d", regex.IGNORECASE
)


def prose(document: str) -> str:
    """The document with the backticks that open quotations (" ` so'") written as quotation marks, as long as before.

    Such marks are those of some corpora; read as code, they would shut off whatever stands between two of them. So
    would the marks around the speakers of some dialogues ("#Person1#"), which are no tags.

    >>> prose("Then ` yes' was said."), prose("Call `f`.")
    ("Then ' yes' was said.", 'Call `f`.')
    >>> prose("A `bomb', he said."), prose("Call `f('a', 2)`."), prose("#Person1#: Hi")
    ("A 'bomb', he said.", "Call `f('a', 2)`.", '"Person1": Hi')
    """
    document = _PLACEHOLDER.sub('"', document)
    return document.replace("`", "'") if _TICKED.search(document) else _QUOTED.sub("'", document)


def field_name(position: int) -> str:
    """The name of a document as an editable field."""
    return f"context[{position}]"


def present(example: Example) -> list[int]:
    """The positions of the documents that hold any text."""
    return [position for position, document in enumerate(example.context) if document.strip()]


def rewritten(example: Example, position: int, text: str) -> Edit:
    """The edit that puts a new text in a document's place."""
    document = example.context[position]
    return replace_span(document, 0, len(document), text, field_name(position))


def sentences_of(document: str) -> tuple[Span, ...]:
    """The sentences of a document."""
    return analyse(document).sentences


def all_sentences(example: Example) -> Iterator[tuple[int, Span]]:
    """The sentences of all documents, each with the position of its document."""
    for position, document in enumerate(example.context):
        for span in sentences_of(document):
            yield position, span


def deletions(document: str, spans: Iterable[Span], position: int) -> Iterator[Edit]:
    """Edits that delete sentences, each with the white space after it (before it, at the end of the document)."""
    sentences = sentences_of(document)
    chosen = sorted(spans)
    last = len(sentences)
    while last and sentences[last - 1] in chosen:
        last -= 1
    for span in chosen:
        at = sentences.index(span)
        if at >= last:
            # These reach to the end: the blank before them goes, and what follows the last sentence stays.
            start = sentences[at - 1].end if at else span.start
            yield replace_span(document, start, span.end, "", field_name(position))
        else:
            yield replace_span(document, span.start, sentences[at + 1].start, "", field_name(position))


def is_dialogue(document: str) -> bool:
    """Whether lines begin with a speaker's name, so that a line stands with those around it."""
    lines = sum(bool(line.strip()) for line in document.splitlines())
    in_lines = lines > 1 and 3 * len(_SPEAKER.findall(document)) > lines
    return in_lines or len(_INLINE_SPEAKER.findall(document)) >= max(_FEWEST_TURNS, total_words([document]) // 60)


def cites_by_number(response: str) -> bool:
    """Whether the response points to documents by their place."""
    return _CITATION.search(response) is not None


def total_words(texts: Sequence[str]) -> int:
    """How many words several texts have."""
    return sum(len(text.split()) for text in texts)
