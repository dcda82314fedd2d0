"""The stress test `difficulty`."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score
from trials import original, trial

import gaugeblock as gb
from gaugeblock.harness.stress import _shallow
from gaugeblock.harness.stress.difficulty import SPLITS, TEST, splits
from gaugeblock.metrics.builtin.embedding_similarity import EmbeddingSimilarity
from gaugeblock.metrics.builtin.entity_overlap import EntityOverlap, entities
from gaugeblock.metrics.builtin.rouge2 import Rouge2
from gaugeblock.metrics.builtin.token_overlap import TokenOverlap
from gaugeblock.perturb.errors import MissingExtraError

TOWNS = ("Bergen", "Turin", "Lyon", "Porto", "Ghent", "Graz", "Malmo", "Split", "Bath", "Cork", "Kiel", "Nice")


def example(town: str, supported: bool) -> gb.Example:
    source = f"The council of {town} opened a bridge in May 1998. It cost nine million and took four years."
    response = f"{town} opened a bridge in May 1998." if supported else f"{town} closed three old schools in 2004."
    return gb.Example(
        id=f"{town}-{supported}",
        response=response,
        context=source,
        label=float(supported),
        metadata={"document": town},
    )


EXAMPLES = [example(town, supported) for town in TOWNS for supported in (True, False)]


@pytest.fixture(scope="module")
def prepared() -> pd.DataFrame:
    return TEST.prepare(EXAMPLES)


def judged(score_of, *, policy=None, metric="metric", n=400, seed=0):
    """A trial in which the shallow classifier is right in 3 of 4 cases, and the scores are what `score_of` makes."""
    rng = np.random.default_rng(seed)
    supported = np.arange(n) % 2 == 0
    sure = rng.uniform(0.5, 1.0, n)
    right = rng.uniform(size=n) < 0.75
    probability = np.where(supported == right, sure, 1 - sure)
    rows = [
        original(f"x{i}", score_of(supported[i], right[i], rng), label=float(supported[i]), cluster=f"d{i // 2}")
        for i in range(n)
    ]
    table = pd.DataFrame(
        {
            "variant_id": [f"x{i}" for i in range(n)],
            "label": supported.astype(float),
            "probability": probability,
            "confidence": np.maximum(probability, 1 - probability),
            "reason": None,
        }
        | dict.fromkeys(_shallow.FEATURES, 0.5)
    )
    return trial(rows, prepared={"difficulty": table}, policy=policy, metric=metric)


def statistic(outcome, name, group):
    return next(s for s in outcome.statistics if (s.name, s.group) == (name, group))


def insight(supported, right, rng):
    return float(supported) + rng.normal(0, 0.3)


def surface(supported, right, rng):
    return float(supported == right) + rng.normal(0, 0.3)


def coin(supported, right, rng):
    return 0.5


def test_the_features_are_those_of_the_built_in_metrics(prepared):
    assert prepared["rouge2"].tolist() == pytest.approx(Rouge2().score(EXAMPLES), abs=1e-5)
    assert prepared["entity_overlap"].tolist() == pytest.approx(EntityOverlap().score(EXAMPLES), abs=1e-5)
    shares = np.asarray(TokenOverlap(stopwords="none").score(EXAMPLES))
    assert prepared["novelty"].tolist() == pytest.approx((1 - shares).tolist(), abs=1e-5)
    assert prepared["length_ratio"].iloc[0] == pytest.approx(18 / 7, abs=1e-5)
    whole = EmbeddingSimilarity(aggregate="whole").score(EXAMPLES)
    assert prepared["similarity"].tolist() == pytest.approx(whole, abs=1e-5), "these texts have less than 32 words"


def test_a_parse_for_names_only_finds_the_names_of_a_whole_parse():
    texts = [e.response for e in EXAMPLES] + ["On 3 May 2019 Ms Adler of Kiel paid $4.5 million to Nordbank."]
    found = _shallow._entity_overlap([gb.Example(response=text, context=text) for text in texts])
    assert all(entities(text) for text in texts)
    assert found == [1.0] * len(texts)


def test_a_response_without_any_name_lacks_none():
    silent = gb.Example(response="It rose again.", context="Prices fell.")
    assert _shallow.features([silent])["entity_overlap"].tolist() == [1.0]


def test_what_cannot_be_computed_is_missing_and_not_a_number():
    found = _shallow.features([gb.Example(response="…", context="It rose.")])
    assert found[["rouge2", "novelty", "length_ratio"]].isna().all(axis=None)


def test_prediction_and_confidence_belong_together(prepared):
    assert list(prepared.columns) == ["variant_id", *_shallow.FEATURES, "label", "probability", "confidence", "reason"]
    expected = np.maximum(prepared["probability"], 1 - prepared["probability"])
    assert prepared["confidence"].tolist() == pytest.approx(expected.tolist())
    assert prepared["reason"].isna().all()
    assert roc_auc_score(prepared["label"], prepared["probability"]) > 0.9, "these responses are told by their surface"


def test_the_same_examples_always_get_the_same_predictions(prepared):
    assert TEST.prepare(EXAMPLES)["probability"].tolist() == prepared["probability"].tolist()


def test_no_response_is_judged_by_what_was_learnt_from_its_own_document():
    """Labels that a document's own features give away, and no other document's, cannot be predicted."""
    rng = np.random.default_rng(0)
    documents = np.repeat(np.arange(60), 6)
    of_document = rng.normal(size=(60, 5))
    labels = (rng.uniform(size=60) < 0.5)[documents]
    table = pd.DataFrame(of_document[documents], columns=list(_shallow.FEATURES))
    found = _shallow.probabilities(table, labels, [f"d{d}" for d in documents])
    assert roc_auc_score(labels, found) < 0.7


def test_an_example_without_a_label_gets_features_but_no_prediction():
    unlabelled = gb.Example(id="open", response="Bergen built a bridge.", context="Bergen opened a bridge in May.")
    row = TEST.prepare([*EXAMPLES, unlabelled]).set_index("variant_id").loc["open"]
    assert pd.isna(row["probability"])
    assert row["reason"] == "no label"
    assert row["length_ratio"] > 0


@pytest.mark.parametrize(
    ("examples", "reason"),
    [
        (EXAMPLES[:8], "Too little evidence: 4 source documents have a supported response"),
        ([e for e in EXAMPLES if e.supported], "Too little evidence: 0 source documents have an unsupported response"),
    ],
)
def test_too_few_documents_are_said_and_cost_nothing(examples, reason):
    table = TEST.prepare(examples)
    assert table["probability"].isna().all()
    assert table["reason"].str.startswith(reason).all()


def test_a_missing_model_leaves_the_other_features(monkeypatch):
    def no_model(examples):
        raise MissingExtraError("not installed")

    monkeypatch.setitem(_shallow._COMPUTED, "similarity", no_model)
    table = TEST.prepare(EXAMPLES)
    assert table["similarity"].isna().all()
    assert table["probability"].notna().all()
    rows = [original(e.id, float(e.label), label=e.label, cluster=e.metadata["document"]) for e in EXAMPLES]
    outcome = TEST.judge(trial(rows, prepared={"difficulty": table}))
    assert "went without similarity" in outcome.reason


def test_the_least_sure_fifth_is_of_medium_difficulty():
    rows = pd.DataFrame(
        {
            "supported": [True, True, False, False, True],
            "probability": [0.9, 0.2, 0.7, 0.1, 0.55],
            "confidence": [0.9, 0.8, 0.7, 0.9, 0.55],
        }
    )
    assert splits(rows, 0.2).tolist() == ["easy", "hard", "hard", "easy", "medium"]
    assert splits(rows, 0.25).tolist() == ["easy", "hard", "medium", "easy", "medium"]
    assert splits(rows, 0.0).tolist() == ["easy", "hard", "hard", "easy", "medium"]


def test_a_metric_that_sees_support_passes():
    outcome = TEST.judge(judged(insight))
    assert outcome.verdict == "pass"
    assert outcome.reason.startswith("Every rule holds; auc (hard) is")


def test_a_metric_that_sees_the_surface_fails_where_the_surface_misleads():
    outcome = TEST.judge(judged(surface))
    assert outcome.verdict == "fail"
    assert statistic(outcome, "auc", "easy").estimate.value > 0.9
    assert statistic(outcome, "auc", "hard").estimate.value < 0.1
    assert "no better than chance" in outcome.reason


def test_a_constant_metric_fails():
    assert TEST.judge(judged(coin)).verdict == "fail"


def test_noise_does_not_pass():
    verdicts = [TEST.judge(judged(lambda s, r, rng: rng.normal(), seed=seed)).verdict for seed in range(20)]
    assert verdicts.count("pass") <= 2


def test_every_auc_is_what_scikit_learn_gets_from_the_rows():
    case = judged(lambda supported, right, rng: round(float(supported) + rng.normal(), 1))
    outcome = TEST.judge(case)
    rows = case.rows.merge(case.prepared["difficulty"], on="variant_id", suffixes=("", "_"))
    sure = rows["confidence"] > np.quantile(rows["confidence"], 0.2)
    right = (rows["probability"] > 0.5) == (rows["label"] == 1)
    kept = {"easy": sure & right, "medium": ~sure, "hard": sure & ~right, "all": sure | ~sure}
    for split, mask in kept.items():
        part = rows[mask]
        estimate = statistic(outcome, "auc", split).estimate
        assert estimate.value == pytest.approx(roc_auc_score(part["label"], part["score"]), abs=1e-9)
        assert estimate.n == len(part)
        shallow = statistic(outcome, "auc-shallow", split).estimate.value
        assert shallow == pytest.approx(roc_auc_score(part["label"], part["probability"]), abs=1e-9)
    for split in SPLITS:
        assert statistic(outcome, "split-share", split).estimate.value == pytest.approx(kept[split].mean())
    drop = statistic(outcome, "auc-drop", "easy - hard").estimate
    easy, hard = (statistic(outcome, "auc", split).estimate.value for split in ("easy", "hard"))
    assert drop.value == pytest.approx(easy - hard, abs=1e-9)
    assert drop.low < drop.value < drop.high


def test_the_shallow_classifier_is_all_right_on_easy_and_all_wrong_on_hard_examples():
    outcome = TEST.judge(judged(insight))
    assert statistic(outcome, "auc-shallow", "easy").estimate.value == 1.0
    assert statistic(outcome, "auc-shallow", "hard").estimate.value == 0.0


def test_the_policy_says_how_many_are_unsure():
    outcome = TEST.judge(judged(insight, policy={"difficulty": {"low_confidence": 0.5}}))
    assert statistic(outcome, "split-share", "medium").estimate.value == pytest.approx(0.5, abs=0.01)


def test_a_graded_label_above_one_half_counts_as_supported():
    case = judged(insight)
    graded = case.rows["label"].map({1.0: 0.6, 0.0: 0.5})
    case.rows["label"] = graded
    assert TEST.judge(case).verdict == "pass"


def test_an_unscored_response_is_left_out_of_the_auc_but_not_of_the_splits():
    case = judged(lambda supported, right, rng: None if rng.uniform() < 0.3 else insight(supported, right, rng))
    outcome = TEST.judge(case)
    assert outcome.coverage["unscored_responses"] == case.rows["score"].isna().sum() > 0
    assert statistic(outcome, "auc", "all").estimate.n == case.rows["score"].notna().sum()
    assert statistic(outcome, "split-share", "hard").estimate.n == len(case.rows)


def test_a_metric_that_never_scored_gets_no_verdict():
    outcome = TEST.judge(judged(lambda supported, right, rng: None))
    assert outcome.verdict == "inconclusive"


def test_too_few_documents_are_inconclusive_and_say_why():
    rows = [original(e.id, 0.5 + i / 100, label=e.label) for i, e in enumerate(EXAMPLES[:8])]
    outcome = TEST.judge(trial(rows, prepared={"difficulty": TEST.prepare(EXAMPLES[:8])}))
    assert outcome.verdict == "inconclusive"
    assert outcome.reason.startswith("Too little evidence: 4 source documents")
    assert outcome.applies


@pytest.mark.parametrize(
    ("labels", "reason"),
    [((None, None), "no labels"), ((1.0, 1.0), "Every labelled response of the data is supported")],
)
def test_data_without_both_labels_does_not_count_against_a_metric(labels, reason):
    rows = [original(f"x{i}", 0.5, label=label) for i, label in enumerate(labels)]
    outcome = TEST.judge(trial(rows, prepared={"difficulty": pd.DataFrame()}))
    assert outcome.verdict == "inconclusive"
    assert not outcome.applies
    assert reason in outcome.reason


def test_labels_of_support_say_nothing_about_conciseness():
    rows = [original(f"x{i}", 0.5, label=float(i % 2)) for i in range(4)]
    outcome = TEST.judge(trial(rows, construct="conciseness"))
    assert not outcome.applies
    assert "conciseness" in outcome.reason


def test_two_metrics_are_compared_on_every_split_with_a_correction():
    found = TEST.compare([judged(insight, metric="one"), judged(surface, metric="other")])
    assert [(c.group, c.first, c.second) for c in found] == [(split, "one", "other") for split in SPLITS]
    hard = found[2]
    assert hard.estimate.value > 0.5
    assert hard.p_holm < 0.001
    assert all(c.p_holm >= c.estimate.p for c in found)


def test_metrics_are_compared_on_the_rows_that_both_have_scored():
    one = judged(lambda supported, right, rng: None if rng.uniform() < 0.3 else insight(supported, right, rng))
    other = judged(insight, metric="other")
    found = {c.group: c.estimate for c in TEST.compare([one, other])}
    assert sum(estimate.n for estimate in found.values()) == one.rows["score"].notna().sum()


def test_a_metric_against_itself_differs_by_nothing():
    found = TEST.compare([judged(insight, metric="one"), judged(insight, metric="again")])
    assert [(c.estimate.value, c.p_holm) for c in found] == [(0.0, 1.0)] * 3


def test_it_makes_no_variant():
    assert list(TEST.plan(EXAMPLES, 0, 0)) == []
