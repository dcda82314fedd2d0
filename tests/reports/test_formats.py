"""JUnit, JSON and Markdown hold the same verdicts, whatever stands in the texts."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from gaugeblock.perturb.errors import UnknownNameError, UsageError
from gaugeblock.reports import FORMATS, Run, render
from gaugeblock.reports.markdown import cell, code, escaped


def test_the_formats_have_names() -> None:
    assert FORMATS.names() == ["html", "json", "junit", "md", "terminal"]


def test_an_unknown_format_names_the_nearest(run: Run) -> None:
    with pytest.raises(UnknownNameError, match="did you mean html"):
        render([run], "htm")


def test_no_run_is_refused() -> None:
    with pytest.raises(UsageError, match="at least one run"):
        render([])


@pytest.mark.parametrize("name", ["html", "md", "json", "junit", "terminal"])
def test_every_format_renders_every_run(name: str, run: Run, hostile_run: Run, make_run: Any) -> None:
    """All of it can be written as UTF-8, and again the same."""
    runs = [run, hostile_run, make_run({}, name="empty")]
    written = render(runs, name)
    assert written.encode("utf-8")
    assert written == render(runs, name)


def test_junit_has_a_case_for_each_metric_and_test(run: Run) -> None:
    root = ElementTree.fromstring(render([run], "junit"))
    cases = {(case.get("classname"), case.get("name")): case for case in root.iter("testcase")}
    assert len(cases) == 8
    failure = cases["gaugeblock.overlap", "force"].find("failure")
    assert failure is not None
    assert failure.get("message") == "Overstated claims score at least as high as careful ones in 47% of the pairs."
    assert "mvr (all): 0.472, interval 0.400 to 0.540, rule: at most 0.25 (fail)" in str(failure.text)
    assert cases["gaugeblock.steady", "gaming"].find("skipped") is not None
    assert list(cases["gaugeblock.steady", "force"]) == []
    assert (root.get("tests"), root.get("failures"), root.get("skipped")) == ("8", "3", "1")


def test_junit_of_hostile_text_is_well_formed(hostile_run: Run) -> None:
    root = ElementTree.fromstring(render([hostile_run], "junit"))
    (failure,) = root.iter("failure")
    assert "<script>alert(1)</script>" in str(failure.get("message"))
    assert "[U+0000]" in str(failure.text)


def test_junit_shows_a_metric_that_was_not_tested(make_run: Any, build: SimpleNamespace) -> None:
    run = make_run({"m": {**build.good_metric(), "stress": {}}})
    assert ElementTree.fromstring(render([run], "junit")).get("errors") == "1"


def test_junit_shows_a_run_without_a_metric_as_an_error(make_run: Any) -> None:
    """Nothing was tested, which is not clean."""
    root = ElementTree.fromstring(render([make_run({})], "junit"))
    assert (root.get("tests"), root.get("errors"), root.get("failures")) == ("1", "1", "0")
    (error,) = root.iter("error")
    assert error.get("message") == "the run has no metric"


def test_json_is_what_the_run_folder_holds(run: Run, hostile_run: Run) -> None:
    document = json.loads(render([run, hostile_run], "json"))
    assert document["schema"] == 1
    assert [entry["results"] for entry in document["runs"]] == [run.results, hostile_run.results]
    assert document["runs"][0]["manifest"] == run.manifest


def test_json_keeps_an_unpaired_surrogate_as_an_escape(make_run: Any) -> None:
    run = make_run({"m": {"verdict": "pass", "reason": "odd \ud800 text"}})
    written = render([run], "json")
    assert written.encode("utf-8")
    assert json.loads(written)["runs"][0]["results"]["metrics"]["m"]["reason"] == "odd \ud800 text"


def test_markdown_has_every_statistic(run: Run) -> None:
    written = render([run], "md")
    assert "| `mvr` | `all` | 0.472 | \\[0.400, 0.540\\] | 181 | 90 | at most 0.25 | ✕ **fail** |" in written
    assert "| `auc-phrase-alone` | `all` | none | none | 0 | 0 | no rule | none |" in written
    assert "[-40-]" in written


def test_markdown_tables_keep_their_columns(run: Run, hostile_run: Run) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", render([run, hostile_run], "md"), re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(widths) == 1


def test_markdown_outside_code_has_no_markup_of_the_data(hostile_run: Run) -> None:
    written = re.sub(r"^(`{3,})text\n.*?^\1$", "", render([hostile_run], "md"), flags=re.MULTILINE | re.DOTALL)
    written = re.sub(r"(`+) ?.*? ?(?<!`)\1(?!`)", "", written)
    assert "<script>" not in written
    assert "**67**" not in written


def test_a_code_span_survives_back_ticks_and_pipes() -> None:
    assert cell("a``b|c") == "``` a``b\\|c ```"
    assert code("a``b|c") == "``` a``b|c ```"
    assert code("") == "`   `"


def test_a_bar_in_a_name_is_escaped_in_tables_alone(make_run: Any, build: SimpleNamespace) -> None:
    """In a heading the backslash would show."""
    written = render([make_run({"lover[words=a|b]": build.good_metric()})], "md")
    assert "## `lover[words=a|b]`: inconclusive" in written
    assert "| `lover[words=a\\|b]` |" in written


def test_an_escaped_sentence_is_one_line() -> None:
    assert escaped("# a\n<b> [c](d) @e") == "\\# a↵&lt;b&gt; \\[c\\]\\(d\\) \\@e"
