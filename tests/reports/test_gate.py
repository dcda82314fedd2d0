"""The gate breaks on the verdicts that the policy names, and never holds for want of evidence."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gaugeblock.harness.policy import default_policy, load_policy
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.reports import Run, gate
from gaugeblock.reports.gate import GateRules, gate_rules


def test_failing_tests_break_the_gate(run: Run) -> None:
    failures = gate(run, {"gate": {"fail_on": ["fail"], "max_unscored": None}})
    assert [(failure.metric, failure.stress) for failure in failures] == [
        ("overlap", "sensitivity"),
        ("overlap", "gaming"),
        ("overlap", "force"),
    ]
    assert str(failures[1]) == "overlap, gaming: fail: An empty assertion at the end raises the score by 0.27."


def test_the_defaults_of_the_gate_are_those_of_the_shipped_policy() -> None:
    """They stand in two places, since a report is written without the harness."""
    assert gate_rules(default_policy()) == GateRules()


@pytest.mark.parametrize(
    "settings",
    [
        *({"fail_on": given} for given in (["fail"], [], ["pass"], "fail", None)),
        *({"metrics": given} for given in ("all", ["m"], [], 3)),
        *({"max_unscored": given} for given in (0, 1, 0.5, None, 5, True, "x")),
    ],
)
def test_the_policy_takes_what_the_gate_takes(settings: dict[str, Any]) -> None:
    """One setting is not right in a file and wrong in a report."""

    def taken(check: Any) -> bool:
        try:
            check({"gate": settings})
        except UsageError:
            return False
        return True

    assert taken(gate_rules) == taken(load_policy)


def test_plain_results_and_a_run_give_the_same(run: Run) -> None:
    assert gate(run.results, {}) == gate(run, {})


def test_inconclusive_breaks_the_gate_only_where_it_is_named(run: Run) -> None:
    chosen: dict[str, Any] = {"metrics": ["steady"]}
    assert gate(run, {"gate": chosen}) == []
    failures = gate(run, {"gate": {**chosen, "fail_on": ["fail", "inconclusive"]}})
    assert [failure.stress for failure in failures] == ["gaming"]


def test_a_metric_without_any_score_is_said_to_have_none() -> None:
    unscored = {"count": 513, "share": 1.0, "failed_share": 1.0}
    entry = {"verdict": "inconclusive", "items": 513, "unscored": unscored, "stress": {"force": {"verdict": "pass"}}}
    (failure,) = gate({"schema": 1, "metrics": {"rouge": entry}}, {})
    assert str(failure) == "rouge: none of the 513 items got a score"


def test_too_many_unscored_items_break_the_gate(run: Run) -> None:
    failures = gate(run, {"gate": {"fail_on": [], "max_unscored": 0.05}})
    assert [(failure.metric, failure.kind) for failure in failures] == [("overlap", "unscored")]
    assert "6.8% of the items failed to get a score; the policy allows 5.0%" in failures[0].message
    assert gate(run, {"gate": {"fail_on": [], "max_unscored": 0.068}}) == []


def test_declined_items_do_not_count_as_failed(build: SimpleNamespace) -> None:
    """A metric that declines an item has answered; results that tell the two apart are judged by the failures."""
    metric = build.bad_metric()
    metric["unscored"]["failed_share"] = 0.0002
    assert gate(build.results_of({"m": metric}), {"gate": {"fail_on": []}}) == []


def test_a_metric_that_the_run_lacks_breaks_the_gate(run: Run) -> None:
    (failure,) = gate(run, {"gate": {"metrics": ["steady", "absent"]}})
    assert (failure.metric, failure.kind) == ("absent", "missing")


def test_a_run_without_metrics_breaks_the_gate(build: SimpleNamespace) -> None:
    (failure,) = gate(build.results_of({}), {})
    assert failure.kind == "missing"


def test_a_metric_without_tests_or_items_breaks_the_gate(build: SimpleNamespace) -> None:
    results = build.results_of({"m": {"verdict": "pass", "items": 0}})
    assert [failure.kind for failure in gate(results, {})] == ["missing", "unscored"]


def test_a_verdict_without_a_failing_test_still_breaks_the_gate(build: SimpleNamespace) -> None:
    results = build.results_of({"m": {**build.good_metric(), "verdict": "fail", "reason": "Whole."}})
    assert [(f.stress, f.message) for f in gate(results, {})] == [("", "fail: Whole.")]


def test_other_tables_of_a_policy_are_let_be(run: Run) -> None:
    assert gate(run, {"force": {"max_mvr": 0.25}, "gate": {"metrics": ["steady"]}}) == []


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"fail_no": ["fail"]}, "did you mean fail_on"),
        ({"fail_on": ["pass"]}, r"takes a list of fail and inconclusive, not \['pass'\]"),
        ({"metrics": []}, 'takes "all" or a list of names'),
        ({"max_unscored": 5}, "takes a share from 0 to 1, not 5"),
        ({"max_unscored": True}, "takes a share from 0 to 1, not True"),
    ],
)
def test_a_wrong_setting_is_named(run: Run, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        gate(run, {"gate": settings})


def test_results_of_something_else_are_refused() -> None:
    with pytest.raises(DataError, match="no schema number"):
        gate({"hello": 1}, {})
