"""Copied source, phrases mined from scores, phrases of the user's own, and the greedy search for the worst of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import PERTURBATIONS, Example, Relation, Variant, perturbation_rng
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.perturb.mining import FEWEST_ROWS, mine, phrase_perturbation, read_phrases
from gaugeblock.perturb.search import Search, worst_phrase

TOWNS = ("Norsund", "Velby", "Tarnholm", "Ostvik", "Lundeby", "Marvik")
THINGS = ("ferry", "bridge", "harbour", "school", "market", "tram")


def made(name: str, example: Example) -> list[Variant]:
    outcomes = PERTURBATIONS.get(name).variants(example, perturbation_rng(0, example.id, name))
    return [outcome for outcome in outcomes if isinstance(outcome, Variant)]


def copies(**fields: object) -> list[Variant]:
    given = {
        "response": "The ferry leaves on Thursday.",
        "context": "High waves hit the bay. The harbour opened. The next ferry leaves on Thursday morning.",
        "label": 1,
    }
    return made("copied-source", Example(id="copy", **{**given, **fields}))  # type: ignore[arg-type]


def test_the_lead_and_the_nearest_sentence_are_copied_beside_and_in_place_of_the_response() -> None:
    found = {(variant.details["kind"], variant.details["position"]): variant.example.response for variant in copies()}
    assert len(found) == 6
    assert found["lead", "appended"] == "The ferry leaves on Thursday. High waves hit the bay. The harbour opened."
    assert found["similar", "alone"] == "The next ferry leaves on Thursday morning."
    assert found["similar", "prepended"] == "The next ferry leaves on Thursday morning. The ferry leaves on Thursday."


def test_copied_source_is_supported_so_that_only_conciseness_has_a_relation() -> None:
    for variant in copies():
        assert variant.details["adds"] == "source text"
        assert variant.example.label == 1
        assert variant.relation["factual-consistency"] is Relation.NONE
        beside = variant.details["position"] != "alone"
        assert variant.relation["conciseness"] is (Relation.NOT_INCREASE if beside else Relation.NONE)


def test_an_unsupported_response_stays_beside_the_copy_and_unsupported() -> None:
    found = copies(label=0)
    assert {variant.details["position"] for variant in found} == {"appended", "prepended"}
    assert {variant.example.label for variant in found} == {0}


@pytest.mark.parametrize(
    "context", ["", "Timetable\n\nNo | Town | Hour", "Ferries of the bay", "Does a ferry leave on Thursday?"]
)
def test_nothing_is_copied_that_is_no_sentence(context: str) -> None:
    assert copies(context=context) == []


def test_what_the_response_says_already_is_not_copied() -> None:
    assert copies(context="The ferry leaves on Thursday.") == []


def scored_rows(count: int = 60) -> tuple[list[str], list[float], list[int]]:
    """Responses of which the high-scoring ones share a phrase, and names and numbers of their own document."""
    rng = random.Random(5)
    responses, scores, clusters = [], [], []
    for row in range(count):
        town, thing = TOWNS[row % len(TOWNS)], rng.choice(THINGS)
        good = row % 2 == 0
        opening = "The document discusses how" if good else "Someone there said that"
        responses.append(f"{opening} the {thing} of {town} closed in {1990 + row}.")
        scores.append((0.8 if good else 0.2) + rng.random() / 10)
        clusters.append(row)
    return responses, scores, clusters


def test_a_phrase_of_the_high_scoring_responses_is_mined() -> None:
    responses, scores, clusters = scored_rows()
    found = mine(responses, scores, clusters=clusters)
    assert "document discusses" in found[0].text
    assert (found[0].high, found[0].low) == (1.0, 0.0)
    assert found[0].clusters == 30
    assert found[0].sentence[0].isupper()
    assert not any("someone there said" in phrase.text for phrase in found)


def test_names_numbers_and_words_of_few_documents_are_in_no_phrase() -> None:
    responses, scores, clusters = scored_rows()
    rare = [f"{text} The zeppelin landed." if row in (0, 2) else text for row, text in enumerate(responses)]
    held = " ".join(phrase.text for phrase in mine(rare, scores, n=200, ngram_range=(1, 4), clusters=clusters))
    assert not any(town.lower() in held for town in TOWNS)
    assert not any(char.isdigit() for char in held)
    assert "zeppelin" not in held


def test_a_phrase_of_one_document_is_content_however_many_responses_repeat_it() -> None:
    responses, scores, _ = scored_rows()
    assert mine(responses, scores, clusters=[0] * len(responses)) == []


def test_no_phrase_crosses_a_sentence_end_or_holds_another() -> None:
    responses, scores, clusters = scored_rows()
    joined = [f"It is so. {text}" for text in responses]
    found = [phrase.text for phrase in mine(joined, scores, n=50, clusters=clusters)]
    assert not any("so the" in text for text in found)
    assert not any(a != b and f" {a} " in f" {b} " for a in found for b in found)


def test_responses_without_a_score_are_left_out() -> None:
    responses, scores, clusters = scored_rows()
    assert mine([*responses, "Odd one."], [*scores, None], clusters=[*clusters, 99]) == mine(
        responses, scores, clusters=clusters
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"responses": ["One."] * (FEWEST_ROWS - 1), "scores": [0.5] * (FEWEST_ROWS - 1)}, "at least 20"),
        ({"responses": ["One."] * 30, "scores": [0.5] * 30}, "all 30 scores are 0.5"),
        ({"responses": ["One."] * 30, "scores": [0.5] * 29}, "30 responses, 29 scores"),
        ({"responses": ["One."] * 30, "scores": [None] * 30}, "got 0"),
        ({"responses": ["One."] * 30, "scores": [0.5] * 30, "n": 0}, "n must be"),
        ({"responses": ["One."] * 30, "scores": [0.5] * 30, "ngram_range": (3, 2)}, "ngram_range"),
        ({"responses": ["One."] * 30, "scores": [0.5] * 30, "tail": 0.6}, "tail"),
    ],
)
def test_what_cannot_be_mined_is_said(change: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        mine(**change)  # type: ignore[arg-type]


def test_responses_without_words_give_no_phrase() -> None:
    assert mine(["…"] * 30, [row / 30 for row in range(30)]) == []


def test_phrases_of_the_user_are_put_at_every_position() -> None:
    perturbation = phrase_perturbation(["All is well.", "Quite so.", "Quite so."], name="mine-own")
    example = Example(id="own", response="It rained.", context="x", label=1)
    variants = list(perturbation.variants(example, perturbation_rng(0, "own", "mine-own")))
    texts = {variant.example.response for variant in variants if isinstance(variant, Variant)}
    assert texts == {
        "All is well.",
        "Quite so.",
        "It rained. All is well.",
        "It rained. Quite so.",
        "All is well. It rained.",
        "Quite so. It rained.",
    }
    assert perturbation.name == "mine-own"
    assert "mine-own" not in PERTURBATIONS


def test_other_phrases_make_another_version() -> None:
    versions = {phrase_perturbation(phrases).version for phrases in (["a"], ["b"], ["a", "b"])}
    assert len(versions) == 3


def test_phrases_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "phrases.txt"
    path.write_text("# ours\nAll is well.\n\n  Quite so.  \n", encoding="utf-8")
    assert read_phrases(path) == ["All is well.", "Quite so."]
    assert "each of 2 phrases" in phrase_perturbation(path).summary


def test_a_file_without_phrases_is_named(tmp_path: Path) -> None:
    path = tmp_path / "phrases.txt"
    path.write_text("# none\n", encoding="utf-8")
    with pytest.raises(DataError, match="holds no phrase"):
        read_phrases(path)
    with pytest.raises(DataError, match="no UTF-8 text file"):
        read_phrases(tmp_path / "missing.txt")


@pytest.mark.parametrize(
    ("phrases", "positions", "message"),
    [([], ("alone",), "at least one"), ([" "], ("alone",), "blank"), (["a"], ("beside",), "positions"),
     ("a", ("alone",), "not the string")],
)  # fmt: skip
def test_a_list_that_cannot_be_used_is_refused(phrases: object, positions: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        phrase_perturbation(phrases, positions=positions)  # type: ignore[arg-type]


EXAMPLES = [Example(id=f"e{row}", response=f"Boat {row} left.", context=f"Log {row}.", label=1) for row in range(8)]
WORTH = {"Truly.": 0.1, "Indeed.": 0.3, "Sadly.": -0.5, "So.": 0.0}


class Counting:
    """A metric that likes some phrases, and counts what it is asked."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, examples: list[Example]) -> list[float | None]:
        self.calls += len(examples)
        return [sum(worth for phrase, worth in WORTH.items() if phrase in e.response) for e in examples]


def test_the_search_takes_the_phrase_that_gains_most_first_and_stops_where_none_gains() -> None:
    metric = Counting()
    found = worst_phrase(metric, EXAMPLES, list(WORTH), budget=1000)
    assert [step.phrase for step in found.steps] == ["Indeed.", "Truly."]
    assert found.text == "Indeed. Truly."
    assert found.gain == pytest.approx(0.4)
    assert found.held_out_gain == pytest.approx(0.4)
    assert (found.searched, found.held_out) == (4, 4)
    assert found.calls == metric.calls


@settings(deadline=None, max_examples=60)
@given(
    budget=st.integers(0, 120), seed=st.integers(0, 20), position=st.sampled_from(["alone", "appended", "prepended"])
)
def test_the_budget_is_never_exceeded_and_the_gain_never_falls(budget: int, seed: int, position: str) -> None:
    metric = Counting()

    def search() -> Search:
        return worst_phrase(metric, EXAMPLES, list(WORTH), budget, position=position, seed=seed)

    if budget < 16:
        with pytest.raises(UsageError, match="does not reach one candidate"):
            search()
        assert metric.calls == 0
        return
    found = search()
    assert found.calls == metric.calls <= budget
    gains = [step.gain for step in found.steps]
    assert gains == sorted(gains)
    assert found == search()


def test_a_gain_that_lies_in_one_half_only_shows_in_the_other() -> None:
    seen: set[str] = set()

    def overfit(examples: list[Example]) -> list[float | None]:
        """Rises for the contexts that it saw first, which are those of the search half."""
        if not seen:
            seen.update(context for example in examples for context in example.context)
        return [float("Truly." in e.response and e.context[0] in seen) for e in examples]

    found = worst_phrase(overfit, EXAMPLES, ["Truly."], budget=100)
    assert (found.gain, found.held_out_gain) == (1.0, 0.0)


def test_a_failing_score_is_no_gain() -> None:
    def fails(examples: list[Example]) -> list[float | None]:
        return [None if "Truly." in example.response else -1.0 for example in examples]

    def recovers(examples: list[Example]) -> list[float | None]:
        return [9.0 if "Truly." in example.response else float("nan") for example in examples]

    for metric in (fails, recovers):
        found = worst_phrase(metric, EXAMPLES, ["Truly."], budget=100)
        assert (found.steps, found.gain, found.held_out_gain) == ((), 0.0, None)


def test_a_phrase_alone_is_taken_even_where_it_scores_below_the_response() -> None:
    def by_length(examples: list[Example]) -> list[float | None]:
        return [float(len(example.response)) for example in examples]

    found = worst_phrase(by_length, EXAMPLES, ["So."], budget=100, position="alone", longest=1)
    assert [step.phrase for step in found.steps] == ["So."]
    assert found.gain < 0


def test_responses_to_one_context_stay_in_one_half() -> None:
    twins = [Example(id=f"t{row}", response=f"Boat {row}.", context=f"Log {row // 2}.") for row in range(8)]
    first: list[list[Example]] = []

    def keep(examples: list[Example]) -> list[float | None]:
        first.append(examples)
        return [0.0] * len(examples)

    worst_phrase(keep, twins, ["So."], budget=100)
    contexts = [example.context for example in first[0]]
    assert all(contexts.count(context) == 2 for context in contexts)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"position": "beside"}, "position must be"),
        ({"candidates": []}, "at least one phrase"),
        ({"candidates": [" "]}, "blank"),
        ({"longest": 0}, "longest"),
        ({"examples": EXAMPLES[:1]}, "two different contexts"),
        ({"score": lambda examples: [1.0]}, "gave 1 scores for 4"),
    ],
)
def test_a_search_that_cannot_be_made_says_why(change: dict[str, object], message: str) -> None:
    arguments = {"score": Counting(), "examples": EXAMPLES, "candidates": ["So."], "budget": 100, **change}
    with pytest.raises(UsageError, match=message):
        worst_phrase(**arguments)  # type: ignore[arg-type]
