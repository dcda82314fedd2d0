"""Inputs that broke other tools, each with what is right here; the parts have tests of their own."""

from __future__ import annotations

import pytest

import gaugeblock as gb
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import apply_to_example

QUICK = ["citation-presence", "token-overlap", "rouge2", "entity-overlap"]
"""Built-in metrics that need no model."""


def variants(response: str, with_: str = "all", context: str = "The board met in May 2019. Some members left.") -> list:
    example = gb.Example(response=response, context=context)
    found = [item for item in gb.perturb(example, with_=with_) if isinstance(item, gb.Variant)]
    for variant in found:
        assert apply_to_example(example, variant.edits).response == variant.example.response
    return found


def test_1_contractions_are_expanded_where_they_are_unambiguous_and_keep_their_case():
    for variant in variants("She'd already left when he's been told. He's got a cold. THE BOARD CAN'T MEET.", "benign"):
        text = variant.example.response
        for wrong in ("She would already", "He is got", "BOARD Cannot", "BOARD cannot", "he is been"):
            assert wrong not in text


def test_2_sentences_rejoin_and_end_where_they_end():
    text = "Dr. Ode paid $3.5 million on Jan. 5 (see Fig. 2, e.g. p. 4). He left the U.S. in 2019."
    spans = analyse(text).sentences
    assert [text[span.start : span.end] for span in spans] == [text[:60], text[61:]]


def test_3_layout_outside_the_edits_is_kept():
    text = "My IP is 192.168.1.1.\n\n- item\tA | B |\n    indented()"
    for variant in variants(text):
        if variant.details.get("position") in (None, "appended", "prepended"):
            assert "192.168.1.1" in variant.example.response
            assert "- item\tA | B |\n    indented()" in variant.example.response


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        (98989.0, "out-of-bounds"),
        (1.3, "out-of-bounds"),
        (float("nan"), "not-finite"),
        (None, "not-a-number"),
        ("0.8", 0.8),
    ],
)
def test_5_what_is_no_score_is_unscored_with_its_reason(value, outcome):
    @gb.metric(bounds=(0, 1))
    def odd(context: str, response: str):
        return value if response == "odd" else 0.5

    rows = [gb.Example(response=text, context="c") for text in ("odd", "even")]
    (score, other) = odd.score(rows)
    assert (score.reason if isinstance(score, gb.Unscored) else score) == outcome
    assert other == 0.5


def test_6_a_constant_metric_fails_everything():
    """But for `verbosity`, where a score that never moves cannot rise, and says nothing for it."""

    @gb.metric
    def constant(context: str, response: str) -> float:
        return 0.7

    audit = gb.audit(constant, "sample")
    found = audit.findings.set_index(["name", "group"])["value"]
    assert (found["paired-auc-corruption", "all"], found["mvr", "all"]) == (0.5, 1.0)
    verdicts = {name: found["verdict"] for name, found in audit.results["metrics"]["constant"]["stress"].items()}
    assert verdicts.pop("verbosity") == "inconclusive"
    assert set(verdicts.values()) == {"fail"}


@pytest.mark.parametrize("metric", QUICK)
def test_7_degenerate_input_gives_a_table_and_the_run_goes_on(metric):
    rows = [gb.Example(response="The fee is 40 euros.", context=context, id=f"c{n}")
            for n, context in enumerate(("", [""], "   ", "A fee of 40 euros is due."))]  # fmt: skip
    rows.append(gb.Example(response="", context="A fee of 40 euros is due.", id="r"))
    audit = gb.audit(metric, rows)
    groups = set(audit.findings.query("name == 'degenerate-score'")["group"])
    assert {"empty-response", "blank-response", "no-context", "empty-context", "blank-context"} <= groups


@pytest.mark.parametrize("response", ["? I had none since 2007.", "Yes.", "GDP: 3.1%"])
def test_8_short_responses_crash_nothing(response):
    assert variants(response)
    assert gb.audit(QUICK, [gb.Example(response=response, context=f"He said so. {response}")]).results


def test_9_a_number_is_one_unit_with_its_type():
    text = "10,000 of 10.5 million in 1,000-seat halls, $3.5bn, 2019-20, 3:30 pm, 1st, 50%"
    kinds = {number.text: number.kind for number in analyse(text).numbers}
    assert kinds["10,000"] == "count"
    assert kinds["50%"] == "percent"
    assert kinds["1st"] == "ordinal"
    assert next(kind for shown, kind in kinds.items() if shown.startswith("$3.5")) == "money"
    for variant in variants(text, "benign,corruption"):
        for edit in variant.edits:
            inside = [n for n in analyse(text).numbers if n.start < edit.start < n.end and n.start < edit.end < n.end]
            assert not inside or "," in edit.before + edit.after, f"{variant.perturbation} cuts a number: {edit}"


@pytest.mark.parametrize(
    "text",
    [
        "Some text yeah 🚀 rocket",
        "𝒂𝒏𝒅",
        "e\u0301",
        ">>>>> >>>",
        "\u202eشكرا جزيلا\u202c",
        "a\u200bb may rise in May 2019.",
    ],
)
def test_11_spans_count_code_points_and_symbols_crash_nothing(text):
    variants(text)
    audit = gb.audit(QUICK, [gb.Example(response=text, context=text)])
    assert "token-overlap" in audit.results["metrics"]


def test_every_perturbation_is_reached_by_these():
    assert len(PERTURBATIONS.names()) >= 30
