"""What the syntactic rewordings share: sentences with their parse, phrases as spans, the case of a first letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, tokens_of

_WORDS: dict[str, Any] = lexicon(__file__)
THIRD_PERSON = frozenset(_WORDS["third_person"])
FOCUS = frozenset(_WORDS["focus"])
SCOPE = frozenset(_WORDS["scope"])
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
_CLOSING = regex.compile(r"\s*\.\s*$")
_UNEVEN = regex.compile(r"[\n\r\t;:()\[\]{}*_|<>«»“”„\"`…?!]|''|\.\.|(?<=\s)[-–—'’‘]+(?=\s)|[–—]|(?<!\p{L})['‘’]")


_WHOLE = regex.compile(r"``[^`\n]+?''|\"[^\"\n]+\"|“[^“”\n]+”|\([^()\n]+\)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A declarative sentence in one line, with one root, and without brackets, quotations or dashes.

    Args:
        text: the text it stands in.
        span: its place, end mark included.
        end: where its last word ends; what follows is the full stop, if there is one.
        tokens: its words (spaCy tokens), the full stop left out.
        root: the verb that all others hang on.
    """

    text: Text
    span: Span
    end: int
    tokens: tuple[Any, ...]
    root: Any

    @property
    def closed(self) -> bool:
        """Whether it ends with a full stop."""
        return self.end < self.span.end

    @property
    def comma(self) -> str:
        """The comma as this text writes it; tokenised text puts a blank before it."""
        return " ," if regex.search(r"\s[.,](?:\s|$)", self.span.of(self.text.text)) else ","

    def ends_with(self, word: Any) -> bool:
        """Whether what hangs on a word reaches to the end; the parse may hang the full stop on it too."""
        return bool(word.right_edge.i >= self.tokens[-1].i)

    @property
    def words(self) -> frozenset[str]:
        """Its words in lower case."""
        return frozenset(token.lower_ for token in self.tokens)


def sentences(text: Text, *, loose: bool = False) -> Iterator[Sentence]:
    """The sentences that can be reordered safely; all others are left out.

    Args:
        text: the analysed response.
        loose: whether whole brackets and quotations may stand in them, for edits that leave those where they are.
    """
    spans = _even(text, loose)
    yield from _parsed(text, text.doc, spans) if spans else ()  # no sentence spares the parse


# Nearly every syntactic rewording asks for the sentences of the same response.


@lru_cache(maxsize=256)
def _even(text: Text, loose: bool) -> tuple[Span, ...]:
    """The sentences that need no parse to be left out."""
    spans = [span for span in text.sentences if not _UNEVEN.search(_seen(span.of(text.text), loose))]
    if loose:
        return tuple(span for span in spans if not touched(text.protected, span.start, span.end))
    return tuple(span for span in spans if free(text, span.start, span.end))


@lru_cache(maxsize=16)
def _parsed(text: Text, doc: Any, spans: tuple[Span, ...]) -> tuple[Sentence, ...]:
    tokens = tokens_of(doc)
    found: list[Sentence] = []
    at = 0
    for span in spans:
        while at < len(tokens) and tokens[at].idx < span.start:
            at += 1
        first = at
        while at < len(tokens) and tokens[at].idx + len(tokens[at]) <= span.end:
            at += 1
        if (sentence := _sentence(text, span, tokens[first:at])) is not None:
            found.append(sentence)
    return tuple(found)


def _seen(body: str, loose: bool) -> str:
    """A sentence as it is looked at for uneven marks: without its whole brackets and quotations, if they may stay."""
    return _WHOLE.sub("q", body) if loose else body


def _sentence(text: Text, span: Span, tokens: Sequence[Any]) -> Sentence | None:
    body = span.of(text.text)
    closing = _CLOSING.search(body)
    end = span.start + closing.start() if closing is not None else span.end
    words = tuple(token for token in tokens if token.idx < end and not token.is_space)
    if len(words) < 3 or words[0].idx != span.start:
        return None
    inside = {token.i for token in tokens}
    roots = [token for token in words if token.head == token or token.head.i not in inside]
    if len(roots) != 1 or roots[0].pos_ not in {"VERB", "AUX"}:
        return None
    if words[-1].idx + len(words[-1]) != end or not is_finite(roots[0]):
        return None  # an abbreviation at the end keeps its dot; a headline has no finite verb
    return Sentence(text, span, end, words, roots[0])


def is_finite(verb: Any) -> bool:
    """Whether a verb, or an auxiliary of it, has a tense of its own."""
    parts = (verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"}))
    return any(part.tag_ in {"VBD", "VBZ", "VBP", "MD"} for part in parts)


def stop(token: Any) -> int:
    """Where a token ends."""
    return int(token.idx + len(token))


def phrase(token: Any) -> list[Any] | None:
    """The words of a token and all that hangs on it, None where others stand between them."""
    words = list(token.subtree)
    return words if words[-1].i - words[0].i + 1 == len(words) else None


def pronouns(words: Any) -> frozenset[str]:
    """The third-person pronouns among some words."""
    return frozenset(word.lower_ for word in words) & THIRD_PERSON


def has_verb(words: Any) -> bool:
    """Whether there is a verb, or what may be one, among some words."""
    return any(word.pos_ in {"VERB", "AUX"} for word in words)


def is_negative(words: Any) -> bool:
    """Whether a word among them denies, or shifts what a denial or a quantity reaches."""
    return any(word.lower_ in SCOPE or word.dep_ == "neg" for word in words)


def is_focused(words: Any) -> bool:
    """Whether a word such as "only" marks out its neighbour, which must stay its neighbour."""
    return any(word.lower_ in FOCUS for word in words)


def raised(fragment: str, sentence: Sentence) -> str:
    """A fragment as the sentence's new beginning: with a capital where the sentence had one."""
    if sentence.span.of(sentence.text.text)[:1].isupper():
        return fragment[:1].upper() + fragment[1:]
    return fragment


def follower(sentence: Sentence) -> str:
    """The sentence that comes next in the text, empty at the end."""
    after = sentence.text.sentence_from(sentence.span.end)
    return "" if after is None else after.of(sentence.text.text)
