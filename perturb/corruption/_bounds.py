"""Which way a number or a date may move: what is more than 100 is more than 50 as well, so only upward."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache

import regex

from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text

_REACH = 1_000  # code points before a number that are read; no clause that a person writes is longer

UP, DOWN = 1, -1
BOTH = frozenset({UP, DOWN})

_NEGATION = regex.compile(
    r"\b(?:not|cannot|never|nobody|none|nothing|neither|nor|without|hardly|scarcely|no(?!\.))\b|n['’]t\b",
    regex.IGNORECASE,
)
# Between the two ends of a range: "10 to 15", "ten miles to about fifteen", "three or four", "10 – 15".
_JOINT = regex.compile(r"(?:[\s-]\p{L}+\.?){0,2}\s*(?:\b(?:to|or|through)\b|[–—-])\s*(?:\p{L}+\s+)?[^\p{L}\p{N}]{0,3}")
_BETWEEN = regex.compile(r"\bbetween\s+(?:[^;]{1,40}\band\s+)?(?:\p{L}+\s+){0,3}[^\p{L}\p{N}]{0,3}$", regex.IGNORECASE)
_CLAUSE_END = regex.compile(r"[;:—]|,\s+(?=(?:but|and|while|whereas|although|though)\b)", regex.IGNORECASE)


def number_directions(text: Text, number: Number) -> frozenset[int]:
    """The directions in which the number of a claim can move so that the old claim does not entail the new one.

    Both for a plain number; one for a bound ("at least 40", "within 30 days", "100 or more"); none within a range
    ("between 30 and 40") and in a negated clause (who did not hire 40 did not hire 120).
    """
    before = _clause_before(text, number.start)
    bound = _number_bound().search(before)
    if _NEGATION.search(before[: bound.start()] if bound else before) or _in_range(text, before, number):
        return frozenset()
    allowed = BOTH
    if bound is not None:
        rises = (bound["up"] is not None) != (bound["not"] is not None)
        allowed &= {UP if rises else DOWN}
    if tail := _number_tail().match(text.text, number.end):
        allowed &= {UP if tail["up"] is not None else DOWN}
    return allowed


def date_directions(text: Text, date: Span) -> frozenset[int]:
    """The same for a date or a year, where up is later: "before 2015" may become earlier, "after 2015" later.

    What has lasted since 2015 has lasted since 2017 too, so that "since" and "from" go back only; "until" goes forward.
    """
    before = _clause_before(text, date.start)
    if _BETWEEN.search(before):
        return frozenset()
    bound = _date_bound().search(before)
    allowed = BOTH
    if bound is not None:
        allowed &= {UP if bound["up"] is not None else DOWN}
    if tail := _date_tail().match(text.text, date.end):
        allowed &= {UP if tail["up"] is not None else DOWN}
    denied = _NEGATION.search(before[: bound.start()] if bound else before) is not None
    return frozenset() if denied and allowed != BOTH else allowed


def _in_range(text: Text, before: str, number: Number) -> bool:
    """Whether a number is one end of a range; "rose from 30 to 40" is two numbers, each of which can be wrong."""
    if _BETWEEN.search(before):
        return True
    numbers = text.numbers
    at = bisect_left(numbers, number.start, key=lambda other: other.start)
    previous, following = numbers[max(0, at - 1) : at], numbers[at + 1 : at + 2]
    gaps = [text.text[other.end : number.start] for other in previous]
    gaps += [text.text[number.end : other.start] for other in following]
    return any(_JOINT.fullmatch(gap) for gap in gaps) and not _change().search(before)


def _clause_before(text: Text, position: int) -> str:
    sentence = text.sentence_at(position)
    before = text.text[max(sentence.start if sentence else 0, position - _REACH) : position]
    ends = [match.end() for match in _CLAUSE_END.finditer(before)]
    return before[ends[-1] :] if ends else before


def _either(name: str) -> str:
    """The wordings of a list of the lexicon, as a pattern; they are regular expressions, the longest first."""
    return "|".join(sorted(lexicon(__file__)[name], key=len, reverse=True))


@cache
def _number_bound() -> regex.Pattern[str]:
    """A bound that ends the text, with a negation of its own: "no less than", "not more than about $"."""
    return regex.compile(
        rf"(?P<not>\b(?:no|not)\s+|n['’]t\s+)?\b(?:(?P<up>{_either('number_up')})|(?P<down>{_either('number_down')}))"
        rf"(?:\s+(?:{_either('between_bound_and_number')}))*\s+[^\p{{L}}\p{{N}}]{{0,3}}$",
        regex.IGNORECASE,
    )


@cache
def _number_tail() -> regex.Pattern[str]:
    return regex.compile(
        rf"(?P<up>\+|-plus\b)|(?:[\s-]+\p{{L}}+){{0,2}}\s+(?:or|and)\s+"
        rf"(?:(?P<up>{_either('tail_up')})|(?P<down>{_either('tail_down')}))\b(?!\s+(?:than\b|[^\p{{L}}\p{{N}}]{{0,3}}[0-9]))",
        regex.IGNORECASE,
    )


@cache
def _change() -> regex.Pattern[str]:
    """ "rose from", "up sharply from $30 to"."""
    return regex.compile(rf"\b(?:{_either('change')})(?:\s+\p{{L}}+){{0,2}}\s+from\s+[^;]{{0,30}}$", regex.IGNORECASE)


@cache
def _date_bound() -> regex.Pattern[str]:
    """The nearest bound before a date, up to three words away: "by the end of", "since early"."""
    return regex.compile(
        rf"\b(?:(?P<up>{_either('date_up')})|(?P<down>{_either('date_down')}))(?:\s+[\p{{L}}'’]+,?){{0,3}}?\s+$",
        regex.IGNORECASE | regex.REVERSE,
    )


@cache
def _date_tail() -> regex.Pattern[str]:
    return regex.compile(
        rf",?\s+(?:(?P<up>{_either('date_tail_up')})|(?P<down>{_either('date_tail_down')}))\b", regex.IGNORECASE
    )
