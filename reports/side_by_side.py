"""Metrics side by side: the few statistics of a stress test that people compare them by, one row a metric."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gaugeblock.reports.names import short_names
from gaugeblock.reports.results import Statistic, StressResult
from gaugeblock.reports.run import Run
from gaugeblock.reports.wording import statistic_words, stress_words


@dataclass(frozen=True, slots=True)
class SideBySide:
    """A table of the metrics of a run by statistics of one stress test.

    Args:
        test: title of the test.
        columns: what each statistic is called.
        rows: a metric's short name and its statistics in the order of the columns, None where it has none.
    """

    test: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Statistic | None, ...]], ...]


def side_by_side(run: Run) -> Iterator[SideBySide]:
    """A table for each stress test that has such statistics and values of them."""
    short = short_names(metric.name for metric in run.metrics)
    for name in run.stress:
        wanted = stress_words(name).columns
        rows = tuple(
            (short[metric.name], tuple(_find(test, column) for column in wanted))
            for metric in run.metrics
            if (test := metric.test(name)) is not None
        )
        if any(statistic is not None for _, statistics in rows for statistic in statistics):
            yield SideBySide(stress_words(name).title, tuple(_title(column) for column in wanted), rows)


def _find(test: StressResult, column: str) -> Statistic | None:
    name, _, group = column.partition("/")
    return next((s for s in test.statistics if (s.name, s.group) == (name, group)), None)


def _title(column: str) -> str:
    name, _, group = column.partition("/")
    if group != "all":
        return f"{name.upper() if name == 'auc' else statistic_words(name).title}, {group}"
    return "AUC" if name == "auc" else statistic_words(name).title
