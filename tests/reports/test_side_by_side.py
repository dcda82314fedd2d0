"""Metrics side by side: the easy, medium and hard AUC of each, in every format that a person reads."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from rich.cells import cell_len

from gaugeblock.reports import Run, render
from gaugeblock.reports.side_by_side import side_by_side
from gaugeblock.reports.terminal import render as render_terminal

AUCS = {"easy": (0.912, 0.85, 0.95), "medium": (0.701, 0.6, 0.79), "hard": (0.433, 0.3, 0.57)}


@pytest.fixture
def split_run(make_run: Any, build: SimpleNamespace) -> Run:
    """Two metrics with their AUCs on each split, and one whose data had too few documents."""
    rows = [build.statistic("auc", split, *numbers) for split, numbers in AUCS.items()]
    tested = {**build.good_metric(), "stress": {"difficulty": build.stress("inconclusive", "Undecided.", rows)}}
    without = {**build.good_metric(), "stress": {"difficulty": build.stress("inconclusive", "Too few.", [])}}
    return make_run({"a-metric-with-a-long-name": tested, "other": tested, "bare": without})


def test_each_metric_has_a_row_and_each_split_a_column(split_run: Run) -> None:
    (table,) = side_by_side(split_run)
    assert table.columns == ("AUC, easy", "AUC, medium", "AUC, hard")
    assert [name for name, _ in table.rows] == ["a-metric-with-a-long-name", "other", "bare"]
    assert [s.value if s else None for s in table.rows[1][1]] == [0.912, 0.701, 0.433]
    assert table.rows[2][1] == (None, None, None)


def test_tests_without_such_columns_have_no_table(run: Run) -> None:
    assert not list(side_by_side(run))


def test_the_terminal_shows_values_with_intervals_on_one_line(split_run: Run) -> None:
    written = render([split_run], "terminal")
    assert "0.912 [0.850, 0.950] 0.701 [0.600, 0.790] 0.433 [0.300, 0.570]" in written


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_narrow_terminal_cuts_nothing(split_run: Run, width: int) -> None:
    written = render_terminal([split_run], width)
    assert all(cell_len(line) <= width for line in written.splitlines())
    for end in ("[0.850, 0.950]", "[0.600, 0.790]", "[0.300, 0.570]"):
        assert end in written


@pytest.mark.parametrize("format_", ["html", "md"])
def test_the_page_and_the_document_show_them(split_run: Run, format_: str) -> None:
    written = render([split_run], format_)
    assert ", metric by metric" in written
    assert written.count("0.912") >= 2
    assert "AUC, hard" in written
