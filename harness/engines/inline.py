"""Scoring in this process: for functions and objects that no other process could be given."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Any

from gaugeblock.harness.engines.base import Batch, score_batch
from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.usage import since, usage_of
from gaugeblock.perturb.example import Example


class InlineEngine:
    """Calls the metric in this process.

    Args:
        metric: the metric.
        timeout: seconds allowed for one item, None = no limit. Each call then runs in a thread of its own, which is
            left behind when its time is up, since a running Python function cannot be stopped from outside;
            worker processes (`LocalEngine`) can be.
    """

    def __init__(self, metric: Metric, timeout: float | None = None) -> None:
        self._metric = metric
        self._timeout = timeout
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
        scores = self._within(examples, self._timeout * len(examples))
        if scores is not None:
            return scores
        if len(examples) == 1:
            return [Unscored("timeout", f"took longer than {self._timeout:g} s")]
        return [score for example in examples for score in self._score((example,))]

    def _within(self, examples: tuple[Example, ...], seconds: float) -> list[Score] | None:
        done: list[list[Score]] = []
        thread = threading.Thread(target=lambda: done.append(score_batch(self._metric, examples)), daemon=True)
        thread.start()
        thread.join(seconds)
        return done[0] if done else None
