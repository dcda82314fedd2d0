"""The numbers of an audit against a computation that shares no code with it: pandas, SciPy, scikit-learn, the Parquet.

Nothing of Gaugeblock is used after the run but its files.
"""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import brier_score_loss, roc_auc_score

import gaugeblock as gb

pytestmark = pytest.mark.slow

METRIC = "token-overlap"
CLOSE = 1e-9


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The run folder of an audit of the whole shipped sample with every stress test."""
    folder = tmp_path_factory.mktemp("recomputed") / "run"
    gb.audit(METRIC, "sample", out=folder)
    return folder


@pytest.fixture(scope="module")
def results(folder):
    """Each statistic by test, name and group."""
    stress = json.loads((folder / "results.json").read_text("utf-8"))["metrics"][METRIC]["stress"]
    return {(test, s["name"], s["group"]): s for test, found in stress.items() for s in found["statistics"]}


@pytest.fixture(scope="module")
def rows(folder):
    """Variants with their scores and those of their bases."""
    tables = [
        pd.read_parquet(part) for name in ("variants", "explored") for part in sorted((folder / name).glob("*.parquet"))
    ]
    variants = pd.concat(tables, ignore_index=True)
    scores = pd.concat([pd.read_parquet(part) for part in sorted((folder / "scores").glob("*.parquet"))])
    main = scores[scores["arrangement"] == "main"].drop_duplicates("variant_id").set_index("variant_id")["score"]
    variants["score"] = variants["variant_id"].map(main)
    variants["change"] = variants["score"] - variants["base"].map(main)
    variants["details"] = variants["details"].map(json.loads)
    return variants


def made(rows, family):
    return rows[(rows["outcome"] == "variant") & (rows["family"] == family)]


def test_mvr_and_force_sensitivity(rows, results):
    pairs = made(rows, "force")
    margin = -pairs["change"].fillna(0.0)  # a pair with a gap violates, with margin nought
    axes = pairs["details"].map(lambda details: details["axis"])
    assert results["force", "mvr", "all"]["value"] == pytest.approx((margin <= 0).mean(), abs=CLOSE)
    assert results["force", "force-sensitivity", "all"]["value"] == pytest.approx(margin.mean(), abs=CLOSE)
    for axis in axes.unique():
        own = margin[axes == axis]
        assert results["force", "mvr", axis]["value"] == pytest.approx((own <= 0).mean(), abs=CLOSE)
        assert results["force", "force-sensitivity", axis]["value"] == pytest.approx(own.mean(), abs=CLOSE)
    for severity, own in margin.groupby(pairs["severity"]):
        assert results["force", "mvr", f"severity-{severity:.0f}"]["value"] == pytest.approx(
            (own <= 0).mean(), abs=CLOSE
        )


def test_aucs_of_sensitivity(rows, results):
    wrong, harmless = (made(rows, family).dropna(subset="change") for family in ("corruption", "benign"))
    truth = [1] * len(harmless) + [0] * len(wrong)
    expected = roc_auc_score(truth, [*harmless["change"], *wrong["change"]])
    assert results["sensitivity", "auc-fact-against-wording", "all"]["value"] == pytest.approx(expected, abs=CLOSE)
    originals = rows[(rows["outcome"] == "original") & rows["variant_id"].isin(wrong["parent"])]
    expected = roc_auc_score([1] * len(originals) + [0] * len(wrong), [*originals["score"], *wrong["score"]])
    assert results["sensitivity", "auc-corruption", "all"]["value"] == pytest.approx(expected, abs=CLOSE)
    won = ((wrong["change"] < 0) + 0.5 * (wrong["change"] == 0)).mean()
    assert results["sensitivity", "paired-auc-corruption", "all"]["value"] == pytest.approx(won, abs=CLOSE)


def test_paired_tests_of_every_edit_type_and_their_correction(rows, results):
    changed = pd.concat([made(rows, "benign"), made(rows, "corruption")]).dropna(subset="change")
    raw = {"t_p": {}, "wilcoxon_p": {}}
    for name, own in changed.groupby("perturbation"):
        by_document = own.groupby("cluster")["change"].mean()
        found = results["sensitivity", "mean-change", name]
        assert found["value"] == pytest.approx(own["change"].mean(), abs=CLOSE)
        assert found["tests"]["median"] == pytest.approx(by_document.median(), abs=CLOSE)
        if found["tests"]["t_p"] is not None:
            t = stats.ttest_1samp(by_document, 0.0)
            raw["t_p"][name] = t.pvalue
            assert found["tests"]["t_p"] == pytest.approx(t.pvalue, abs=CLOSE)
            assert found["tests"]["t"] == pytest.approx(t.statistic, rel=CLOSE)
            assert found["tests"]["effect_size"] == pytest.approx(by_document.mean() / by_document.std(), rel=CLOSE)
        else:
            assert by_document.std() < 1e-12 or len(by_document) < 2
        sizes = by_document.abs()
        exact = len(sizes) <= 50 and sizes.nunique() == len(sizes) and (sizes > 0).all()
        method = "exact" if exact else "asymptotic"
        p = stats.wilcoxon(by_document, method=method).pvalue if (sizes > 0).any() else 1.0
        raw["wilcoxon_p"][name] = p
        assert found["tests"]["wilcoxon_p"] == pytest.approx(p, abs=CLOSE)
    for name, probabilities in raw.items():
        for group, p in holm_by_hand(probabilities).items():
            found = results["sensitivity", "mean-change", group]["tests"][f"{name}_holm"]
            assert found == pytest.approx(p, abs=CLOSE)


def holm_by_hand(probabilities):
    ordered = sorted(probabilities.items(), key=lambda item: item[1])
    corrected, largest = {}, 0.0
    for at, (name, p) in enumerate(ordered):
        largest = max(largest, min(1.0, (len(ordered) - at) * p))
        corrected[name] = largest
    return corrected


def test_agreement_with_the_labels(rows, results):
    known = rows[(rows["outcome"] == "original") & rows["label"].notna() & rows["score"].notna()]
    supported = known["label"] > 0.5
    assert results["agreement", "auc", "all"]["value"] == pytest.approx(
        roc_auc_score(supported, known["score"]), abs=CLOSE
    )
    for name, compute in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
        expected = compute(known["score"], known["label"]).statistic
        assert results["agreement", name, "label"]["value"] == pytest.approx(expected, abs=CLOSE)
    expected = brier_score_loss(supported, known["score"])
    assert results["agreement", "brier", "all"]["value"] == pytest.approx(expected, abs=CLOSE)


def test_difficulty_splits(folder, rows, results):
    table = pd.read_parquet(folder / "prepared" / "difficulty.parquet").dropna(subset="probability")
    known = table.merge(rows[rows["outcome"] == "original"][["variant_id", "score"]], on="variant_id")
    supported = known["label"] > 0.5
    unsure = known["confidence"] <= np.quantile(known["confidence"], 0.2)
    right = (known["probability"] > 0.5) == supported
    for split, own in (("easy", right & ~unsure), ("medium", unsure), ("hard", ~right & ~unsure)):
        chosen = own & known["score"].notna()
        if supported[chosen].nunique() == 2:
            expected = roc_auc_score(supported[chosen], known.loc[chosen, "score"])
            assert results["difficulty", "auc", split]["value"] == pytest.approx(expected, abs=CLOSE)


def test_gains_of_phrases(rows, results):
    phrases = made(rows, "gaming")
    position = phrases["details"].map(lambda details: details.get("position"))
    asked = phrases["relation"].map(lambda text: json.loads(text)["factual-consistency"] != "none")
    added = phrases[phrases["metric"].isna() & asked & (position != "alone")]
    assert results["gaming", "mean-gain", "all"]["value"] == pytest.approx(added["change"].mean(), abs=CLOSE)
    for (name, where), own in added.groupby(["perturbation", position[added.index]]):
        if ("gaming", "mean-gain", f"{name}/{where}") in results and own["change"].notna().any():
            found = results["gaming", "mean-gain", f"{name}/{where}"]["value"]
            assert found == pytest.approx(own["change"].mean(), abs=CLOSE)


def test_every_statistic_counts_rows_and_documents_that_there_are(results, rows):
    documents = rows["cluster"].nunique()
    assert len(results) > 100
    for key, found in results.items():
        assert 0 <= found["clusters"] <= documents, key
        assert found["clusters"] <= found["n"] or found["n"] == 0, key
        if found["low"] is not None:
            assert found["low"] - 1e-9 <= found["value"] <= found["high"] + 1e-9, key
