"""Times of day that are not exact made exact: "at about 4pm" becomes "at 4pm" and "at exactly 4pm"."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.grammar import is_negated
from gaugeblock.perturb.text import Text

_ABOUT = r"(?:about|around|approximately|roughly)"
_HALF = r"(?:[ap]m\b|[ap]\. ?m\.)"
_TIME = rf"(?:[0-9]{{1,2}}(?:[:.][0-9]{{2}})? ?{_HALF}|[0-9]{{1,2}}:[0-9]{{2}}\b|noon\b|midnight\b)"
_PLACE = regex.compile(rf"\b[Aa]t (?P<word>{_ABOUT}) (?P<time>{_TIME})(?! ?(?:to|and|or|[-–])\b)")
_UNRESERVED = rf"(?<!\b{_ABOUT} )(?<![0-9:.])"


def about_times(text: Text) -> Iterator[Raise]:
    """The places of a text where something happened at about some time of day."""
    for match in _PLACE.finditer(text.text):
        token = text.doc.char_span(*match.span("word"), alignment_mode="expand")
        if token is None or any(is_negated(verb) for verb in token.root.ancestors):
            continue
        start, end = match.span("word")[0], match.span("time")[1]
        weak, time = text.text[start:end], match["time"]
        for severity, strong in enumerate((time, f"exactly {time}"), 2):
            yield Raise(severity, ((start, end, strong),), weak, strong)


def time_of(wording: str) -> str | None:
    """The time of day in a wording such as "about 4pm", None where it has none."""
    match = _PLACE.fullmatch(f"at {wording}")
    return None if match is None else match["time"]


def says_exactly(document: str, time: str) -> bool:
    """Whether a document has a time of day without a word that makes it inexact."""
    return regex.search(rf"{_UNRESERVED}{regex.escape(time)}(?!\w)", document, regex.IGNORECASE) is not None
