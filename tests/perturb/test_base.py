"""`RuleBased`: slots, refusals, levels and skips."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from gaugeblock.perturb import Edit, Example, Relation, Skip, Variant, perturbation_rng
from gaugeblock.perturb.base import Check, Proposal, RuleBased, changes_of
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

EXAMPLE = Example(id="x", response="The fee is due.", context="The fee is due.", label=1)


def last_word(example: Example, word: str) -> tuple[Edit, ...]:
    return (replace_span(example.response, 11, 14, word),)


def perturbation(proposed: Sequence[tuple[int | None, str]], **settings: Any) -> RuleBased:
    """A perturbation that proposes these last words, each at its severity."""

    def propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
        return [Proposal(last_word(example, word), severity, {"word": word}) for severity, word in proposed]

    return RuleBased(name="last-word", family="corruption", summary="For tests.", propose=propose, **settings)


def run(made: RuleBased, example: Example = EXAMPLE) -> list[Variant | Skip]:
    return list(made.variants(example, perturbation_rng(0, example.id, made.name)))


def shown(outcomes: Sequence[Variant | Skip]) -> list[tuple[int | None, str]]:
    """Severity, and the changed last word or the reason why there is none."""
    return [
        (found.severity, found.example.response[11:-1] if isinstance(found, Variant) else found.reason)
        for found in outcomes
    ]


def refuses(*words: str) -> Check:
    return lambda original, changed, proposal: "refused" if proposal.details["word"] in words else None


def test_the_first_proposal_that_passes_fills_the_slot() -> None:
    made = perturbation([(None, "low"), (None, "high"), (None, "odd")], checks=(refuses("low"),))
    assert shown(run(made)) == [(None, "high")]


def test_no_proposal_is_asked_for_once_every_level_is_filled() -> None:
    asked: list[int] = []

    def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
        for severity in (1, 2, 1, 2):
            asked.append(severity)
            yield Proposal(last_word(example, f"high{severity}"), severity)

    made = RuleBased(name="last-word", family="corruption", summary="For tests.", propose=propose, severities=(1, 2))
    assert shown(run(made)) == [(1, "high1"), (2, "high2")]
    assert asked == [1, 2]


def test_what_a_perturbation_changes_is_one_of_the_kinds() -> None:
    assert changes_of(perturbation([], changes="layout")) == "layout"
    with pytest.raises(UsageError, match=r"last-word: changes must be one of layout, .*, not 'looks'"):
        perturbation([], changes="looks")


def test_a_perturbation_that_does_not_say_what_it_changes_is_taken_to_rebuild_sentences() -> None:
    class Other:
        name, family, version, languages, severities = "other", "benign", "1", frozenset({"en"}), ()
        relation: Mapping[str, Relation] = {}

        def variants(self, example: Example, rng: random.Random) -> Iterator[Variant | Skip]:
            return iter(())

    assert changes_of(Other()) == "structure"


def test_a_plug_in_may_say_what_it_changes() -> None:
    class Other:
        name, family, version, languages, severities = "other", "benign", "1", frozenset({"en"}), ()
        relation: Mapping[str, Relation] = {}

        def __init__(self, changes: str) -> None:
            self.changes = changes

        def variants(self, example: Example, rng: random.Random) -> Iterator[Variant | Skip]:
            return iter(())

    assert changes_of(Other("layout")) == "layout"
    with pytest.raises(UsageError, match=r"other: changes must be one of layout, .*, not 'looks'"):
        changes_of(Other("looks"))


def test_each_level_is_a_slot_of_its_own() -> None:
    made = perturbation([(1, "low"), (1, "odd"), (2, "high")], severities=(1, 2))
    assert shown(run(made)) == [(1, "low"), (2, "high")]


def test_a_slot_whose_proposals_are_all_refused_gets_one_skip_with_the_first_refusal() -> None:
    made = perturbation([(1, "low"), (1, "odd"), (2, "high")], severities=(1, 2), checks=(refuses("low", "odd"),))
    outcomes = run(made)
    assert shown(outcomes) == [(2, "high"), (1, "rejected")]
    assert isinstance(outcomes[1], Skip)
    assert outcomes[1].detail == "refused"


def test_a_level_without_proposals_is_skipped_as_not_applicable() -> None:
    assert shown(run(perturbation([(2, "high")], severities=(1, 2)))) == [(2, "high"), (1, "not-applicable")]


GERMAN = Example(id="x", response="Die Miete ist nicht mit der Post gekommen.", context="x")
UNSUPPORTED = Example(id="x", response="The fee is due.", context="x", label=0)


@pytest.mark.parametrize(
    ("example", "proposed", "reason"),
    [
        (GERMAN, [(1, "low")], "language"),
        (UNSUPPORTED, [(1, "low")], "not-applicable"),
        (EXAMPLE, [], "not-applicable"),
        (EXAMPLE, [(1, "due"), (2, "due"), (3, "due")], "unchanged"),
    ],
)
def test_whatever_the_reason_there_is_a_skip_for_each_level(
    example: Example, proposed: list[tuple[int | None, str]], reason: str
) -> None:
    """Coverage counts rows: a language must not weigh less than a missing place."""
    made = perturbation(proposed, severities=(1, 2, 3), needs_supported=True)
    assert shown(run(made, example)) == [(1, reason), (2, reason), (3, reason)]


@pytest.mark.parametrize("example", [GERMAN, UNSUPPORTED])
def test_a_perturbation_without_levels_is_skipped_once(example: Example) -> None:
    assert len(run(perturbation([(None, "low")], needs_supported=True), example)) == 1


def test_a_perturbation_with_slots_of_its_own_is_skipped_once() -> None:
    by_word = {"group": lambda proposal: proposal.details["word"]}
    assert shown(run(perturbation([], **by_word))) == [(None, "not-applicable")]
    assert shown(run(perturbation([(None, "low"), (None, "low"), (None, "odd")], **by_word))) == [
        (None, "low"),
        (None, "odd"),
    ]


def test_the_same_text_is_not_made_twice() -> None:
    made = perturbation([(1, "low"), (2, "low")], severities=(1, 2))
    assert shown(run(made)) == [(1, "low"), (2, "unchanged")]


@pytest.mark.parametrize(
    ("keeps", "before", "after"),
    [(True, 1, 1), (True, 0, 0), (True, None, None), (False, 1, 0), (False, 0, 0), (False, None, None)],
)
def test_the_label_is_kept_or_becomes_unsupported(keeps: bool, before: float | None, after: float | None) -> None:
    example = Example(id="x", response="The fee is due.", context="x", label=before)
    (outcome,) = run(perturbation([(None, "low")], keeps_label=keeps), example)
    assert isinstance(outcome, Variant)
    assert outcome.example.label == after


def test_the_relation_is_the_familys_unless_the_proposal_says_otherwise() -> None:
    (outcome,) = run(perturbation([(None, "low")]))
    assert isinstance(outcome, Variant)
    assert outcome.relation["grounding"] is Relation.DECREASE

    def propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
        yield Proposal(last_word(example, "low"), relation={"grounding": Relation.NONE})

    (other,) = run(RuleBased(name="other", family="corruption", summary="For tests.", propose=propose))
    assert isinstance(other, Variant)
    assert dict(other.relation) == {"grounding": Relation.NONE}


def test_chance_depends_on_seed_example_and_perturbation_only() -> None:
    draws = {perturbation_rng(*key).random() for key in [(0, "a", "p"), (1, "a", "p"), (0, "b", "p"), (0, "a", "q")]}
    assert len(draws) == 4
    assert perturbation_rng(0, "a", "p").random() in draws


def test_edits_that_overlap_cost_a_skip_and_not_the_run() -> None:
    def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
        yield Proposal((replace_span(text.text, 0, 3, "a"), replace_span(text.text, 1, 4, "b")))

    clumsy = RuleBased(name="clumsy", family="benign", summary="", propose=propose)
    (outcome,) = clumsy.variants(Example(response="The pier."), perturbation_rng(0, "x", "clumsy"))
    assert isinstance(outcome, Skip)
    assert outcome.reason == "rejected"
    assert "overlap" in outcome.detail


def test_a_level_that_is_not_offered_is_skipped_and_told() -> None:
    """A fault of the perturbation costs the level, and not the run."""
    outcomes = run(perturbation([(7, "low"), (1, "high")], severities=(1, 2)))
    assert shown(outcomes) == [(1, "high"), (7, "rejected"), (2, "not-applicable")]
    assert "no level 7 is offered" in next(one.detail for one in outcomes if one.severity == 7)  # type: ignore[union-attr]


def test_a_family_that_is_none_is_refused() -> None:
    """Whatever its relation, since reports are made by family."""
    with pytest.raises(UsageError, match="odd: family must be one of benign, corruption"):
        RuleBased(
            name="odd", family="nope", summary="", propose=lambda *_: (), relation={"grounding": Relation.DECREASE}
        )
