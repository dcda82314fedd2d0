"""The stress test `verbosity`."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats
from trials import original, trial, variant

from gaugeblock.harness.stress._orders import ladders, rank_correlations
from gaugeblock.harness.stress.verbosity import TEST, _rating
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import relations

DOCUMENTS = 40
LEVELS = (1, 2, 3)
SENTENCE = "The ferry was cancelled."


def padded_trial(score, construct, rewrites=False, **kwargs):
    """Responses of four words, padded by two perturbations to 2, 3 and 4 times the length, and scored by a function."""
    relation = relations("verbosity")[construct].value
    rows = []
    for number in range(DOCUMENTS):
        name, response = f"x{number}", SENTENCE
        rows.append(original(name, score(response, number), response=response, label=float(number % 2)))
        for perturbation in ("filler", "restatement"):
            for severity in LEVELS:
                text = " ".join([response] * (severity + 1))
                extra = {"response": text, "severity": severity, "relation": relation}
                rows.append(variant(name, perturbation, "verbosity", score(text, number), **extra))
        if rewrites:
            relation_of_rewrite = "increase" if construct == "conciseness" else "none"
            text = "Ferry cancelled."
            extra = {"response": text, "relation": relation_of_rewrite}
            rows.append(variant(name, "human-rewrite", "rewrite", score(text, number), **extra))
    return trial(rows, construct=construct, **kwargs)


def words(text):
    return len(text.split())


def values(outcome):
    return {(s.name, s.group): s.estimate.value for s in outcome.statistics}


def test_a_score_that_falls_with_every_word_is_perfect_for_conciseness():
    """One over the number of words has every pair, every step and every rewrite right."""
    outcome = TEST.judge(padded_trial(lambda text, number: 1 / words(text), "conciseness", rewrites=True))
    found = values(outcome)
    assert outcome.verdict == "pass"
    assert found["padding-accuracy", "all"] == found["rewrite-accuracy", "all"] == 1
    assert found["monotone-order", "all"] == found["adjacent-accuracy", "filler"] == 1
    assert found["spearman-within", "all"] == pytest.approx(-1)
    assert not outcome.worst


def test_a_constant_score_fails_for_conciseness_and_is_no_pass_for_support():
    """A tie is no fall; and a score that never moves cannot rise, so it has shown nothing."""
    concise = TEST.judge(padded_trial(lambda text, number: 0.7, "conciseness", rewrites=True))
    assert concise.verdict == "fail"
    assert values(concise)["padding-accuracy", "all"] == values(concise)["rewrite-accuracy", "all"] == 0
    assert values(concise)["spearman-within", "all"] is None
    support = TEST.judge(padded_trial(lambda text, number: 0.7, "factual-consistency"))
    assert support.verdict == "inconclusive"
    assert "a score that never moves cannot rise" in support.reason
    assert values(support)["padding-gain", "all"] == 0


def test_a_length_lover_fails_for_every_construct():
    """Padding pays: the pairs shown are those in which it did."""
    for construct in ("conciseness", "factual-consistency", "grounding", "citation-support"):
        outcome = TEST.judge(padded_trial(lambda text, number: number % 2 + words(text) / 40, construct))
        assert outcome.verdict == "fail"
        assert outcome.worst[0]["change"] > 0


def test_an_oracle_passes_for_support():
    """The label does not change with padding."""
    outcome = TEST.judge(padded_trial(lambda text, number: number % 2, "factual-consistency"))
    assert outcome.verdict == "pass"


def test_one_perturbation_that_is_missed_is_named():
    """The pairs shown are those of the padding that the metric does not see."""
    rows = padded_trial(lambda text, number: 1 / words(text), "conciseness").rows.to_dict("records")
    for row in rows:
        if row["perturbation"] == "restatement":
            row["score"] = 0.5
    outcome = TEST.judge(trial(rows, construct="conciseness"))
    assert outcome.verdict == "fail"
    assert {row["perturbation"] for row in outcome.worst} == {"restatement"}
    verdicts = {(s.name, s.group): s.verdict for s in outcome.statistics}
    assert verdicts["padding-accuracy", "filler"] == "pass"
    assert verdicts["padding-accuracy", "restatement"] == "fail"


def test_padding_that_fails_shows_no_rewrite():
    """The rewrites that score lower are too few to break their rule."""

    def score(text, number):
        return 0.5 if words(text) >= 4 else 1.0 if number % 10 else 0.0

    outcome = TEST.judge(padded_trial(score, "conciseness", rewrites=True))
    failing = {found.name for found in outcome.statistics if found.verdict == "fail"}
    assert failing == {"padding-accuracy"}
    assert {row["perturbation"] for row in outcome.worst} <= {"filler", "restatement"}
    assert outcome.worst


def test_a_conciseness_metric_that_scores_rewrites_lower_shows_the_rewrites():
    """Padding is judged rightly and people's rewrites are not: the pairs shown are those of the rewrites."""
    outcome = TEST.judge(padded_trial(lambda text, number: -abs(words(text) - 4.0), "conciseness", rewrites=True))
    assert outcome.verdict == "fail"
    assert outcome.reason.startswith("A shorter rewrite by a person")
    assert {row["perturbation"] for row in outcome.worst} == {"human-rewrite"}


def test_a_perturbation_that_few_documents_have_is_reported_without_a_rule():
    """Otherwise a padding that seldom fits would leave the whole test undecided."""
    rows = padded_trial(lambda text, number: number % 2, "factual-consistency").rows.to_dict("records")
    rows = [row for row in rows if row["perturbation"] != "restatement" or row["parent"] in ("x0", "x1")]
    outcome = TEST.judge(trial(rows))
    rules = {(s.name, s.group): s.rule for s in outcome.statistics}
    assert outcome.verdict == "pass"
    assert rules["padding-gain", "restatement"] is None
    assert rules["padding-gain", "filler"] is not None


def test_an_added_source_sentence_is_judged_apart_from_padding():
    """It adds supported content, so its gain is named apart; where the response was not supported it has no rule."""
    rows = padded_trial(lambda text, number: number % 2, "factual-consistency").rows.to_dict("records")
    for number in range(DOCUMENTS):
        relation = "invariant" if number % 2 else "none"
        extra = {"response": SENTENCE * 2, "relation": relation}
        rows.append(variant(f"x{number}", "added-source-sentence", "verbosity", number % 2 + 0.3, **extra))
    outcome = TEST.judge(trial(rows))
    estimates = {(s.name, s.group): s for s in outcome.statistics}
    gain = estimates["added-source-gain", "added-source-sentence"]
    assert (gain.estimate.n, gain.verdict) == (DOCUMENTS // 2, "fail")
    assert gain.estimate.value == pytest.approx(0.3)
    assert estimates["padding-gain", "all"].verdict == "pass"


def test_a_metric_without_scores_gets_no_verdict():
    """Gaps say nothing of padding."""
    for construct in ("conciseness", "factual-consistency"):
        outcome = TEST.judge(padded_trial(lambda text, number: None, construct))
        assert outcome.verdict == "inconclusive"


def test_ladders_step_from_the_response_through_its_levels():
    """The levels come in order, whatever the order of the rows; a tie is no fall."""
    rows = [original("a", 0.9)]
    for level, score in ((3, 0.2), (1, 0.5), (2, 0.5)):
        rows.append(variant("a", "filler", "verbosity", score, severity=level))
    steps = ladders(trial(rows).family("verbosity"))
    assert steps["step"].tolist() == pytest.approx([-0.4, 0.0, -0.3])
    assert steps["falls"].tolist() == [1, 0, 1]


def test_correlations_within_a_response_are_those_of_scipy():
    """The response itself counts as a text of length 1."""
    scores = {1: 0.5, 2: 0.6, 3: 0.2, 4: 0.2}
    rows = [original("a", 0.55)]
    rows += [variant("a", "filler", "verbosity", score, severity=level) for level, score in scores.items()]
    frame = trial(rows).family("verbosity")
    found = rank_correlations(frame.assign(ratio=frame["severity"].astype(float) + 1)).iloc[0]
    lengths, values_ = [1, 2, 3, 4, 5], [0.55, *scores.values()]
    assert found["spearman"] == pytest.approx(stats.spearmanr(lengths, values_).statistic, abs=1e-12)
    assert found["kendall"] == pytest.approx(stats.kendalltau(lengths, values_).statistic, abs=1e-12)


def test_a_rating_of_the_data_is_set_against_the_scores_of_the_responses():
    """The correlations are those of SciPy."""
    rng = np.random.default_rng(0)
    scores, ratings = rng.random(DOCUMENTS), rng.random(DOCUMENTS)
    rows = []
    for number in range(DOCUMENTS):
        rows.append(original(f"x{number}", scores[number], metadata=f'{{"rating": {ratings[number]}}}'))
        extra = {"relation": "decrease", "severity": 1}
        rows.append(variant(f"x{number}", "filler", "verbosity", scores[number] - 0.1, **extra))
    found = values(TEST.judge(trial(rows, construct="conciseness")))
    assert found["spearman-rating", "all"] == pytest.approx(stats.spearmanr(scores, ratings).statistic)
    assert found["kendall-rating", "all"] == pytest.approx(stats.kendalltau(scores, ratings).statistic)


def test_people_s_rewrites_become_variants_that_must_score_higher():
    """Only a text with fewer words is a shorter one; of its support nothing is claimed."""
    wordy = "In the year 1890 the town of Orm was founded by two brothers."
    rewrite, same_length = "Two brothers founded Orm in 1890.", wordy.replace("two", "both")
    example = Example(id="a", response=wordy, context=(wordy,), metadata={"concise": [rewrite, same_length]})
    planned = [made for made in TEST.plan([example], 0, 0) if made.family == "rewrite"]
    (made,) = [one for one in planned if hasattr(one, "example")]
    (skip,) = [one for one in planned if not hasattr(one, "example")]
    assert made.example.response == rewrite
    assert {name: str(relation) for name, relation in made.relation.items()} == {
        "conciseness": "increase",
        "factual-consistency": "none",
        "grounding": "none",
        "citation-support": "none",
    }
    assert skip.reason == "rejected"
    assert "no shorter" in skip.detail


def test_an_example_without_rewrites_is_skipped_by_name():
    """A skip is counted, never silent."""
    planned = list(TEST.plan([Example(id="a", response="It rose.", context=("It rose.",))], 0, 0))
    assert [one.reason for one in planned if one.family == "rewrite"] == ["not-applicable"]
    assert {one.family for one in planned} == {"verbosity", "rewrite"}


def test_responses_that_nothing_could_be_made_of_are_no_verdict():
    """A language that no perturbation knows leaves skips alone, and they are counted."""
    skip = {"outcome": "skip", "reason": "language", "variant_id": None}
    rows = [row for name in "ab" for row in (original(name, 0.5), variant(name, "filler", "verbosity", None) | skip)]
    outcome = TEST.judge(trial(rows))
    assert outcome.verdict == "inconclusive"
    assert outcome.applies
    assert (outcome.coverage["applied"], outcome.coverage["language"]) == (0, 2)


def test_a_rating_too_large_for_a_number_is_none():
    assert _rating('{"rating": 2}') == 2.0
    assert math.isnan(_rating(json.dumps({"rating": 10**400})))
