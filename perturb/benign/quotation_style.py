"""Straight quotation marks and apostrophes made curly, or curly ones straight."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.sentences import LINE_BREAK
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

_STRAIGHT = {"“": '"', "”": '"', "„": '"', "‟": '"', "‘": "'", "’": "'", "‛": "'"}
_OPENING_BEFORE = regex.compile(r"(?:^|[\s(\[{\-–—/“‘])$")
# A backtick opens a quotation that an apostrophe closes, and "with' a lot" is one that opens behind a word.
_UNEVEN = regex.compile(r"`|(?<=[^sS\W])'(?=\s)")
_MEASURE = regex.compile(r"[0-9]['\"]")  # feet and inches, minutes and seconds


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All marks made straight if any is curly, else all made curly."""
    straightened = [
        replace_span(text.text, at, at + 1, _STRAIGHT[char])
        for at, char in enumerate(text.text)
        if char in _STRAIGHT and not touched(text.protected, at, at + 1)
    ]
    if straightened:
        yield Proposal(tuple(straightened), details={"direction": "straight"})
    elif curled := _curled(text):
        yield Proposal(tuple(curled), details={"direction": "curly"})


def _curled(text: Text) -> list[Edit]:
    """The edits that curl every mark, or none where a mark's part cannot be told."""
    if _MEASURE.search(text.text) or _UNEVEN.search(text.text):
        return []
    edits, inside = [], False
    breaks = {match.start() for match in LINE_BREAK.finditer(text.text)}
    for at, char in enumerate(text.text):
        if at in breaks:
            if inside:
                return []
        elif touched(text.protected, at, at + 1):
            continue
        elif char == '"':
            opens = _OPENING_BEFORE.search(text.text[max(0, at - 1) : at]) is not None
            if opens == inside:
                return []
            inside = not inside
            edits.append(replace_span(text.text, at, at + 1, "“" if opens else "”"))
        elif char == "'":
            # At the start of a word it may open a quotation or stand for letters left out.
            if not text.text[max(0, at - 1) : at].isalnum():
                return []
            edits.append(replace_span(text.text, at, at + 1, "’"))
    return [] if inside else edits


PERTURBATION = RuleBased(
    name="quotation-style",
    family="benign",
    changes="layout",
    summary="Makes straight quotation marks and apostrophes curly, or curly ones straight.",
    propose=propose,
    version="2",
    checks=(outside_protected,),
    languages=ANY_LANGUAGE,
    limits=(
        "Changes all marks of a response or none; where a mark may be a measure or stands without a partner, it "
        "changes none. It is a change of layout only."
    ),
    illustration=Illustration(
        response='The mayor said "so be it" twice.',
        after="The mayor said “so be it” twice.",
    ),
)
