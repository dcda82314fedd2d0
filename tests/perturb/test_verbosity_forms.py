"""Padding that is made of the response itself or of its question: restatement, lists, echoes, wordy forms."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import PERTURBATIONS, Example, Relation, Skip, Variant, apply_to_example, perturbation_rng
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import apply_edits
from gaugeblock.perturb.verbosity._wordy import wordy_edits

NAMES = ("list-format", "question-echo", "redundant-modifiers", "restatement")


def outcomes(
    name: str, response: str, question: str | None = None, seed: int = 0, context: str = "x"
) -> list[Variant | Skip]:
    example = Example(
        id="forms", response=response, question=question, context=context, label=1, metadata={"language": "en"}
    )
    return list(PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, example.id, name)))


def made(name: str, response: str, question: str | None = None, seed: int = 0) -> list[Variant]:
    return [found for found in outcomes(name, response, question, seed) if isinstance(found, Variant)]


def wordy(sentence: str) -> str:
    """The sentence with every wordy form in it."""
    return apply_edits(sentence, wordy_edits(analyse(sentence)))


@pytest.mark.parametrize("name", NAMES)
def test_it_must_lower_conciseness_and_keeps_the_label(name: str) -> None:
    variants = made(name, "The ferry left in 2019. The crew slept in a school.", "When did the ferry leave?")
    assert variants
    for variant in variants:
        assert variant.example.label == 1
        assert variant.relation["conciseness"] is Relation.DECREASE
        assert variant.relation["factual-consistency"] is Relation.NOT_INCREASE


def test_a_sentence_is_said_again_word_for_word_right_after_itself() -> None:
    (variant,) = made("restatement", "The old ferry to the island was cancelled because of high waves.")
    first, _, second = variant.example.response.partition(": ")
    assert second == "The old ferry to the island was cancelled because of high waves."
    assert first.startswith(second)
    assert variant.severity == 3


@pytest.mark.parametrize(
    "response",
    [
        "However, the ferry to the island was cancelled last night.",  # "Once more: However" does not read
        "Was the ferry to the island cancelled last night?",
        "Ferry to the island cancelled",
        "He said: “The ferry to the island was cancelled last night.”",
        "- The ferry to the island was cancelled last night.",
        "Visit www.ferry.com for more on the ferry that was cancelled.",
    ],
)
def test_what_cannot_be_said_again_by_itself_is_not_restated(response: str) -> None:
    assert made("restatement", response) == []


def test_the_levels_of_restatement_are_nested() -> None:
    response = "The ferry left at noon. The crew stayed there. The waves were very high. The school had soup for all."
    lengths = [len(variant.edits) for variant in made("restatement", response) if variant.details["kind"] == "again"]
    assert lengths == sorted(lengths)
    assert len(lengths) >= 2


def test_sentences_become_the_items_of_a_list_and_keep_their_words() -> None:
    numbered, bulleted = made("list-format", "The ferry left at noon. Dr. Lie stayed there.")
    lines = numbered.example.response.split("\n")
    assert lines[0].endswith(":")
    assert lines[1:] == ["", "1. The ferry left at noon.", "2. Dr. Lie stayed there."]
    assert bulleted.example.response.split("\n")[2:] == ["- The ferry left at noon.", "- Dr. Lie stayed there."]


@pytest.mark.parametrize(
    "response",
    [
        "The ferry left at noon.",
        "The ferry left at noon.\n\nThe crew stayed there.",  # paragraphs are layout already
        "- The ferry left.\n- The crew stayed.",
        "The ferry left at noon. and the crew stayed there.",
        'He said: "The ferry left. The crew stayed."',
        "See `a. B.` here. Then `run. It.` there",
        "The ferry left. The crew",
    ],
)
def test_what_is_no_paragraph_of_whole_sentences_becomes_no_list(response: str) -> None:
    assert made("list-format", response) == []


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("response", ["It left in 2019.", "2019"])
def test_the_question_is_quoted_beside_the_whole_response(response: str, seed: int) -> None:
    before, after = made("question-echo", response, "when did the ferry leave?", seed)
    for variant in (before, after):
        assert "“When did the ferry leave?”" in variant.example.response
    assert before.example.response.endswith(f" {response}")
    assert after.example.response.startswith(response)


@pytest.mark.parametrize("seed", range(6))
def test_a_fragment_follows_a_colon(seed: int) -> None:
    before, _ = made("question-echo", "In May", "When did it leave?", seed)
    assert before.example.response.endswith(": In May")


@pytest.mark.parametrize(
    "question",
    [None, "", "Summarise the text.", "Here is a text.\nWhat does it say?", "Who said “it's ‘so’”?", "why " * 90 + "?"],
)
def test_what_is_no_plain_question_is_not_echoed(question: str | None) -> None:
    assert made("question-echo", "It left in 2019.", question) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "The ferry was cancelled because the waves were high.",
            "The ferry was cancelled due to the fact that the waves were high.",
        ),
        ("Because it rained, they left.", "Due to the fact that it rained, they left."),
        ("The law changed in 2019.", "The law changed in the year 2019."),
        ("She was jailed for three years.", "She was jailed for a period of three years."),
        ("He fell ill during the war.", "He fell ill during the course of the war."),
        ("They decided to leave.", "They made the decision to leave."),
        ("The crew will meet at 7 pm.", "The crew will meet at 7 pm in the evening."),
        ("If the wind drops, the ferry leaves.", "In the event that the wind drops, the ferry leaves."),
        ("Although he lost, he smiled.", "Despite the fact that he lost, he smiled."),
        ("The lamp uses a battery.", "The lamp makes use of a battery."),
        ("She has used a lamp.", "She has made use of a lamp."),
        ("Ann and Bo discussed the price.", "Ann and Bo had a discussion about the price."),
        ("He improved the boat by adding a sail.", "He improved the boat by means of adding a sail."),
        ("They won the cup for the first time.", "They won the cup for the very first time."),
        ("Ann thinks it is late.", "Ann is of the opinion that it is late."),
        ("The mayor claimed that it rained.", "The mayor made the claim that it rained."),
        ("They plan to leave.", "They have plans to leave."),
        ("The flood damaged all the boats.", "The flood damaged all of the boats."),
    ],
)
def test_a_short_expression_takes_its_wordy_form(before: str, after: str) -> None:
    assert wordy(before) == after


@pytest.mark.parametrize(
    "sentence",
    [
        "It closed because of that.".replace("because of", "only because of"),
        "He would stay if he were asked.",  # a supposition is no event that may come about
        "She asked if the ferry was late.",
        "He will let her know tonight if he can come.",
        "Even if it rains, they go.",
        "It looked as if it rained.",
        "The 2019 election was close.",
        "It lasted from 2018 to 2019.",
        "The 2010-12 season was long.",
        "He did not leave until noon.",
        "They know each other.",
        "He goes there every other day.",
        "Not every boat sank.",
        "He never came again.",
        "He is used to the noise.",
        "A lamp that is used daily was found.",
        "The paper discusses the price.",  # a paper has no discussion
        "Ann does not think it is late.",
        "It is thought that the boat sank.",
        "Ann believes so.",
        "She claimed the prize.",
        "The boat was planned to leave.",
        "He began by adding a sail.",
        "The boat was made using wood.",  # "made making use of" does not read
        "The 7 pm show was full.",
        "It opens at 5 pm.",  # neither afternoon nor evening for certain
        "Both things happened at the same time.",
        "He worked all the time.",
        "Two people died.",  # "a total of two" makes more of it
        "They walked for about three hours.",
        "It can be seen from here.",
        "He bought a boat to his taste.",
    ],
)
def test_where_the_wordy_form_would_say_something_else_there_is_none(sentence: str) -> None:
    assert wordy(sentence) == sentence


def test_quoted_speech_and_names_keep_their_form() -> None:
    assert made("redundant-modifiers", "He said: “We left because it rained.”") == []
    assert made("redundant-modifiers", "They sang `because it rained` aloud.") == []


def test_a_response_gets_several_wordy_forms_at_once() -> None:
    response = "The ferry was cancelled in 2019 because the waves were high. They decided to wait for three days."
    (variant,) = made("redundant-modifiers", response)
    assert variant.details["edits"] == 4
    assert not any(edit.before in ("", " ") and not edit.after.strip() for edit in variant.edits)


@settings(deadline=None, max_examples=60)
@given(
    response=st.text(max_size=80),
    question=st.one_of(st.none(), st.text(max_size=30).map(lambda text: text + "?")),
    name=st.sampled_from(NAMES),
    seed=st.integers(0, 9),
)
def test_any_text_is_edited_exactly_and_the_same_way_each_time(
    response: str, question: str | None, name: str, seed: int
) -> None:
    def run() -> list[Any]:
        return [outcome.to_json() for outcome in outcomes(name, response, question, seed)]

    assert run() == run()
    example = Example(id="forms", response=response, question=question, context="x")
    for variant in made(name, response, question, seed):
        assert apply_to_example(example, variant.edits).response == variant.example.response
