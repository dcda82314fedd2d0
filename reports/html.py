"""One or several runs as one self-contained page: no script, no font, no picture and no address to load."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from gaugeblock import __version__
from gaugeblock.perturb.example import document_position
from gaugeblock.reports.caveats import caveats
from gaugeblock.reports.fields import compact
from gaugeblock.reports.figures import Axis, axis_svg, interval_svg, shared_axis
from gaugeblock.reports.marks import Piece, excerpt, mark
from gaugeblock.reports.names import short_names
from gaugeblock.reports.numerals import (
    describe,
    evidence,
    further,
    interval_title,
    number,
    other_level,
    probability,
    share,
    signed,
    usual_level,
)
from gaugeblock.reports.results import Pair, Statistic, StressResult
from gaugeblock.reports.run import Run
from gaugeblock.reports.side_by_side import side_by_side
from gaugeblock.reports.visible import one_line, visible_html
from gaugeblock.reports.wording import (
    StatisticWords,
    explain,
    general_limits,
    group_words,
    headline,
    plain_note,
    plain_reason,
    statistic_words,
    stress_words,
    verdict_words,
    worst_first,
)

ROWS_SHOWN = 12
"""Rows of one statistic that stand open; the rest are folded."""

PAIRS_SHOWN = 3
"""Pairs of one stress test that stand open; the rest are folded."""

AROUND_EDIT = 240
"""Code points of unchanged text left on each side of an edit."""

LONGEST_DOCUMENT = 1500
"""Code points of one context document that a page shows."""


@dataclass(frozen=True, slots=True)
class Block:
    """One table of statistics: either the groups of one statistic, or several statistics of one row each.

    Args:
        words: what the statistics are called and mean, one entry for each.
        axis: what all rows are drawn on.
        shown: the rows that stand open.
        folded: the rest.
    """

    words: tuple[StatisticWords, ...]
    axis: Axis
    shown: tuple[Statistic, ...]
    folded: tuple[Statistic, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of a pair: a changed field in pieces, or an unchanged one."""

    title: str
    pieces: tuple[Piece, ...]


def render(runs: Sequence[Run]) -> str:
    """The page."""
    return _environment().get_template("report.html.jinja").render(runs=runs)


def blocks(test: StressResult) -> list[Block]:
    """The statistics of a test as tables: those with a broken rule first, then open ones, else as the names come.

    Neighbours of one row each and of the same range (the laws, say) share a table. In a long table broken rules lead.
    """
    named: dict[str, list[Statistic]] = {}
    for statistic in test.statistics:
        named.setdefault(statistic.name, []).append(statistic)
    tables: list[list[Statistic]] = []
    for rows in named.values():
        if tables and _share_table(tables[-1], rows):
            tables[-1] += rows
        else:
            tables.append(list(rows))
    return [_block(rows) for rows in sorted(tables, key=_rank)]


def _rank(rows: list[Statistic]) -> int:
    verdicts = {row.verdict for row in rows}
    return 0 if "fail" in verdicts else 1 if "inconclusive" in verdicts else 2


def _share_table(above: list[Statistic], rows: list[Statistic]) -> bool:
    ours, theirs = statistic_words(rows[0].name), statistic_words(above[0].name)
    alone = len(rows) == 1 and len({row.name for row in above}) == len(above)
    return alone and bool(ours.natural) and (ours.natural, ours.reference) == (theirs.natural, theirs.reference)


def _block(rows: list[Statistic]) -> Block:
    words = tuple(statistic_words(name) for name in dict.fromkeys(row.name for row in rows))
    if len(rows) > ROWS_SHOWN:
        rows = sorted(rows, key=lambda row: row.verdict != "fail")
    axis = shared_axis(rows, natural=words[0].natural, reference=words[0].reference)
    return Block(words, axis, tuple(rows[:ROWS_SHOWN]), tuple(rows[ROWS_SHOWN:]))


def passages(run: Run, pair: Pair) -> list[Passage]:
    """The response of a pair and every other field that changed, each with its edits in place."""
    found = []
    if "response" not in pair.before and (response := run.originals.get(pair.parent)) is not None:
        found.append(Passage("response, unchanged", tuple(excerpt([Piece("same", response)], AROUND_EDIT * 2))))
    for name, before in pair.before.items():
        pieces = mark(before, pair.after.get(name, ""), pair.edits_of(name))
        found.append(Passage(_field_title(name), tuple(excerpt(pieces, AROUND_EDIT))))
    return found


def window(document: str, pair: Pair) -> list[Piece]:
    """A readable part of a document: around the first text that an edit removed, where the document has it."""
    if len(document) <= LONGEST_DOCUMENT:
        return [Piece("same", document)]
    removed = (edit.before.strip() for edit in pair.edits)
    at = next((document.find(text) for text in removed if len(text) > 1 and text in document), 0)
    start = max(0, min(at - LONGEST_DOCUMENT // 2, len(document) - LONGEST_DOCUMENT))
    end = start + LONGEST_DOCUMENT
    ends = [
        Piece("cut", f"{start:,} characters left out"),
        Piece("same", document[start:end]),
        Piece("cut", f"{len(document) - end:,} characters left out"),
    ]
    return [piece for piece, wanted in zip(ends, (start > 0, True, end < len(document)), strict=True) if wanted]


def statistics_met(runs: Sequence[Run]) -> list[str]:
    """The names of all statistics on the page, each once, in the order of their first appearance."""
    return list(dict.fromkeys(s.name for test in _tests(runs) for s in test.statistics))


def _tests(runs: Sequence[Run]) -> Iterator[StressResult]:
    for run in runs:
        for metric in run.metrics:
            yield from metric.stress


def _field_title(name: str) -> str:
    position = document_position(name)
    return name if position is None else f"context, document {position + 1}"


def _draw(statistic: Statistic, axis: Axis) -> Markup:
    title = statistic_words(statistic.name).title
    group = f", {group_words(statistic.group)}" if statistic.group else ""
    return interval_svg(statistic, axis, one_line(f"{title}{group}: {describe(statistic)}"))


_FILTERS: dict[str, Callable[..., Any]] = {
    "show": visible_html,
    "plain": one_line,
    "number": number,
    "signed": signed,
    "share": share,
    "tojson_text": compact,
}

_HELPERS: dict[str, Any] = {
    "axis_svg": axis_svg,
    "blocks": blocks,
    "caveats": caveats,
    "describe": describe,
    "draw": _draw,
    "evidence": evidence,
    "explain": explain,
    "further": further,
    "general_limits": general_limits,
    "group_words": group_words,
    "headline": headline,
    "interval_title": interval_title,
    "other_level": other_level,
    "pairs_shown": PAIRS_SHOWN,
    "passages": passages,
    "plain_note": plain_note,
    "plain_reason": plain_reason,
    "probability": probability,
    "short_names": short_names,
    "side_by_side": side_by_side,
    "statistic_words": statistic_words,
    "statistics_met": statistics_met,
    "stress_words": stress_words,
    "usual_level": usual_level,
    "verdict_words": verdict_words,
    "version": __version__,
    "window": window,
    "worst_first": worst_first,
}


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("gaugeblock.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= _FILTERS
    environment.globals |= _HELPERS
    return environment
