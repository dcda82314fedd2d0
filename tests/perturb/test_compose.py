"""Edits merged exactly, perturbations one after another, samples and ladders."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import edits_of, texts

from gaugeblock.perturb import Edit, Example, Relation, Skip, Variant, apply_edits, apply_to_example, perturbation_rng
from gaugeblock.perturb.base import Proposal, RuleBased
from gaugeblock.perturb.compose import Composed, combine, compose, ladder, merge_edits, sample
from gaugeblock.perturb.errors import EditError, UnknownNameError, UsageError
from gaugeblock.perturb.select import select
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import diff_edits, replace_span

EXAMPLE = Example(
    id="x",
    response="The shop does not have 12 doors.",
    context="The shop has 9 doors. It may have had more.",
    label=1,
)
SAME, DOWN, NOT_UP, UP, NONE = (
    Relation.INVARIANT,
    Relation.DECREASE,
    Relation.NOT_INCREASE,
    Relation.INCREASE,
    Relation.NONE,
)


@st.composite
def two_rounds(draw: st.DrawFn, field: str = "response") -> tuple[str, list[Edit], list[Edit]]:
    """A text, edits of it, and edits of what they make of it."""
    text = draw(texts)
    first = draw(edits_of(text, field))
    return text, first, draw(edits_of(apply_edits(text, first), field))


@given(two_rounds())
def test_merged_edits_do_what_the_two_rounds_do(rounds: tuple[str, list[Edit], list[Edit]]) -> None:
    text, first, second = rounds
    merged = merge_edits(lambda field: text, first, second)
    assert apply_edits(text, merged) == apply_edits(apply_edits(text, first), second)


@given(two_rounds())
def test_merged_edits_reach_no_further_than_the_edits_they_are_made_of(
    rounds: tuple[str, list[Edit], list[Edit]],
) -> None:
    """A character of the original that neither round replaces is outside every merged edit's span."""
    text, first, second = rounds
    owner: list[int | None] = []  # for each character of the middle text, its place in the original
    at = 0
    for edit in sorted(first):
        owner += [*range(at, edit.start), *([None] * len(edit.after))]
        at = edit.end
    owner += range(at, len(text))
    gone = {place for edit in second for place in owner[edit.start : edit.end] if place is not None}
    gone |= {place for edit in first for place in range(edit.start, edit.end)}
    merged = merge_edits(lambda field: text, first, second)
    inside = {place for edit in merged for place in range(edit.start, edit.end)}
    # Between two second edits that both touch one insertion nothing of the original is left.
    assert inside <= gone


@given(st.tuples(two_rounds("response"), two_rounds("context[0]"), two_rounds("question")))
def test_fields_are_merged_each_on_its_own(rounds: tuple[tuple[str, list[Edit], list[Edit]], ...]) -> None:
    (response, a1, a2), (context, b1, b2), (question, c1, c2) = rounds
    example = Example(id="x", response=response, context=context, question=question)
    middle = apply_to_example(example, [*a1, *b1, *c1])
    merged = merge_edits(example.text, [*a1, *b1, *c1], [*a2, *b2, *c2])
    assert apply_to_example(example, merged) == apply_to_example(middle, [*a2, *b2, *c2])


def test_edits_that_do_not_meet_stay_two() -> None:
    text = "It rose in May."
    merged = merge_edits(lambda field: text, [replace_span(text, 3, 7, "fell")], [replace_span(text, 11, 14, "June")])
    assert [(edit.before, edit.after) for edit in merged] == [("rose", "fell"), ("May", "June")]


def test_an_edit_that_is_taken_back_is_none() -> None:
    text = "It rose."
    assert merge_edits(lambda field: text, diff_edits(text, "It fell."), diff_edits("It fell.", text)) == ()


def test_edits_of_another_text_are_refused() -> None:
    with pytest.raises(EditError, match="does not fit"):
        merge_edits(lambda field: "It rose.", [], [Edit("response", 0, 2, "He", "It")])


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        *((SAME, other, other) for other in Relation),
        *((NONE, other, NONE) for other in Relation),
        (DOWN, DOWN, DOWN),
        (DOWN, NOT_UP, DOWN),
        (DOWN, UP, NONE),
        (NOT_UP, NOT_UP, NOT_UP),
        (NOT_UP, UP, NONE),
        (UP, UP, UP),
    ],
)
def test_the_table_of_combined_relations(first: Relation, second: Relation, whole: Relation) -> None:
    assert combine(first, second) is whole
    assert combine(second, first) is whole


def word_swap(name: str, before: str, after: str, **settings: Any) -> RuleBased:
    """Replaces one word wherever it first stands."""

    def propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
        at = text.text.find(before)
        if at >= 0:
            yield Proposal((replace_span(text.text, at, at + len(before), after),))

    return RuleBased(**{"name": name, "family": "benign", "summary": "For tests.", "propose": propose} | settings)


SHOP = word_swap("shop", "shop", "store")
DOORS = word_swap("doors", "doors", "gates", family="corruption", keeps_label=False, needs_supported=True, version="3")
STORE = word_swap("store", "store", "shop")


def run(perturbation: Any, example: Example = EXAMPLE, seed: int = 0) -> list[Variant | Skip]:
    return list(perturbation.variants(example, perturbation_rng(seed, example.id, perturbation.name)))


def test_two_changes_are_made_one_after_another() -> None:
    whole = compose(SHOP, DOORS)
    assert (whole.name, whole.family, whole.version) == ("shop+doors", "corruption", "1+3")
    assert whole.relation["factual-consistency"] is Relation.DECREASE
    (variant,) = run(whole)
    assert isinstance(variant, Variant)
    assert variant.example.response == "The store does not have 12 gates."
    assert variant.perturbation == "shop+doors"
    assert variant.example.label == 0
    assert apply_to_example(EXAMPLE, variant.edits).response == variant.example.response
    assert [part["perturbation"] for part in variant.details["parts"]] == ["shop", "doors"]


def test_what_is_unsupported_stays_so_whatever_follows() -> None:
    raised = word_swap("raised", "shop", "store", keeps_label=True)
    (variant,) = run(compose(DOORS, raised))
    assert isinstance(variant, Variant)
    assert variant.example.label == 0
    assert variant.relation["grounding"] is Relation.DECREASE


def test_a_part_that_declines_is_named_in_the_skip() -> None:
    (skip,) = run(compose(DOORS, word_swap("again", "gates", "holes", needs_supported=True)))
    assert isinstance(skip, Skip)
    assert (skip.reason, skip.detail) == ("not-applicable", "again: the response is labelled unsupported")
    (first,) = run(compose(word_swap("none", "zebra", "horse"), SHOP))
    assert isinstance(first, Skip)
    assert (first.reason, first.detail, first.perturbation) == ("not-applicable", "none", "none+shop")


def test_a_part_that_undoes_the_one_before_leaves_no_variant() -> None:
    (skip,) = run(compose(SHOP, STORE))
    assert isinstance(skip, Skip)
    assert skip.reason == "unchanged"


def test_three_parts_make_one_variant_with_exact_edits() -> None:
    (variant,) = run(compose(SHOP, word_swap("stores", "store", "storefront"), DOORS, name="all-three"))
    assert isinstance(variant, Variant)
    assert variant.perturbation == "all-three"
    assert [(edit.before, edit.after) for edit in variant.edits] == [("shop", "storefront"), ("doors", "gates")]
    assert len(variant.details["parts"]) == 3


def test_languages_are_those_that_every_part_can_change() -> None:
    assert compose("whitespace", SHOP).languages == {"en"}
    assert compose("whitespace", "quotation-style").languages == frozenset()
    with pytest.raises(UsageError, match="no language in common"):
        compose(SHOP, word_swap("boutique", "boutique", "magasin", languages=frozenset({"fr"})))


def steps(name: str, word: str, levels: tuple[int, ...] = (1, 2, 3), **settings: Any) -> RuleBased:
    """Puts a word before the text, once for each level."""

    def propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
        for level in (3, 1, 2):
            yield Proposal((replace_span(text.text, 0, 0, f"{word} " * level),), level)

    options = {"name": name, "family": "verbosity", "summary": "For tests.", "severities": levels} | settings
    return RuleBased(propose=propose, **options)


def test_levels_add_up_above_the_mildest() -> None:
    well, truly = steps("well", "well"), steps("truly", "truly")
    assert compose(well, SHOP).severities == (1, 2, 3)
    assert compose(well, truly).severities == (1, 2, 3, 4, 5)
    assert compose(SHOP, DOORS).severities == ()
    assert sorted(outcome.severity or 0 for outcome in run(compose(SHOP, well))) == [1, 2, 3]
    both = {
        (outcome.severity, outcome.example.response) for outcome in run(compose(well, truly)) if outcome.severity == 2
    }
    assert {text.count("truly") + text.count("well") for _, text in both} == {3}


@pytest.mark.parametrize("parts", [(), ("number",)])
def test_fewer_than_two_parts_are_refused(parts: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="two perturbations or more"):
        compose(*parts)


def test_a_family_is_no_part() -> None:
    with pytest.raises(UsageError, match="where one is wanted"):
        compose("benign", "number")
    with pytest.raises(UnknownNameError):
        compose("nmber", "number")


def test_a_composition_is_the_same_for_the_same_seed() -> None:
    whole = compose("number-words", SHOP)
    first = run(whole, seed=4)
    assert first == run(whole, seed=4)
    alone = run(select("number-words")[0], seed=4)
    assert isinstance(first[0], Variant)
    assert isinstance(alone[0], Variant)
    assert first[0].example.response == alone[0].example.response.replace("shop", "store")


def test_a_sample_is_spread_over_the_perturbations_and_has_no_doubles() -> None:
    names = ["number-words", "filler", "opener"]
    drawn = sample(EXAMPLE, 3, names)
    assert sorted(variant.perturbation for variant in drawn) == sorted(names)
    everything = sample(EXAMPLE, 1000, names)
    assert [variant.id for variant in everything[:3]] == [variant.id for variant in drawn]
    assert 5 < len({variant.example.digest for variant in everything}) == len(everything) < 1000


def test_a_sample_depends_on_its_seed_alone() -> None:
    names = ["number-words", "filler", "opener"]
    assert sample(EXAMPLE, 2, names, seed=1) == sample(EXAMPLE, 2, names, seed=1)
    assert len({tuple(variant.id for variant in sample(EXAMPLE, 2, names, seed=seed)) for seed in range(8)}) > 1
    assert sample(EXAMPLE, 0, names) == []
    with pytest.raises(UsageError, match="0 or more"):
        sample(EXAMPLE, -1)


def test_a_ladder_goes_from_mild_to_strong() -> None:
    rungs = ladder(EXAMPLE, steps("well", "well"))
    assert [rung.severity for rung in rungs] == [1, 2, 3]
    assert [rung.example.response.count("well") for rung in rungs] == [1, 2, 3]
    registered = [rung.severity or 0 for rung in ladder(EXAMPLE, "filler")]
    assert registered == sorted(set(registered))


def test_a_perturbation_without_levels_has_no_ladder() -> None:
    with pytest.raises(UsageError, match="number-words has no levels"):
        ladder(EXAMPLE, "number-words")


def test_a_level_that_was_not_offered_is_no_rung() -> None:
    """Another's perturbation may make what it does not offer; a rule-based one skips it."""
    offers_less = type("Odd", (Composed,), {"severities": (1, 2)})(compose(steps("well", "well"), SHOP).parts, "odd")
    with pytest.raises(UsageError, match="odd made severity 3"):
        ladder(EXAMPLE, offers_less)


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        (lambda: sample(EXAMPLE, "3"), "n takes a whole number"),
        (lambda: sample(EXAMPLE, 2.5), "n takes a whole number"),
        (lambda: sample("hi", 2), "example must be an Example"),
        (lambda: sample(EXAMPLE, 1, seed="0"), "seed takes a whole number"),
        (lambda: ladder("hi", "number"), "example must be an Example"),
        (lambda: ladder(EXAMPLE, 3), "is no perturbation"),
        (lambda: compose(3, "number"), "3 is no perturbation: it lacks name"),
        (lambda: compose("number", "number", name=""), "name takes a text"),
    ],
)
def test_a_wrong_argument_is_told_by_name(call: Any, wrong: str) -> None:
    """The message says which argument is wrong, and what it takes."""
    with pytest.raises(UsageError, match=wrong):
        call()


def test_a_seed_may_be_a_whole_number_of_another_package() -> None:
    """A sample is the same for a number of Python's and of NumPy's."""
    assert sample(EXAMPLE, 1, "number", seed=np.int64(3)) == sample(EXAMPLE, 1, "number", seed=3)
