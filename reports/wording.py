"""The words of a report: read from ``wording.toml``, so that every format says the same."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from gaugeblock.reports.numerals import number, signed
from gaugeblock.reports.results import MetricResult, Pair, Statistic, StressResult
from gaugeblock.reports.visible import one_line

Judged = TypeVar("Judged", MetricResult, StressResult)

FEW_CLUSTERS = 30
"""Fewer independent examples than this and a report says that an interval is rough."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a verdict is written: a word and a shape, so that nothing rests on colour."""

    word: str
    shape: str
    meaning: str


@dataclass(frozen=True, slots=True)
class StressWords:
    """What a stress test is called, asks and is for; only its name where it is not one of ours.

    Args:
        headline: the statistic that stands for it.
        columns: the statistics, as ``name/group``, by which it sets metrics side by side.
    """

    title: str
    asks: str = ""
    why: str = ""
    headline: str = ""
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatisticWords:
    """What a statistic is called and means, its possible range, and the value that means "nothing happened"."""

    title: str
    means: str = ""
    natural: tuple[float, ...] = ()
    reference: float | None = 0.0


def verdict_words(verdict: str) -> Verdict:
    """How a verdict is written."""
    return Verdict(**_table("verdict")[verdict])


def stress_words(name: str) -> StressWords:
    """What a stress test is called and asks."""
    entry = _table("stress").get(name)
    if entry is None:
        return StressWords(name)
    return StressWords(**{**entry, "columns": tuple(entry.get("columns", ()))})


def statistic_words(name: str) -> StatisticWords:
    """What a statistic is called and means."""
    entry = _table("statistic").get(name)
    if entry is None:
        return StatisticWords(name)
    return StatisticWords(**{**entry, "natural": tuple(entry.get("natural", ()))})


def explain(table: str, name: str) -> str:
    """What a name of one of the plain tables means, empty where it is not known.

    Args:
        table: ``relation``, ``family``, ``term``, ``count``, ``unscored``, ``coverage``, ``group`` or ``note``.
        name: the entry.

    >>> explain("relation", "not-increase")
    'must not rise'
    """
    return str(_table(table).get(name, ""))


def group_words(group: str) -> str:
    """A group of rows in words where its name alone says too little, else by its name.

    >>> group_words("median-corruption"), group_words("entity"), group_words("")
    ('beyond the median wrong fact', 'entity', 'all')
    """
    return explain("group", group) or group or "all"


def plain_note(note: str) -> str:
    """The note of a pair with words in the place of its codes.

    >>> plain_note("error type: CircE; source: context")
    'error type: place, time or amount is wrong (CircE); source: context'
    """
    return "; ".join(explain("note", part) or part for part in note.split("; "))


def scores(pair: Pair) -> str:
    """Both scores of a pair, and what the score has to do, on one line.

    >>> scores(Pair(score_before=0.5, score_after=0.5, change=0.0, relation="decrease"))
    'score 0.500 to 0.500 (no change), and it must fall'
    >>> scores(Pair(score_before=0.5, score_after=None, relation="none"))
    'score 0.500 to no score'
    """
    before, after = ("no score" if score is None else number(score) for score in (pair.score_before, pair.score_after))
    change = "" if pair.change is None else f" ({signed(pair.change) if pair.change else 'no change'})"
    asked = "" if pair.relation in ("", "none") else f", and it {explain('relation', pair.relation) or pair.relation}"
    return f"score {before} to {after}{change}{one_line(asked)}"


def plain_reason(reason: str, tests: Iterable[StressResult]) -> str:
    """A reason with the titles of stress tests and statistics in the place of their names.

    Args:
        reason: as the results have it, of a test or of a metric.
        tests: those that it may speak of.

    >>> test = StressResult(name="force", verdict="fail", statistics=(Statistic(name="mvr", group="scope"),))
    >>> plain_reason("force: It is blind: mvr (scope) is 0.9. (1 more: force)", [test])
    'Evidential force: It is blind: monotonicity violation rate (MVR), scope, is 0.9. (1 more: Evidential force)'
    """
    named = list(tests)
    for test in named:
        for statistic in sorted(test.statistics, key=lambda one: -len(one.name)):
            title = statistic_words(statistic.name).title
            small = title if title[1:2].isupper() else f"{title[:1].lower()}{title[1:]}"
            group = "" if statistic.group in ("", "all") else f", {group_words(statistic.group)},"
            written = f"(?<![\\w-]){re.escape(f'{statistic.name} ({statistic.group})')}"
            reason = re.sub(written, (small + group).replace("\\", "\\\\"), reason)
    titles = {test.name: stress_words(test.name).title for test in named}
    opening, colon, rest = reason.partition(": ")
    if colon and opening in titles:
        reason = f"{titles[opening]}: {rest}"
    body, more, others = reason.rpartition(" more: ")
    if more and others.endswith(")"):
        names = others[:-1].split(", ")
        if all(name in titles for name in names):
            reason = f"{body}{more}{', '.join(titles[name] for name in names)})"
    return reason


def worst_first(results: Iterable[Judged]) -> list[Judged]:
    """Metrics or tests with the failed ones first and those that the test says nothing of last, else in their order."""
    order = ("fail", "inconclusive", "pass", "not-applicable")
    return sorted(results, key=lambda result: order.index(result.shown))


def general_limits() -> tuple[str, ...]:
    """What no audit can show, in sentences."""
    return tuple(_table("limits")["always"])


def headline(test: StressResult) -> Statistic | None:
    """The one statistic that stands for a stress test where there is room for one.

    It is the first that carries the test's verdict; in a test that passes, the test's main statistic over all pairs.
    """
    if not test.statistics:
        return None
    main = stress_words(test.name).headline

    def rank(statistic: Statistic) -> tuple[bool, ...]:
        return (
            test.verdict != "pass" and statistic.verdict != test.verdict,
            statistic.value is None,
            statistic.name != main,
            statistic.verdict is None,
            statistic.group not in ("all", ""),
        )

    return min(test.statistics, key=rank)


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _table(name: str) -> Mapping[str, Any]:
    table: Mapping[str, Any] = _words()[name]
    return table
