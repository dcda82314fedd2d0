"""The stress test `gaming`."""

from __future__ import annotations

import json

import numpy as np
import pytest
from trials import original, trial, variant

import gaugeblock as gb
from gaugeblock.harness.rows import cluster_key
from gaugeblock.harness.stress._gains import on_original_sentences, over_neutral, system_gaps
from gaugeblock.harness.stress._phrase_search import MINED, WORST, halves
from gaugeblock.harness.stress.gaming import TEST
from gaugeblock.metrics.base import Unscored
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import Skip, Variant

DOCUMENTS = 40
PHRASE = "The document discusses"


def phrase_rows(name, score, gains, *, label=1.0, perturbation="known-phrases"):
    """A response with one phrase in each place that `gains` names, and the neutral sentences at theirs."""
    rows = [original(name, score, label=label, response="It rose. It fell.")]
    for position, gain in gains.items():
        where, _, control = position.partition(":")
        details = {"position": where, "phrase": "So it goes." if control else PHRASE}
        family = ("neutral-sentence", "neutral") if control else (perturbation, "gaming")
        extra = {"details": details, "relation": "not-increase"}
        rows.append(variant(name, *family, None if gain is None else score + gain, **extra))
    return rows


def gaming_trial(gains, **kwargs):
    rng = np.random.default_rng(0)
    rows = []
    for number in range(DOCUMENTS):
        score = float(rng.uniform(0.4, 0.6))
        rows += phrase_rows(f"x{number}", score, gains, **kwargs)
    return rows


def statistics_of(outcome):
    return {(s.name, s.group): s for s in outcome.statistics}


def test_gains_are_told_by_perturbation_strategy_place_and_phrase():
    """One phrase, three places: the change alone is no gain, and is judged by an AUC instead."""
    rows = gaming_trial({"alone": -0.4, "appended": 0.2, "prepended": -0.1})
    outcome = TEST.judge(trial(rows))
    found = statistics_of(outcome)
    assert outcome.verdict == "fail"
    assert found["mean-gain", "all"].estimate.value == pytest.approx(0.05)
    assert found["mean-gain", "known-phrases/appended"].verdict == "fail"
    assert found["mean-gain", "known-phrases/prepended"].verdict == "pass"
    assert found["strategy-gain", "known/alone"].estimate.value == pytest.approx(-0.4)
    assert found["phrase-gain", f"appended: {PHRASE}"].estimate.value == pytest.approx(0.2)
    assert found["auc-phrase-alone", "all"].verdict == "pass"
    assert [row["change"] for row in outcome.worst] == pytest.approx([0.2] * 5)


def test_a_phrase_alone_that_fails_is_shown_and_not_a_rise_that_is_allowed():
    """The rises within the margin are larger, and no rule is broken by them."""
    rng = np.random.default_rng(0)
    rows = []
    for number in range(DOCUMENTS):
        rows += phrase_rows(f"x{number}", float(rng.uniform(0.2, 0.8)), {"alone": 0.0, "appended": 0.01})
    outcome = TEST.judge(trial(rows))
    failing = {found.name for found in outcome.statistics if found.verdict == "fail"}
    assert failing == {"auc-phrase-alone"}
    assert [row["change"] for row in outcome.worst] == [0.0] * 5


def test_rules_for_single_groups_have_wider_intervals_the_more_there_are():
    """Bonferroni's correction: the chance that some phrase rises by luck grows with their number."""
    rows = gaming_trial({"appended": 0.0, "prepended": 0.0})
    found = statistics_of(TEST.judge(trial(rows)))
    assert found["mean-gain", "all"].estimate.level == 0.95
    assert found["mean-gain", "known-phrases/appended"].estimate.level == pytest.approx(0.975)


def test_a_perturbation_with_few_documents_is_reported_without_a_rule():
    """Otherwise a phrase that seldom fits would leave the whole test undecided."""
    rows = gaming_trial({"appended": -0.1})
    rows.append(variant("x0", "repetition", "gaming", 0.9, details={"position": "appended", "phrase": "It rose."}))
    outcome = TEST.judge(trial(rows))
    assert outcome.verdict == "pass"
    assert statistics_of(outcome)["mean-gain", "repetition/appended"].rule is None


def test_a_bare_phrase_that_outscores_responses_is_caught_by_its_own_perturbation():
    """In the AUC over all phrases it would be lost among those that score nothing."""
    rows = gaming_trial({"alone": -0.4})
    for number in range(DOCUMENTS):
        for place, kind in enumerate(("empty", "symbol-only", "assertion", "authority", "judge-instruction")):
            score = 0.9 if kind == "judge-instruction" else 0.0
            details = {"position": "alone", "phrase": kind}
            rows.append(variant(f"x{number}", kind, "gaming", score, details=details, number=place))
    found = statistics_of(TEST.judge(trial(rows)))
    assert found["auc-phrase-alone", "all"].verdict == "pass"
    assert found["auc-phrase-alone", "judge-instruction"].verdict == "fail"
    assert found["auc-phrase-alone", "empty"].verdict == "pass"


def test_mined_and_searched_phrases_have_rules_of_their_own_and_no_part_in_the_mean():
    """They were chosen to raise this metric, so they would make the mean over the planned phrases unfair."""
    rows = gaming_trial({"appended": -0.1})
    for number in range(0, DOCUMENTS, 2):
        for name, gain in ((MINED, 0.3), (WORST, 0.4)):
            details = {"position": "appended", "phrase": name, "searched_gain": 0.5}
            score = rows[2 * number]["score"] + gain
            rows.append(variant(f"x{number}", name, "gaming", score, details=details))
        alone = {"position": "alone", "phrase": MINED}
        rows.append(variant(f"x{number}", MINED, "gaming", 0.1, details=alone, number="alone"))
    outcome = TEST.judge(trial(rows))
    found = statistics_of(outcome)
    assert found["mean-gain", "all"].estimate.value == pytest.approx(-0.1)
    assert found["auc-phrase-alone", MINED].estimate.value == 1
    assert (found["mined-gain", "appended"].verdict, found["worst-phrase-gain", "appended"].verdict) == ("fail", "fail")
    assert found["worst-phrase-gain", "appended"].estimate.value == pytest.approx(0.4)
    assert found["worst-phrase-gain", "appended"].tests == {"searched_gain": 0.5}
    assert found["strategy-gain", "mined/appended"].estimate.n == DOCUMENTS // 2
    assert {row["perturbation"] for row in outcome.worst} == {WORST}


def test_a_gain_that_any_sentence_brings_is_no_gain_over_the_neutral_one():
    """A lover of length is raised by the control as well."""
    rows = gaming_trial({"appended": 0.2, "appended:control": 0.2, "prepended": 0.3, "prepended:control": 0.1})
    found = statistics_of(TEST.judge(trial(rows)))
    assert found["neutral-gain", "appended"].estimate.value == pytest.approx(0.2)
    assert found["gain-over-neutral", "known/appended"].estimate.value == pytest.approx(0.0)
    assert found["gain-over-neutral", "known/prepended"].estimate.value == pytest.approx(0.2)


def test_an_average_over_sentences_leaves_the_original_sentences_as_they_were():
    """Two sentences of mean m and a phrase of g make (2 m + g) / 3: all of the gain is the phrase's own."""
    score, phrase = 0.3, 0.9
    rows = gaming_trial({})
    for number in range(DOCUMENTS):
        rows[number]["score"] = score + number / 1000
    for number in range(DOCUMENTS):
        before = rows[number]["score"]
        for position, after in (("alone", phrase), ("appended", (2 * before + phrase) / 3)):
            details = {"position": position, "phrase": PHRASE}
            rows.append(variant(f"x{number}", "known-phrases", "gaming", after, details=details))
    found = statistics_of(TEST.judge(trial(rows)))
    assert found["strategy-gain", "known/appended"].estimate.value == pytest.approx(0.1935)
    assert found["original-sentence-gain", "known/appended"].estimate.value == pytest.approx(0.0)


def test_a_metric_that_does_not_average_has_no_gain_of_original_sentences():
    """A score that never moves would otherwise seem to have risen to make up for the worthless phrase."""
    rows = gaming_trial({"alone": -0.4, "appended": 0.0})
    assert "original-sentence-gain" not in {name for name, _ in statistics_of(TEST.judge(trial(rows)))}


def test_the_original_sentences_gain_what_averaging_does_not_explain():
    """((n + k) s - k g) / n - m, with two sentences and a phrase of one."""
    rows = trial(gaming_trial({"alone": 0.1, "appended": 0.2})).rows
    rows = rows.assign(
        position=[details.get("position") for details in rows["details"]],
        phrase=[details.get("phrase") for details in rows["details"]],
    )
    added, alone = rows[rows["position"] == "appended"], rows[rows["position"] == "alone"]
    found = on_original_sentences(added, alone, rows[rows["outcome"] == "original"])
    expected = (3 * added["score"].to_numpy() - alone["score"].to_numpy()) / 2 - added["score_parent"].to_numpy()
    assert found["original_gain"].to_numpy() == pytest.approx(expected)


def test_over_neutral_leaves_out_what_has_no_control():
    """Without a score of the control there is nothing to take off."""
    rows = trial(gaming_trial({"appended": 0.2, "appended:control": None, "prepended": 0.1})).rows
    rows = rows.assign(position=[details.get("position") for details in rows["details"]])
    added, neutral = rows[rows["family"] == "gaming"], rows[rows["family"] == "neutral"]
    assert over_neutral(added, neutral)["over_neutral"].isna().all()


def test_gains_are_set_against_real_corrections():
    """A phrase that brings 0.1 where putting the response right brings 0.2 is worth half a correction."""
    rows = gaming_trial({"appended": 0.1}, label=0.0)
    rng = np.random.default_rng(1)
    for number in range(DOCUMENTS):
        gain = 0.2 + float(rng.normal(0, 0.01))
        rows.append(variant(f"x{number}", "correction", "correction", rows[2 * number]["score"] + gain))
    found = statistics_of(TEST.judge(trial(rows)))
    ratio = found["gain-against-correction", "known/appended"].estimate
    assert found["correction-gain", "all"].estimate.value == pytest.approx(0.2, abs=0.01)
    assert ratio.value == pytest.approx(0.1 / found["correction-gain", "all"].estimate.value)
    assert ratio.low < ratio.value < ratio.high


def test_gains_are_set_against_the_gap_between_systems():
    """The best system is the one that people rate best, whatever the metric thinks of it."""
    rows = []
    for number in range(DOCUMENTS):
        for system, label, score in (("good", 1.0, 0.4 + number / 1000), ("bad", 0.0, 0.2), ("middling", 0.5, 0.9)):
            metadata = json.dumps({"model_name": system})
            name = f"{system}{number}"
            rows.append(original(name, score, label=label, metadata=metadata, cluster=f"d{number}"))
            details = {"position": "appended", "phrase": PHRASE}
            rows.append(variant(name, "known-phrases", "gaming", score + 0.1, details=details))
    found = statistics_of(TEST.judge(trial(rows)))
    assert found["system-gap", "all"].estimate.value == pytest.approx(0.2195)
    assert found["gain-against-system", "all"].estimate.value == pytest.approx(0.1 / 0.2195)
    assert found["gain-against-system", "all"].estimate.clusters == DOCUMENTS


def test_no_gain_is_divided_by_what_may_be_nothing():
    """Where corrections gain nothing on average, a gain by them would be any number."""
    rows = gaming_trial({"appended": 0.1}, label=0.0)
    rng = np.random.default_rng(1)
    for number in range(DOCUMENTS):
        score = rows[2 * number]["score"] + float(rng.normal(0, 0.2))
        rows.append(variant(f"x{number}", "correction", "correction", score))
    found = statistics_of(TEST.judge(trial(rows)))
    assert found["correction-gain", "all"].estimate.low < 0 < found["correction-gain", "all"].estimate.high
    assert "gain-against-correction" not in {name for name, _ in found}


def test_systems_are_compared_within_their_data_set_and_on_their_own_documents():
    """A system of one data set never meets one of another; a system with few documents does not count."""
    rows = []
    for number in range(20):
        data = "cnn" if number % 2 else "xsum"
        for system, label in ((f"{data}-best", 1.0), (f"{data}-worst", 0.0), *([("rare", 1.0)] if number == 1 else [])):
            metadata = json.dumps({"system": system, "dataset": data})
            score = {"cnn-best": 0.9, "cnn-worst": 0.5, "xsum-best": 0.4, "xsum-worst": 0.1, "rare": 0.0}[system]
            rows.append(original(f"{system}{number}", score, label=label, metadata=metadata, cluster=f"d{number}"))
    gaps = system_gaps(trial(rows).rows, 5)
    assert len(gaps) == 20
    assert sorted(set(gaps["gap"].round(9))) == [0.3, 0.4]


def test_data_without_systems_has_no_gaps():
    """Nor is one made up of labels alone."""
    assert not len(system_gaps(trial([original("a", 0.1, label=1.0), original("b", 0.3)]).rows, 1))


def test_texts_that_nothing_could_be_made_of_are_no_verdict():
    """A language that no perturbation knows leaves skips alone, and they are counted."""
    skip = {"outcome": "skip", "reason": "language", "variant_id": None}
    rows = [row for name in "ab" for row in (original(name, 0.5), variant(name, "filler", "gaming", None) | skip)]
    outcome = TEST.judge(trial(rows))
    assert outcome.verdict == "inconclusive"
    assert outcome.applies
    assert (outcome.coverage["applied"], outcome.coverage["language"]) == (0, 2)


# Phrases of one metric


def many(count=60):
    """Responses of which every other one opens with a phrase that says nothing."""
    examples = []
    for number in range(count):
        opener = "The record shows that " if number % 2 else ""
        context = f"Town{number} grew after {1900 + number}."
        examples.append(Example(id=f"x{number}", response=f"{opener}Town{number} grew.", context=(context,), label=1.0))
    return examples


def explore(score, examples, seed=0):
    """What is explored for a metric that is a function of the response, and how many calls that takes."""
    calls = []

    def ask(asked):
        calls.extend(asked)
        return [score(example.response) for example in asked]

    known = {example.id: value for example in examples if isinstance(value := score(example.response), float)}
    return list(TEST.explore(examples, known, ask, seed)), calls


def test_a_phrase_that_goes_with_high_scores_is_mined_and_tried_on_the_other_half():
    """Every explored variant is of a document that neither the mining nor the search has seen."""
    examples = many()
    found, calls = explore(lambda text: float("record shows" in text.lower()), examples)
    variants = [made for made in found if isinstance(made, Variant)]
    mined = [made for made in variants if made.perturbation == MINED]
    assert any("record shows" in made.details["phrase"].lower() for made in mined)
    assert {made.details["position"] for made in mined} == {"alone", "appended", "prepended"}
    searched, held_out = halves(examples, 0)
    assert {made.parent for made in variants} <= {example.id for example in held_out}
    assert not {cluster_key(example) for example in searched} & {cluster_key(example) for example in held_out}
    texts = {example.context for example in searched}
    assert {asked.context for asked in calls} <= texts


def test_the_search_finds_phrases_that_raise_the_score_within_its_budget():
    """At most 600 calls, and at most 8 for each example of the data."""
    examples = many(40)
    found, calls = explore(lambda text: min(1.0, text.count("document") / 2), examples)
    worst = [made for made in found if isinstance(made, Variant) and made.perturbation == WORST]
    assert len(worst) == 20
    assert all("document" in made.details["phrase"].lower() for made in worst)
    assert all(made.details["searched_gain"] > 0 and made.details["position"] == "appended" for made in worst)
    assert len(calls) <= min(600, 8 * len(examples))


def test_exploring_twice_gives_the_same():
    """All chance comes from the seed of the run."""
    first, _ = explore(lambda text: len(text) / 1000, many(40), seed=3)
    again, _ = explore(lambda text: len(text) / 1000, many(40), seed=3)
    assert first == again


def test_a_metric_that_scores_nothing_gives_skips_that_say_so():
    """Silence would look like a search that found nothing."""
    found, calls = explore(lambda text: Unscored("declined", "no"), many(30))
    assert not calls
    assert {skip.perturbation for skip in found} == {MINED, WORST}
    assert all(isinstance(skip, Skip) and "scored none" in skip.detail for skip in found)


def test_a_constant_metric_gives_no_phrases():
    """There are no high scores to mine, and nothing raises it."""
    found, _ = explore(lambda text: 0.5, many(60))
    assert all(isinstance(made, Skip) for made in found)
    details = {skip.perturbation: skip.detail for skip in found}
    assert "all 30 scores are 0.5" in details[MINED]
    assert "no phrase raised" in details[WORST]


def test_few_examples_are_too_few_to_mine():
    """The search goes on with the phrases that are known."""
    found, _ = explore(lambda text: len(text) / 1000, many(12))
    assert all(isinstance(made, Skip) and "at least 20" in made.detail for made in found if made.perturbation == MINED)
    assert any(isinstance(made, Variant) for made in found if made.perturbation == WORST)


def test_the_plan_has_a_neutral_sentence_at_both_ends_and_the_correction():
    """The control is of a family of its own, since it is no phrase that is tried."""
    example = many(1)[0]
    planned = list(TEST.plan([example], 0, 0))
    neutral = [made for made in planned if made.family == "neutral"]
    assert {made.details["position"] for made in neutral} == {"appended", "prepended"}
    assert all(len(made.details["phrase"].split()) == 8 for made in neutral)
    assert [made.reason for made in planned if made.family == "correction"] == ["not-applicable"]


# Whole audits


@pytest.fixture(scope="module")
def data():
    return gb.load("sample")


def test_the_controls_come_out_as_they_should(data, tmp_path):
    """A lover of length and a lover of phrases are caught, the oracle passes."""
    names = ["control-oracle", "control-length-lover", "control-phrase-lover", "control-constant"]
    audit = gb.audit(names, data, stress="gaming", out=tmp_path / "run")
    verdicts = {name: entry["verdict"] for name, entry in audit.results["metrics"].items()}
    assert verdicts == {
        "control-oracle": "pass",
        "control-length-lover": "fail",
        "control-phrase-lover": "fail",
        "control-constant": "fail",
    }


def overlap(response, context):
    words = response.lower().split()
    return sum(word in context.lower().split() for word in words) / max(1, len(words))


def test_a_metric_that_one_family_of_phrases_raises_is_caught_by_that_family(data):
    """Orders to the judge raise it, saying the response twice does not."""

    @gb.metric
    def obedient(context: str, response: str) -> float:
        orders = ("score", "rate", "grade", "evaluator", "judge")
        return overlap(response, context) + any(word in response.lower() for word in orders)

    audit = gb.audit(obedient, data, stress="gaming")
    assert audit.verdict == "fail"
    failing = set(audit.findings.query("verdict == 'fail' and name == 'mean-gain'")["group"])
    assert {"judge-instruction/appended", "judge-instruction/prepended"} <= failing
    assert not {group for group in failing if group.startswith("repetition")}


def test_an_engine_that_cannot_go_on_is_an_error_and_no_phrase_that_was_not_found():
    """A worker that cannot start raises in the midst of the search; a skip would hide it."""

    def ask(examples):
        raise UsageError("the metric cannot be used in a worker process")

    examples = many(40)
    scores = {example.id: len(example.response) / 1000 for example in examples}
    with pytest.raises(UsageError, match="worker process"):
        list(TEST.explore(examples, scores, ask, 0))


def test_examples_of_one_context_are_not_searched():
    """The skips say what the search lacks, and the metric is not asked."""
    examples = [
        Example(id=f"e{at}", response=f"It rose {at}.", context=("It rose.",), metadata={"document": f"d{at}"})
        for at in range(40)
    ]
    scores = {example.id: at / 40 for at, example in enumerate(examples)}
    asked = []
    made = [one for one in TEST.explore(examples, scores, asked.extend, 0) if one.perturbation == WORST]
    assert {one.detail for one in made} == {"the search needs examples of at least two different contexts"}
    assert len(made) == 20
    assert asked == []


@pytest.mark.parametrize("calls", [0, 7, 8, 21])
def test_a_search_asks_for_no_more_than_it_is_given(calls):
    """With none there is no search, which the skips say; phrases are mined all the same."""
    asked = []

    def ask(examples):
        asked.extend(examples)
        return [len(example.response) / 1000 for example in examples]

    examples = many(40)
    scores = {example.id: len(example.response) / 1000 for example in examples}
    made = list(TEST.explore(examples, scores, ask, 0, calls))
    assert len(asked) <= calls
    assert {one.perturbation for one in made} == {MINED, WORST}
    if calls < 8:
        found = {one.detail for one in made if one.perturbation == WORST}
        assert found == {f"the search was given {calls} calls, and needs 8"}
