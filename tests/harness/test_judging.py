"""Judging: from tables to verdicts; nothing missing is ever taken for a number."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from trials import original, trial, variant

import gaugeblock as gb
from gaugeblock.harness.judging import judge_metric, make_trial, overall
from gaugeblock.harness.outcome import Outcome, combine
from gaugeblock.harness.planning import stress_tests
from gaugeblock.harness.policy import default_policy, load_policy
from gaugeblock.harness.tables import read_frame, read_prepared, read_variants
from gaugeblock.perturb.errors import DataError


@pytest.fixture(scope="module")
def audit():
    return gb.audit("token-overlap", gb.load("sample", limit=12), stress="force")


def judge(audit, scores, construct="factual-consistency", tests=("force",)):
    variants = read_frame(audit.folder / "variants")
    policy = default_policy()
    declared = audit.manifest["metrics"]["token-overlap"] | {"construct": construct}
    trial = make_trial(declared, variants, scores, policy, 0)
    return judge_metric(trial, scores, stress_tests(list(tests)))


def test_judging_again_from_the_tables_gives_the_same_results(audit):
    again = judge(audit, read_frame(audit.folder / "scores"))
    assert again == audit.results["metrics"]["token-overlap"]


def test_a_variant_without_a_score_row_is_an_error_not_a_gap(audit):
    scores = read_frame(audit.folder / "scores")
    with pytest.raises(DataError, match=r"of \d+ variants 1 have no row in the scores"):
        judge(audit, scores.iloc[1:])


def test_a_variant_with_two_score_rows_is_an_error(audit):
    scores = read_frame(audit.folder / "scores")
    with pytest.raises(DataError, match=r"do not fit together: of \d+ variants 1 have several in the scores of"):
        judge(audit, scores.iloc[[0, *range(len(scores))]])


def test_a_score_row_of_no_variant_is_an_error(audit):
    scores = read_frame(audit.folder / "scores")
    foreign = scores.iloc[:1].assign(variant_id="nobody")
    with pytest.raises(DataError, match=r"of \d+ variants 1 are none of the run in the scores of"):
        judge(audit, pd.concat([scores, foreign]))


def test_a_test_that_says_nothing_about_the_construct_does_not_count(audit):
    """A conciseness metric may score a wrong claim as high as a right one of the same length."""
    entry = judge(audit, read_frame(audit.folder / "scores"), construct="conciseness")
    assert entry["stress"]["force"]["applies"] is False
    assert entry["stress"]["force"]["statistics"] == []
    assert "conciseness" in entry["stress"]["force"]["reason"]
    assert entry["reason"] == "No stress test says anything about this metric."


@pytest.fixture(scope="module")
def labelled_audit():
    return gb.audit(
        "token-overlap", gb.load("sample", limit=12), stress=["agreement", "force", "gaming", "sensitivity", "laws"]
    )


@pytest.mark.parametrize("exponent", [-900, -700, 700, 990])
@pytest.mark.filterwarnings("error")
def test_the_unit_of_a_score_changes_no_verdict(labelled_audit, exponent):
    """A likelihood may be as small as 1e-200; a power of two costs no digit, so every number must scale exactly."""
    audit = labelled_audit
    scores = read_frame(audit.folder / "scores")
    declared = audit.manifest["metrics"]["token-overlap"] | {"bounds": [None, None]}
    variants = read_variants(audit.folder)

    def judged(factor):
        scaled = scores.assign(score=scores["score"] * factor)
        policy = load_policy({"laws": {"tolerance": 0}})
        trial = make_trial(declared, variants, scaled, policy, 0, read_prepared(audit.folder))
        return judge_metric(trial, scaled, stress_tests(audit.manifest["stress"]))

    factor = 2.0**exponent
    usual, scaled = judged(1.0), judged(factor)
    json.dumps(scaled, allow_nan=False)
    assert scaled["verdict"] == usual["verdict"]
    for name, test in usual["stress"].items():
        other = scaled["stress"][name]
        assert other["verdict"] == test["verdict"]
        for ours, theirs in zip(test["statistics"], other["statistics"], strict=True):
            assert (ours["name"], ours["group"], ours["verdict"]) == (
                theirs["name"],
                theirs["group"],
                theirs["verdict"],
            )
            for key in ("value", "low", "high"):
                if ours[key] is not None:
                    scores_unit = np.isclose(theirs[key], ours[key] * factor, rtol=1e-6, atol=0)
                    assert scores_unit or theirs[key] == pytest.approx(ours[key], rel=1e-6)
            assert theirs.get("documents_needed") == ours.get("documents_needed")


def test_a_score_too_large_for_three_decimals_is_written_in_three_digits():
    rows = [original(f"e{at}", 1e200 * at) for at in range(12)]
    rows += [variant(f"e{at}", "swap", "force", 1e200 * (at + 1)) for at in range(12)]
    (test,) = stress_tests(["force"])
    found = test.judge(trial(rows, bounds=(None, None)))
    sensitivity = next(s for s in found.statistics if s.name == "force-sensitivity")
    ruled = replace(sensitivity, rule="at least 0", verdict="fail")
    assert "is -1e+200 [-1e+200, -1e+200] over 12 rows" in combine([ruled], trial(rows), {})[1]


def outcome(verdict, applies=True):
    return Outcome(verdict, f"because {verdict}", (), {}, (), applies)


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        ({"a": outcome("pass"), "b": outcome("fail"), "c": outcome("inconclusive")}, "fail"),
        ({"a": outcome("pass"), "b": outcome("inconclusive")}, "inconclusive"),
        ({"a": outcome("pass"), "b": outcome("inconclusive", applies=False)}, "pass"),
        ({"a": outcome("pass")}, "pass"),
        ({"a": outcome("inconclusive", applies=False)}, "inconclusive"),
        ({}, "inconclusive"),
    ],
)
def test_the_worst_verdict_that_applies_is_the_verdict(outcomes, verdict):
    assert overall(outcomes)[0] == verdict


@pytest.mark.parametrize("scale", [1.0, 1e-30, 1e3])
def test_scores_that_differ_by_rounding_are_equal_whatever_their_scale(scale):
    """0.1 + 0.2 ties with 0.3, and 1e-17 with 0; a difference in the sixth digit is one."""
    before = (0.3, 0.0, 0.5)
    after = (0.1 + 0.2, 1e-17, 0.500001)
    rows = [original(f"x{at}", score * scale) for at, score in enumerate(before)]
    rows += [variant(f"x{at}", "edit", "benign", score * scale) for at, score in enumerate(after)]
    changes = trial(rows).family("benign")["change"].tolist()
    assert changes[:2] == [0.0, 0.0]
    assert changes[2] == pytest.approx(1e-6 * scale)


def test_an_estimate_says_whether_its_interval_is_exact(audit):
    rows = audit.results["metrics"]["token-overlap"]["stress"]["force"]["statistics"]
    assert {row["exact"] for row in rows} == {True, False}
    assert all(row["value"] in (0, 1) for row in rows if row["exact"])


def test_a_metric_whose_scores_differ_by_rounding_only_has_no_spread():
    @gb.metric
    def nearly_constant(context: str, response: str) -> float:
        return 0.7 + 1e-17 * len(response)

    audit = gb.audit(nearly_constant, gb.load("sample", limit=12), stress="gaming")
    assert audit.results["metrics"]["nearly_constant"]["spread"] is None
