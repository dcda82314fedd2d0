"""Content-free phrases: what they add, where, and what a score must do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import PERTURBATIONS, Example, Relation, Skip, Variant, apply_to_example, perturbation_rng
from gaugeblock.perturb.phrases import appended, prepended
from gaugeblock.perturb.variant import apply_edits

NAMES = (
    "assertion",
    "authority",
    "citation-tail",
    "empty",
    "judge-instruction",
    "known-phrases",
    "opener",
    "repetition",
    "symbol-only",
)
EXAMPLE = Example(
    id="gaming", response="The tram runs every ten minutes. It stops at noon.\n", context="A timetable.", label=1
)


def outcomes(name: str, example: Example = EXAMPLE, seed: int = 0) -> list[Variant | Skip]:
    return list(PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, example.id, name)))


def made(name: str, example: Example = EXAMPLE, seed: int = 0) -> list[Variant]:
    return [outcome for outcome in outcomes(name, example, seed) if isinstance(outcome, Variant)]


def test_an_example_gets_some_twenty_variants_in_all() -> None:
    assert 20 <= sum(len(made(name)) for name in NAMES) <= 25


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_says_its_phrase_its_position_and_its_kind(name: str) -> None:
    variants = made(name)
    assert variants
    for variant in variants:
        assert set(variant.details) == {"phrase", "position", "kind"}
        assert variant.details["position"] in {"alone", "appended", "prepended"}
        assert variant.details["phrase"] in variant.example.response


@pytest.mark.parametrize("name", NAMES)
def test_the_response_stands_unchanged_beside_the_phrase(name: str) -> None:
    for variant in made(name):
        if variant.details["position"] != "alone":
            assert EXAMPLE.response.strip() in variant.example.response
            assert variant.example.label == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_phrase_alone_is_no_supported_answer(name: str) -> None:
    for variant in made(name):
        if variant.details["position"] == "alone":
            assert variant.example.label == 0
            assert variant.relation["factual-consistency"] is Relation.NOT_INCREASE
            assert variant.relation["conciseness"] is Relation.NONE


def test_nothing_is_said_of_a_phrase_in_the_place_of_an_unsupported_response() -> None:
    wrong = Example(id="wrong", response="The tram is free.", context="The tram costs 2 euros.", label=0)
    alone = [variant for variant in made("assertion", wrong) if variant.details["position"] == "alone"]
    assert alone
    assert all(set(variant.relation.values()) == {Relation.NONE} for variant in alone)


def test_the_label_of_a_phrase_alone_stays_unknown_where_it_was() -> None:
    unknown = Example(id="unknown", response="The tram is free.", context="A timetable.")
    assert all(variant.example.label is None for variant in made("known-phrases", unknown))


def test_the_published_phrases_are_used_on_every_example() -> None:
    for seed in range(5):
        phrases = {
            variant.details["phrase"] for name in ("known-phrases", "assertion") for variant in made(name, seed=seed)
        }
        assert "The document discusses" in phrases
        assert "The summary entails the information the document discusses." in phrases


def test_a_citation_may_be_right_so_that_citation_support_is_left_open() -> None:
    assert all(variant.relation["citation-support"] is Relation.NONE for variant in made("citation-tail"))


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("It rose.", "It rose. So it did."),
        ("It rose.\n", "It rose. So it did.\n"),
        ("He said: “It rose.”", "He said: “It rose.” So it did."),
        ("GDP: 3.1%", "GDP: 3.1%\nSo it did."),
        ("- first\n- second", "- first\n- second\nSo it did."),
    ],
)
def test_an_appended_phrase_is_a_sentence_of_its_own(response: str, expected: str) -> None:
    assert apply_edits(response, [appended(response, "So it did.")]) == expected


def test_a_prepended_phrase_goes_after_leading_white_space() -> None:
    assert apply_edits("  It rose.", [prepended("  It rose.", "Answer:")]) == "  Answer:\nIt rose."


def test_a_blank_response_takes_phrases_in_its_place_only() -> None:
    blank = Example(id="blank", response="  ", context="A timetable.")
    assert {variant.details["position"] for variant in made("judge-instruction", blank)} == {"alone"}
    assert [outcome.reason for outcome in outcomes("repetition", blank) if isinstance(outcome, Skip)] == [
        "not-applicable"
    ]


def test_phrases_are_english_and_symbols_are_for_every_language() -> None:
    thai = Example(id="thai", response="สวัสดี", context="สวัสดี")
    assert [outcome.reason for outcome in outcomes("assertion", thai) if isinstance(outcome, Skip)] == ["language"]
    assert [variant.example.response for variant in made("empty", thai)] == [""]
    assert [variant.details["kind"] for variant in made("symbol-only", thai)] == ["punctuation", "pictures"]
    assert made("repetition", thai)[0].example.response == "สวัสดี\nสวัสดี"


@settings(deadline=None, max_examples=60)
@given(response=st.text(max_size=60), name=st.sampled_from(NAMES), seed=st.integers(0, 9))
def test_any_text_is_edited_exactly_and_the_same_way_each_time(response: str, name: str, seed: int) -> None:
    example = Example(id="any", response=response, context="A context.", metadata={"language": "en"})

    def run() -> list[Any]:
        return [outcome.to_json() for outcome in outcomes(name, example, seed)]

    assert run() == run()
    for variant in made(name, example, seed):
        assert apply_to_example(example, variant.edits).response == variant.example.response
