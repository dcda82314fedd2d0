"""`Edit`, `Variant` and `Skip`: edits rebuild the variant exactly and touch nothing else."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import edits_of, examples, texts

from gaugeblock import perturb as perturb_module
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.errors import EditError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import relations
from gaugeblock.perturb.variant import (
    Edit,
    Skip,
    Variant,
    apply_edits,
    apply_to_example,
    diff_edits,
    make_variant,
    replace_span,
)


@given(texts.flatmap(lambda text: st.tuples(st.just(text), edits_of(text))))
def test_edits_replace_their_spans_and_nothing_else(case):
    text, edits = case
    changed = apply_edits(text, edits)
    at = 0
    for edit in sorted(edits):  # walk the changed text: kept stretches and new texts must alternate exactly
        kept = text[at : edit.start]
        assert changed.startswith(kept + edit.after)
        changed = changed[len(kept + edit.after) :]
        at = edit.end
    assert changed == text[at:]


@given(texts, texts)
def test_a_diff_rebuilds_the_other_text(before, after):
    assert apply_edits(before, diff_edits(before, after)) == after


def test_positions_count_code_points():
    text = "Some text yeah 🚀 rocket"
    edit = replace_span(text, 15, 16, "!")
    assert edit.before == "🚀"
    assert apply_edits(text, [edit]) == "Some text yeah ! rocket"


def test_overlapping_edits_are_refused():
    with pytest.raises(EditError, match="overlap"):
        apply_edits("abcd", [replace_span("abcd", 0, 3, "x"), replace_span("abcd", 2, 4, "y")])


def test_two_insertions_at_one_place_are_refused_since_their_order_is_unknown():
    with pytest.raises(EditError, match="overlap"):
        apply_edits("ab", [replace_span("ab", 1, 1, "x"), replace_span("ab", 1, 1, "y")])


def test_an_insertion_may_touch_a_replacement():
    assert apply_edits("abc", [replace_span("abc", 1, 1, "x"), replace_span("abc", 1, 2, "y")]) == "axyc"


def test_an_edit_that_does_not_match_its_text_is_refused():
    with pytest.raises(EditError, match="does not fit"):
        apply_edits("June", [Edit("response", 0, 3, "May", "Jul")])


def test_an_edit_whose_span_is_not_as_long_as_its_text_is_refused():
    with pytest.raises(EditError, match="names 3"):
        Edit("response", 0, 2, "May", "Jul")


def test_an_edit_of_a_field_that_is_not_there_is_refused():
    with pytest.raises(EditError, match=r"context\[2\]"):
        apply_to_example(Example(response="a", context="b"), [Edit("context[2]", 0, 0, "", "x")])


def test_an_edit_behind_the_last_document_adds_one():
    changed = apply_to_example(Example(response="a", context="b"), [Edit("context[1]", 0, 0, "", "x")])
    assert changed.context == ("b", "x")


def test_a_document_that_is_edited_away_keeps_its_place_and_is_none_of_the_text():
    changed = apply_to_example(Example(response="a", context=("b", "c", "d")), [Edit("context[1]", 0, 1, "c", "")])
    assert changed.context == ("b", "", "d")
    assert changed.context_text == "b\n\nd"


def test_a_variant_of_a_derived_example_names_both_its_parent_and_its_base():
    base = Example(id="x/claim", response="It may rain.", context="It may rain.")
    edits = [Edit("response", 3, 6, "may", "will")]
    relation = relations("force")
    variant = make_variant(base, edits, perturbation="p", family="force", relation=relation, parent="x")
    assert (variant.parent, variant.base) == ("x", base)
    assert apply_to_example(base, variant.edits).response == variant.example.response == "It will rain."
    assert Example(**variant.to_json()["base"]) == base


@given(examples, st.data())
def test_a_variant_is_its_parent_with_the_edits_made(example, data):
    edits = data.draw(edits_of(example.response))
    assume(apply_edits(example.response, edits) != example.response)
    variant = make_variant(example, edits, perturbation="p", family="benign", relation=relations("benign"))
    assert apply_to_example(example, variant.edits).response == variant.example.response
    assert variant.example.context == example.context
    assert variant.parent == example.id
    assert variant.id != example.id
    again = make_variant(example, edits[::-1], perturbation="p", family="benign", relation=relations("benign"))
    assert again == variant, "the order of the edits does not matter"


def test_a_variant_that_changes_nothing_is_refused():
    with pytest.raises(EditError, match="as it was"):
        make_variant(Example(response="a"), [], perturbation="p", family="benign", relation=relations("benign"))


def test_the_size_of_a_change_counts_what_goes_and_what_comes():
    edits = [replace_span("in May 2019", 3, 6, "June"), replace_span("in May 2019", 11, 11, "!")]
    example = Example(response="in May 2019")
    variant = make_variant(example, edits, perturbation="p", family="benign", relation=relations("benign"))
    assert variant.changed_characters == len("May") + len("June") + len("!")


def test_a_skip_needs_a_known_reason():
    with pytest.raises(ValueError, match="not-applicable"):
        Skip("id", "p", "benign", "bored")


def test_what_a_variant_says_cannot_be_changed():
    """A kept variant is handed to everybody, so that nobody may write into its details or its relation."""
    example = Example(id="a", response="It took 40 days.", context="It took 40 days.", label=1)
    variant = next(item for item in perturb_module(example, with_="number") if isinstance(item, Variant))
    with pytest.raises(TypeError):
        variant.details["junk"] = 1  # type: ignore[index]
    with pytest.raises(TypeError):
        variant.relation["conciseness"] = "x"  # type: ignore[index]
    again = next(item for item in perturb_module(example, with_="number") if isinstance(item, Variant))
    assert again == variant
    assert "junk" not in again.details


def test_a_variant_is_frozen_whatever_it_is_given():
    """The details are copied, so that a list of the caller's is not the variant's; and a variant can be hashed."""
    details = {"made of": ["a"]}
    edits = [Edit("response", 0, 1, "a", "b")]
    variant = make_variant(
        Example(id="a", response="a"),
        edits,
        perturbation="p",
        family="benign",
        relation=relations("benign"),
        details=details,
    )
    details["made of"].append("b")
    assert variant.to_json()["details"] == {"made of": ["a"]}
    assert hash(variant) == hash(pickle.loads(pickle.dumps(variant)))


@pytest.mark.parametrize(
    "name", ["context[00]", "context[٠]", "context[-1]", "context[]", "context[" + "9" * 5000 + "]"]
)
def test_a_document_has_one_name(name):
    """Two spellings of one document would be two groups of edits, of which the first would be lost."""
    with pytest.raises(EditError):
        apply_to_example(
            Example(response="r", context=("abc",)),
            [Edit("context[0]", 0, 1, "a", "x"), Edit(name, 1, 2, "b", "y")],
        )


def test_a_relation_of_a_perturbation_cannot_be_changed():
    """What a perturbation says of its scores is the same for all."""
    with pytest.raises(TypeError):
        PERTURBATIONS.get("number").relation["grounding"] = "x"  # type: ignore[index]


def test_a_variant_is_told_in_a_line_by_what_was_changed():
    example = Example(id="a", response="The pier cost 40 euros.", context=("It cost forty euros. " * 99,), label=1)
    edit = replace_span(example.response, 14, 16, "88")
    made = make_variant(
        example, [edit], perturbation="number", family="corruption", relation=relations("corruption"), severity=2
    )
    assert str(made) == repr(made) == "Variant(number, severity 2: '40' -> '88')"
    assert str(edit) == "'40' -> '88'"
    assert repr(edit) == "Edit(field='response', start=14, end=16, before='40', after='88')"


def test_a_changed_document_does_not_fill_the_screen():
    example = Example(id="a", response="It rained.", context=("It rained all day. " * 500,))
    edits = [replace_span(example.context[0], 0, 9_500, "Nothing.", "context[0]")]
    made = make_variant(example, edits, perturbation="random-context", family="context", relation=relations("context"))
    assert repr(made) == "Variant(random-context: context[0] 'It rained all day. It rained …' -> 'Nothing.')"
    assert str(example) == "Example(a: 'It rained.', 1 document)"
    assert eval(repr(example)) == example


def test_many_edits_are_cut_to_a_line():
    example = Example(id="a", response="one " * 60)
    edits = [replace_span(example.response, at, at + 3, "1") for at in range(0, 240, 4)]
    made = make_variant(example, edits, perturbation="number-words", family="benign", relation=relations("benign"))
    assert len(repr(made)) == 120
    assert repr(made).startswith("Variant(number-words: 'one' -> '1'; 'one' -> '1'; ")
    assert repr(made).endswith("…)")


def test_a_skip_is_told_with_its_reason():
    skip = Skip("a", "number", "corruption", "rejected", "the context may state '12' too", 1)
    assert str(skip) == repr(skip) == "Skip(number, severity 1: rejected (the context may state '12' too))"
    assert repr(Skip("a", "date", "corruption", "not-applicable")) == "Skip(date: not-applicable)"


def test_a_long_response_is_cut_where_its_example_is_printed():
    assert str(Example(id="a", response="word " * 99)) == f"Example(a: {('word ' * 12)[:59] + '…'!r}, 0 documents)"
