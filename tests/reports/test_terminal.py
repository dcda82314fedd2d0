"""The terminal text fits its width, marks edits without colour and prints markup as it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from rich.cells import cell_len

from gaugeblock.reports import Run, render
from gaugeblock.reports.names import short_names
from gaugeblock.reports.terminal import render as render_terminal


def test_the_verdict_comes_first(run: Run) -> None:
    lines = render([run], "terminal").splitlines()
    assert lines[2].startswith("FAIL  overlap")
    assert "612" not in lines[0]
    assert any("6.8% without a score (2 timeout, 610 declined)" in line for line in lines)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(run: Run, hostile_run: Run, width: int) -> None:
    for line in render_terminal([run, hostile_run], width).splitlines():
        assert cell_len(line) <= width


def test_there_is_no_colour_code(run: Run, hostile_run: Run) -> None:
    """Nothing in the text can set a terminal's colour or move its cursor."""
    assert "\x1b" not in render([run, hostile_run], "terminal")


def test_each_test_has_one_statistic_with_its_interval(run: Run) -> None:
    written = " ".join(render([run], "terminal").split())
    assert "force fail Monotonicity violation rate (MVR) 0.472 [0.400, 0.540], rule: at most 0.25, n=181" in written


def test_a_group_stands_behind_its_statistic_in_words(make_run: Any, build: SimpleNamespace) -> None:
    rows = [build.statistic("overreaction", "median-corruption", 0.4, 0.3, 0.5)]
    run = make_run({"m": {**build.good_metric(), "stress": {"sensitivity": build.stress("pass", "Good.", rows)}}})
    written = " ".join(render([run], "terminal").split())
    assert "Harmless edits that outdo a changed fact, beyond the median wrong fact, 0.400 [0.300, 0.500]" in written


def test_what_is_counted_is_said_once(run: Run) -> None:
    """However many runs there are, at the end."""
    written = " ".join(render([run, run], "terminal").split())
    assert written.count("items: the examples and their variants") == 1
    assert written.count("n: the pairs or scores behind a value.") == 1


def test_a_failing_test_shows_its_worst_pair_in_two_lines(run: Run) -> None:
    written = render([run], "terminal")
    assert "  - The Ardley ferry raised its single fare to [-40-] euros in March 2023." in written
    assert "  + The Ardley ferry raised its single fare to {+45+} euros in March 2023." in written


def test_markup_is_printed_as_it_is(hostile_run: Run) -> None:
    assert "[bold]red[/bold]" in render_terminal([hostile_run], 400)


def test_an_edit_at_the_end_of_a_long_text_is_in_view(make_run: Any, build: SimpleNamespace) -> None:
    pair = build.pair("word " * 300 + "rose.", "word " * 300 + "fell.")
    rows = [build.statistic("mvr", "all", 0.5, rule="at most 0.25", verdict="fail")]
    run = make_run({"m": {**build.good_metric(), "stress": {"force": build.stress("fail", "Bad.", rows, [pair])}}})
    written = render([run], "terminal")
    assert "[-fell-]" in written
    assert "{+rose+}" in written


def test_a_run_without_metrics_says_so(make_run: Any) -> None:
    assert "This run holds no metric" in render([make_run({})], "terminal")


def test_a_test_without_statistics_says_so(make_run: Any, build: SimpleNamespace) -> None:
    run = make_run({"m": {**build.good_metric(), "stress": {"force": build.stress("inconclusive", "Nothing.", [])}}})
    assert "no statistic" in render([run], "terminal")


def test_one_example_is_one(make_run: Any, build: SimpleNamespace) -> None:
    """And not `1 examples`."""
    run = make_run({"m": build.good_metric()}, dataset={"name": "ferry", "examples": 1})
    assert render([run], "terminal").startswith("ferry, 1 example, seed 0")


def test_a_long_name_is_short_in_a_table(make_run: Any, build: SimpleNamespace) -> None:
    """A program with all its options took a dozen lines of the first column."""
    folder = "/".join(["a_long_folder"] * 8)
    names = [f"summac[command=python {folder}/scorer.py --mode {mode},high=1.0,low=0.0]" for mode in ("zs", "conv")]
    rows = [build.statistic("auc", "all", 0.7, 0.6, 0.8), build.statistic("balanced-accuracy", "all", 0.7, 0.6, 0.8)]
    metric = {**build.good_metric(), "stress": {"agreement": build.stress("pass", "Good.", rows)}}
    run = make_run({"rouge[use=r]": metric, **dict.fromkeys(names, metric)}, stress=["agreement"])
    table = render([run], "terminal").partition("metric by metric")[2].partition("items:")[0]
    assert "rouge  " in table
    assert len(table.strip().splitlines()) <= 12
    assert len(set(short_names([*names, "rouge[use=r]"]).values())) == 3


def test_a_name_that_cannot_be_read_is_cut() -> None:
    """And two that would look alike are numbered."""
    one, other = (f"a[{'x' * 60}{number}{'y' * 60}" for number in (1, 2))
    short = short_names([one, other])
    assert len(short[one]) <= 40
    assert short[other] == f"{short[one]} (2)"
