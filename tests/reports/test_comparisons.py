"""Metrics against each other, and what stands behind a verdict, in the formats that a person reads."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gaugeblock.reports import Run, load_run, render
from gaugeblock.reports.numerals import evidence, further
from gaugeblock.reports.results import Statistic

ROW = {
    "name": "auc",
    "group": "hard",
    "first": "overlap",
    "second": "steady",
    "difference": -0.1234,
    "low": -0.2,
    "high": -0.05,
    "n": 88,
    "p": 0.0004,
    "p_holm": 0.0123,
}


def _compared(tmp_path: Path, build: SimpleNamespace, rows: list[dict[str, Any]]) -> Run:
    metrics = {"overlap": build.bad_metric(), "steady": build.good_metric()}
    results = build.results_of(metrics) | {"comparisons": {"difficulty": rows}}
    return load_run(build.write_run(tmp_path / "compared", results))


def _text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_page_has_a_row_for_each_comparison(tmp_path: Path, build: SimpleNamespace) -> None:
    page = _text(render([_compared(tmp_path, build, [ROW, ROW | {"low": None, "high": None, "p_holm": None}])], "html"))
    assert "Difficulty : 2 comparisons" in page
    assert "(AUC) ( hard ) -0.123 -0.200 to -0.050 0.012 88" in page
    assert "-0.123 none none 88" in page
    assert "except that a force pair without a score counts as a violation" in page


def test_the_document_has_a_row_for_each_comparison(tmp_path: Path, build: SimpleNamespace) -> None:
    written = render([_compared(tmp_path, build, [ROW])], "md")
    assert r"| `overlap` | `steady` | Difficulty | `auc` | `hard` | -0.123 | \[-0.200, -0.050\] | 0.012 |" in written
    assert "except that a force pair without a score counts as a violation" in written


@pytest.mark.parametrize(("count", "words"), [(1, "1 comparison of"), (3, "3 comparisons of")])
def test_the_terminal_counts_the_comparisons(tmp_path: Path, build: SimpleNamespace, count: int, words: str) -> None:
    written = render([_compared(tmp_path, build, [ROW] * count)], "terminal")
    assert f"{words} metrics: see the report" in written
    assert "-0.123" not in written


def test_runs_without_comparisons_speak_of_none(run: Run) -> None:
    for format_ in ("html", "md", "terminal"):
        assert "comparison" not in render([run], format_).lower()


def test_an_open_verdict_says_what_would_settle_it(make_run: Any, build: SimpleNamespace) -> None:
    more = {"rule": "at most 0.25", "verdict": "inconclusive", "detectable": 0.12, "documents_needed": 300}
    row = build.statistic("mvr", "all", 0.3, 0.2, 0.4, limit=0.25, **more)
    metric = {**build.good_metric(), "stress": {"force": build.stress("inconclusive", "Undecided.", [row])}}
    said = "these rows would show a distance of 0.120; about 300 documents would settle it"
    assert said in _text(render([make_run({"m": metric})], "html"))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"verdict": "pass", "detectable": 0.1, "documents_needed": 300}, ""),
        ({"verdict": "inconclusive", "clusters": 40, "documents_needed": 40}, ""),
        ({"verdict": "inconclusive", "documents_needed": 1300}, "about 1,300 documents would settle it"),
    ],
)
def test_only_an_open_verdict_has_anything_to_settle(more: dict[str, Any], said: str) -> None:
    assert evidence(Statistic(name="mvr", **more)) == said


def test_the_further_numbers_of_a_statistic_stand_beside_it(make_run: Any, build: SimpleNamespace) -> None:
    tests = {"median": -0.02, "t": -3.1, "t_p": 0.0004, "t_p_holm": 0.012, "wilcoxon_p": 0.2}
    row = build.statistic("mean-change", "number", -0.03, -0.05, -0.01, tests=tests, p=0.5)
    metric = {**build.good_metric(), "stress": {"sensitivity": build.stress("pass", "Fine.", [row])}}
    run = make_run({"m": metric})
    said = "median -0.020, t test p < 0.001 (Holm 0.012), Wilcoxon p 0.200, p 0.500"
    assert further(run.metrics[0].stress[0].statistics[0]) == said
    assert said.replace("<", "&lt;") in _text(render([run], "html"))
    assert r"median -0.020, t test p &lt; 0.001 \(Holm 0.012\), Wilcoxon p 0.200, p 0.500" in render([run], "md")


@pytest.fixture
def inapplicable_run(make_run: Any, build: SimpleNamespace) -> Run:
    """One test that has nothing to say about the metric, and one that passes."""
    nothing = build.stress("inconclusive", "Says nothing about conciseness.", []) | {"applies": False}
    passed = build.good_metric()["stress"]["laws"]
    return make_run({"m": {**build.good_metric(), "verdict": "pass", "stress": {"force": nothing, "laws": passed}}})


def test_a_test_that_does_not_apply_is_no_open_verdict(inapplicable_run: Run) -> None:
    """In the matrix and in its own section; the open verdict is explained on the page and nowhere given."""
    page = render([inapplicable_run], "html")
    pill = "is-not-applicable"
    assert page.count(f'class="pill {pill}"') == 3, "matrix, section, explanation"
    assert page.count('class="pill is-inconclusive"') == 1, "explanation"
    assert "Says nothing about conciseness." in page

    written = render([inapplicable_run], "md")
    assert "### Evidential force: does not apply" in written
    assert re.search(r"^\| `m` \| .*pass.* \| .*\*\*does not apply\*\*.*\|$", written, re.MULTILINE)
    assert written.count("**inconclusive**") == 1, "explanation"

    shown = " ".join(render([inapplicable_run], "terminal").split())
    assert "force does not apply Says nothing about conciseness." in shown
    assert "inconclusive" not in shown


def test_junit_says_that_a_test_does_not_apply(inapplicable_run: Run) -> None:
    assert 'message="does not apply: Says nothing about conciseness."' in render([inapplicable_run], "junit")


def test_an_interval_of_another_level_says_so(make_run: Any, build: SimpleNamespace) -> None:
    """Rules for each of many groups have wider intervals than the one for all."""
    rows = [
        build.statistic("padding-gain", "all", 0.1, 0.05, 0.15, level=0.95),
        build.statistic("padding-gain", "filler", 0.1, 0.01, 0.19, level=0.9958),
    ]
    run = make_run({"m": {**build.good_metric(), "stress": {"verbosity": build.stress("pass", "Fine.", rows)}}})
    page, written = _text(render([run], "html")), render([run], "md")
    assert "0.050 to 0.150 181" in page
    assert "0.010 to 0.190 at 99.58% 181" in page
    assert page.count("95% interval") == 1
    assert r"| \[0.050, 0.150\] |" in written
    assert r"| \[0.010, 0.190\] at 99.58% |" in written
    assert "| Value | 95% interval | n |" in written
