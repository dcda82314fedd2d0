"""What the syntactic rewordings share: sentences with their parse, phrases as spans, the case of a first letter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import regex

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text

_WORDS: dict[str, Any] = lexicon(__file__)
THIRD_PERSON = frozenset(_WORDS["third_person"])
FOCUS = frozenset(_WORDS["focus"])
SCOPE = frozenset(_WORDS["scope"])
MONTHS = frozenset(_WORDS["months"])
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
_CLOSED_TAGS = frozenset({"DT", "PRP", "PRP$", "IN", "WRB", "WP", "WDT", "EX", "TO", "MD", "CC", "PDT", "RP"})
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
    spans = [span for span in text.sentences if not _UNEVEN.search(_seen(span.of(text.text), loose))]
    if loose:
        spans = [span for span in spans if not touched(text.protected, span.start, span.end)]
    else:
        spans = [span for span in spans if free(text, span.start, span.end)]
    if not spans:
        return  # spares the parse
    tokens = list(text.doc)
    at = 0
    for span in spans:
        while at < len(tokens) and tokens[at].idx < span.start:
            at += 1
        first = at
        while at < len(tokens) and tokens[at].idx + len(tokens[at]) <= span.end:
            at += 1
        if (found := _sentence(text, span, tokens[first:at])) is not None:
            yield found


def _seen(body: str, loose: bool) -> str:
    """A sentence as it is looked at for uneven marks: without its whole brackets and quotations, if they may stay."""
    return _WHOLE.sub("q", body) if loose else body


def _sentence(text: Text, span: Span, tokens: list[Any]) -> Sentence | None:
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


def written(text: Text, words: list[Any]) -> str:
    """The characters of a run of words."""
    return text.text[words[0].idx : stop(words[-1])]


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


def writes_names_low(doc: Any) -> bool:
    """Whether a text has names, and writes all of them in lower case but at the beginning of a sentence."""
    inside = [word for word in doc if not word.is_sent_start]
    if any(word.text[:1].isupper() and word.text != "I" for word in inside):
        return False
    return any(word.tag_ == "NNP" and word.text.isalpha() for word in inside)


def lowered(fragment: str, first: Any, example: Example) -> str | None:
    """A sentence's beginning as it is written within a sentence, None where its first word may be a name or not."""
    word = first.text
    if word in {"I", "I'm", "I've", "I'd", "I'll"} or word[:1].islower() or not word[:1].isalpha():
        return fragment
    if any(char.isupper() for char in word[1:]):
        return fragment
    if first.tag_ in _CLOSED_TAGS or writes_names_low(first.doc):
        return fragment[:1].lower() + fragment[1:]
    if word.lower() in MONTHS:
        return fragment
    texts = (example.response, *example.context)
    low = any(regex.search(rf"(?<!\w){regex.escape(word.lower())}(?!\w)", text) for text in texts)
    # A capital in a longer name ("Breast Cancer Research") tells nothing of "Breast cancer".
    alone = r"(?! \p{Lu})" if fragment[len(word) + 1 : len(word) + 2].islower() else ""
    high = any(regex.search(rf"(?<=[\p{{L}},] ){regex.escape(word)}(?!\w){alone}", text) for text in texts)
    proper = first.tag_ in {"NNP", "NNPS"} or first.ent_type_ in {"PERSON", "ORG", "GPE", "LOC", "NORP", "FAC"}
    if proper:
        return None if low else fragment
    if high:
        return None if low else fragment
    return fragment[:1].lower() + fragment[1:]


def follower(sentence: Sentence) -> str:
    """The sentence that comes next in the text, empty at the end."""
    spans = sentence.text.sentences
    after = [span for span in spans if span.start >= sentence.span.end]
    return after[0].of(sentence.text.text) if after else ""
