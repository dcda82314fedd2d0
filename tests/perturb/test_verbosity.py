"""Padding: how much it adds, and that the response is still there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import PERTURBATIONS, Example, Relation, Skip, Variant, apply_to_example, perturbation_rng
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.verbosity import filler
from gaugeblock.perturb.verbosity._length import TARGETS, TOLERANCES, off_target, words
from gaugeblock.perturb.verbosity._openings import can_follow_that

NAMES = ("filler", "hedged-preamble", "preamble-closer")
LEVELS = [1, 2, 3, 4, 5]
EXAMPLE = Example(
    id="padding",
    response=(
        "The ferry to Norsund was cancelled on Tuesday because of high waves, and 140 passengers slept in a school. "
        "Dr. Amund Lie said that the next crossing may leave on Thursday. He left the U.S. in 2019."
    ),
    context="A report on a ferry.",
    label=1,
)


FOLDER = Path(filler.__file__).parent


def outcomes(name: str, example: Example = EXAMPLE, seed: int = 0) -> list[Variant | Skip]:
    return list(PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, example.id, name)))


def made(name: str, example: Example = EXAMPLE, seed: int = 0) -> list[Variant]:
    return [outcome for outcome in outcomes(name, example, seed) if isinstance(outcome, Variant)]


def fillers() -> list[str]:
    table = lexicon(filler.__file__)
    return sorted([*table["frames"], *table["asides"]], key=len, reverse=True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_each_level_comes_near_its_length_and_says_how_near(name: str, seed: int) -> None:
    variants = made(name, seed=seed)
    assert [variant.severity for variant in variants] == LEVELS
    for variant in variants:
        ratio = words(variant.example.response) / words(EXAMPLE.response)
        assert variant.details["ratio"] == pytest.approx(ratio, abs=0.001)
        assert abs(ratio - TARGETS[variant.severity or 0]) <= TOLERANCES[variant.severity or 0]


@pytest.mark.parametrize("name", NAMES)
def test_padding_keeps_the_label_and_must_lower_conciseness(name: str) -> None:
    for variant in made(name):
        assert variant.example.label == 1
        assert variant.relation["conciseness"] is Relation.DECREASE
        assert variant.relation["factual-consistency"] is Relation.NOT_INCREASE


@pytest.mark.parametrize("seed", range(6))
def test_without_the_fillers_the_response_is_what_it_was(seed: int) -> None:
    for variant in made("filler", seed=seed):
        text = variant.example.response
        for phrase in fillers():
            text = text.replace(f"{phrase} ", "")
        assert text.lower() == EXAMPLE.response.lower()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_level_holds_the_padding_of_the_level_below_and_no_phrase_twice(name: str, seed: int) -> None:
    phrases = [phrase for phrases in lexicon(f"{FOLDER}/{name.replace('-', '_')}.py").values() for phrase in phrases]
    before: set[str] = set()
    for variant in made(name, seed=seed):
        used = {phrase for phrase in phrases if phrase in variant.example.response}
        assert before <= used
        assert all(variant.example.response.count(phrase) == 1 for phrase in used if not _part_of_another(phrase, used))
        before = used


def _part_of_another(phrase: str, used: set[str]) -> bool:
    return any(phrase in other for other in used if other != phrase)


@pytest.mark.parametrize("name", NAMES)
def test_there_are_phrases_enough_for_four_times_the_length_of_sixty_words(name: str) -> None:
    response = "The ferry was cancelled on Tuesday because of high waves in the bay. " * 5
    assert [variant.severity for variant in made(name, Example(id="sixty", response=response, context="x"))] == LEVELS


@pytest.mark.parametrize("name", ["hedged-preamble", "preamble-closer"])
def test_a_preamble_and_a_closer_stand_in_paragraphs_of_their_own(name: str) -> None:
    for variant in made(name):
        assert EXAMPLE.response in variant.example.response.split("\n\n")


@pytest.mark.parametrize(
    ("sentence", "may_follow"),
    [
        ("The bridge opened in May.", True),
        ("It may rain.", True),
        ("However, the bridge opened.", False),
        ("And the bridge opened.", False),
        ("Did the bridge open?", False),
        ("Open the bridge.", False),
        ("GDP: 3.1%", False),
        ("No evidence of this was found.", True),
    ],
)
def test_only_a_plain_statement_follows_that(sentence: str, may_follow: bool) -> None:
    assert can_follow_that(analyse(sentence).doc[:]) is may_follow


@pytest.mark.parametrize("response", ["", "   ", "?", "Yes.", "GDP: 3.1%", "? I had none since 2007."])
@pytest.mark.parametrize("name", NAMES)
def test_short_responses_are_padded_in_proportion_or_not_at_all(name: str, response: str) -> None:
    found = outcomes(name, Example(id="short", response=response, context="x"))
    assert sorted(outcome.severity or 0 for outcome in found) == LEVELS
    for outcome in found:
        if isinstance(outcome, Variant):
            ratio = words(outcome.example.response) / words(response)
            assert abs(ratio - TARGETS[outcome.severity or 0]) <= TOLERANCES[outcome.severity or 0]


def test_some_short_responses_are_padded() -> None:
    assert len(made("filler", Example(id="short", response="? I had none since 2007.", context="x"))) >= 4
    assert made("preamble-closer", Example(id="short", response="Yes.", context="x"))


def test_code_is_not_torn_apart() -> None:
    code = "```\nFirst line. Second line.\n```"
    example = Example(id="code", response=f"The setting is shown here. {code}", context="x")
    variants = made("filler", example)
    assert len(variants) >= 4
    assert all(code in variant.example.response for variant in variants)


@pytest.mark.parametrize(
    ("response", "kept"),
    [
        (
            'She wrote a note. He said: "We won. Nobody cared." Then the whole crowd left the town hall in silence.',
            '"We won. Nobody cared."',
        ),
        (
            "She wrote a note. He said: “We won. Nobody cared.” Then the whole crowd left the town hall in silence.",
            "“We won. Nobody cared.”",
        ),
        ("Get_Items is a call that lists the parts of the store. It may fail at night.", "Get_Items"),
    ],
)
@pytest.mark.parametrize("seed", range(6))
def test_fillers_stay_out_of_direct_speech_and_code(response: str, kept: str, seed: int) -> None:
    variants = made("filler", Example(id="kept", response=response, context="x"), seed)
    assert variants
    assert all(kept in variant.example.response for variant in variants)


@settings(deadline=None, max_examples=60)
@given(response=st.text(max_size=80), name=st.sampled_from(NAMES), seed=st.integers(0, 9))
def test_any_text_is_edited_exactly_and_the_same_way_each_time(response: str, name: str, seed: int) -> None:
    example = Example(id="any", response=response, context="A context.", metadata={"language": "en"})

    def run() -> list[Any]:
        return [outcome.to_json() for outcome in outcomes(name, example, seed)]

    assert run() == run()
    for variant in made(name, example, seed):
        assert apply_to_example(example, variant.edits).response == variant.example.response


def test_no_padding_is_of_the_right_length_for_no_words() -> None:
    """There is nothing that it could be a multiple of."""
    assert off_target("", "a b", 1) == "the response has no words"
