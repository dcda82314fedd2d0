"""The stress test `context`: the four conditions, drops without support, influence of documents, curves, verdicts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from trials import original, trial, variant

import gaugeblock as gb
from gaugeblock.harness.stress._conditions import GIVEN, condition_pairs, given_variants, shrinkages
from gaugeblock.harness.stress._influence import (
    INFLUENCE,
    against_others,
    influence_variants,
    influences,
    top_documents,
)
from gaugeblock.harness.stress.context import TEST, bare_answers
from gaugeblock.perturb import Relation, apply_to_example

FACTS = "factual-consistency"
LOST, KEPT = "decrease", "invariant"
SCORES = {"a": 0.9, "b": 0.8, "c": 0.2, "d": 0.3}


def conditions(parent: str, perturbation: str = "counterfactual", **scores: float | None) -> list[dict[str, Any]]:
    """The rows of conditions b, c and d of an example."""
    scores = {**SCORES, **scores}
    return [
        variant(
            parent,
            perturbation,
            "context",
            scores[name],
            details={"condition": name},
            relation=KEPT if name == "b" else LOST,
            label=1.0 if name == "b" else 0.0,
            response=f"It was {'Ann' if name == 'd' else 'Bo'}.",
        )
        for name in "bcd"
    ]


def lost(parent: str, perturbation: str, score: float | None, **columns: Any) -> dict[str, Any]:
    """The row of a response whose support is gone."""
    return variant(parent, perturbation, "context", score, relation=LOST, label=0.0, **columns)


def kept(parent: str, perturbation: str, score: float | None, **columns: Any) -> dict[str, Any]:
    """The row of a response that the context supports as before."""
    return variant(parent, perturbation, "context", score, relation=KEPT, label=1.0, **columns)


def left_out(parent: str, scores: list[float | None], evidence: int = 0) -> list[dict[str, Any]]:
    """The rows of each document left out."""
    return [
        (lost if at == evidence else kept)(
            parent, INFLUENCE, score, details={"document": at, "supporting": at == evidence}
        )
        for at, score in enumerate(scores)
    ]


def whole(parent: str, score: float = 0.9, **scores: Any) -> list[dict[str, Any]]:
    """An example with a variant of every kind, scored as a metric without a flaw would score them."""
    low = scores.get("low", 0.2)
    return [
        original(parent, score, label=1.0, response="It was Ann."),
        *conditions(parent, b=scores.get("b", score), c=scores.get("c", low), d=scores.get("d", low)),
        lost(parent, "random-context", scores.get("foreign", low)),
        lost(parent, "critical-sentence", scores.get("critical", low)),
        lost(parent, "topical-filler", scores.get("filler", low)),
        *(
            kept(parent, "distractors", scores.get("diluted", score), severity=level, details={"added": added})
            for level, added in ((1, 1), (2, 3), (3, 8))
        ),
        *left_out(parent, scores.get("left_out", [low, score, score])),
    ]


def many(count: int = 30, **scores: Any) -> list[dict[str, Any]]:
    return [row for at in range(count) for row in whole(f"x{at}", **scores)]


def found(outcome: Any) -> dict[tuple[str, str], Any]:
    return {(statistic.name, statistic.group): statistic for statistic in outcome.statistics}


def rules(outcome: Any) -> dict[tuple[str, str], str]:
    return {key: statistic.verdict for key, statistic in found(outcome).items() if statistic.verdict}


# --- variants


NOTE = gb.Example(
    id="note",
    response="The bridge opened in May.",
    context=("The bridge opened in May. A band played.", "It is made of oak."),
    question="When did it open?",
    label=1,
    metadata={
        "counterfactual": {
            "response": "The bridge opened in July.",
            "context": ["The bridge opened in July. A band played.", "It is made of oak.", "It was July."],
        }
    },
)


def test_the_conditions_that_the_data_brings_are_variants_with_exact_edits():
    made = {one.details["condition"]: one for one in given_variants(NOTE)}
    other = NOTE.metadata["counterfactual"]
    assert made["b"].example.response == made["c"].example.response == other["response"]
    assert made["d"].example.response == NOTE.response
    assert made["b"].example.context == made["d"].example.context == tuple(other["context"])
    assert made["c"].example.context == NOTE.context
    assert {name: one.example.label for name, one in made.items()} == {"b": 1, "c": 0, "d": 0}
    assert {name: one.relation[FACTS] for name, one in made.items()} == {
        "b": Relation.INVARIANT,
        "c": Relation.DECREASE,
        "d": Relation.DECREASE,
    }
    assert [(edit.before, edit.after) for edit in made["c"].edits] == [("May", "July")]
    assert {one.perturbation for one in made.values()} == {GIVEN}


@given(st.lists(st.text(max_size=20), max_size=4), st.lists(st.text(max_size=20), max_size=4), st.text(), st.text())
def test_any_two_contexts_lead_into_each_other(before, after, response, other):
    """Documents may be more, fewer, empty or the same; the edits always rebuild the counterfactual."""
    given_texts = {"response": other, "context": after}
    example = gb.Example(id="x", response=response, context=before, label=1, metadata={"counterfactual": given_texts})
    for one in given_variants(example):
        if isinstance(one, gb.Skip):
            assert one.reason == "unchanged"
            continue
        rebuilt = apply_to_example(example, one.edits)
        assert (rebuilt.response, rebuilt.context) == (one.example.response, one.example.context)
        if one.details["condition"] != "c":
            assert one.example.context[: len(after)] == tuple(after)
            assert not any(one.example.context[len(after) :])


@pytest.mark.parametrize(
    ("metadata", "label", "reason"),
    [
        ({}, 1, "not-applicable"),
        ({"counterfactual": True}, 1, "not-applicable"),
        ({"counterfactual": {"response": "Other.", "context": "one text"}}, 1, "not-applicable"),
        ({"counterfactual": {"response": "It opened.", "context": ["It closed."]}}, 1, "unchanged"),
        ({"counterfactual": {"response": "It closed.", "context": ["It opened."]}}, 1, "unchanged"),
        ({"counterfactual": {"response": "It closed.", "context": ["It closed."]}}, 0, "not-applicable"),
    ],
)
def test_data_without_a_usable_counterfactual_gives_one_skip_that_says_so(metadata, label, reason):
    example = gb.Example(response="It opened.", context="It opened.", label=label, metadata=metadata)
    (skip,) = given_variants(example)
    assert isinstance(skip, gb.Skip)
    assert (skip.reason, bool(skip.detail)) == (reason, True)


def test_an_unlabelled_example_gives_unlabelled_conditions():
    example = gb.Example(response=NOTE.response, context=NOTE.context, metadata=NOTE.metadata)
    assert [one.example.label for one in given_variants(example)] == [None, None, None]


def test_the_evidence_stands_among_unrelated_passages_at_changing_places():
    places = set()
    for at in range(12):
        example = gb.Example(id=f"note-{at}", response=NOTE.response, context=NOTE.context, label=1)
        made = list(influence_variants(example, seed=0))
        base = made[0].base
        assert len(made) == len(base.context) == 3
        (evidence,) = (one for one in made if one.details["supporting"])
        place = evidence.details["document"]
        assert base.context[place] == NOTE.context_text
        assert NOTE.context_text not in evidence.example.context_text
        assert base.label == 1
        assert (evidence.example.label, evidence.relation[FACTS]) == (0, Relation.DECREASE)
        for other in made:
            if other is not evidence:
                assert NOTE.context_text in other.example.context_text
                assert (other.example.label, other.relation[FACTS]) == (1, Relation.INVARIANT)
        places.add(place)
    assert places == {0, 1, 2}, "a metric that reads one place only must not seem to find the evidence"


def test_where_the_data_names_the_supporting_document_its_own_documents_are_left_out():
    example = gb.Example(
        id="x", response=NOTE.response, context=NOTE.context, label=1, metadata={"supporting_documents": [1]}
    )
    made = list(influence_variants(example, seed=0))
    assert [one.details for one in made] == [
        {"document": 0, "supporting": False},
        {"document": 1, "supporting": True},
    ]
    assert [one.base for one in made] == [None, None]
    assert [one.example.label for one in made] == [1, 0]


@pytest.mark.parametrize("named", [[], [0, 1], [7], "0", None])
def test_where_several_documents_may_support_they_are_taken_as_one(named):
    example = gb.Example(
        id="x", response=NOTE.response, context=NOTE.context, label=1, metadata={"supporting_documents": named}
    )
    made = list(influence_variants(example, seed=0))
    assert all(one.base is not None and NOTE.context_text in one.base.context for one in made)


@pytest.mark.parametrize("example", [gb.Example(response="a", context="a", label=0), gb.Example(response="a", label=1)])
def test_without_support_there_is_no_document_that_the_score_should_rest_on(example):
    (skip,) = influence_variants(example, seed=0)
    assert (skip.perturbation, skip.reason) == (INFLUENCE, "not-applicable")


def test_the_plan_has_every_perturbation_but_the_one_that_tells_nothing():
    planned = list(TEST.plan([NOTE], 0, 0))
    names = {one.perturbation for one in planned}
    assert {"counterfactual", "random-context", "distractors", GIVEN, INFLUENCE} <= names
    assert "leave-one-out" not in names
    assert {one.family for one in planned} == {"context"}
    ids = [one.id for one in planned if isinstance(one, gb.Variant)]
    assert len(ids) == len(set(ids))


# --- the four conditions


def frame(*rows: dict[str, Any]) -> pd.DataFrame:
    return trial(list(rows)).rows


def test_each_response_is_set_against_the_supported_one_beside_the_same_context():
    pairs = condition_pairs(frame(original("x", SCORES["a"], label=1.0), *conditions("x"))).set_index("reference")
    assert pairs.loc["factual", "gap"] == pytest.approx(SCORES["a"] - SCORES["c"])
    assert pairs.loc["counterfactual", "gap"] == pytest.approx(SCORES["b"] - SCORES["d"])
    assert pairs.loc["counterfactual", "score_parent"] == SCORES["b"]
    assert pairs["kind"].tolist() == ["constructed", "constructed"]


def test_the_shrinkage_is_the_difference_of_both_gaps():
    pairs = condition_pairs(frame(original("x", SCORES["a"], label=1.0), *conditions("x")))
    assert shrinkages(pairs)["shrinkage"].tolist() == [pytest.approx((0.9 - 0.2) - (0.8 - 0.3))]


def test_constructed_and_given_conditions_of_one_example_are_kept_apart():
    rows = frame(original("x", 0.9, label=1.0), *conditions("x", b=0.7), *conditions("x", GIVEN, b=0.5))
    pairs = condition_pairs(rows).query("reference == 'counterfactual'").set_index("kind")["gap"]
    assert pairs["constructed"] == pytest.approx(0.4)
    assert pairs["given"] == pytest.approx(0.2)


@pytest.mark.parametrize("missing", ["b", "c", "d"])
def test_an_unscored_condition_takes_its_own_pair_only(missing):
    rows = frame(original("x", 0.9, label=1.0), *conditions("x", **{missing: None}))
    gaps = condition_pairs(rows).set_index("reference")["gap"]
    assert gaps.isna()["factual" if missing == "c" else "counterfactual"]
    assert gaps.notna().sum() == 1
    assert shrinkages(condition_pairs(rows))["shrinkage"].isna().all()


def test_rows_without_any_condition_give_no_pair():
    assert not len(condition_pairs(frame(original("x", 0.9), lost("x", "random-context", 0.1))))
    assert not len(shrinkages(condition_pairs(frame(original("x", 0.9), lost("x", "random-context", 0.1)))))


def test_gaps_inversions_and_ties_are_those_of_the_rows():
    low = [0.95] * 3 + [0.9] * 5 + [0.2] * 12
    rows = [row for at in range(20) for row in (original(f"x{at}", 0.9, label=1.0), *conditions(f"x{at}", c=low[at]))]
    outcome = found(TEST.judge(trial(rows)))
    assert outcome["condition-inversions", "factual"].estimate.value == pytest.approx(3 / 20)
    assert outcome["condition-ties", "factual"].estimate.value == pytest.approx(5 / 20)
    assert outcome["condition-inversions", "counterfactual"].estimate.value == 0
    assert outcome["condition-gap", "counterfactual"].estimate.value == pytest.approx(0.5)
    assert outcome["paired-auc-conditions", "factual"].estimate.value == pytest.approx((12 + 2.5) / 20)
    assert outcome["condition-gap", "factual-constructed"].estimate.n == 20


def test_the_difference_of_gaps_has_the_p_of_scipy():
    rng = np.random.default_rng(1)
    b = 0.8 + rng.normal(0, 0.1, 25)
    rows = [row for at in range(25) for row in (original(f"x{at}", 0.9, label=1.0), *conditions(f"x{at}", b=b[at]))]
    statistic = found(TEST.judge(trial(rows)))["gap-shrinkage", "all"]
    shrunk = 0.7 - (b - 0.3)
    assert statistic.estimate.value == pytest.approx(shrunk.mean())
    assert statistic.tests["t_p"] == pytest.approx(stats.ttest_1samp(shrunk, 0).pvalue)
    assert statistic.tests["wilcoxon_p"] == pytest.approx(stats.wilcoxon(shrunk).pvalue)


# --- influence


def test_a_tie_is_no_find():
    rows = [original("x", 0.9), *left_out("x", [0.1, 0.5, 0.9])]
    rows += [original("y", 0.9), *left_out("y", [0.5, 0.5, 0.9])]
    rows += [original("z", 0.9), *left_out("z", [0.9, 0.5, 0.9])]
    tops = top_documents(influences(frame(*rows))).set_index("base")["hit"]
    assert tops.to_dict() == {"x": 1.0, "y": 0.0, "z": 0.0}


def test_an_example_with_an_unscored_document_has_no_top_document():
    rows = [original("x", 0.9), *left_out("x", [0.1, None, 0.9])]
    assert not len(top_documents(influences(frame(*rows))))


def test_the_influence_is_that_of_the_evidence_against_the_others():
    rows = [row for at in range(20) for row in (original(f"x{at}", 0.9), *left_out(f"x{at}", [0.1, 0.8, 0.9]))]
    outcome = found(TEST.judge(trial(rows)))
    assert outcome["influence-auc", "all"].estimate.value == 1
    assert outcome["influence-top-1", "all"].estimate.value == 1
    assert outcome["paired-auc-influence", "all"].estimate.value == 1


def test_scores_of_another_scale_do_not_blur_the_influence_within_an_example():
    """An AUC over all examples sees moves of 0.1 and 0.5 mixed; beside the documents of its own example each wins."""
    rows = [row for at in range(20) for row in (original(f"x{at}", 0.9), *left_out(f"x{at}", [0.2, 0.6, 0.6]))]
    rows += [row for at in range(20) for row in (original(f"y{at}", 0.2), *left_out(f"y{at}", [0.1, 0.3, 0.2]))]
    outcome = found(TEST.judge(trial(rows)))
    assert outcome["influence-auc", "all"].estimate.value < 0.8
    assert outcome["paired-auc-influence", "all"].estimate.value == 1


def test_the_gain_is_how_much_further_the_score_falls_without_the_evidence():
    rows = influences(frame(original("x", 0.9), *left_out("x", [0.8, 0.2, None], evidence=1)))
    assert against_others(rows)["gain"].tolist() == [pytest.approx(0.6), pytest.approx(np.nan, nan_ok=True)]


# --- verdicts


def test_a_metric_without_a_flaw_passes_every_rule():
    outcome = TEST.judge(trial(many()))
    assert outcome.verdict == "pass", outcome.reason
    assert set(rules(outcome)) == {
        ("paired-auc-random-context", "all"),
        ("paired-auc-conditions", "factual"),
        ("paired-auc-conditions", "counterfactual"),
        ("paired-auc-critical-sentence", "all"),
        ("paired-auc-filler", "all"),
        ("paired-auc-influence", "all"),
        ("dilution", "all"),
    }


@pytest.mark.parametrize(
    ("flaw", "scores", "broken"),
    [
        ("does not look at the context", {"foreign": 0.9, "critical": 0.9, "filler": 0.9, "left_out": [0.9] * 3},
         {"paired-auc-random-context", "paired-auc-critical-sentence", "paired-auc-filler", "paired-auc-influence"}),
        ("knows better than the context", {"b": 0.2, "d": 0.9}, {"paired-auc-conditions"}),
        ("takes the subject for evidence", {"filler": 0.95}, {"paired-auc-filler"}),
        ("does not see which sentence is gone", {"critical": 0.9}, {"paired-auc-critical-sentence"}),
        ("reads the last document only", {"left_out": [0.9, 0.9, 0.2]}, {"paired-auc-influence"}),
        ("is diluted by unrelated passages", {"diluted": -0.5}, {"dilution"}),
    ],
)  # fmt: skip
def test_a_metric_that_has_one_flaw_breaks_the_rules_that_name_it(flaw, scores, broken):
    outcome = TEST.judge(trial(many(**scores)))
    assert outcome.verdict == "fail"
    assert {name for (name, _), verdict in rules(outcome).items() if verdict == "fail"} == broken
    assert outcome.worst, "a failure shows the rows that prove it"


def test_dilution_is_measured_in_spreads_of_the_scores():
    def rows(spread: float) -> list[dict[str, Any]]:
        scores = [0.5 + spread * (at % 2 - 0.5) for at in range(40)]
        return [row for at, s in enumerate(scores) for row in whole(f"x{at}", s, low=0.0, diluted=s - 0.1)]

    assert rules(TEST.judge(trial(rows(0.9))))["dilution", "all"] == "pass"
    assert rules(TEST.judge(trial(rows(0.1))))["dilution", "all"] == "fail"


def test_curves_have_a_point_for_each_place_number_and_share():
    rows = many(20)
    for at in range(20):
        for where in ("end", "start", "first-document"):
            rows.append(kept(f"x{at}", "evidence-position", 0.8, details={"position": where}))
        rows.append(kept(f"x{at}", "truncated-context", 0.85, details={"share": 0.5, "evidence_kept": True}))
        rows.append(lost(f"x{at}", "truncated-context", 0.1, details={"share": 0.25, "evidence_kept": False}))
        rows.append(kept(f"x{at}", "shuffled-documents", 1.0))
    outcome = TEST.judge(trial(rows))
    values = {key: statistic.estimate.value for key, statistic in found(outcome).items()}
    assert [group for name, group in values if name == "position-change"] == ["start", "end", "first-document"]
    assert values["position-change", "end"] == pytest.approx(-0.1)
    assert {group for name, group in values if name == "dilution-change"} == {"added-1", "added-3", "added-8"}
    assert values["truncation-change", "evidence-kept-0.5"] == pytest.approx(-0.05)
    assert values["truncation-change", "evidence-lost-0.25"] == pytest.approx(-0.8)
    assert values["context-shift", "shuffled-documents"] == pytest.approx(0.1)
    assert values["context-shift", "counterfactual"] == 0, "condition b is supported as the original is"


def test_what_filler_earns_over_a_foreign_context_is_reported():
    outcome = found(TEST.judge(trial(many(foreign=0.1, filler=0.4))))
    assert outcome["filler-over-foreign", "all"].estimate.value == pytest.approx(0.3)
    assert outcome["random-context-drop", "all"].estimate.value == pytest.approx(0.8)
    assert outcome["filler-drop", "all"].estimate.value == pytest.approx(0.5)


def test_a_response_of_names_that_the_filler_has_is_put_to_no_rule():
    """A page that "has much on Ann Ode" lacks the answer "Ann Ode" only for those who know the question."""
    rows = many(20)
    for at in range(20):
        rows.append(original(f"short{at}", 0.9, label=1.0, response="Ann Ode"))
        details = {"subjects": ["Ann Ode", "Harwell"]}
        rows.append(lost(f"short{at}", "topical-filler", 0.9, response="Ann Ode", details=details))
    outcome = TEST.judge(trial(rows))
    assert outcome.verdict == "pass", outcome.reason
    assert found(outcome)["paired-auc-filler", "all"].estimate.n == 20
    assert found(outcome)["paired-auc-filler", "bare-answers"].estimate.value == 0.5


@pytest.mark.parametrize(
    ("response", "bare"),
    [("Ann Ode.", True), ("Ode, Ann", True), ("Ann Ode won.", False), ("in 1912", False)],
)
def test_bare_answers_are_those_that_say_nothing_but_names(response, bare):
    row = lost("x", "topical-filler", 0.9, response=response, details={"subjects": ["Ann Ode"]})
    assert len(bare_answers(frame(original("x", 0.9), row).query("outcome == 'variant'"))) == bare


def test_an_unsupported_response_may_score_low_whatever_its_context():
    rows = many(20)
    for at in range(20):
        rows.append(original(f"wrong{at}", 0.1, label=0.0))
        rows.append(kept(f"wrong{at}", "distractors", -9.0, details={"added": 1}))
        rows.append(lost(f"wrong{at}", "random-context", 0.1))
    outcome = TEST.judge(trial(rows))
    assert outcome.verdict == "pass", outcome.reason
    assert found(outcome)["paired-auc-random-context", "all"].estimate.n == 20


def test_inversions_come_first_and_show_both_responses_beside_the_same_context():
    outcome = TEST.judge(trial(many(b=0.2, d=0.9)))
    first = outcome.worst[0]
    assert (first["score_before"], first["score_after"]) == (0.2, 0.9)
    assert first["before"] == {"response": "It was Bo."}
    assert first["after"] == {"response": "It was Ann."}
    assert [(edit["before"], edit["after"]) for edit in first["edits"]] == [("Bo", "Ann")]


def test_variants_without_a_score_turn_into_no_verdict_on_the_metric():
    """An oracle cannot score what has no label; nor is a metric that raised everywhere blind to the context."""
    rows = many()
    for row in rows:
        if row["outcome"] == "variant":
            row["score"] = None
    outcome = TEST.judge(trial(rows))
    assert outcome.verdict == "inconclusive"
    assert set(rules(outcome).values()) == {"inconclusive"}
    assert outcome.coverage["unscored"] == outcome.coverage["applied"] > 0


def test_some_unscored_variants_do_not_turn_a_pass_into_a_failure():
    rows = many(40)
    for at, row in enumerate(rows):
        if row["outcome"] == "variant" and at % 3 == 0:
            row["score"] = None
    assert TEST.judge(trial(rows)).verdict == "pass"


def test_a_few_documents_are_too_few_for_a_verdict():
    outcome = TEST.judge(trial(many(2)))
    assert outcome.verdict == "inconclusive"
    assert "documents" in outcome.reason


def test_nothing_to_judge_is_inconclusive():
    assert TEST.judge(trial([original("x", 0.9)])).verdict == "inconclusive"


def test_conciseness_does_not_depend_on_the_context():
    outcome = TEST.judge(trial(many(5), construct="conciseness"))
    assert not outcome.applies


@pytest.mark.parametrize("construct", ["factual-consistency", "grounding", "citation-support"])
def test_whatever_needs_support_is_judged(construct):
    assert TEST.judge(trial(many(), construct=construct)).verdict == "pass"


def test_noise_within_the_gap_passes_almost_always():
    rng = np.random.default_rng(0)
    verdicts = []
    for _ in range(10):
        rows = [row for at, score in enumerate(rng.uniform(0.5, 1.0, 40)) for row in whole(f"x{at}", score, low=0.0)]
        for row in rows:
            row["score"] += rng.normal(0, 0.1)
        verdicts.append(TEST.judge(trial(rows)).verdict)
    assert verdicts.count("fail") == 0
    assert verdicts.count("pass") >= 9


# --- with real texts


NOTICES = (
    ("Tickets are sold at the gate. {claim} Dogs must stay outside.", "The pool in {town} opens at {time}."),
    ("Lockers are free of charge. {claim} Bags stay at the door.", "The library in {town} lends {number} books a day."),
    (
        "Chairs stand along the wall. {claim} Tea is served after rehearsals.",
        "The choir of {town} has {number} singers.",
    ),
    ("Bread is baked at dawn. {claim} Visitors may climb the tower.", "The mill near {town} was built in {year}."),
)
TIMES = {"Bergen": "seven", "Leeds": "eight", "Bristol": "nine", "Hamburg": "ten", "Toulouse": "six"}


@pytest.fixture(scope="module")
def small():
    """Twenty supported responses, each with one sentence of its context that it rests on."""
    made = []
    for at, (town, time) in enumerate(TIMES.items()):
        for number, (notice, claim) in enumerate(NOTICES):
            said = claim.format(town=town, time=time, number=140 + 17 * at + number, year=1850 + 11 * at)
            made.append(gb.Example(id=f"{town}-{number}", response=said, context=notice.format(claim=said), label=1))
    return made


@pytest.fixture(scope="module")
def audit(small):
    return gb.audit(["control-oracle", "control-context-blind", "token-overlap"], small, stress="context")


def test_the_oracle_passes_on_real_texts(audit):
    entry = audit.results["metrics"]["control-oracle"]["stress"]["context"]
    assert entry["verdict"] == "pass", entry["reason"]


def test_a_metric_that_does_not_look_at_the_context_fails_on_real_texts(audit):
    entry = audit.results["metrics"]["control-context-blind"]["stress"]["context"]
    assert entry["verdict"] == "fail"
    assert "nothing to do with it" in entry["reason"]
    assert entry["examples"]


def test_each_statistic_has_its_words_and_can_be_computed_again_from_the_rows(audit):
    from gaugeblock.reports.wording import statistic_words, stress_words

    assert stress_words("context").headline == "paired-auc-conditions"
    named = audit.findings
    assert all(statistic_words(name).means for name in set(named["name"]))
    rows = audit.rows("context", metric="token-overlap")
    foreign = rows[(rows["perturbation"] == "random-context") & rows["change"].notna()]
    drop = named.query("metric == 'token-overlap' and name == 'random-context-drop'")["value"].item()
    assert drop == pytest.approx(-foreign["change"].mean(), abs=1e-9)


def test_a_pair_with_added_documents_is_shown_beside_nothing(small):
    @gb.metric
    def easily_bored(context: str, response: str) -> float:
        return -float(len(context))

    audit = gb.audit(easily_bored, small, stress="context")
    entry = audit.results["metrics"]["easily_bored"]["stress"]["context"]
    shown = next(row for row in entry["examples"] if "context[8]" in row["after"])
    assert shown["before"]["context[8]"] == ""
    assert shown["after"]["context[8]"]
