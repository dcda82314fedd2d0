"""Shorter forms of an English text by rules, a parser and sentence embeddings: what `concise[backend=local]` measures.

Nothing is rewritten: words and sentences are left out where a rule says that they carry nothing of their own. A
telegram of content words stands in for an abstractive summary, which no small local model writes well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import regex

from gaugeblock.metrics.builtin.token_overlap import function_words
from gaugeblock.metrics.embeddings import PACKAGED, Embedder
from gaugeblock.metrics.versions import versions
from gaugeblock.metrics.words import stem, words
from gaugeblock.perturb.language import guess_language
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import analyse, pipeline_name

_ALIKE = 0.8  # cosine from which a sentence without a name or number of its own says what an earlier one says
_Cut = tuple[int, int, str]
_SPACES = regex.compile(r"[ \t]{2,}")
_BEFORE_MARK = regex.compile(r"[ \t]+(?=[,.;:!?)])")
_MARKS = regex.compile(r"([,;:])(?:\s*[,;:])+|[,;:]\s*(?=[.!?])")
_AT_START = regex.compile(r"(?:^|(?<=[.!?]\s))[\s,;:]*(\p{Ll})")
_WORD = regex.compile(r"[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[.,:'’-](?=[\p{L}\p{N}]))*+")
_NAMED = regex.compile(r"\p{Lu}[\p{L}\p{M}]+|\p{N}+")


class LocalCompressor:
    """Makes the three shorter forms; a text that is not English is left whole."""

    def __init__(self) -> None:
        self._embedder = Embedder(PACKAGED, None, "cpu")

    def __getstate__(self) -> dict[str, Any]:
        return {}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__init__()  # type: ignore[misc]

    @property
    def identity(self) -> list[Any]:
        """What the forms depend on besides the code: the embedding model and the parser."""
        return [self._embedder.identity, pipeline_name(), dict(self.depends_on)]

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that parse and embed."""
        return versions("spacy", "sentence-transformers", "transformers", "torch", "nltk")

    def load(self) -> None:
        """Load the embedding model."""
        self._embedder.load()

    def compress(self, text: str) -> tuple[str, str, str]:
        """The telegram of the sentences that are left, these sentences whole, and the text with words removed."""
        if guess_language(text) != "en":
            return text, text, text
        extract = self._extract(text)
        return telegram(extract), extract, without_spare_words(text)

    def is_valid(self, text: str, shorter: str) -> bool:
        """Whether every name and number of the text is in the shorter one."""
        kept = {word.casefold() for word in _NAMED.findall(shorter)} | {word.casefold() for word in words(shorter)}
        return all(word.casefold() in kept for word in _names_and_numbers(text))

    def _extract(self, text: str) -> str:
        """The text without the sentences that say nothing that an earlier one does not say."""
        spans = analyse(text).sentences
        if len(spans) < 2:
            return text
        vectors = self._embedder.vectors(span.of(text) for span in spans)
        kept = [spans[0]]
        for span in spans[1:]:
            sentence = span.of(text)
            earlier = " ".join(other.of(text) for other in kept)
            new = _content(sentence) - _content(earlier)
            alike = max(float(vectors[sentence] @ vectors[other.of(text)]) for other in kept)
            names = _names_and_numbers(sentence) - _names_and_numbers(earlier)
            if names or (new and alike < _ALIKE):
                kept.append(span)
        return text if len(kept) == len(spans) else " ".join(span.of(text) for span in kept)


def without_spare_words(text: str) -> str:
    """The text without words that its sense does not need.

    >>> without_spare_words("It is worth noting that the pier, which was built in 1951, is very old.")
    'The pier, built in 1951, is old.'
    """
    text = _cut(text, _wordy(text))
    return _cut(text, _spare(text))


def telegram(text: str) -> str:
    """The text as a telegram: each content word where it first comes, with negations, and nothing else.

    >>> telegram("The pier has been closed, because cracks were found in the old pier. It is not safe.")
    'pier closed because cracks found old not safe'
    """
    negations = frozenset(lexicon(__file__)["negations"])
    dropped = function_words() - negations
    seen: set[str] = set()
    kept: list[str] = []
    for match in _WORD.finditer(text):
        word = match[0].casefold().replace("’", "'")
        if word in dropped or (stem(word) in seen and word not in negations):
            continue
        seen.add(stem(word))
        kept.append(match[0])
    return " ".join(kept)


def _wordy(text: str) -> Iterator[_Cut]:
    """Phrases with a shorter form, and openings that say nothing."""
    for pattern, shorter in _phrases():
        for match in pattern.finditer(text):
            yield match.start(), match.end(), shorter


def _spare(text: str) -> Iterator[_Cut]:
    lists = lexicon(__file__)
    spare, verbs = frozenset(lists["spare"]), frozenset(lists["that_verbs"])
    doc = analyse(text).doc
    for token in doc:
        end = token.idx + len(token.text)
        following = doc[token.i + 1] if token.i + 1 < len(doc) else None
        if (
            token.lower_ in spare
            and token.dep_ in ("advmod", "amod")
            and not any(c.dep_ == "neg" for c in token.children)
        ):
            if not (following is not None and following.lower_ in ("as", "than", "enough")):
                yield token.idx, end, ""
        elif token.lower_ == "that" and token.dep_ == "mark" and token.i and doc[token.i - 1].lemma_ in verbs:
            yield token.idx, end, ""
        elif (
            token.lower_ in ("which", "who", "that") and token.dep_ in ("nsubj", "nsubjpass") and following is not None
        ):
            after = doc[following.i + 1] if following.i + 1 < len(doc) else None
            if (
                following.lower_ in ("is", "are", "was", "were")
                and after is not None
                and (after.tag_ in ("VBN", "VBG") or after.pos_ == "ADP")
                and token.head.dep_ == "relcl"
            ):
                yield token.idx, following.idx + len(following.text), ""


def _cut(text: str, cuts: Iterator[_Cut] | Sequence[_Cut]) -> str:
    """The text with the first of any overlapping cuts made, and its spaces, marks and capitals mended."""
    parts, at = [], 0
    for start, end, shorter in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
        if start >= at:
            opens = text[start : start + 1].isupper()
            parts += [text[at:start], shorter[:1].upper() + shorter[1:] if opens else shorter]
            at = end
    if not parts:
        return text
    made = _BEFORE_MARK.sub("", _SPACES.sub(" ", "".join((*parts, text[at:]))))
    made = _MARKS.sub(lambda match: match[1] or "", made)
    return str(_AT_START.sub(lambda match: match[1].upper(), made.strip()))


def _names_and_numbers(text: str) -> set[str]:
    """Numbers, and words with a capital inside a sentence."""
    starts = {span.start for span in analyse(text).sentences}
    return {
        match[0].casefold()
        for match in _NAMED.finditer(text)
        if match[0][0].isnumeric() or (match.start() not in starts and match[0].casefold() not in function_words())
    }


def _content(text: str) -> set[str]:
    return {stem(word) for word in words(text) if word not in function_words()}


@cache
def _phrases() -> tuple[tuple[Any, str], ...]:
    lists = lexicon(__file__)
    openings = "|".join(lists["openings"])
    made = [(regex.compile(rf"(?<![\w-])(?:{openings}),?\s+(?=\w)", regex.IGNORECASE), "")]
    for wordy, shorter in lists["phrases"].items():
        made.append((regex.compile(rf"(?<![\w-]){wordy}(?![\w-])", regex.IGNORECASE), shorter))
    return tuple(made)
