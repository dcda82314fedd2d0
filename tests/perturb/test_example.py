"""`Example`: checked at the edge, stable by content."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from strategies import examples, texts

from gaugeblock.perturb.example import Example


def test_one_string_of_context_is_one_document():
    assert Example(response="a", context="b").context == ("b",)


def test_no_context_is_no_document():
    assert Example(response="a", context=None).context == ()


def test_an_id_is_made_from_the_content():
    assert Example(response="a", context="b").id == Example(response="a", context=["b"]).id
    assert Example(response="a", context="b").id != Example(response="a", context="c").id


def test_an_id_is_the_same_in_every_process():
    code = "from gaugeblock.perturb import Example; print(Example(response='é', context='b').id)"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == Example(response="é", context="b").id


def test_documents_are_told_apart_from_their_concatenation():
    assert Example(response="a", context=["b", "c"]).digest != Example(response="a", context=["bc"]).digest


@pytest.mark.parametrize("label", [-0.1, 1.1, float("nan")])
def test_a_label_outside_zero_to_one_is_refused(label):
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        Example(response="a", label=label)


@pytest.mark.parametrize("field", ["response", "question", "corrected"])
def test_a_text_that_is_no_string_is_refused_by_name(field):
    with pytest.raises(TypeError, match=field):
        Example(**({"response": "a"} | {field: 7}))


def test_a_lone_surrogate_is_refused_with_its_place():
    with pytest.raises(ValueError, match="position 2"):
        Example(response="ab\ud800")


def test_a_label_that_is_a_word_is_refused():
    with pytest.raises(TypeError, match="yes"):
        Example(response="a", label="yes")


def test_support_is_a_label_above_one_half():
    assert [Example(response="a", label=label).supported for label in (1, 0.5, 0, None)] == [True, False, False, None]


@given(examples)
def test_json_holds_the_whole_example(example):
    written = json.loads(json.dumps(example.to_json()))
    assert Example.from_json(written) == example


@given(examples)
def test_examples_hash_by_content_and_survive_pickling(example):
    copy = pickle.loads(pickle.dumps(example))
    assert copy == example
    assert hash(copy) == hash(example)


@given(examples, texts)
def test_replacing_a_text_leaves_every_other_field_alone(example, text):
    changed = example.with_texts({"response": text})
    assert changed.response == text
    assert changed.to_json() | {"response": 0} == example.to_json() | {"response": 0}


def test_an_example_cannot_be_changed():
    example = Example(response="a", metadata={"k": [1]})
    with pytest.raises(AttributeError):
        example.response = "b"  # type: ignore[misc]
    with pytest.raises(TypeError):
        example.metadata["k"] = 2  # type: ignore[index]


@pytest.mark.parametrize(
    ("metadata", "error", "wrong"),
    [
        ({"x": "ab\ud800"}, ValueError, "position 2"),
        ({"x": ["\ud800"]}, ValueError, "position 0"),
        ({"\ud800": 1}, ValueError, "position 0"),
        ({"x": float("nan")}, ValueError, "'x' must be a finite number"),
        ({"x": {"y": float("inf")}}, ValueError, "'y' must be a finite number"),
        ({1: "a", "1": "b"}, TypeError, "strings as keys"),
        ({"x": object()}, TypeError, "'x' takes a JSON value"),
    ],
)
def test_metadata_that_no_file_can_hold_are_refused(metadata, error, wrong):
    """What cannot be written and read back is told when the example is made."""
    with pytest.raises(error, match=wrong):
        Example(response="a", metadata=metadata)


def test_metadata_may_be_compared_with_anything():
    """Comparing never raises, and tells a plain mapping of the same content as equal."""
    metadata = Example(response="a", metadata={"k": [1, {"l": None}]}).metadata
    assert metadata == {"k": [1, {"l": None}]}
    assert metadata != {"k": object()}
    assert metadata != {"k": [1, {"l": None}], "m": 1}
    assert metadata != {1: [1, {"l": None}]}
    assert metadata != 5
