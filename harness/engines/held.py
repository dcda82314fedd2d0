"""What the engines of several workers share: workers that are kept from one run to the next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gaugeblock.harness.engines.base import Batch
from gaugeblock.harness.engines.pool import MeteredWorker, run_pool
from gaugeblock.metrics.base import Score
from gaugeblock.metrics.usage import total


class WorkersEngine(ABC):
    """Scores batches in workers; inside a ``with`` block they are kept, with the models that they have loaded.

    Args:
        spec: how the metric is resolved in a worker.
        workers: how many.
        timeout: seconds allowed for one item, None = no limit. Loading the metric does not count.
    """

    def __init__(self, spec: str, workers: int, timeout: float | None) -> None:
        self._spec = spec
        self._workers = max(1, workers)
        self._timeout = timeout
        self._keeps = False
        self._held: Sequence[MeteredWorker] = ()
        self.usage: dict[str, Any] = {}
        """What the metric has used in the workers, once they are closed."""

    @abstractmethod
    def _new_worker(self) -> MeteredWorker:
        """A worker that has not been started; UsageError where there can be none."""

    def __enter__(self) -> WorkersEngine:
        """Keep the workers from one run to the next."""
        self._keeps = True
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the workers."""
        self._keeps = False
        self._close(self._held)

    def run(self, batches: Iterable[Batch]) -> Iterator[tuple[int, list[Score]]]:
        """Scores of each batch, as they are finished.

        Raises:
            UsageError: the metric cannot be resolved in a worker, or there can be no worker.
        """
        workers = self._held or [self._new_worker() for _ in range(self._workers)]
        done = False
        try:
            yield from run_pool(workers, batches, self._timeout)
            done = True
        finally:
            if done and self._keeps:
                self._held = workers
            else:
                self._close(workers)

    def _close(self, workers: Iterable[MeteredWorker]) -> None:
        closed, self._held = list(workers), ()
        for worker in closed:
            worker.close()
        self.usage = total([self.usage, *(worker.usage for worker in closed)])
