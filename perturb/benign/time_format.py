"""Times of day written another way: "3:30 pm", "3.30pm", "5 p.m."."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_TIME = regex.compile(
    r"(?P<clock>[0-9]{1,2}(?:[:.][0-9]{2})?)(?P<gap> ?)(?P<half>[ap])(?:(?P<dotted>\.m\.?)|m)", regex.IGNORECASE
)


# "2 am ." would end in two stops, and in "10am-5pm" one half would be left as it was.
_STOP_OR_RANGE = regex.compile(r"\s*(?:\.|[-–—])")
_RANGE_BEFORE = regex.compile(r"[-–—]\s*[0-9]{1,2}(?:[:.][0-9]{2})?\s*\Z")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Every time with "am" or "pm": dots into the short form, or out of the long one."""
    edits = []
    for number in text.numbers:
        match = _TIME.fullmatch(number.text) if number.kind == "time" else None
        if match is None or not free(text, number.start, number.end):
            continue
        half = match["half"].lower()
        start, end = number.start + match.start("gap"), number.end
        if match["dotted"] is None:
            if not _STOP_OR_RANGE.match(text.text, end) and not _RANGE_BEFORE.search(text.text[:start][-12:]):
                edits.append(replace_span(text.text, start, end, f" {half}.m."))
        elif match["dotted"] == ".m." and not _may_end_sentence(text.text, end):
            edits.append(replace_span(text.text, start, end, f"{half}m"))
    if edits:
        yield Proposal(tuple(edits))


def _may_end_sentence(text: str, end: int) -> bool:
    """Whether the abbreviation's own stop may be the sentence's as well: then it has to stay."""
    return regex.match(r"\s+\p{Ll}|[,;:)]", text[end : end + 3]) is None


PERTURBATION = RuleBased(
    name="time-format",
    family="benign",
    changes="form",
    summary="Writes times of day with or without dots and space.",
    propose=propose,
    version="2",
    checks=BENIGN,
    limits='Changes how "am" and "pm" are written, not the 12-hour clock itself.',
    illustration=Illustration(
        response="The ferry leaves at 3:30pm on Sunday.",
        after="The ferry leaves at 3:30 p.m. on Sunday.",
    ),
)
