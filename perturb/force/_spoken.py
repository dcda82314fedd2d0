"""Turns of a dialogue as calibrated claims: "Ann: I might come." made "Ann: I will come.", which Ann did not say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import regex

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._pairs import ContextClaim, claim_of
from gaugeblock.perturb.force._raise import Find, Raise, worded
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, analyse

_LEXICON: dict[str, Any] = lexicon(__file__)
_BEFORE_A_CLAUSE = "but|so|and|well|yeah|yes|at least|because|cause|ok|okay|then|no|sure|oh|also"
_START = rf"(?<=: ?)|(?<=[.!?,;] ?, ?|[.!?,;] )|(?<=\b(?:{_BEFORE_A_CLAUSE})(?: ,)? )"
_RULES: dict[str, list[tuple[regex.Pattern[str], list[str]]]] = {
    axis: [(regex.compile(rule["find"].replace("START", _START)), rule["levels"]) for rule in rules]
    for axis, rules in _LEXICON["rule"].items()
}
_REFUSED = regex.compile(_LEXICON["refused"])
_DENIED = regex.compile(_LEXICON["denied"])
_LAST_WORD = regex.compile(r"\S*\s*\Z")
_NEXT_WORD = regex.compile(r"\W*(\w+)")
_UNSURE = regex.compile(rf"{_LEXICON['denied']}|\bwhen\b|: (?:what|how|where|who) ")
_MOST_BROKEN = 6  # slips of the tongue in a turn that is still read
_NOISES = regex.compile(
    r"\b(?:ah|oh|mean|yeah|haha|lol|omg|xd|like|sort of|kind of|you know)\b|_|[:;]-?[()DPpd]", regex.I
)
_BROKEN = regex.compile(r"\b(?:um|uh|mm|hmm|er|erm|uhm)\b|\b(\w+) (?:\w+ )?\1\b|\w  \w|\b(?![aiu4]\b)\p{L} \w", regex.I)
_TURN = regex.compile(
    r"(?:\A|\n|[.!?)>:\p{So}] )\s*(?P<turn>(?P<name>#?\p{Lu}[\w.'’-]*#?(?: \p{Lu}[\w.'’-]*){0,2}): ?)(?=\S)"
)
_TURNS = 4  # fewer are no dialogue
_SHARE = 0.6  # of the text that the turns take, for it to be one
_LONGEST = 45  # words of a turn that is taken whole
_SHORTEST = 3  # words of a sentence that makes a claim
_TRIED = 20  # turns for each axis
_ODD = regex.compile(r"<[^>]*>|https?:|[\"“”„«»{}\[\]|]|\.\.\.|…")
_BREAK = regex.compile(r"(?<=[.!?])\s+|\n+")


def spoken(axis: str, written: Find) -> Find:
    """The function that finds the places of a turn where what somebody says can be raised on an axis.

    Args:
        axis: one of the axes of force.
        written: finds the places in other texts; numbers are the same in both.
    """
    rules = _RULES.get(axis, [])

    def find(text: Text, rng: random.Random) -> Iterator[Raise]:
        counted = list(written(text, rng)) if axis == "numeric" else []
        for start, end in _sentences(text.text):
            said = text.text[start:end].lower()
            if _REFUSED.search(said) or (axis != "modality" and _UNSURE.search(said)):
                continue
            yield from _raises(text.text, start, end, rules)
            yield from (place for place in counted if start <= place.start < end)

    return find


@lru_cache(maxsize=16)
def _triggers(axis: str, otherwise: regex.Pattern[str]) -> regex.Pattern[str]:
    rules = _RULES.get(axis)
    own = [] if rules is None else [pattern.pattern for pattern, _ in rules]
    found = own if rules is not None and axis != "numeric" else [*own, otherwise.pattern]
    return regex.compile("|".join(f"(?:{pattern})" for pattern in found))


def _raises(text: str, start: int, end: int, rules: list[tuple[regex.Pattern[str], list[str]]]) -> Iterator[Raise]:
    lowered = text.lower()
    if len(lowered) != len(text):
        return
    for pattern, levels in rules:
        for match in pattern.finditer(lowered, start, end):
            first, last = match.span("weak")
            clause = max(start, *(lowered.rfind(mark, start, first) for mark in ",;."))
            if _DENIED.search(lowered, clause, first):
                continue
            following = _NEXT_WORD.match(text, last)
            for severity, level in worded(levels):
                stop, strong = last, level
                if text[first : first + 1].isupper() and strong[:1].islower():
                    strong = strong[0].upper() + strong[1:]
                if not strong and text[first : first + 1].isupper():  # "Maybe it is" becomes "It is"
                    stop, strong = last + 1, text[last : last + 1].upper()
                change = (first, stop, strong)
                anchor = following[1] if following else ""
                if not level:  # where the hedge goes, only the words on both its sides tell
                    words = _LAST_WORD.search(text[:first])
                    anchor = f"{words[0] if words else ''}{anchor}"
                yield Raise(severity, (change,), text[first:stop].strip(), strong.strip(), anchor)


def _sentences(turn: str) -> Iterator[tuple[int, int]]:
    """The sentences of a turn, the first one with the name of the speaker."""
    start = 0
    for match in _BREAK.finditer(turn):
        yield start, match.start()
        start = match.end()
    yield start, len(turn)


def spoken_claims(
    axis: str, example: Example, triggers: regex.Pattern[str], rng: random.Random
) -> Iterator[ContextClaim]:
    """The turns of the dialogues of a context that can be raised on an axis, the clearest first.

    Args:
        axis: that has rules for what is said; there are no turns for one without, but for ``numeric``.
        example: whose context is searched.
        triggers: what is looked for, in lower case, where the axis has no rules for what is said.
        rng: orders the turns that are equally good.
    """
    if axis not in _RULES and axis != "numeric":
        return
    triggers = _triggers(axis, triggers)
    found = [
        (_noise(span.of(document)), rng.random(), position, span)
        for position, document in enumerate(example.context)
        for turn in turns(document)
        if (span := _claim(document, turn, triggers)) is not None
    ]
    for _, _, position, span in sorted(found)[:_TRIED]:
        yield claim_of(example, position, span)


def _noise(turn: str) -> int:
    """How little a turn reads like a sentence."""
    return bool(_NOISES.search(turn)) + 2 * len(_BROKEN.findall(turn))


def _claim(document: str, turn: Span, triggers: regex.Pattern[str]) -> Span | None:
    """A turn up to its end, or to the end of the sentence with one of the words where the turn is a long one."""
    text = turn.of(document)
    lowered = text.lower()
    if len(lowered) != len(text):
        return None
    for start, end in _sentences(text):
        said = lowered[start:end]
        if (
            triggers.search(lowered, start, end)
            and len(said.split()) >= _SHORTEST + (start == 0)
            and not _REFUSED.search(said)
        ):
            stop = len(text) if len(text.split()) <= _LONGEST else end
            if (
                len(text[:stop].split()) <= _LONGEST
                and not _ODD.search(text[:stop])
                and len(_BROKEN.findall(text[:stop])) < _MOST_BROKEN
                and "\n" not in text[:stop]
            ):
                return Span(turn.start, turn.start + stop)
    return None


@lru_cache(maxsize=64)
def turns(document: str) -> tuple[Span, ...]:
    """The turns of a dialogue, each with the name of its speaker; none for a text that is no dialogue.

    >>> text = "Ann: Hi. Bob: Hello. Ann: I may come. Bob: Good."
    >>> [span.of(text) for span in turns(text)][2]
    'Ann: I may come.'
    """
    matches = list(_TURN.finditer(document, overlapped=True))
    names = Counter(match["name"] for match in matches)
    if len(matches) < _TURNS or len(names) < 2 or max(names.values()) < 2:
        return ()
    matches = [match for match in matches if names[match["name"]] > 1 or match.start("turn") != match.start()]
    ends = [match.start() + 1 for match in matches[1:]] + [len(document)]
    spans, stops = [], []
    for match, end in zip(matches, ends, strict=True):
        start = match.start("turn")
        text = document[start:end]
        body = text.rstrip()
        body = body[:-2].rstrip() if body.endswith(" .") else body
        stops.append(text.rstrip().endswith((".", "!", "?", ")")))
        spans.append(Span(start, start + len(body)))
    whole = sum(stops) * 2 > len(stops)  # where most turns end with a mark, one without was cut short
    covered = sum(span.end - span.start for span in spans)
    protected = analyse(document).protected
    if covered < _SHARE * len(document):
        return ()
    return tuple(
        span
        for match, span, stop in zip(matches, spans, stops, strict=True)
        if (stop or not whole) and not touched(protected, match.end("name") + 1, span.end)  # "#Person1#" may be a name
    )
