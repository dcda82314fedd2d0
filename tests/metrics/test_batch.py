"""A batch, whatever the metric does."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd
import pytest

from gaugeblock.metrics import Metric, Score, Unscored
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.example import Example


class Odd(Metric):
    """Does what it is told for a response."""

    name = "odd"

    def __init__(self, does: Any) -> None:
        self.does = does

    def score(self, examples: Sequence[Example]) -> list[Score]:
        return self.does([example.response for example in examples])  # type: ignore[no-any-return]


def scored(does: Any, *responses: str, batched: bool = True) -> list[Any]:
    metric = Odd(does)
    metric.batched = batched
    found = score_batch(metric, [Example(response=response) for response in responses])
    return [score.reason if isinstance(score, Unscored) else score for score in found]


def test_only_the_culprit_of_a_batch_is_lost() -> None:
    assert scored(lambda texts: [1 / len(text) for text in texts], "a", "", "cc") == [1.0, "raised", 0.5]
    assert scored(lambda texts: [1.0 for text in texts if text], "a", "", "cc") == [1.0, "miscounted", 1.0]


@pytest.mark.parametrize("returned", ["12", b"12", {0.1, 0.2}, {"a": 1, "b": 2}, None, 0.5])
def test_what_is_no_list_is_miscounted(returned: Any) -> None:
    """A word of two letters is not two scores, and a set has no order."""
    assert scored(lambda texts: returned, "a", "b") == ["miscounted"] * 2


def test_a_frame_of_one_column_gives_its_values() -> None:
    """It was gone through by the names of its columns, so that a column called 1 scored every item 1."""
    assert scored(lambda texts: pd.DataFrame({"1": [0.25, 0.5]}), "a", "b") == [0.25, 0.5]
    assert scored(lambda texts: pd.DataFrame({"1": [0.25]}), "a") == [0.25]
    assert scored(lambda texts: pd.DataFrame({0: [0.5, None]}), "a", "b") == [0.5, "not-finite"]
    assert scored(lambda texts: pd.Series({"0.1": 0.25, "0.2": 0.5}), "a", "b") == [0.25, 0.5]


def test_a_frame_of_several_columns_is_miscounted_and_the_mend_told() -> None:
    frame = pd.DataFrame({0: [0.25, 0.5], 1: [0.75, 1.0]})
    (score, _) = score_batch(Odd(lambda texts: frame[: len(texts)]), [Example(response="a"), Example(response="b")])
    assert isinstance(score, Unscored)
    assert score.reason == "miscounted"
    assert score.detail == (
        "the metric returned a table of 2 columns for 1 example; return the one that holds the scores, such as "
        "table['score']"
    )
    assert scored(lambda texts: pd.DataFrame(index=[0]), "a") == ["miscounted"]
    assert scored(lambda texts: pd.DataFrame({"score": [0.5, 0.5]}), "a") == ["miscounted"]


class _Keyed:
    """A mapping by its methods alone, as of another package."""

    def keys(self) -> list[str]:
        return ["1", "2"]

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())


@pytest.mark.parametrize("returned", [_Keyed(), {"1": 0.5, "2": 0.5}.keys(), UserDict({1: 0.5, 2: 0.5})])
def test_keys_are_no_scores(returned: Any) -> None:
    assert scored(lambda texts: returned, "a", "b") == ["miscounted"] * 2


def test_a_metric_that_takes_items_one_by_one_is_handed_them_so() -> None:
    sizes: list[int] = []

    def count(texts: list[str]) -> list[float]:
        sizes.append(len(texts))
        return [1.0] * len(texts)

    assert scored(count, "a", "b", batched=False) == [1.0, 1.0]
    assert sizes == [1, 1]


def test_a_metric_may_change_the_list_that_it_is_given() -> None:
    class Consumer(Metric):
        name = "consumer"

        def score(self, examples: Sequence[Example]) -> list[Score]:
            assert isinstance(examples, list)
            return [float(len(examples.pop(0).response)) for _ in range(len(examples))]

    examples = [Example(response=response) for response in ("a", "bb", "ccc")]
    assert score_batch(Consumer(), examples) == [1.0, 2.0, 3.0]
    assert len(examples) == 3


def test_a_metric_that_lengthens_its_list_and_fails_costs_its_items_only() -> None:
    class Grower(Metric):
        name = "grower"

        def score(self, examples: Sequence[Example]) -> list[Score]:
            assert isinstance(examples, list)
            examples.append(examples[0])
            raise ValueError

    found = score_batch(Grower(), [Example(response="a"), Example(response="b")])
    assert [score.reason for score in found if isinstance(score, Unscored)] == ["raised", "raised"]


def test_no_examples_make_no_call() -> None:
    assert scored(None) == []


def test_an_exception_that_cannot_be_shown_costs_its_item_only() -> None:
    class HiddenError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def does(texts: list[str]) -> list[float]:
        if "bad" in texts:
            raise HiddenError
        return [1.0] * len(texts)

    assert scored(does, "good", "bad") == [1.0, "raised"]


def test_the_line_is_told_in_the_metrics_own_file() -> None:
    class Parser(Metric):
        name = "parser"

        def score(self, examples: Sequence[Example]) -> list[Score]:
            import json

            return json.loads("{")  # type: ignore[no-any-return]

    (score,) = score_batch(Parser(), [Example(response="a")])
    assert isinstance(score, Unscored)
    assert "(test_batch.py, line " in score.detail


def test_an_interrupt_from_the_keyboard_ends_the_run() -> None:
    def does(texts: list[str]) -> list[float]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scored(does, "a")
