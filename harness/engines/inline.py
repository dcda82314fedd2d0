"""Scoring in this process: for functions and objects that no other process could be given."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Any

from gaugeblock.harness.engines.base import LONGEST_WAIT, Batch, score_batch
from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.function import FunctionMetric
from gaugeblock.metrics.usage import since, usage_of
from gaugeblock.perturb.example import Example

PATIENCE = 10
"""How many times the seconds allowed for an item a call that took too long is waited for before the next one."""


class InlineEngine:
    """Calls the metric in this process.

    Args:
        metric: the metric.
        timeout: seconds allowed for one item, None = no limit. Each call then runs in a thread of its own, which is
            left behind when its time is up, since a running Python function cannot be stopped from outside;
            worker processes (`LocalEngine`) can be. A plain function is called again beside it. A metric that may hold
            a state, such as a process, waits for it, and as long as it goes on after `PATIENCE` times the seconds
            allowed, the items that come are unscored.
    """

    def __init__(self, metric: Metric, timeout: float | None = None) -> None:
        self._metric = metric
        self._timeout = timeout
        self._left_behind: _Call | None = None
        self._waits = 0
        self._used_before = usage_of(metric)

    @property
    def usage(self) -> dict[str, Any]:
        """What the metric has used since this engine was made."""
        return since(self._used_before, usage_of(self._metric))

    def run(self, batches: Iterable[Batch]) -> Iterator[tuple[int, list[Score]]]:
        """Scores of each batch, in order."""
        for number, examples in batches:
            step = len(examples) if self._metric.batched else 1
            scores: list[Score] = []
            for start in range(0, len(examples), step):
                scores += self._score(examples[start : start + step])
            yield number, scores

    def _score(self, examples: tuple[Example, ...]) -> list[Score]:
        if self._timeout is None:
            return score_batch(self._metric, examples)
        if (busy := self._still_busy(self._timeout)) is not None:
            return [busy] * len(examples)
        scores = self._within(examples, self._timeout * len(examples))
        if scores is not None:
            return scores
        if len(examples) == 1:
            return [Unscored("timeout", f"took longer than {self._timeout:g} s")]
        return [score for example in examples for score in self._score((example,))]

    def _within(self, examples: tuple[Example, ...], seconds: float) -> list[Score] | None:
        call = _Call(self._metric, examples)
        call.start()
        call.join(min(seconds, LONGEST_WAIT))
        if call.error is not None:
            raise call.error
        if call.scores is None and not isinstance(self._metric, FunctionMetric):
            self._left_behind = call
            self._waits = PATIENCE
        return call.scores

    def _still_busy(self, timeout: float) -> Unscored | None:
        """Why the metric cannot be called now: a call that was left behind is still in it."""
        if self._left_behind is None:
            return None
        self._left_behind.join(min(self._waits * timeout, LONGEST_WAIT))
        self._waits = 0
        if self._left_behind.is_alive():
            return Unscored("timeout", "an earlier call has not come back; worker processes could be stopped")
        self._left_behind = None
        return None


class _Call(threading.Thread):
    """A call of the metric, with what came of it."""

    def __init__(self, metric: Metric, examples: tuple[Example, ...]) -> None:
        super().__init__(daemon=True)
        self._asked = metric, examples
        self.scores: list[Score] | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Score; whatever ends it is kept for the thread that waits."""
        try:
            self.scores = score_batch(*self._asked)
        except BaseException as error:
            self.error = error
