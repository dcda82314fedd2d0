"""The stress test `sensitivity`."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from trials import original, trial, variant

import gaugeblock as gb
from gaugeblock.harness.stress._pairs import correction
from gaugeblock.harness.stress.sensitivity import contrasts
from gaugeblock.harness.stress_test import STRESS


@pytest.fixture(scope="module")
def data():
    return gb.load("sample")


def frame(family, *rows):
    parents, changes = zip(*rows, strict=True)
    return pd.DataFrame(
        {"parent": parents, "cluster": parents, "family": family, "change": np.asarray(changes, dtype=float)}
    )


def test_the_contrast_is_drop_minus_move_by_response():
    benign = frame("benign", ("a", 0.1), ("a", -0.3), ("b", 0.0), ("c", 0.1))
    corrupted = frame("corruption", ("a", -0.5), ("a", -0.7), ("b", 0.2))
    found = contrasts(benign, corrupted).set_index("parent")["contrast"]
    assert found["a"] == pytest.approx(0.6 - 0.2)
    assert found["b"] == pytest.approx(-0.2 - 0.0)
    assert "c" not in found, "a response without a corruption has no contrast"


def test_an_unscored_variant_is_left_out_of_the_contrast():
    benign = frame("benign", ("a", 0.1), ("b", None))
    corrupted = frame("corruption", ("a", None), ("a", -0.5), ("b", -0.5))
    assert contrasts(benign, corrupted)["contrast"].tolist() == [pytest.approx(0.4)]


def test_the_correction_of_the_data_is_a_variant_with_exact_edits():
    example = gb.Example(response="It fell in May.", context="It fell in June.", corrected="It fell in June.", label=0)
    variant = correction(example)
    assert isinstance(variant, gb.Variant)
    assert variant.example.response == "It fell in June."
    assert [(edit.before, edit.after) for edit in variant.edits] == [("May", "June")]
    assert variant.example.label == 1.0


def test_data_without_a_correction_gives_a_skip_that_says_so():
    found = correction(gb.Example(response="a"))
    assert isinstance(found, gb.Skip)
    assert found.reason == "not-applicable"


def test_a_metric_that_reacts_to_wording_only_fails(data):
    @gb.metric
    def pedant(response: str, context: str, example: gb.Example) -> float:
        return hash_of(example) if any(f"/{name}" in example.id for name in BENIGN) else 0.5

    assert gb.audit(pedant, data, stress="sensitivity").verdict == "fail"


def test_a_metric_that_falls_on_every_corruption_and_stays_on_every_benign_edit_passes(data):
    @gb.metric
    def expert(response: str, label: float | None) -> float:
        return float(label or 0)

    audit = gb.audit(expert, data, stress="sensitivity")
    assert audit.verdict == "pass"
    found = audit.findings.set_index(["name", "group"])["value"]
    assert found["auc-corruption", "all"] == 1.0
    assert found["auc-correction", "all"] == 1.0
    assert found["benign-shift", "benign"] == 0.0
    assert found["paired-auc-corruption", "all"] == 1.0
    assert found["auc-fact-against-wording", "all"] == 1.0


BENIGN = ("contractions", "spelling", "synonyms", "whitespace", "number-words", "date-format")


def hash_of(example):
    return len(example.response) % 7 / 7


def test_how_much_documents_differ_does_not_blur_the_verdict(data):
    """A metric that lowers every corruption by a little passes, however far its scores lie apart between documents."""

    @gb.metric
    def offset(context: str, response: str, label: float | None) -> float:
        return len(context) % 97 + 0.1 * float(label or 0)

    audit = gb.audit(offset, data, stress="sensitivity")
    assert audit.verdict == "pass"
    pooled = audit.findings.query("name == 'auc-corruption' and group == 'all'")
    assert pooled["value"].item() < 0.7
    assert pooled["verdict"].isna().all()


def test_the_pairs_shown_prove_the_verdict(data):
    @gb.metric
    def half_blind(context: str, response: str) -> float:
        return 0.5 if any(word.isdecimal() for word in response.split()) else len(set(response)) / 100

    outcome = gb.audit(half_blind, data, stress="sensitivity").results["metrics"]["half_blind"]["stress"]["sensitivity"]
    shown = outcome["examples"]
    assert [row["family"] in ("corruption", "correction") for row in shown[:3]] == [True] * 3
    assert all(row["change"] >= 0 for row in shown if row["family"] == "corruption")


def test_the_pairs_shown_are_of_the_rules_that_fail():
    """A correction that fell stood beneath a rule on wrong facts."""
    blind = pairs(0.0, 0.05)
    fallen = [variant(f"e{at}", "correction", "correction", 1.0 if at % 10 else 0.0) for at in range(30)]
    outcome = STRESS.get("sensitivity").judge(trial(blind + fallen))
    failing = {found.name for found in outcome.statistics if found.verdict == "fail"}
    assert "paired-auc-corruption" in failing
    assert "paired-auc-correction" not in failing
    assert {row["family"] for row in outcome.worst} == {"corruption", "benign"}
    seeing = pairs(0.2, 0.0) + [row | {"score": 0.0} for row in fallen]
    outcome = STRESS.get("sensitivity").judge(trial(seeing))
    assert outcome.verdict == "fail"
    assert {row["family"] for row in outcome.worst} == {"correction"}


def pairs(drop, move, count=30):
    """A trial with one corruption and a benign edit of its own size on each of some examples."""
    rng = np.random.default_rng(0)
    rows = []
    for at in range(count):
        score = 0.5 + rng.normal(0, 0.2)
        wrong = variant(f"e{at}", "number", "corruption", score - drop + rng.normal(0, 0.02))
        matched = {"matches": wrong["variant_id"]}
        rows += [original(f"e{at}", score), wrong]
        rows.append(variant(f"e{at}", "size-matched", "benign", score - move + rng.normal(0, 0.02), details=matched))
        rows.append(variant(f"e{at}", "dashes", "benign", score))
    return rows


def found_in(rows):
    outcome = STRESS.get("sensitivity").judge(trial(rows))
    return {(found.name, found.group): found for found in outcome.statistics}


def test_a_drop_is_set_against_a_harmless_edit_of_its_own_size():
    """A metric that falls by as much whatever was changed wins half of the pairs, and shows no contrast."""
    blind, sound = found_in(pairs(0.2, 0.2)), found_in(pairs(0.2, 0.0))
    assert blind["size-matched-win", "all"].estimate.value == pytest.approx(0.5, abs=0.2)
    assert blind["size-matched-contrast", "all"].estimate.low < 0 < blind["size-matched-contrast", "all"].estimate.high
    assert sound["size-matched-win", "all"].estimate.value == 1.0
    assert sound["size-matched-contrast", "all"].tests["wilcoxon_p"] < 0.001


def test_the_tests_of_each_edit_type_are_scipys_with_holms_correction():
    found = found_in(pairs(0.2, 0.01))
    frame = trial(pairs(0.2, 0.01)).rows
    raw = {}
    for name in ("number", "size-matched"):
        changes = frame.loc[frame["perturbation"] == name, "change"]
        raw[name] = stats.ttest_1samp(changes, 0).pvalue
        tests = found["mean-change", name].tests
        assert tests["t_p"] == pytest.approx(raw[name], rel=1e-9)
        assert tests["median"] == pytest.approx(changes.median())
        assert tests["effect_size"] == pytest.approx(changes.mean() / changes.std())
    assert found["mean-change", "number"].tests["t_p_holm"] == pytest.approx(2 * raw["number"])
    assert found["mean-change", "dashes"].tests["t_p"] is None, "nothing moved, so there is nothing to test"


def test_the_share_of_harmless_edits_that_outdo_the_median_corruption():
    rows = pairs(0.2, 0.3)
    found = found_in(rows)
    assert found["overreaction", "median-corruption"].estimate.value == pytest.approx(0.5, abs=0.05)


def test_a_corruption_of_a_base_of_its_own_is_compared_with_that_base():
    """The judging ended with a KeyError, after everything had been scored."""
    rows = []
    for row in pairs(0.2, 0.0):
        if row["family"] == "corruption":
            base = f"{row['parent']}/base"
            own = {"parent": row["parent"], "cluster": row["parent"], "outcome": "base", "family": "base"}
            rows.append(original(base, 0.9) | own)
            rows.append(row | {"base": base, "score": 1.0})
        else:
            rows.append(row)
    outcome = STRESS.get("sensitivity").judge(trial(rows))
    shown = outcome.worst[0]
    assert (shown["score_before"], shown["score_after"], outcome.verdict) == (0.9, 1.0, "fail")
    auc = next(found for found in outcome.statistics if found.name == "auc-corruption")
    assert (auc.estimate.value, auc.estimate.n) == (0.0, 60)


def test_a_real_correction_counts_beside_the_constructed_ones():
    rows = pairs(0.2, 0.0) + [variant(f"e{at}", "correction", "correction", 1.0) for at in range(30)]
    found = found_in(rows)
    assert found["paired-auc-correction", "all"].verdict == "pass"
    assert ("overreaction", "median-correction") in found
