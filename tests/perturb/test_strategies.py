"""The Hypothesis strategies: what they draw, what they refuse, and where shrinking ends."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import FAMILIES, PERTURBATIONS, Example, Relation, apply_to_example
from gaugeblock.perturb import strategies as drawn
from gaugeblock.perturb.errors import UnknownNameError, UsageError
from gaugeblock.perturb.strategies.scenes import (
    LAYOUTS,
    build,
    conversation_scenes,
    degenerate_texts,
    scenes,
    unicode_scenes,
)

FEW = settings(max_examples=40, database=None)
OWN = [
    Example(response="The fee rose to 12 euros in May 2021.", context="The fee rose to 12 euros in May 2021.", label=1),
    Example(response="Ann Ode may sell 30 boats.", context="Ann Ode may sell 30 boats. Tom Gray sold 12.", label=1),
    Example(response="The mill fell in 1990.", context="The mill stands.", label=0),
]


def draws(strategy: st.SearchStrategy, count: int = 60) -> list:
    """Values of a strategy, always the same."""
    found: list = []

    @settings(max_examples=count, database=None, derandomize=True, phases=[Phase.generate])
    @given(strategy)
    def gather(value):
        found.append(value)

    gather()
    return found


def first(strategy: st.SearchStrategy, holds=lambda value: True):
    """What shrinking ends at."""
    return find(strategy, holds, settings=settings(max_examples=300, database=None), random=random.Random(0))


def test_importing_the_strategies_loads_no_parser_and_no_model():
    """A test module that merely imports them must stay quick."""
    code = "import sys, gaugeblock.perturb.strategies as s; s.corrupted_variants(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"spacy", "torch", "transformers", "nltk"} & set(loaded)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: drawn.variants(family="nice"), "no family is called 'nice'"),
        (lambda: drawn.variants(family="benign", name="number"), "not both"),
        (lambda: drawn.variants(name="nubmer"), "did you mean number"),
        (lambda: drawn.variants(name="number", severity=9), "their levels are 1, 2, 3"),
        (lambda: drawn.variants(name="contractions", severity=1), "they have no levels"),
        (lambda: drawn.variants(relation="up"), "relation takes one of"),
        (lambda: drawn.variants(construct="charm"), "construct takes one of"),
        (lambda: drawn.variants(supported="yes"), "supported takes True, False or None"),
        (lambda: drawn.variants(among=[]), "among holds no example"),
        (lambda: drawn.variants(among="sample"), "among takes several examples"),
        (lambda: drawn.variants(among=["text"]), "among takes examples, not str"),
        (lambda: drawn.examples(among=OWN[:1], supported=False), "with a label of one half or less"),
        (lambda: drawn.benign_variants(name="number"), "no perturbation of the family benign"),
        (lambda: drawn.variants(among=5), "among takes several examples"),
        (lambda: drawn.variants(name="number", severity=True), "severity takes a whole number"),
        (lambda: drawn.force_pairs(severity="1"), "severity takes a whole number"),
        (lambda: drawn.examples(unicode="no"), "unicode takes True or False, not 'no'"),
        (
            lambda: drawn.contexts(min_documents=3, max_documents=2),
            r"max_documents takes a number from min_",
        ),
        (lambda: drawn.contexts(min_documents="1"), "min_documents takes a whole number from 0 on, not '1'"),
        (lambda: drawn.contexts(min_documents=True), "min_documents takes a whole number"),
        (lambda: drawn.contexts(max_documents=1.5), "max_documents takes a whole number"),
        (lambda: drawn.ladders(levels=3), "levels takes a list of whole numbers, not 3"),
        (lambda: drawn.ladders(levels=[1, "2"]), r"levels\[1\] takes a whole number"),
        (lambda: drawn.force_pairs(axis="height"), "modality, numeric, relation, scope, temporal"),
        (lambda: drawn.inflated(levels=[1]), "two or more of 1, 2, 3, 4, 5"),
        (lambda: drawn.ladders(family="benign"), "no levels of severity"),
        (lambda: drawn.conversations(max_turns=0), "max_turns takes a whole number"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_when_the_strategy_is_made(make, says):
    """Not at the first draw, and not by drawing nothing."""
    with pytest.raises((UsageError, UnknownNameError), match=says):
        make()


def test_a_context_has_as_many_documents_as_are_asked_for():
    """More than three too, where only the fewest are named."""
    assert {len(found) for found in draws(drawn.contexts(min_documents=5), 10)} == {5}
    assert {len(found) for found in draws(drawn.contexts())} == {1, 2, 3}


def test_a_strategy_without_any_variant_says_so():
    """Rather than rejecting every draw, which Hypothesis would blame on the test."""
    strategy = drawn.variants(name="number", among=[Example(response="Nobody came.", context="Nobody came.", label=1)])
    with pytest.raises(UsageError, match="no example gives a variant of number"):
        draws(strategy, 1)


def test_the_context_of_a_scene_holds_the_values_of_what_it_supports():
    """A supported response names nothing that its context does not."""
    for scene in (*scenes(), *conversation_scenes()):
        for filling in range(scene.fillings):
            for form in range(scene.forms(True)):
                example = build(scene, True, form, filling)
                said = [word.strip(".,;") for word in example.response.split()]
                values = [word for word in said if word[:1].isupper() or word[:1].isdigit()]
                assert all(value.casefold() in example.context_text.casefold() for value in values), example


def test_no_filling_gives_two_people_firms_or_places_one_name():
    """Else a wrong response could be a right one."""
    for scene in (*scenes(), *conversation_scenes()):
        for filling in range(scene.fillings):
            said = {build(scene, True, form, filling).response for form in range(scene.forms(True))}
            wrong = {build(scene, False, form, filling).response for form in range(scene.forms(False))}
            assert not said & wrong
            for text in wrong:
                assert text not in build(scene, False, 0, filling).context_text


QUALIFIERS = {"said", "found", "trial", "study", "about", "new"}


def test_a_supported_response_keeps_what_the_context_limits_it_by():
    """Where somebody said that the drug might help, "The drug might help" is not supported; nor is "She" somebody."""
    for scene in (*scenes(), *conversation_scenes()):
        for text in scene.said:
            said = set(re.findall(r"\w+", text.lower()))
            of_context = [set(re.findall(r"\w+", sentence.lower())) for sentence in scene.context]
            nearest = max(of_context, key=lambda words: len(said & words))
            assert not nearest & QUALIFIERS - said, text
            assert not said & {"he", "she", "there", "his", "her"}, text


def test_a_ladder_has_two_rungs_though_levels_belong_to_several_bases():
    """Variants of another base are no rungs of it."""
    for rungs in draws(drawn.ladders(family="force"), 80):
        assert len(rungs) >= 2
        assert len({rung.base for rung in rungs}) == 1
        assert len({rung.severity for rung in rungs}) == len(rungs)


def test_every_layout_of_a_context_holds_the_whole_scene():
    """What supports the response is there, however the documents are cut or mixed."""
    for scene in scenes():
        whole = build(scene, True).context_text
        for layout in range(len(LAYOUTS)):
            documents = build(scene, True, layout=layout).context
            assert whole in " ".join(documents)


@given(drawn.examples(supported=True), drawn.examples(supported=False))
@FEW
def test_examples_are_labelled_as_was_asked(right, wrong):
    """A supported one has 1; an unsupported one has 0 and its correction."""
    assert right.label == 1.0
    assert wrong.label == 0.0
    assert wrong.corrected


def test_a_deliberate_share_of_the_examples_is_in_unusual_unicode():
    """About one in eight, and none where it is not wanted."""
    kinds = [example.metadata.get("script") for example in draws(drawn.examples(), 300)]
    assert 0.05 < sum(kind is not None for kind in kinds) / len(kinds) < 0.35
    assert len(set(kinds)) > 5
    plain = draws(drawn.examples(unicode=False), 100)
    assert all("script" not in example.metadata for example in plain)
    assert len(unicode_scenes()) >= 10


@given(drawn.variants())
@FEW
def test_a_variant_is_its_base_with_its_edits(variant):
    """So a pair can be scored, shown and undone."""
    changed = apply_to_example(variant.base, variant.edits)
    assert (changed.response, changed.context, changed.question) == (
        variant.example.response,
        variant.example.context,
        variant.example.question,
    )


@given(drawn.variants(relation=Relation.DECREASE, supported=True))
@FEW
def test_variants_of_a_relation_have_it_and_the_labels_of_it(variant):
    """What must lower a score makes a supported response unsupported."""
    assert variant.relation["factual-consistency"] is Relation.DECREASE
    assert variant.base.label == 1.0
    assert variant.example.label == 0.0


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_draws_its_perturbations_and_no_other(family):
    """Most of them within a hundred draws."""
    names = {variant.perturbation for variant in draws(drawn.variants(family=family), 100)}
    own = {name for name in PERTURBATIONS if PERTURBATIONS.get(name).family == family}
    assert names <= own
    assert len(names) >= min(len(own), 25) * 0.6


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PERTURBATIONS))
def test_every_perturbation_can_be_drawn_on_its_own(name):
    """Rare ones from the text that illustrates them in the catalogue."""
    assert {variant.perturbation for variant in draws(drawn.variants(name=name), 5)} == {name}


@given(drawn.variants(name="number", severity=2))
@FEW
def test_variants_of_a_severity_have_it(variant):
    """And no other level."""
    assert variant.severity == 2


@given(drawn.variants(family="corruption", among=OWN))
@FEW
def test_variants_of_own_examples_are_of_these(variant):
    """Nothing built comes in between; an unsupported response is not corrupted."""
    assert variant.base in OWN[:2]


@given(drawn.force_pairs(axis="modality"))
@FEW
def test_a_force_pair_has_one_context_and_two_claims(pair):
    """The raised one is not supported."""
    assert pair.calibrated.context == pair.raised.context
    assert pair.calibrated.response != pair.raised.response
    assert (pair.axis, pair.calibrated.label, pair.raised.label) == ("modality", 1.0, 0.0)


@given(drawn.inflated())
@FEW
def test_inflated_responses_grow(responses):
    """From the bare one on, each is longer than the one before."""
    lengths = [len(example.response) for example in responses]
    assert len(lengths) >= 3
    assert lengths == sorted(set(lengths))


@given(drawn.ladders(family="force", levels=[1, 3]))
@FEW
def test_a_ladder_has_the_levels_that_were_asked(rungs):
    """In order, of one original, by one perturbation."""
    assert [rung.severity for rung in rungs] == [1, 3]
    assert len({(rung.base, rung.perturbation) for rung in rungs}) == 1


@given(drawn.four_conditions())
@FEW
def test_the_four_conditions_change_what_they_say(four):
    """Context, response, both or neither; only the first two are supported."""
    assert four.response_changed.context == four.original.context
    assert four.context_changed.response == four.original.response
    assert four.both_changed.response == four.response_changed.response
    assert four.both_changed.context == four.context_changed.context
    assert [example.label for example in four] == [1.0, 1.0, 0.0, 0.0]


@given(drawn.conversations(max_turns=3))
@FEW
def test_a_conversation_ends_with_the_user_and_its_documents_answer(example):
    """Speakers take turns, and there are no more of them than was asked."""
    lines = example.question.split("\n")
    assert len(lines) in (1, 3)
    assert [line.partition(":")[0] for line in lines] == ["User", "Assistant", "User"][: len(lines)]
    assert example.context_text


@given(drawn.contexts(min_documents=2, max_documents=3), drawn.responses(supported=True))
@FEW
def test_contexts_and_responses_come_as_text(context, response):
    """As many documents as were asked, none twice."""
    assert 2 <= len(set(context)) == len(context) <= 3
    assert response.strip()


@given(drawn.degenerate_responses())
@FEW
def test_degenerate_responses_say_nothing(text):
    """They are of the list, or have no letter or digit at all."""
    assert text in degenerate_texts() or not any(character.isalnum() for character in text)


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (drawn.variants(), 8),
        (drawn.benign_variants(), 8),
        (drawn.corrupted_variants(), 8),
        (drawn.gamed_variants(), 8),
        (drawn.variants(family="force"), 12),
        (drawn.variants(family="verbosity"), 8),
        (drawn.variants(family="context"), 8),
    ],
)
def test_shrinking_ends_at_few_words_one_edit_and_a_mild_severity(strategy, words):
    """What a person reads must be the simplest there is."""
    variant = first(strategy)
    assert len(variant.base.response.split()) <= words
    assert len(variant.edits) == 1
    assert variant.severity in (None, 1)


def test_shrinking_keeps_what_makes_a_test_fail():
    """The simplest variant of a number that is far off is not the simplest variant."""
    variant = first(drawn.corrupted_variants(name="number"), lambda found: found.severity == 3)
    assert variant.severity == 3
    assert len(variant.base.response.split()) <= 8


def test_the_strategies_leave_the_global_chance_alone():
    """Hypothesis warns of strategies that draw from it; the package ``regex`` does when its cache is full."""
    draws(drawn.variants(), 5)
    state = random.getstate()
    for example in draws(drawn.examples(), 20):
        for name in ("entity", "counterfactual", "known-names"):
            from gaugeblock.perturb.strategies._supply import variants_with_base

            variants_with_base(name, example)
    assert random.getstate() == state


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_the_default_health_checks_pass_on_a_quick_metric(family):
    """With Hypothesis' own settings, a metric of a millisecond, and at least a hundred examples a second."""
    count = 0

    def metric(example: Example) -> float:
        time.sleep(0.001)
        return len(example.response)

    @settings(max_examples=400, database=None, suppress_health_check=[], deadline=None)
    @given(drawn.variants(family=family))
    def test(variant):
        nonlocal count
        count += 1
        assert metric(variant.base) >= 0

    test()  # what is loaded once does not count
    count = 0
    started = time.process_time()
    test()
    # processor time, so that other work on the machine does not count, and the millisecond that the metric sleeps
    seconds = time.process_time() - started + 0.001 * count
    assert count / seconds >= 100
