"""`entity-overlap`."""

from __future__ import annotations

import pytest

from gaugeblock.metrics import Unscored, resolve
from gaugeblock.metrics.builtin.entity_overlap import entities
from gaugeblock.perturb.example import Example

CONTEXT = "Maria Lopez moved to Oslo in 2019. The firm's profit rose to 3.5 million euros."


@pytest.mark.parametrize(
    ("response", "score"),
    [
        ("Maria Lopez moved to Oslo.", 1.0),
        ("Maria Lopez moved to Paris.", 1 / 2),
        ("In 2019 MARIA LOPEZ moved to Oslo.", 1.0),
        ("In 2018 Maria Lopez moved to Oslo.", 2 / 3),
        ("Maria Lopez's move to Oslo, Oslo, Oslo.", 1.0),
    ],
)
def test_the_share_of_entities_that_the_context_holds(response: str, score: float) -> None:
    assert resolve("entity-overlap").score([Example(response=response, context=CONTEXT)]) == [pytest.approx(score)]


def test_an_entity_is_not_put_together_from_words_that_lie_apart() -> None:
    context = "Maria Garcia met Jorge Lopez."
    assert resolve("entity-overlap").score([Example(response="Maria Lopez left.", context=context)]) == [0.0]


def test_an_entity_is_not_put_together_across_documents() -> None:
    context = ("Her name was Maria", "Lopez is common.")
    assert resolve("entity-overlap").score([Example(response="Maria Lopez left.", context=context)]) == [0.0]


def test_a_number_is_not_found_inside_another() -> None:
    assert resolve("entity-overlap").score([Example(response="It cost 10.", context="It cost 10.5 or 10,000.")]) == [
        0.0
    ]


def test_numbers_count_where_the_tagger_sees_no_entity() -> None:
    assert ("x7",) in entities("the x7 model")


@pytest.mark.parametrize("response", ["", "It rose.", ">>>"])
def test_a_response_without_an_entity_has_no_share_unless_one_is_asked_for(response: str) -> None:
    example = Example(response=response, context=CONTEXT)
    assert resolve("entity-overlap").score([example]) == [Unscored("declined", "the response has no entity")]
    assert resolve("entity-overlap[empty=1]").score([example]) == [1.0]
