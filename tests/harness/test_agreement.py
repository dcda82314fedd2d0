"""The stress test `agreement`."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import balanced_accuracy_score, brier_score_loss, roc_auc_score
from trials import original, trial

from gaugeblock.harness.stress.agreement import TEST, accepted, best_threshold, calibration_error


def case(noise=0.2, *, n=300, seed=0, metadata=lambda i, supported: {}, metric="metric", bounds=(0.0, 1.0)):
    """A trial of two responses a document, supported or not by a coin, whose score is the label and noise."""
    rng = np.random.default_rng(seed)
    supported = rng.uniform(size=n) < 0.5
    scores = np.clip(0.5 + (supported - 0.5) * 0.4 + rng.normal(0, noise, n), 0, 1)
    rows = [
        original(
            f"x{i}",
            float(scores[i]),
            label=float(supported[i]),
            cluster=f"d{i // 2}",
            metadata=json.dumps(metadata(i, bool(supported[i]))),
        )
        for i in range(n)
    ]
    return trial(rows, metric=metric, bounds=bounds)


def value(outcome, name, group="all"):
    return statistic(outcome, name, group).estimate.value


def statistic(outcome, name, group="all"):
    return next(s for s in outcome.statistics if (s.name, s.group) == (name, group))


def test_a_metric_that_agrees_passes():
    assert TEST.judge(case()).verdict == "pass"


@pytest.mark.parametrize("score", [lambda rng: 0.5, lambda rng: rng.normal()])
def test_a_metric_no_better_than_a_coin_fails(score):
    rng = np.random.default_rng(1)
    rows = [original(f"x{i}", score(rng), label=float(i % 2)) for i in range(600)]
    outcome = TEST.judge(trial(rows))
    assert outcome.verdict == "fail"
    assert "nearly the same scores" in outcome.reason


def test_a_metric_that_is_upside_down_is_told_what_to_declare():
    """Its scores tell the labels well, the wrong way round."""
    rng = np.random.default_rng(1)
    rows = [original(f"x{i}", rng.normal() - 2 * (i % 2), label=float(i % 2)) for i in range(200)]
    outcome = TEST.judge(trial(rows))
    assert outcome.verdict == "fail"
    assert "higher_is_better=False" in outcome.reason


def test_few_documents_are_inconclusive():
    outcome = TEST.judge(case(n=12))
    assert outcome.verdict == "inconclusive"
    assert "at least 10 are needed" in outcome.reason


def test_every_number_is_what_scipy_and_scikit_learn_get_from_the_rows():
    trial_ = case()
    outcome, rows = TEST.judge(trial_), trial_.rows
    assert value(outcome, "auc") == pytest.approx(roc_auc_score(rows["label"], rows["score"]), abs=1e-9)
    assert value(outcome, "brier") == pytest.approx(brier_score_loss(rows["label"], rows["score"]), abs=1e-9)
    for name, correlate in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
        expected = correlate(rows["score"], rows["label"]).statistic
        assert value(outcome, name, "label") == pytest.approx(expected, abs=1e-9)
    decided = accepted(rows.assign(supported=rows["label"] > 0.5), trial_.seed)
    expected = balanced_accuracy_score(rows["label"], decided)
    assert value(outcome, "balanced-accuracy") == pytest.approx(expected, abs=1e-9)


def test_every_estimate_but_the_threshold_has_an_interval_around_it():
    for found in TEST.judge(case()).statistics:
        if found.name == "threshold":
            assert found.estimate.low is None
        else:
            assert found.estimate.low <= found.estimate.value <= found.estimate.high, found


def test_the_threshold_is_chosen_on_other_documents():
    """A score that is the document's name in numbers orders nothing, and no threshold of other documents helps."""
    rng = np.random.default_rng(3)
    labels = rng.uniform(size=80) < 0.5
    rows = [original(f"x{i}", float(rng.uniform()), label=float(labels[i])) for i in range(80)]
    outcome = TEST.judge(trial(rows))
    supported = labels
    scores = np.array([row["score"] for row in rows])
    best = best_threshold(scores, supported)
    optimistic = balanced_accuracy_score(supported, scores >= best)
    assert value(outcome, "threshold") == best
    assert value(outcome, "balanced-accuracy") < optimistic


@given(
    st.lists(st.tuples(st.sampled_from([0.0, 0.1, 0.3, 0.7, 1.0]), st.booleans()), min_size=2, max_size=30).filter(
        lambda rows: len({supported for _, supported in rows}) == 2
    )
)
def test_no_other_threshold_is_better_than_the_best(rows):
    scores, supported = (np.array(column) for column in zip(*rows, strict=True))

    def youden(threshold):
        return balanced_accuracy_score(supported, scores >= threshold)

    assert youden(best_threshold(scores, supported)) == pytest.approx(max(map(youden, scores)))


def test_a_graded_judgement_of_the_data_takes_the_label_s_place_in_correlations():
    graded = case(metadata=lambda i, supported: {"factuality": 0.5 + supported * 0.5 - i / 1000})
    outcome = TEST.judge(graded)
    ratings = [json.loads(text)["factuality"] for text in graded.rows["metadata"]]
    expected = stats.spearmanr(graded.rows["score"], ratings).statistic
    assert value(outcome, "spearman", "factuality") == pytest.approx(expected, abs=1e-9)
    assert not [s for s in outcome.statistics if s.group == "label"]


@pytest.mark.parametrize("key", ["dataset", "domain"])
def test_each_part_of_the_data_has_its_own_auc(key):
    parted = case(metadata=lambda i, supported: {key: "news" if i % 4 < 2 else "law"})
    outcome, rows = TEST.judge(parted), parted.rows
    for name in ("news", "law"):
        part = rows[[json.loads(text)[key] == name for text in rows["metadata"]]]
        assert value(outcome, "auc", name) == pytest.approx(roc_auc_score(part["label"], part["score"]), abs=1e-9)
        assert statistic(outcome, "balanced-accuracy", name).estimate.n == len(part)


def test_data_of_one_part_is_not_told_twice():
    outcome = TEST.judge(case(metadata=lambda i, supported: {"dataset": "news"}))
    assert {s.group for s in outcome.statistics} == {"all", "label"}


@pytest.mark.parametrize("bounds", [(None, None), (-1.0, 1.0), (0.0, None), (-1.0, 0.0)])
def test_only_scores_that_can_be_chances_have_a_calibration(bounds):
    names = {s.name for s in TEST.judge(case(bounds=bounds)).statistics}
    assert not names & {"calibration-error", "brier"}


def test_scores_that_are_chances_have_little_calibration_error():
    rng = np.random.default_rng(0)
    chances = rng.uniform(size=4000)
    labels = (rng.uniform(size=4000) < chances).astype(float)
    clusters = [f"d{i}" for i in range(4000)]
    whole = trial([original(name, 0.5) for name in clusters])
    honest = calibration_error(chances, labels, clusters, whole)
    assert honest.low < 0.01
    assert honest.value < 0.04
    boastful = calibration_error(chances / 2 + 0.5, labels, clusters, whole)
    assert boastful.value == pytest.approx(0.25, abs=0.02)
    assert boastful.low < 0.25 < boastful.high


def test_a_constant_score_is_one_bin_whose_error_is_its_distance_from_the_share():
    clusters = [f"d{i}" for i in range(10)]
    whole = trial([original(name, 0.5) for name in clusters])
    found = calibration_error(np.full(10, 0.9), np.array([1.0] * 4 + [0.0] * 6), clusters, whole)
    assert found.value == pytest.approx(0.5)


def test_the_calibration_error_is_that_of_scikit_learn_s_bins():
    from sklearn.calibration import calibration_curve

    rng = np.random.default_rng(5)
    scores, labels = rng.uniform(size=200), (rng.uniform(size=200) < 0.5).astype(float)
    clusters = [f"d{i}" for i in range(200)]
    true, predicted = calibration_curve(labels, scores, n_bins=10, strategy="quantile")
    expected = np.abs(true - predicted).mean()  # the bins hold 20 each
    found = calibration_error(scores, labels, clusters, trial([original(name, 0.5) for name in clusters]))
    assert found.value == pytest.approx(expected, abs=1e-9)


def test_unscored_responses_are_counted_and_left_out():
    rows = [original(f"x{i}", None if i < 10 else i % 2 + i / 1e4, label=float(i % 2)) for i in range(100)]
    outcome = TEST.judge(trial(rows))
    assert outcome.coverage == {"labelled": 100, "unlabelled": 0, "unscored_responses": 10}
    assert statistic(outcome, "auc").estimate.n == 90


def test_a_metric_that_never_scored_gets_no_verdict():
    outcome = TEST.judge(trial([original(f"x{i}", None, label=float(i % 2)) for i in range(40)]))
    assert outcome.verdict == "inconclusive"
    assert value(outcome, "balanced-accuracy") is None


def test_data_without_labels_does_not_count_against_a_metric():
    outcome = TEST.judge(trial([original(f"x{i}", 0.5) for i in range(3)]))
    assert (outcome.verdict, outcome.applies, outcome.reason) == ("inconclusive", False, "The data has no labels.")


def test_metrics_are_compared_with_a_correction():
    good, bad = case(0.1, metric="good"), case(1.0, metric="bad")
    (one,) = TEST.compare([good, bad])
    assert (one.name, one.group, one.first, one.second) == ("auc", "all", "good", "bad")
    assert one.estimate.low > 0
    assert one.estimate.p is None, "a perfect separation has no variance to test a difference by"
    three = TEST.compare([case(0.3, metric="third"), bad, case(0.5, metric="fourth")])
    assert len(three) == 3
    surest = min(three, key=lambda comparison: comparison.estimate.p)
    assert surest.p_holm == pytest.approx(3 * surest.estimate.p)
    assert surest.p_holm > 0


def test_the_threshold_stands_on_the_scale_of_the_metric():
    """Where lower is better the scores are turned round for judging, and the threshold back for the reader."""
    labels = [0.0, 1.0] * 20
    rows = [original(f"x{i}", 0.9 - 0.6 * label, label=label) for i, label in enumerate(labels)]
    outcome = TEST.judge(trial(rows, bounds=(0.0, 1.0), higher_is_better=False))
    assert value(outcome, "auc") == 1.0
    assert value(outcome, "threshold") == pytest.approx(0.3)


def test_a_rating_too_large_for_a_number_is_none_and_ends_no_run():
    """JSON holds whole numbers of any length."""
    outcome = TEST.judge(case(metadata=lambda i, supported: {"factuality": 10**400 if i == 0 else i % 5}))
    assert statistic(outcome, "spearman", "factuality").estimate.n == 299
