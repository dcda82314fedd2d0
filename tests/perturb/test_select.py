"""Choosing perturbations by name and family, and running them."""

from __future__ import annotations

import numpy as np
import pytest

from gaugeblock import perturb
from gaugeblock.perturb import PERTURBATIONS, Example, Skip, Variant, perturbation_rng, select, variants_of
from gaugeblock.perturb.base import changes_of
from gaugeblock.perturb.errors import UnknownNameError, UsageError

EXAMPLE = Example(id="x", response="The shop has 12 doors.", context="The shop has 12 doors.", label=1)


def names(with_: str | list[str]) -> list[str]:
    return [item.name for item in select(with_)]


def test_all_is_every_perturbation_under_its_own_name() -> None:
    assert names("all") == PERTURBATIONS.names()


def test_a_family_is_its_perturbations() -> None:
    assert {item.family for item in select("force")} == {"force"}
    assert names("verbosity") == [name for name in PERTURBATIONS if PERTURBATIONS.get(name).family == "verbosity"]


def test_families_and_names_mix_and_each_is_run_once() -> None:
    assert names("number, filler,verbosity") == ["number", "filler", *(n for n in names("verbosity") if n != "filler")]
    assert names(["number", "number"]) == ["number"]


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(UnknownNameError, match="did you mean negation"):
        select("negatoin")


@pytest.mark.parametrize("nothing", ["", " , ", []])
def test_nothing_named_is_refused(nothing: str | list[str]) -> None:
    with pytest.raises(UsageError, match="at least one"):
        select(nothing)


def test_every_perturbation_named_gives_a_variant_or_a_skip() -> None:
    outcomes = list(variants_of(EXAMPLE, "number-words,pronoun"))
    assert [type(outcome) for outcome in outcomes] == [Variant, Skip]
    assert [outcome.perturbation for outcome in outcomes] == ["number-words", "pronoun"]


def test_what_is_made_does_not_depend_on_what_else_is_asked_for() -> None:
    alone = list(variants_of(EXAMPLE, "number", seed=5))
    assert alone == [found for found in variants_of(EXAMPLE, "corruption", seed=5) if found.perturbation == "number"]


def test_the_package_can_be_called() -> None:
    assert list(perturb(EXAMPLE, with_="number", seed=5)) == list(variants_of(EXAMPLE, "number", seed=5))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("whitespace", "layout"),
        ("date-format", "form"),
        ("synonyms", "word"),
        ("voice", "structure"),
        ("paraphrase", "several"),
    ],
)
def test_a_benign_perturbation_says_what_it_changes(name: str, changes: str) -> None:
    assert changes_of(PERTURBATIONS.get(name)) == changes


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"with_": "nope"}, UnknownNameError),
        ({"with_": ""}, UsageError),
        ({"seed": 1.5}, UsageError),
        ({"example": "a text"}, UsageError),
    ],
)
def test_a_wrong_argument_is_told_before_the_first_variant_is_asked_for(arguments: dict, error: type) -> None:
    """The call itself fails, not the loop over what it gives."""
    with pytest.raises(error):
        perturb(**({"example": EXAMPLE} | arguments))


@pytest.mark.parametrize("arguments", [(1.0, "x", "p"), (True, "x", "p"), (1, 5, "p"), (1, "x", None)])
def test_a_chance_is_that_of_a_whole_number_and_two_names(arguments: tuple) -> None:
    """What would silently be another chance than the same number's is refused."""
    with pytest.raises(UsageError):
        perturbation_rng(*arguments)


def test_a_chance_may_come_of_any_whole_number() -> None:
    """A number of another package is the same seed as Python's own."""
    assert perturbation_rng(np.int64(3), "x", "p").random() == perturbation_rng(3, "x", "p").random()


def test_a_list_may_have_commas_in_it_and_blanks_tell_nothing_apart() -> None:
    """What is named twice is run once, however it is written."""
    assert names(["number,antonym", " filler "]) == ["number", "antonym", "filler"]
    assert names("number,number[]") == ["number"]
    assert len(select("llm-shorten[model=m,temperature=0],llm-shorten[ temperature=0, model=m ]")) == 1


def test_what_follows_the_options_is_told() -> None:
    """The bracket is there, so it is not what is missing."""
    with pytest.raises(UsageError, match="options of number are followed by 'x'"):
        select("number[a=b]x")
    with pytest.raises(UsageError, match="cannot be read"):
        select("number[a=b")
