"""Judging: from tables to verdicts; nothing missing is ever taken for a number."""

from __future__ import annotations

import pytest
from trials import original, trial, variant

import gaugeblock as gb
from gaugeblock.harness.judging import judge_metric, make_trial, overall
from gaugeblock.harness.planning import stress_tests
from gaugeblock.harness.policy import default_policy
from gaugeblock.harness.stress_test import Outcome
from gaugeblock.harness.tables import read_frame
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
    with pytest.raises(DataError, match=r"1 of .* variants have no row"):
        judge(audit, scores.iloc[1:])


def test_a_variant_with_two_score_rows_is_an_error(audit):
    scores = read_frame(audit.folder / "scores")
    with pytest.raises(DataError, match="do not fit together"):
        judge(audit, scores.iloc[[0, *range(len(scores))]])


def test_a_test_that_says_nothing_about_the_construct_does_not_count(audit):
    """A conciseness metric may score a wrong claim as high as a right one of the same length."""
    entry = judge(audit, read_frame(audit.folder / "scores"), construct="conciseness")
    assert entry["stress"]["force"]["applies"] is False
    assert entry["stress"]["force"]["statistics"] == []
    assert "conciseness" in entry["stress"]["force"]["reason"]
    assert entry["reason"] == "No stress test says anything about this metric."


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
