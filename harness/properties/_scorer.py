"""`Scorer`: scores of one metric, each distinct text once, until the time is up."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cached_property

from gaugeblock.harness.scoring import input_hash, usable
from gaugeblock.harness.statistics.scale import deviation
from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies.scenes import build, scenes

_YARDSTICK = 16  # examples that the spread is measured on


class OutOfTimeError(Exception):
    """The time is up, and the score that is asked for is not known."""


class Scorer:
    """Scores of one metric.

    Args:
        metric: the metric.
        among: the examples that the spread is measured on; None = built ones.

    Attributes:
        sign: 1 where a higher score is better, else -1.
        deadline: by `time.monotonic`, when no new score is made any more; None = never.
        calls: how many scores were made.
    """

    def __init__(self, metric: Metric, among: Sequence[Example] | None = None) -> None:
        self.metric = metric
        self.sign = 1.0 if metric.higher_is_better else -1.0
        self.deadline: float | None = None
        self.calls = 0
        self.seconds = 0.0
        self._among = among
        self._known: dict[str, Score] = {}

    def __call__(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, known ones from before.

        Raises:
            OutOfTimeError: a score is not known, and the time is up.
        """
        keys = [input_hash(self.metric, example) for example in examples]
        missing = {key: example for key, example in zip(keys, examples, strict=True) if key not in self._known}
        for key, example in missing.items():
            (self._known[key],) = self.batch([example])
        return [self._known[key] for key in keys]

    def batch(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, scored now, in one batch.

        Raises:
            OutOfTimeError: the time is up.
        """
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTimeError
        start = time.perf_counter()
        scores = [usable(score) for score in score_batch(self.metric, examples)]
        self.seconds += time.perf_counter() - start
        self.calls += len(examples)
        return scores

    def ahead(self, examples: Iterable[Example]) -> None:
        """Score examples in full batches, so that they are known when they are asked for."""
        missing = {input_hash(self.metric, example): example for example in examples}
        wanted = [(key, example) for key, example in missing.items() if key not in self._known]
        for start in range(0, len(wanted), self.metric.batch_size):
            group = wanted[start : start + self.metric.batch_size]
            try:
                scores = self.batch([example for _, example in group])
            except OutOfTimeError:
                return
            self._known.update(zip((key for key, _ in group), scores, strict=True))

    @cached_property
    def spread(self) -> float:
        """Standard deviation of the scores of a few supported and unsupported examples, in score units.

        Where fewer than four of them have a score it is the width of the bounds, or 1.
        """
        numbers = [score for score in self(self._yardstick()) if not isinstance(score, Unscored)]
        if len(numbers) >= 4:
            return deviation(numbers, ddof=0)
        low, high = self.metric.bounds
        return high - low if low is not None and high is not None else 1.0

    def seconds_each(self) -> float:
        """About how long one score takes; the first, which may load a model, is not counted."""
        first, *others = self._yardstick()
        self([first])
        calls, seconds = self.calls, self.seconds
        self(others[:1])
        return (self.seconds - seconds) / max(1, self.calls - calls)

    def _yardstick(self) -> list[Example]:
        if self._among is not None:
            step = max(1, len(self._among) // _YARDSTICK)
            return list(self._among[::step][:_YARDSTICK])
        return [build(scene, label) for scene in scenes()[: _YARDSTICK // 2] for label in (True, False)]


class Afresh:
    """A look at a metric that takes no score from before; each text is scored alone."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        self.sign = scorer.sign

    def __call__(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, scored now, one by one."""
        return [score for example in examples for score in self._scorer.batch([example])]

    def batch(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, scored now, in one batch."""
        return self._scorer.batch(examples)
