"""The scores that examples carry in their metadata, as metrics."""

from __future__ import annotations

import pickle

import pytest

from gaugeblock.metrics.base import Unscored, check_metric
from gaugeblock.metrics.published_scores import published_scores
from gaugeblock.perturb.errors import DataError
from gaugeblock.perturb.example import Example


def example(name: str, **scores: object) -> Example:
    return Example(id=name, response=f"Response {name}.", context="It rose.", metadata={"published_scores": scores})


EXAMPLES = [example("a", FactCC=0.25, **{"BertScore P Art": 0.5}), example("b", FactCC=1)]


def test_each_published_score_is_a_metric_under_a_name_that_can_be_written():
    metrics = published_scores("frank", EXAMPLES)
    assert [metric.name for metric in metrics] == ["frank-FactCC", "frank-BertScore-P-Art"]
    for metric in metrics:
        check_metric(metric)


def test_the_scores_are_those_of_the_examples():
    first, second = published_scores("frank", EXAMPLES)
    assert first.score(EXAMPLES) == [0.25, 1.0]
    half, missing = second.score(EXAMPLES)
    assert half == 0.5
    assert isinstance(missing, Unscored)
    assert missing.reason == "declined"
    assert "'b'" in missing.detail


def test_a_variant_does_not_get_the_score_of_its_original():
    (first, _) = published_scores("frank", EXAMPLES)
    variant = Example(id="a/entity-1", response="Other.", context="It rose.", metadata=EXAMPLES[0].metadata)
    assert isinstance(first.score([variant])[0], Unscored)


def test_other_scores_have_another_fingerprint():
    one = published_scores("frank", EXAMPLES)[0].fingerprint
    assert published_scores("frank", EXAMPLES)[0].fingerprint == one
    assert published_scores("frank", [example("a", FactCC=0.26), EXAMPLES[1]])[0].fingerprint != one


def test_a_metric_can_be_given_to_another_process():
    (first, _) = published_scores("frank", EXAMPLES)
    assert pickle.loads(pickle.dumps(first)).score(EXAMPLES) == [0.25, 1.0]


@pytest.mark.parametrize("scores", [{}, {"FactCC": "high"}, {"FactCC": True}, {"FactCC": None}])
def test_examples_without_published_numbers_are_refused(scores):
    with pytest.raises(DataError, match="the examples of mine carry no published scores"):
        published_scores("mine", [example("a", **scores)])
    with pytest.raises(DataError, match="carry no published scores"):
        published_scores("mine", [Example(response="x", metadata={"published_scores": 3})])


def test_names_that_become_one_are_refused():
    with pytest.raises(DataError, match="would be called frank-Rouge-1"):
        published_scores("frank", [example("a", **{"Rouge 1": 0.1, "Rouge-1": 0.2})])
