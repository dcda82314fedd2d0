"""What an engine does, and the one place where a metric is called."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from gaugeblock.metrics.base import Metric, Score, Unscored, coerce_score
from gaugeblock.perturb.example import Example

Batch = tuple[int, tuple[Example, ...]]
"""A number that comes back with the scores, and the examples to score together."""


class Engine(Protocol):
    """Runs batches somewhere; finished ones come back in any order."""

    def run(self, batches: Iterable[Batch]) -> Iterator[tuple[int, list[Score]]]:
        """Scores of each batch, in the order of its examples; a batch that goes wrong costs only its own items."""
        ...


def score_batch(metric: Metric, examples: Sequence[Example]) -> list[Score]:
    """Score one batch, whatever the metric does: an item that goes wrong is `Unscored`, the others keep their scores.

    A batch that raises or comes back with another number of scores is tried again one by one, so that only the
    culprits are lost. `SystemExit` is caught too (UniEval calls ``exit(0)`` when memory runs out).
    """
    try:
        found = list(metric.score(examples))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if len(examples) == 1:
            return [Unscored("raised", describe(error))]
        return one_by_one(metric, examples)
    if len(found) != len(examples):
        if len(examples) == 1:
            return [Unscored("miscounted", f"the metric returned {len(found)} scores for 1 example")]
        return one_by_one(metric, examples)
    return [coerce_score(value, metric.bounds) for value in found]


def one_by_one(metric: Metric, examples: Sequence[Example]) -> list[Score]:
    """Score each example in a batch of its own."""
    return [score for example in examples for score in score_batch(metric, [example])]


def describe(error: BaseException) -> str:
    """An exception in one line, with the line of code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    message = " ".join(str(error).split())[:300]
    where = (
        f" (line {frames[-1].lineno} of {frames[-1].filename.replace(chr(92), '/').rsplit('/', 1)[-1]})"
        if frames
        else ""
    )
    return f"{type(error).__name__}: {message}{where}" if message else f"{type(error).__name__}{where}"
