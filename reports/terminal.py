"""Runs as plain text for a terminal of any width from 60 columns: the verdict first, then the tests, then a pair."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleRenderable, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gaugeblock.reports.marks import mark, side
from gaugeblock.reports.numerals import interval, number, share
from gaugeblock.reports.results import MetricResult, Statistic, StressResult
from gaugeblock.reports.run import Run
from gaugeblock.reports.side_by_side import SideBySide, side_by_side
from gaugeblock.reports.visible import one_line
from gaugeblock.reports.wording import (
    explain,
    group_words,
    headline,
    plain_note,
    plain_reason,
    scores,
    statistic_words,
    stress_words,
    verdict_words,
    worst_first,
)

STYLES = {"pass": "green", "fail": "bold red", "inconclusive": "yellow", "not-applicable": "dim"}
"""Colours that repeat what the words say."""

_CELL = len("0.000 [0.000, 0.000]")
_SHORTEST_NAME = 12


def render(runs: Sequence[Run], width: int = 80) -> str:
    """The text without colour codes.

    Args:
        runs: what to show.
        width: columns; longer lines are folded.
    """
    console = Console(file=io.StringIO(), width=width, color_system=None, force_terminal=False, _environ={})
    console.print(summary(runs, width))
    written = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in written.splitlines()) + "\n"


def summary(runs: Sequence[Run], width: int = 80) -> ConsoleRenderable:
    """The same as something that a rich console prints, in colour where the console has it.

    Args:
        runs: what to show.
        width: columns of the console, by which a pair's lines are cut.
    """
    parts = [part for run in runs for part in _run(run, width)]
    if any(run.metrics for run in runs):
        parts += _terms()
    return Group(*parts)


def _run(run: Run, width: int) -> Iterator[ConsoleRenderable]:
    data, seed = run.facts.dataset, run.facts.seed
    parts = [
        one_line(data.name),
        "" if data.examples is None else f"{data.examples:,} example{'' if data.examples == 1 else 's'}",
        "" if seed is None else f"seed {seed}",
        f"signature {one_line(run.facts.signature[:12])}",
    ]
    yield Text(", ".join(part for part in parts if part), style="dim")
    if not run.metrics:
        yield Text("This run holds no metric, so there is no verdict.")
    for metric in run.metrics:
        yield Text()
        yield _line((metric.verdict.upper(), STYLES[metric.verdict]), ("  ", ""), (one_line(metric.name), "bold"))
        yield _indented(Text(one_line(plain_reason(metric.reason, metric.stress))))
        yield _indented(Text(_unscored(metric)))
        for reason, message, count in metric.unscored_messages[:1]:
            yield _indented(Text(f"most often ({count:,}): {one_line(reason)}, {one_line(message)}"))
        if metric.stress:
            yield _indented(_table(metric))
        else:
            yield _indented(Text("No stress test was run on this metric."))
        for test in worst_first(metric.stress):
            if test.verdict == "fail" and test.pairs:
                yield from _pair(test, width)
    for table in side_by_side(run):
        yield Text()
        yield Text(f"{table.test}, metric by metric", style="bold")
        yield _indented(_beside(table, width))
    if run.comparisons:
        yield Text()
        yield Text(_compared(len(run.comparisons)))


def _terms() -> Iterator[ConsoleRenderable]:
    """What the words mean that stand beside the numbers."""
    yield Text()
    for term in ("items", "n", "spread"):
        yield Text(f"{term}: {explain('term', term)}", style="dim")


def _compared(count: int) -> str:
    return f"{count:,} comparison{'' if count == 1 else 's'} of metrics: see the report"


def _table(metric: MetricResult) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for test in worst_first(metric.stress):
        verdict = Text(verdict_words(test.shown).word, style=STYLES[test.shown])
        shown = _headline(test) if test.applies else one_line(test.reason)
        table.add_row(Text(one_line(test.name)), verdict, Text(shown))
    return table


def _beside(compared: SideBySide, width: int) -> Table:
    room = width - 2 - len(compared.columns) * (_CELL + 1)
    between = " " if room >= _SHORTEST_NAME else "\n"  # where there is no room, intervals stand below their values
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
    table.add_column("metric", overflow="fold", max_width=max(room, _SHORTEST_NAME))
    for title in compared.columns:
        table.add_column(title, overflow="fold")
    for name, statistics in compared.rows:
        table.add_row(Text(one_line(name)), *(Text(_value(statistic, between)) for statistic in statistics))
    return table


def _value(statistic: Statistic | None, between: str) -> str:
    return "none" if statistic is None else f"{number(statistic.value)}{between}{interval(statistic)}".rstrip()


def _headline(test: StressResult) -> str:
    main = headline(test)
    if main is None:
        return "no statistic"
    group = f", {one_line(group_words(main.group))}," if main.group not in ("", "all") else ""
    parts = [
        f"{one_line(statistic_words(main.name).title)}{group} {number(main.value)} {interval(main)}".rstrip(),
        f"rule: {one_line(main.rule)}" if main.rule else "",
        "" if main.n is None else f"n={main.n:,}",
    ]
    return ", ".join(part for part in parts if part)


def _pair(test: StressResult, width: int) -> Iterator[ConsoleRenderable]:
    pair = test.pairs[0]
    title = stress_words(test.name).title
    yield _indented(Text(f"\n{one_line(title)}, the worst pair: {one_line(pair.perturbation)}, {scores(pair)}"))
    for name, before in pair.before.items():
        after = pair.after.get(name, "")
        if before == after:
            yield _indented(Text(f"= {_cut(one_line(before), width - 6, '')}"))
            continue
        pieces = mark(before, after, pair.edits_of(name))
        field = "" if name == "response" else f"{one_line(name)} "
        room = width - 6 - len(field)
        yield _indented(Text(f"{field}- {_cut(side(pieces, 'removed', room // 3), room, '[-')}", overflow="fold"))
        yield _indented(Text(f"{field}+ {_cut(side(pieces, 'added', room // 3), room, '{+')}", overflow="fold"))
    if not pair.before:
        yield _indented(Text(one_line(plain_note(pair.note) or "the text is unchanged")))


def _cut(text: str, room: int, opening: str) -> str:
    """The text in at most `room` columns, with the first edit (after `opening`) in view."""
    if len(text) <= room:
        return text
    at = text.find(opening)
    start = max(0, min(at - room // 3, len(text) - room + 4)) if at > room // 2 else 0
    head, tail = "... " if start else "", " ..."
    shown = text[start : start + room - len(head) - len(tail)]
    return f"{head}{shown}{tail if start + len(shown) < len(text) else ''}"


def _unscored(metric: MetricResult) -> str:
    if metric.items is None:
        return "The number of items is not recorded."
    reasons = ", ".join(f"{count:,} {one_line(reason)}" for reason, count in metric.unscored_reasons.items())
    why = f" ({reasons})" if reasons else ""
    return f"{metric.items:,} items, {share(metric.unscored_share)} without a score{why}"


def _line(*parts: tuple[str, str]) -> Text:
    return Text.assemble(*parts)


def _indented(part: ConsoleRenderable) -> Padding:
    return Padding(part, (0, 0, 0, 2))
