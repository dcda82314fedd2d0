"""Score a batch, whatever the metric does: only an item that goes wrong goes without a score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import islice
from typing import Any

from gaugeblock.metrics.base import Bounds, Metric, Score, Unscored, coerce_score
from gaugeblock.metrics.blame import describe_error
from gaugeblock.perturb.example import Example


def score_batch(metric: Metric, examples: Sequence[Example]) -> list[Score]:
    """One score an example, in order; see `call_batch`. A metric that takes items one by one is handed them so."""
    step = len(examples) if metric.batched else 1
    scores: list[Score] = []
    for start in range(0, len(examples), max(1, step)):
        scores += call_batch(metric.score, examples[start : start + step], metric.bounds, metric.blames)
    return scores


def call_batch(
    call: Callable[[Sequence[Example]], Any], examples: Sequence[Example], bounds: Bounds, is_own: Callable[[str], bool]
) -> list[Score]:
    """One score an example of what a call for all of them returns.

    A batch that raises or comes back with another number of scores is tried again one by one, so that only the
    culprits are lost. `SystemExit` is caught too (UniEval calls ``exit(0)`` when memory runs out).

    Args:
        call: returns one value an example.
        examples: none makes no call.
        bounds: smallest and largest possible score.
        is_own: whether a file is the user's, for the line that an error is told in.

    Raises:
        KeyboardInterrupt: somebody ended the run.
    """
    if not examples:
        return []
    try:
        values = _values(call(examples[:]), len(examples))  # a copy of a list, which the metric may change
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        values = Unscored("raised", describe_error(error, is_own))
    if isinstance(values, list):
        return [coerce_score(value, bounds) for value in values]
    if len(examples) == 1:
        return [values]
    return [score for example in examples for score in call_batch(call, [example], bounds, is_own)]


def _values(returned: Any, count: int) -> list[Any] | Unscored:
    """What a call returned, as one value an example; `Unscored` where it is not that."""
    wanted = f"for {count} example{'' if count == 1 else 's'}"
    if (columns := _columns(returned)) is not None:
        if columns != 1:
            return Unscored(
                "miscounted",
                f"the metric returned a table of {columns} columns {wanted}; return the one that holds the scores, "
                "such as table['score']",
            )
        returned = [row[0] for row in returned.to_numpy()]
    unordered = isinstance(returned, (str, bytes, Mapping, Set)) or _is_like_a_mapping(returned)
    if unordered or not isinstance(returned, Iterable) or getattr(returned, "shape", None) == ():
        return Unscored("miscounted", f"the metric returned one {type(returned).__name__} {wanted}")
    values = list(islice(returned, count + 1))  # a generator may have no end
    if len(values) > count:
        return Unscored(
            "miscounted", f"the metric returned more than {count} score{'' if count == 1 else 's'} {wanted}"
        )
    if len(values) < count:
        return Unscored("miscounted", f"the metric returned {len(values)} scores {wanted}")
    return values


def _columns(returned: Any) -> int | None:
    """How many columns a data frame has, which gives their names when it is gone through; None for anything else."""
    shape = getattr(returned, "shape", None)
    if not isinstance(shape, tuple) or len(shape) != 2 or not hasattr(returned, "columns"):
        return None
    return int(shape[1]) if callable(getattr(returned, "to_numpy", None)) else None


def _is_like_a_mapping(returned: Any) -> bool:
    """Whether it gives its keys when it is gone through; a pandas Series, which has keys too, gives its values."""
    return callable(getattr(type(returned), "keys", None)) and not hasattr(returned, "shape")
