"""Words are found for what is known, and what is not known is shown by its name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gaugeblock.reports import Run
from gaugeblock.reports.caveats import caveats
from gaugeblock.reports.results import Statistic, StressResult
from gaugeblock.reports.wording import explain, headline, statistic_words, stress_words


def test_unknown_names_stand_for_themselves() -> None:
    assert stress_words("mood").title == "mood"
    assert statistic_words("tone").title == "tone"
    assert explain("relation", "gravity") == ""


def test_the_headline_is_what_the_verdict_rests_on() -> None:
    rows = (
        Statistic(name="mean-gain", group="a", value=0.1, verdict="pass"),
        Statistic(name="mean-gain", group="b", value=0.9, verdict="fail"),
    )
    chosen = headline(StressResult(name="gaming", verdict="fail", statistics=rows))
    assert chosen is not None
    assert chosen.group == "b"


def test_the_headline_of_a_pass_is_the_main_statistic_over_all() -> None:
    rows = (
        Statistic(name="force-sensitivity", group="all", value=0.1, verdict="pass"),
        Statistic(name="mvr", group="hedge", value=0.1),
        Statistic(name="mvr", group="all", value=0.2, verdict="pass"),
    )
    chosen = headline(StressResult(name="force", verdict="pass", statistics=rows))
    assert chosen is not None
    assert (chosen.name, chosen.group) == ("mvr", "all")


def test_a_test_without_statistics_has_no_headline() -> None:
    assert headline(StressResult(name="force", verdict="inconclusive")) is None


def test_the_limits_of_a_run_are_named(run: Run) -> None:
    found = " ".join(caveats(run))
    assert "239 examples come from 90 documents" in found
    assert "1 row of the data could not be read" in found
    assert "3 examples without a label" in found
    assert "overlap: 6.8% of the items have no score" in found
    assert "steady, gaming: a rule rests on 12 source documents" in found


def test_a_run_without_weak_spots_has_no_limits_of_its_own(make_run: Any, build: SimpleNamespace) -> None:
    metric = {**build.good_metric(), "stress": {"laws": build.stress("pass", "Fine.", [])}}
    assert caveats(make_run({"m": metric}, dataset={"name": "d", "examples": 3, "documents": 3})) == []
