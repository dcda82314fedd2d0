"""`rouge`, the longest common sequence above all."""

from __future__ import annotations

import random

import pytest
from rouge_score.rouge_scorer import RougeScorer

from gaugeblock.metrics import resolve
from gaugeblock.perturb.example import Example


@pytest.mark.parametrize(("use", "field"), [("f", "fmeasure"), ("p", "precision"), ("r", "recall")])
def test_the_longest_common_sequence_is_that_of_rouge_score(use: str, field: str) -> None:
    draw = random.Random(0)
    metric, published = resolve(f"rouge[kind=rougeL,use={use}]"), RougeScorer(["rougeL"])
    for _ in range(200):
        context, response = (
            " ".join(draw.choices(("ferry", "pier", "a", "b", "40", "12"), k=draw.randint(1, 90))) for _ in range(2)
        )
        expected = getattr(published.score(context, response)["rougeL"], field)
        assert metric.score([Example(response=response, context=context)]) == [expected]


def test_order_counts_and_neighbourhood_does_not() -> None:
    example = Example(response="the old pier closed", context="the pier by the old mill closed")
    assert resolve("rouge[use=p]").score([example]) == [0.75]
    assert resolve("rouge").score([Example(response="pier", context="")]) == [0.0]


@pytest.mark.timeout(30)
def test_two_long_texts_take_neither_minutes_nor_gigabytes() -> None:
    """rouge-score's own table of these two would have 10 ** 9 places."""
    response, context = "the pier is shut today " * 20_000, "the pier was never shut " * 2_000
    (score,) = resolve("rouge[use=r]").score([Example(response=response, context=context)])
    assert score == pytest.approx(0.6)
