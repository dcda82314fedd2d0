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
_RANGE = r" ?(?:to|and|or)\b| ?[-–—](?:\w| (?:[0-9]|noon|midnight))"
_PLACE = regex.compile(rf"\b[Aa]t (?P<word>{_ABOUT}) (?P<time>{_TIME})(?!{_RANGE})")
_STATED = regex.compile(
    rf"(?<!\b{_ABOUT} )(?<![\w:.,£$€])"
    r"(?:(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2}))?"
    rf"(?:\ ?(?P<half>{_HALF})|\ ?o['’]clock\b|(?<=:[0-9]{{2}})(?![\w:]))"
    r"|(?P<word>noon|midnight)\b)",
    regex.IGNORECASE,
)
_HOURS = 24
_NOON = 12


def about_times(text: Text) -> Iterator[Raise]:
    """The places of a text where something happened at about some time of day."""
    for match in _PLACE.finditer(text.text):
        token = text.syntax.char_span(*match.span("word"), alignment_mode="expand")
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
    """Whether a document has a time of day, however it is written, without a word that makes it inexact.

    >>> says_exactly("It left at 16:00.", "4pm"), says_exactly("It left at about 4.00 pm.", "4pm")
    (True, False)
    """
    wanted = {minutes for match in _STATED.finditer(time) for minutes in _minutes(match)}
    return any(not wanted.isdisjoint(_minutes(match)) for match in _STATED.finditer(document))


def _minutes(match: regex.Match[str]) -> set[int]:
    """The minutes since midnight that a time of day may mean: two where nothing tells which half of the day it is."""
    if match["word"]:
        return {_NOON * 60 if match["word"].lower() == "noon" else 0}
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if match["half"]:
        hours = {hour % _NOON + (_NOON if match["half"].lower().startswith("p") else 0)}
    else:
        hours = {hour, (hour + _NOON) % _HOURS} if 0 < hour <= _NOON else {hour}
    return {hour % _HOURS * 60 + minute for hour in hours}
