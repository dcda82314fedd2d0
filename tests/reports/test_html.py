"""The page is whole, loads nothing, runs nothing, and says what results.json says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import pytest

from gaugeblock import __version__
from gaugeblock.reports import Run, render
from gaugeblock.reports.html import blocks

VOID = {"wbr", "meta", "link", "br", "img", "input", "hr", "line", "rect", "circle", "polygon"}


class Page(HTMLParser):
    """Every element with its attributes, all text, and whether the elements close in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.numbers: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == [], f"left open: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"{tag} closes nothing"
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] != "style":
            self.text += data
        if self._open and self._open[-1] == "data":
            self.numbers.append((str(self.elements[-1][1]["value"]), data))


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield float(value)


def test_the_page_loads_and_runs_nothing(run: Run) -> None:
    written = render([run])
    page = Page(written)
    assert {tag for tag, _ in page.elements}.isdisjoint({"script", "link", "img", "iframe", "object", "form", "base"})
    for _, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on")]
        assert attributes.get("href", "#").startswith("#")
        assert "src" not in attributes
    assert not re.search(r"https?:|//[a-z]|url\(|@import", written)


def test_hostile_text_stays_text(hostile_run: Run, build: SimpleNamespace) -> None:
    """Markup, template braces and quotes in any text of the run come out as they are, and open no element."""
    written = render([hostile_run])
    page = Page(written)
    assert "script" not in {tag for tag, _ in page.elements}
    for _, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on")]
    assert page.text.count("<script>alert(1)</script>{context} {{ 7*7 }} </s>") > 20
    assert "[bold]red[/bold] **67**|`x` ]]> &amp;" in page.text


def test_characters_without_a_shape_are_shown(hostile_run: Run) -> None:
    """An override that turns the text around, a null and an escape are written as code points, never sent."""
    written = render([hostile_run])
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", written)
    assert 'title="RIGHT-TO-LEFT OVERRIDE">U+202E</span>' in written
    assert ">U+0000</span>" in written


def test_text_of_any_direction_is_isolated(hostile_run: Run) -> None:
    for line in render([hostile_run]).splitlines():
        if "\u0645\u0631\u062d\u0628\u0627" in line and not line.lstrip().startswith(("<title>", "<svg", "<td")):
            assert "<bdi>" in line or 'dir="auto"' in line or "<pre" in line


def test_every_number_traces_to_the_run(run: Run) -> None:
    """Each marked number of the page is a number of the two JSON files, and its text is that number rounded."""
    page = Page(render([run]))
    known = {*_numbers(run.results), *_numbers(run.manifest)}
    assert len(page.numbers) > 200
    for value, text in page.numbers:
        assert float(value) in known
        shown = float(text.strip("%+").replace(",", "")) / (100 if text.endswith("%") else 1)
        assert shown == pytest.approx(float(value), abs=0.0006)


def test_every_statistic_is_on_the_page(run: Run) -> None:
    page = Page(render([run]))
    values = {value for value, _ in page.numbers}
    for metric in run.metrics:
        for test in metric.stress:
            for statistic in test.statistics:
                for number in (statistic.value, statistic.low, statistic.high, statistic.n, statistic.clusters):
                    assert number is None or str(number) in values


def test_verdicts_come_first_with_word_and_shape(run: Run) -> None:
    page = Page(render([run]))
    verdicts = page.text.index("Verdicts")
    assert verdicts < page.text.index("What was run") < page.text.index("All stress tests at a glance")
    assert "✕ fail" in page.text
    assert "✓ pass" in page.text
    assert "? inconclusive" in page.text
    assert "gaugeblock audit overlap steady --data ferry.jsonl --seed 0" in page.text


def test_each_figure_says_what_it_shows(run: Run) -> None:
    written = render([run])
    figures = re.findall(r'<svg class="interval[^>]*role="img"[^>]*><title>([^<]+)</title>', written)
    assert len(figures) == sum(len(test.statistics) for metric in run.metrics for test in metric.stress)
    assert any("0.472, interval 0.400 to 0.540, rule: at most 0.25 (fail)" in title for title in figures)


def test_an_edit_is_marked_in_place(run: Run) -> None:
    written = render([run])
    assert "its single fare to <del>40</del>" in written
    assert "<ins>45</ins>" in written
    assert "up from <del>35</del>" in written


def test_an_unchanged_response_comes_from_the_table(run: Run) -> None:
    """A pair whose context alone changed still shows the response that was scored."""
    assert "response, unchanged" in render([run])


def test_a_long_document_is_cut_and_says_so(run: Run) -> None:
    written = render([run])
    assert "characters left out]" in written
    assert "Paragraph 199 of the harbour minutes" not in written


def test_a_pair_without_a_score_says_so(run: Run) -> None:
    assert "no score" in Page(render([run])).text


def test_many_rows_are_folded_and_the_broken_ones_lead(make_run: Any, build: SimpleNamespace) -> None:
    rows = [build.statistic("mean-gain", f"phrase-{n}", n / 100, rule="at most 0.5", verdict="pass") for n in range(40)]
    rows.append(build.statistic("mean-gain", "worst", 0.9, rule="at most 0.5", verdict="fail"))
    run = make_run({"m": {**build.good_metric(), "stress": {"gaming": build.stress("fail", "Bad.", rows)}}})
    page = Page(render([run])).text
    assert "29 more rows" in page
    assert page.index("worst") < page.index("phrase-0")


def test_statistics_of_one_row_and_one_range_share_a_table(run: Run) -> None:
    """The laws stand under each other, not in a table each; statistics in units of the score keep their own axis."""
    tests = {test.name: test for test in run.metrics[0].stress}
    assert [[words.title for words in block.words] for block in blocks(tests["sensitivity"])] == [
        ["Original against corrupted (AUC)", "Corrected against unsupported (AUC)"],
        ["Contrast"],
        ["Shift under harmless edits"],
        ["Mean change"],
    ], "what failed comes first, then what is open"


def test_what_failed_comes_first(make_run: Any, build: SimpleNamespace) -> None:
    """Of the metrics and of the tests of each; the links still lead to their own places."""
    good = build.good_metric()
    for name in ("sensitivity", "laws"):
        good["stress"][name]["verdict"] = "pass"
    page = Page(render([make_run({"steady": good, "overlap": build.bad_metric()})]))
    cards = page.text[page.text.index("Verdicts") : page.text.index("What was run")]
    assert cards.index("overlap") < cards.index("steady")
    of_steady = [a["id"] for tag, a in page.elements if tag == "section" and str(a.get("id")).startswith("r1m1t")]
    assert of_steady == ["r1m1t2", "r1m1t1", "r1m1t3", "r1m1t4"], "gaming is open and leads"
    links = [a["href"] for tag, a in page.elements if tag == "a" and a.get("class") == "cell"]
    assert links[:4] == [f"#r1m1t{number}" for number in range(1, 5)]


def test_a_reason_names_statistics_by_their_titles(make_run: Any, build: SimpleNamespace) -> None:
    """Code names are for programs; the page of a person has none in its sentences."""
    metric = build.bad_metric()
    metric["stress"]["force"]["reason"] = "It is blind: mvr (hedge) is 0.450 over 90 rows, must be at most 0.25."
    metric["reason"] = f"force: {metric['stress']['force']['reason']} (2 more: sensitivity, gaming)"
    run = make_run({"m": metric})
    plain = "It is blind: monotonicity violation rate (MVR), hedge, is 0.450 over 90 rows, must be at most 0.25."
    page = Page(render([run])).text
    assert page.count(f"Evidential force: {plain} (2 more: Sensitivity, Gaming)") == 2
    assert "mvr (hedge)" not in page
    assert f"Evidential force: {plain}" in " ".join(render([run], "terminal").split())
    assert "monotonicity violation rate" in render([run], "md")


def test_a_page_names_the_version_that_writes_it(make_run: Any, build: SimpleNamespace) -> None:
    """And the one that made the run where it was another; a run without a seed has none."""
    runs = [make_run({"m": build.good_metric()}, name=name, gaugeblock="0.0.1", seed=None) for name in ("a", "b")]
    page = Page(render(runs)).text
    assert (
        f"Written by Gaugeblock {__version__} from the run folders alone; the runs were made by Gaugeblock 0.0.1."
        in page
    )
    assert "seed None" not in page
    same = Page(render([make_run({"m": build.good_metric()}, name="c", gaugeblock=__version__)])).text
    assert f"Written by Gaugeblock {__version__} from the run folder alone. This page" in same


def test_a_test_of_somebody_else_is_shown(make_run: Any, build: SimpleNamespace) -> None:
    """An added stress test has no words of ours, and is no less complete for it."""
    rows = [build.statistic("tone", "all", 7.25, 7.0, 7.5)]
    run = make_run({"m": {**build.good_metric(), "stress": {"mood": build.stress("pass", "Fine.", rows)}}}, stress=[])
    page = Page(render([run])).text
    assert "mood" in page
    assert "7.250" in page


def test_a_run_without_metrics_is_a_page(make_run: Any) -> None:
    assert "This run holds no metric, so there is no verdict." in Page(render([make_run({})])).text


def test_a_metric_without_stress_tests_is_a_page(make_run: Any, build: SimpleNamespace) -> None:
    page = Page(render([make_run({"m": {**build.good_metric(), "stress": {}}})])).text
    assert "No stress test was run on this metric." in page


def test_a_bare_run_is_a_page(make_run: Any) -> None:
    """What a run does not record is left out or said to be missing; nothing is made up."""
    run = make_run({"m": {"verdict": "pass"}}, command=None, dataset={}, metrics={}, counts={}, seconds=None, seed=None)
    page = Page(render([run])).text
    assert "The number of items is not recorded." in page
    assert "not recorded" in page


def test_scores_that_were_turned_round_are_announced(make_run: Any, build: SimpleNamespace) -> None:
    run = make_run({"m": build.good_metric()}, metrics={"m": {"spec": "m", "higher_is_better": False}})
    assert "Lower is better for this metric." in Page(render([run])).text


def test_several_runs_share_a_page_and_no_anchor(run: Run, make_run: Any, build: SimpleNamespace) -> None:
    other = make_run({"overlap": build.good_metric()}, name="other")
    page = Page(render([run, other]))
    anchors = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(anchors) == len(set(anchors))
    links = [str(attributes["href"])[1:] for tag, attributes in page.elements if tag == "a"]
    assert set(links) <= set(anchors)
    assert "2 runs compared" in page.text


def test_four_metrics_stay_below_two_megabytes(make_run: Any, build: SimpleNamespace) -> None:
    metric = build.bad_metric()
    for test in metric["stress"].values():
        test["examples"] = [build.pair(f"{'word ' * 400}x", f"{'word ' * 400}y", context=["word " * 2000] * 3)] * 5
    run = make_run({f"metric-{n}": metric for n in range(4)})
    assert len(render([run]).encode("utf-8")) < 2_000_000


def test_each_count_of_a_run_says_what_it_counts(run: Run) -> None:
    page = " ".join(Page(render([run])).text.split())
    assert "4,100 variants: changed examples" in page
    assert "“Items” are the examples and their variants" in page


def test_a_code_of_the_data_is_said_in_words(make_run: Any, build: SimpleNamespace) -> None:
    pair = build.pair("It rose in May.", "It rose in June.", note="error type: CircE; origin: intrinsic")
    rows = [build.statistic("overreaction", "median-corruption", 0.4, 0.3, 0.5)]
    stress = {"sensitivity": build.stress("fail", "Bad.", rows, [pair])}
    page = Page(render([make_run({"m": {**build.good_metric(), "stress": stress}})])).text
    assert "place, time or amount is wrong (CircE)" in page
    assert "beyond the median wrong fact" in page
