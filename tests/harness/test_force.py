"""The stress test `force`: the tie rule, the rule for unscored pairs, axes and severities."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from trials import original, trial, variant

import gaugeblock as gb
from gaugeblock.harness.stress.force import pairs_of
from gaugeblock.harness.stress_test import STRESS


def rows(*changes: float | None) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "outcome": "variant",
            "change": np.asarray(changes, dtype=float),
            "details": [{"axis": "modality"}] * len(changes),
            "severity": 1,
            "edits": "[]",
            "parent": "e",
            "base": "e",
        }
    )


def test_a_tie_violates():
    assert pairs_of(rows(0.0))["violation"].tolist() == [1.0]


def test_a_raised_claim_that_scores_lower_does_not_violate():
    assert pairs_of(rows(-0.2, 0.1))["violation"].tolist() == [0.0, 1.0]


def test_an_unscored_pair_violates_with_margin_nought():
    found = pairs_of(rows(None, -0.2))
    assert found["violation"].tolist() == [1.0, 0.0]
    assert found["margin"].tolist() == [0.0, 0.2]


def test_axes_and_severities_are_reported_beside_the_whole():
    audit = gb.audit("token-overlap", "sample", stress="force")
    groups = set(audit.findings.query("name == 'mvr'")["group"])
    assert {"all", "modality", "scope", "severity-1", "severity-3"} <= groups
    whole = audit.findings.query("name == 'mvr' and group == 'all'").iloc[0]
    by_axis = audit.findings.query("name == 'mvr' and group in ['modality','numeric','relation','scope','temporal']")
    assert by_axis["n"].sum() == whole["n"]
    assert (by_axis["n"] * by_axis["value"]).sum() == pytest.approx(whole["n"] * whole["value"])


def test_a_metric_that_punishes_certainty_passes():
    @gb.metric
    def cautious(response: str, context: str, example: gb.Example) -> float:
        return 0.0 if "/force-" in example.id else 1.0

    assert gb.audit(cautious, "sample", stress="force").verdict == "pass"


def test_data_without_anything_to_raise_is_inconclusive_not_passed():
    audit = gb.audit("token-overlap", [gb.Example(response="Yes.", context="Yes, he did.")], stress="force")
    assert audit.verdict == "inconclusive"
    assert audit.results["metrics"]["token-overlap"]["stress"]["force"]["coverage"]["applied"] == 0


def test_a_metric_that_never_scored_gets_no_verdict_on_force():
    @gb.metric
    def refuses(context: str, response: str) -> float:
        raise ConnectionError("the service at /srv/private/judge is down")

    audit = gb.audit(refuses, "sample", stress="force")
    entry = audit.results["metrics"]["refuses"]
    assert entry["verdict"] == "inconclusive"
    assert audit.findings["value"].isna().all()
    (message,) = entry["unscored"]["messages"]
    assert message["reason"] == "raised"
    assert message["message"].startswith("ConnectionError: the service at judge is down")


def test_benign_edits_stand_beside_the_mvr_as_a_control():
    audit = gb.audit("rouge2", "sample", stress=["force", "sensitivity"])
    control = audit.findings.query("name == 'benign-fall-rate'")["value"].item()
    assert 0.2 < control <= 1.0, "an overlap metric falls with every changed word, right or wrong"


def test_a_handful_of_pairs_without_one_drop_is_enough_to_fail():
    """The interval of six ties in six is exact, [0.54, 1], and all of it over the margin."""
    rows = [
        gb.Example(
            response=f"Plan {n} may lower costs.", context=f"Plan {n} may lower costs, its authors say.", label=1
        )
        for n in range(6)
    ]

    @gb.metric
    def constant(context: str, response: str) -> float:
        return 0.7

    assert gb.audit(constant, rows, stress="force").verdict == "fail"


def raised(gap, count=30, words="caused"):
    """A trial of pairs whose raised claim scores lower by `gap`, each by one edit of these words."""
    edits = json.dumps([{"field": "response", "start": 0, "end": 2, "before": "It", "after": words}])
    rows = [original(f"e{at}", 0.5 + at / 100) for at in range(count)]
    for at in range(count):
        how = {"details": {"axis": "relation"}, "severity": 1, "edits": edits if at % 2 else "[]"}
        rows.append(variant(f"e{at}", "force-relation", "force", 0.5 + at / 100 - gap, **how))
    return rows


def test_the_local_pairs_stand_beside_all_of_them():
    found = {(s.name, s.group): s.estimate for s in STRESS.get("force").judge(trial(raised(0.1))).statistics}
    assert found["mvr", "all"].n == 30
    assert found["mvr", "local"].n == 15
    assert found["force-sensitivity", "local"].value == pytest.approx(0.1)


def test_an_edit_of_many_words_is_not_local():
    pairs = pairs_of(trial(raised(0.1, words="led without any doubt to")).family("force"))
    assert not pairs["local"].any()


def unanswered(reason, count=30):
    """Pairs that score lower by 0.8, half of which the metric could not score."""
    made = raised(0.8)
    rows = [row for pair in zip(made[:count], made[count:], strict=True) for row in pair]
    return [
        row | ({"score": None, "unscored": reason} if row["outcome"] == "variant" and at % 4 == 1 else {})
        for at, row in enumerate(rows)
    ]


@pytest.mark.parametrize("reason", ["service", "timeout", "died"])
def test_a_pair_that_a_servers_failure_left_unscored_is_no_violation(reason):
    """The failures of a server failed the metric."""
    outcome = STRESS.get("force").judge(trial(unanswered(reason)))
    mvr = next(found for found in outcome.statistics if (found.name, found.group) == ("mvr", "all"))
    assert (mvr.estimate.value, mvr.estimate.n, outcome.verdict) == (0.0, 15, "pass")


def test_a_pair_whose_calibrated_claim_a_server_lost_is_no_violation_either():
    rows = [row | ({"score": None, "unscored": "service"} if row["variant_id"] == "e0" else {}) for row in raised(0.2)]
    outcome = STRESS.get("force").judge(trial(rows))
    mvr = next(found for found in outcome.statistics if (found.name, found.group) == ("mvr", "all"))
    assert (mvr.estimate.value, mvr.estimate.n) == (0.0, 29)


def test_a_pair_that_the_metric_itself_does_not_score_violates():
    """As in ForceBench."""
    outcome = STRESS.get("force").judge(trial(unanswered("raised")))
    mvr = next(found for found in outcome.statistics if (found.name, found.group) == ("mvr", "all"))
    assert (mvr.estimate.value, mvr.estimate.n, outcome.verdict) == (0.5, 30, "fail")


def test_two_metrics_are_compared_on_the_pairs_of_both():
    sound, blind = trial(raised(0.1), metric="sound"), trial(raised(0.0), metric="blind")
    (row,) = STRESS.get("force").compare([sound, blind])
    assert (row.first, row.second) == ("sound", "blind")
    assert row.estimate.value == -1.0
    assert row.p_holm < 0.001


def test_a_metric_that_never_scored_is_compared_with_none():
    silent = [row | {"score": None} for row in raised(0.1)]
    assert STRESS.get("force").compare([trial(raised(0.1)), trial(silent, metric="silent")]) == []
