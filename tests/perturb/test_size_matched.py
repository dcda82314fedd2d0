"""Benign edits of the size of a corruption."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import PERTURBATIONS, Example, Skip, Variant, apply_to_example, perturbation_rng, size_matched
from gaugeblock.perturb.base import Proposal, RuleBased, changes_of
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.size_matched import _LEXICON, _by_size, _corruptions, _loose, _Unit, _units
from gaugeblock.perturb.variant import diff_edits, replace_span

EXAMPLE = Example(
    id="x",
    response=(
        "The centre did not close on 5 January 2019. Ann Ode said it had sold about 12 boats, and the theatre "
        "didn't buy any of them."
    ),
    context=(
        "The centre did not close on 5 January 2019. Ann Ode said that it had sold about 12 boats. The theatre bought "
        "none."
    ),
    label=1,
)
TEXT = "one two three four"


def unit(start: int, end: int, after: str, closed: tuple[int, int] | None = None) -> _Unit:
    edit = replace_span(TEXT, start, end, after)
    return _Unit("test", (edit,), (closed or (start, end),))


def sizes(*units: _Unit, most: int = 99) -> set[int]:
    return set(_by_size(units, most))


@pytest.mark.parametrize("tolerance", [0.2, 0.05])
def test_the_halves_of_a_pair_are_of_about_the_same_size(tolerance: float) -> None:
    pairs = list(size_matched(EXAMPLE, tolerance=tolerance))
    for corruption, benign in pairs:
        assert (corruption.family, benign.family) == ("corruption", "benign")
        gap = abs(benign.changed_characters - corruption.changed_characters)
        assert gap <= tolerance * corruption.changed_characters
        assert benign.details["characters"] == (benign.changed_characters, corruption.changed_characters)
        assert (benign.details["matches"], benign.details["perturbation"]) == (corruption.id, corruption.perturbation)
        assert apply_to_example(EXAMPLE, benign.edits).response == benign.example.response
        assert benign.example.label == 1
    assert pairs
    assert len({benign.example.digest for _, benign in pairs}) == len(pairs)


def test_the_corruptions_are_those_of_the_run() -> None:
    for corruption, _ in size_matched(EXAMPLE, seed=3):
        name = corruption.perturbation
        assert corruption in PERTURBATIONS.get(name).variants(EXAMPLE, perturbation_rng(3, EXAMPLE.id, name))


def test_the_registered_perturbation_makes_the_benign_halves() -> None:
    found = list(PERTURBATIONS.get("size-matched").variants(EXAMPLE, perturbation_rng(3, EXAMPLE.id, "size-matched")))
    benign = [outcome for outcome in found if isinstance(outcome, Variant)]
    assert [half.details["matches"] for half in benign] == [pair[0].id for pair in size_matched(EXAMPLE, seed=3)]
    assert {half.perturbation for half in benign} == {"size-matched"}


def test_the_same_seed_gives_the_same_pairs() -> None:
    again = Example(**{name: getattr(EXAMPLE, name) for name in ("id", "response", "context", "label")})
    assert list(size_matched(again, seed=1)) == list(size_matched(EXAMPLE, seed=1))


def test_no_half_is_made_of_perturbations_that_are_made_of_others() -> None:
    for _, benign in size_matched(EXAMPLE):
        assert not {"size-matched", "paraphrase"} & set(benign.details["parts"])


def test_layout_is_named_where_it_fills_in() -> None:
    layout = {name for name in PERTURBATIONS if changes_of(PERTURBATIONS.get(name)) == "layout"}
    assert {"whitespace", "dashes"} <= layout
    for _, benign in size_matched(EXAMPLE):
        assert benign.details["layout"] == bool(layout & set(benign.details["parts"]))


@pytest.mark.parametrize(
    "example",
    [
        Example(id="u", response="The centre has 12 doors.", context="The centre has 9 doors.", label=0),
        Example(id="e", response=""),
        Example(id="s", response="¿?! 🚀 ..."),
    ],
)
def test_where_there_is_no_corruption_there_is_no_pair(example: Example) -> None:
    """What is unsupported cannot be made so, and an empty text has nothing to change."""
    assert list(size_matched(example)) == []
    chance = perturbation_rng(0, example.id, "size-matched")
    (skip,) = PERTURBATIONS.get("size-matched").variants(example, chance)
    assert isinstance(skip, Skip)


def test_a_negative_tolerance_is_refused() -> None:
    with pytest.raises(UsageError, match="tolerance must be 0 or more"):
        size_matched(EXAMPLE, tolerance=-0.1)


def test_sizes_add_up_over_units_that_leave_each_other_alone() -> None:
    assert sizes(unit(0, 3, "1"), unit(8, 13, "3")) == {4, 6, 10}
    assert sizes(unit(0, 3, "1"), unit(8, 13, "3"), most=9) == {4, 6}


def test_overlapping_and_touching_units_are_not_combined() -> None:
    assert sizes(unit(0, 3, "1"), unit(2, 7, "y")) == {4, 6}
    assert sizes(unit(0, 3, "1"), unit(3, 7, " z")) == {4, 6}


def test_nothing_else_changes_in_what_a_unit_holds_closed() -> None:
    """Active made passive, say, moves words that another edit would change where they stood before."""
    assert sizes(unit(0, 3, "1", closed=(0, 18)), unit(8, 13, "3")) == {4, 6}


def test_a_word_and_its_article_go_together() -> None:
    """ "A film" becomes "an opera" in two edits; half of that would be "an film"."""
    text = "a film in May"
    edits = (replace_span(text, 0, 1, "an"), replace_span(text, 2, 6, "opera"), replace_span(text, 10, 13, "June"))
    assert list(_loose(edits)) == [edits[:2], edits[2:]]
    assert list(_loose(())) == []


def test_the_names_of_the_table_are_perturbations() -> None:
    listed = [name for names in _LEXICON.values() for name in names]
    assert len(listed) == len(set(listed))
    assert {"contractions", "synonyms", "whitespace"} <= set(listed)
    assert set(listed) <= {*PERTURBATIONS.names()}


def test_what_others_register_changes_no_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pairs are the library's own, whatever is installed beside it and whenever it is asked."""
    before = list(size_matched(EXAMPLE, seed=5))
    _corruptions.cache_clear()
    _units.cache_clear()
    monkeypatch.setattr(PERTURBATIONS, "_entries", {name: PERTURBATIONS.get(name) for name in PERTURBATIONS})
    for family in ("corruption", "benign"):
        shouted = RuleBased(
            name=f"theirs-{family}",
            family=family,
            summary="Shouts.",
            propose=lambda example, text, rng: [Proposal(diff_edits(example.response, example.response.upper()))],
        )
        PERTURBATIONS.register(shouted.name, shouted)
    assert list(size_matched(EXAMPLE, seed=5)) == before
