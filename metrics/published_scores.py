"""`scores:NAME`: the scores that were published with a data set and that its examples carry, each as a metric."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.perturb.errors import DataError
from gaugeblock.perturb.example import Example

KEY = "published_scores"
"""Where an example's metadata holds its published scores: numbers by name of the metric."""


class PublishedScore(Metric):
    """One published score of each example, found by the example's id; larger is taken to be better.

    Only the examples themselves have such a score. A variant has an id of its own, and is `Unscored`, although it
    carries the metadata of its original.

    Args:
        dataset: name of the data set; its first part in the metric's name.
        column: name of the score.
        scores: by the id of the example.
    """

    reads = frozenset({"id"})
    batch_size = 4096

    def __init__(self, dataset: str, column: str, scores: Mapping[str, float]) -> None:
        self.name = re.sub(r"[^\w.+-]+", "-", f"{dataset}-{column}").strip("-.")
        self._column = column
        self._scores = dict(scores)

    def fingerprint_parts(self) -> Sequence[Any]:
        """The scores and what they are of."""
        return [KEY, self.version, self._column, sorted(self._scores.items())]

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [
            self._scores.get(example.id, Unscored("declined", f"no {self._column!r} was published for {example.id!r}"))
            for example in examples
        ]


def published_scores(dataset: str, examples: Sequence[Example]) -> list[PublishedScore]:
    """A metric for each published score that some example carries, in the order of their first appearance.

    Args:
        dataset: name of the data set.
        examples: their metadata may hold, under `KEY`, numbers by name.

    Raises:
        DataError: no example carries any, or two names differ in signs only that a metric's name cannot have.
    """
    columns: dict[str, dict[str, float]] = {}
    for example in examples:
        carried = example.metadata.get(KEY)
        for column, value in carried.items() if isinstance(carried, Mapping) else ():
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                columns.setdefault(column, {})[example.id] = float(value)
    if not columns:
        raise DataError(
            f"the examples of {dataset} carry no published scores: their metadata has no {KEY!r} with numbers by name"
        )
    metrics = [PublishedScore(dataset, column, scores) for column, scores in columns.items()]
    names = [metric.name for metric in metrics]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise DataError(f"several published scores of {dataset} would be called {', '.join(twice)}; rename them")
    return metrics
