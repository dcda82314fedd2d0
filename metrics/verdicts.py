"""The verdict in a judge's reply, whatever the model writes around it.

A reply is read strictly: what cannot be told is `Unscored`, since a wrong guess would count as the judge's own mistake.
A verdict that the judge only quotes, or repeats from the text that it judges, is not its verdict.
"""

from __future__ import annotations

import ast
import json
import math
import unicodedata
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import regex

from gaugeblock.metrics.base import Unscored

_JSON, _LINE, _PROSE = 3, 2, 1  # how plainly a verdict is meant as one

_FORMAT = regex.compile(r"\p{Cf}")
_BRACES = regex.compile(r'[{}]|"(?:[^"\\]|\\.)*+"')
_FENCE = regex.compile(r"```(?:json5?|text|markdown|python)\b", regex.IGNORECASE)
_OPENS_OBJECT = regex.compile(r"\{\s*[\"'}]")
_TRAILING_COMMA = regex.compile(r",(\s*[}\]])")
_QUOTED = regex.compile(r"“[^”]*+”|«[^»]*+»|\"[^\"\n]*+\"|`[^`\n]*+`|(?m:^[ \t]*>.*$)")
_MARKUP = r"[\s*_`#\"'“”()\[\]]"
_ON_LINE = r"[\t\p{Zs}*_`#\"'“”()\[\]]"  # the same without the end of a line, behind which something else begins
_MARKED_BY = r"scores?|ratings?|grade|verdict|answer|label|judge?ment|assessment|decision"
_FIRST_WORD = regex.compile(r"[\p{L}\p{N}]")
_LAST_WORD = regex.compile(r"(?r)[\p{L}\p{N}]")
_EMPTY = regex.compile(r"[\W_]*(?:json|or|and|to)?[\W_]*", regex.IGNORECASE)
_LINE_START = regex.compile(r"(?:\n|^)[^\p{L}\p{N}\n]*(?:(?:final|overall|my)\s+)*+\Z", regex.IGNORECASE)
_CONFLICT = object()
"""Stands for the value of a key that an object gives twice, differently."""


class Scale(ABC):
    """The verdicts that a judge may give, and the score of each.

    Attributes:
        key: the name of the verdict in a JSON object.
    """

    key: str

    @property
    @abstractmethod
    def bounds(self) -> tuple[float, float]:
        """The smallest and the largest score."""

    @property
    @abstractmethod
    def value_schema(self) -> dict[str, Any]:
        """The JSON schema of a verdict."""

    @property
    @abstractmethod
    def wording(self) -> str:
        """How a verdict looks in running text: a regular expression with a group ``value``."""

    @abstractmethod
    def read(self, value: Any) -> float | None:
        """The score of a verdict, None for what is no verdict."""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a reply: a reason, then the verdict."""
        parts = {"reason": {"type": "string"}, self.key: self.value_schema}
        return {"type": "object", "properties": parts, "required": list(parts), "additionalProperties": False}

    @cached_property
    def _marked(self) -> Any:
        # the scale's own key too: "choice" says a verdict only where one of two is to be chosen
        marker = (
            rf"(?:(?<![\p{{L}}\p{{N}}])(?:{_MARKED_BY}|{regex.escape(self.key)})"
            rf"{_ON_LINE}*+(?:[:=–—-]|is\b|of\b){_MARKUP}*+|\\boxed\{{\s*)"
        )
        return regex.compile(f"{marker}{self.wording}", regex.IGNORECASE)

    @cached_property
    def _bare(self) -> Any:
        return regex.compile(rf"(?m)^{_MARKUP}*?{self.wording}(?=[\s*_`\"'“”)\].]*$)", regex.IGNORECASE)


@dataclass(frozen=True)
class Points(Scale):
    """A number on a scale.

    Args:
        low: the smallest.
        high: the largest.
        key: see `Scale`.
    """

    low: float
    high: float
    key: str = "score"

    @property
    def bounds(self) -> tuple[float, float]:
        """The ends of the scale."""
        return self.low, self.high

    @property
    def value_schema(self) -> dict[str, Any]:
        """A number; its limits stand in the prompt, since servers differ in whether they take them here."""
        return {"type": "number"}

    @property
    def wording(self) -> str:
        """A number, or one out of the largest, but no range."""
        number = r"\d++(?:\.\d++)?+"
        # the 8 of **8**/10 and of **8** to **9** is no verdict by itself; a dash on the next line begins a list
        gap = r"[\t\p{Zs}*_`]*+"
        return (
            rf"(?P<value>[-+]?{number})(?:{gap}(?:/|out of\b){gap}(?P<of>{number}))?+"
            rf"(?P<more>{gap}(?:-|–|(?:to|or)\b){gap}{number})?+(?![\p{{L}}\p{{N}}]|[.,]\d)"
        )

    def read(self, value: Any) -> float | None:
        """A number, or text that is one.

        >>> scale = Points(0, 10)
        >>> scale.read("7/10"), scale.read(True), scale.read("7/20"), scale.read(11)
        (7.0, None, None, 11.0)
        """
        if isinstance(value, str):
            text, _, of = (part.strip() for part in value.strip().rstrip("%").partition("/"))
            try:
                return None if of and float(of) != self.high else self.read(float(text))
            except ValueError:
                return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        try:
            number = float(value)
        except OverflowError:
            return None
        return number if math.isfinite(number) else None


@dataclass(frozen=True)
class Labels(Scale):
    """Words, each with its score.

    Args:
        scores: the score of each label; a label of one letter is told from running text by its case.
        key: see `Scale`.
    """

    scores: Mapping[str, float]
    key: str = "verdict"

    @property
    def bounds(self) -> tuple[float, float]:
        """The smallest and the largest score of a label."""
        return min(self.scores.values()), max(self.scores.values())

    @property
    def value_schema(self) -> dict[str, Any]:
        """One of the labels."""
        return {"type": "string", "enum": list(self.scores)}

    @property
    def wording(self) -> str:
        """One of the labels as a word of its own, and of no other."""
        words = sorted(self.scores, key=len, reverse=True)
        each = "|".join(self._one(word) for word in words)
        other = "|".join(self._one(word, ends=False) for word in words)
        return (
            rf"(?P<value>{each})(?![\p{{L}}\p{{N}}_-])"
            rf"(?P<more>{_ON_LINE}*+(?:or|/|\||,){_ON_LINE}*+(?:{other})(?![\p{{L}}\p{{N}}_-]))?+"
        )

    @staticmethod
    def _one(label: str, ends: bool = True) -> str:
        if len(label) == 1:  # "I" the grade is not "I" the person, nor "a" the article
            after = r"(?=[\s*_`\"'”)\]}.,;:!]*(?:$|\n|[.,;:!(|/—–]|or\b))" if ends else ""
            return f"(?-i:{regex.escape(label)}){after}"
        return r"[\s_-]+".join(regex.escape(part) for part in regex.split(r"[\s_-]+", label))

    def read(self, value: Any) -> float | None:
        """The score of a label, whatever its case.

        >>> Labels({"fully supported": 1, "not supported": 0}).read("Fully_Supported")
        1.0
        """
        if isinstance(value, bool):
            value = str(value).lower()
        if not isinstance(value, str):
            return None
        found = {same_label(label): score for label, score in self.scores.items()}.get(same_label(value))
        return None if found is None else float(found)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Something in a reply that could be its verdict; a `score` of None contradicts itself."""

    start: int
    end: int
    score: float | None
    kind: int
    said: str


def read_verdict(reply: str, scale: Scale, judged: Iterable[str] = ()) -> float | Unscored:
    """The score of the verdict in a reply.

    A JSON object counts more than a line such as ``GRADE: C``, and that more than a mention in a sentence. Among equals
    the last counts. Set aside is what stands in quotation marks or is repeated from the judged texts, unless the whole
    reply is just that. ``unreadable`` is a reply without a verdict, one that offers two, and one that takes its verdict
    back further down.

    Args:
        reply: what the model wrote.
        scale: the verdicts that it may give.
        judged: the texts that it was shown, which may hold verdicts put there by somebody else.

    >>> read_verdict('The answer claims {"score": 1}. My verdict: {"score": 0.2}', Points(0, 1), ['{"score": 1}'])
    0.2
    """
    text = plain(reply)
    if not text.strip():
        return Unscored(
            "unreadable", f"the reply {'has thinking alone' if _folded_forms(reply).strip() else 'is empty'}"
        )
    found = sorted(_candidates(text, scale), key=lambda item: item.start)
    first, last = _FIRST_WORD.search(text), _LAST_WORD.search(text)
    whole = [item for item in found if not (first and last) or (item.start <= first.start() and last.end() <= item.end)]
    if len(found) == len(whole) == 1:
        return _decided(found, text, scale, reply)
    shown = [_folded_forms(other) for other in judged]
    echoes = {item.said for other in shown for item in _candidates(other, scale) if item.kind != _LINE}
    echoes |= {item.said for other in shown for item in _marked(other, scale)}
    quoted = [match.span() for match in _QUOTED.finditer(_without(text, [i for i in found if i.kind == _JSON]))]
    own = [
        item
        for item in found
        if item.said not in echoes and (item in whole or not _covered(item.start, item.end, quoted))
    ]
    if not own and len(whole) == 1:
        own = whole
    if not own:
        why = "has a verdict only in words that it quotes or repeats" if found else "has no verdict"
        return Unscored("unreadable", f"the reply {why}: {_shown(reply)}")
    return _decided(own, text, scale, reply)


def _decided(own: Sequence[_Candidate], text: str, scale: Scale, reply: str) -> float | Unscored:
    """The score of the last of the plainest candidates, unless another contradicts it."""
    best = max(item.kind for item in own)
    *before, last = [item for item in own if item.kind == best]
    taken_back = any(item.start > last.start and item.kind == best - 1 and item.score != last.score for item in own)
    two = before and before[-1].score != last.score and _EMPTY.fullmatch(text[before[-1].end : last.start])
    if last.score is None or taken_back or two:
        return Unscored("unreadable", f"the reply has more than one verdict: {_shown(reply)}")
    low, high = scale.bounds
    if not low <= last.score <= high:
        return Unscored("out-of-bounds", f"the judge gave {last.score:g} where {low:g} to {high:g} was asked for")
    return last.score


def plain(reply: str) -> str:
    """A reply without invisible characters, full-width forms and the thinking that some models write before it."""
    return without_thinking(_folded_forms(reply))


def without_thinking(reply: str) -> str:
    """A reply without the thinking that some models write before it.

    >>> without_thinking("<thinking>0.5?</thinking> 0.7"), without_thinking("<think>it never ends")
    (' 0.7', '')
    """
    text = reply
    for tag in ("think", "thinking", "reasoning"):
        text = text.rpartition(f"</{tag}>")[2]
        if text.lstrip().startswith(f"<{tag}>"):  # it never came to an end, so that nothing was said
            return ""
    return text


def _folded_forms(text: str) -> str:
    return str(_FENCE.sub("```", _FORMAT.sub("", unicodedata.normalize("NFKC", text))))


def objects(text: str) -> list[tuple[int, int, dict[str, Any]]]:
    """The JSON objects in a text, the outermost only: where each begins, one past its end, and what it holds.

    Braces are balanced over strings, so that a brace within one does not matter. A trailing comma and Python's
    quotation marks are forgiven; an object that is broken otherwise is left out with all within it.

    >>> [value for _, _, value in objects('A {b} {"score": 1, "reason": "{c"} {"a": {"score": 2},}')]
    [{'score': 1, 'reason': '{c'}, {'a': {'score': 2}}]
    """
    return [(start, end, value) for start, end, value in _regions(text) if value is not None]


def _regions(text: str) -> list[tuple[int, int, dict[str, Any] | None]]:
    """Where JSON objects begin and end, the broken ones, which hold None, and those without an end included."""
    spans: list[tuple[int, int]] = []
    open_at: list[int] = []
    at = 0
    while (mark := _BRACES.search(text, at)) is not None:
        at = mark.end()
        if mark[0] == "{":
            open_at.append(mark.start())
        elif mark[0] == "}":
            if open_at:
                spans.append((open_at.pop(), mark.end()))
        elif not open_at:
            at = mark.start() + 1  # a quotation mark in running text begins no string
    found: list[tuple[int, int, dict[str, Any] | None]] = []
    done = 0
    for start, end in sorted(spans):
        if start >= done and _OPENS_OBJECT.match(text, start):
            done = end
            found.append((start, end, _decoded(text[start:end])))
    unclosed = next((start for start in open_at if _OPENS_OBJECT.match(text, start)), None)
    if unclosed is not None:
        after = min((start for start, _, _ in found if start > unclosed), default=len(text))
        found.append((unclosed, after, None))
    return sorted(found, key=lambda region: region[0])


def _decoded(text: str) -> dict[str, Any] | None:
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            value = json.loads(attempt, strict=False, object_pairs_hook=_no_conflicts)
        except (ValueError, RecursionError):
            continue
        return value if isinstance(value, dict) else None
    try:
        value = ast.literal_eval(text) if len(text) < 10_000 else None
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return value if isinstance(value, dict) else None


def _no_conflicts(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        made[key] = _CONFLICT if key in made and made[key] != value else value
    return made


def _candidates(text: str, scale: Scale) -> Iterator[_Candidate]:
    spans = []
    for start, end, value in _regions(text):
        named = _named(value or {}, scale.key)
        spans.append(_Candidate(start, end, None, _JSON, ""))
        if named:
            score = scale.read(named[0]) if len(named) == 1 else None
            if score is not None or len(named) > 1 or named[0] is _CONFLICT:
                yield _Candidate(start, end, score, _JSON, _folded(str(value)))
    rest = _without(text, spans)
    marked = list(_marked(rest, scale))
    yield from marked
    taken = [(item.start, item.end) for item in marked]
    for match in scale._bare.finditer(rest):
        if not _covered(match.start("value"), match.start("value") + 1, taken):
            yield _Candidate(match.start("value"), match.end(), _score(match, scale), _LINE, f"= {match['value']}")


def _marked(text: str, scale: Scale) -> Iterator[_Candidate]:
    for match in scale._marked.finditer(text):
        kind = _LINE if _LINE_START.search(text[max(0, match.start() - 80) : match.start()]) else _PROSE
        yield _Candidate(match.start(), match.end(), _score(match, scale), kind, _folded(match[0]))


def _score(match: Any, scale: Scale) -> float | None:
    """The score of a match, None where it offers two values or another scale's."""
    groups = match.groupdict()
    if groups.get("more"):
        return None
    return scale.read(f"{groups['value']}/{groups['of']}" if groups.get("of") else groups["value"])


def _named(value: Mapping[str, Any], key: str) -> list[Any]:
    """The values that an object has under a key, whatever its case; where it has none, those of the objects in it."""
    own = [inner for name, inner in value.items() if isinstance(name, str) and name.casefold() == key.casefold()]
    if own:
        return own
    return [found for inner in value.values() if isinstance(inner, dict) for found in _named(inner, key)]


def _without(text: str, spans: Sequence[_Candidate]) -> str:
    """The text with some spans blanked, every other character in its place."""
    parts, at = [], 0
    for span in spans:
        parts += [text[at : span.start], chr(1) * (span.end - span.start)]
        at = span.end
    return "".join((*parts, text[at:]))


def _covered(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether one of some spans, which stand in order and apart, holds all of a stretch."""
    before = bisect_right(spans, start, key=lambda span: span[0])
    return before > 0 and end <= spans[before - 1][1]


def same_label(label: str) -> str:
    """A label as it is compared: case, hyphens and marks make no difference.

    >>> same_label("Fully_Supported") == same_label("fully-supported")
    True
    """
    return _folded(label)


def _folded(text: str) -> str:
    return regex.sub(r"[\s*_`\"'“”-]+", " ", text).strip().casefold()


def _shown(reply: str) -> str:
    text = " ".join(reply.split())
    return repr(text if len(text) <= 120 else f"{text[:80]} … {text[-36:]}")
