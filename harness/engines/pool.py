"""A pool of workers that may hang or die: what they have in common, wherever they run."""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gaugeblock.harness.engines.base import LONGEST_WAIT, Batch
from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.display import scrub
from gaugeblock.metrics.usage import total
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

START_SECONDS = 600.0
"""How long a worker may take to load its metric: a large model takes minutes."""


class WorkerFailedError(Exception):
    """A worker took too long (``timeout``) or is gone (``died``).

    Args:
        reason: a reason of `Unscored`.
        detail: what happened, for a person.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class Worker(ABC):
    """Something that holds a metric and scores examples, and is started again whenever it has been stopped."""

    def __init__(self) -> None:
        self.batched = True
        self._running = False
        self._has_started = False
        self._closed = False

    @abstractmethod
    def start(self) -> bool:
        """Start, and say whether the metric takes batches; UsageError where the metric cannot be resolved."""

    @abstractmethod
    def send(self, examples: tuple[Example, ...]) -> None:
        """Hand examples over; WorkerFailedError where nobody is there."""

    @abstractmethod
    def reply(self, seconds: float | None) -> list[Score]:
        """The next scores: all of them of a metric that takes batches, else of one example.

        Raises:
            WorkerFailedError: nothing came in time, or the worker is gone.
        """

    @abstractmethod
    def stop(self) -> None:
        """End it, whatever it is doing."""

    def close(self) -> None:
        """End it for good."""
        self._closed = True
        self._running = False
        self.stop()

    def score(self, examples: tuple[Example, ...], timeout: float | None) -> list[Score]:
        """The scores of the examples; an item that takes too long or ends the worker is `Unscored`.

        A batch that goes wrong is tried again item by item, so that only the culprits are lost.

        Args:
            timeout: seconds allowed for one item, None = no limit.

        Raises:
            UsageError: the metric cannot be resolved in the worker, from the very start.
        """
        scores: list[Score] = []
        waiting = deque([examples] if examples else [])
        while waiting and not self._closed:
            group = waiting.popleft()
            try:
                self._ensure_started()
                self._collect(group, timeout, scores)
            except WorkerFailedError as error:
                self._running = False
                self.stop()
                done = len(scores) - len(examples) + len(group) + sum(map(len, waiting))
                rest = group[done:]
                if self.batched and len(rest) > 1:
                    waiting.extendleft((example,) for example in reversed(rest))
                    continue
                scores.append(Unscored(error.reason, scrub(str(error))))
                if rest[1:]:
                    waiting.appendleft(rest[1:])
        return scores

    def _ensure_started(self) -> None:
        if self._running:
            return
        try:
            self.batched = self.start()
        except UsageError as error:
            if not self._has_started:
                raise
            raise WorkerFailedError("died", str(error)) from error
        self._running = self._has_started = True

    def _collect(self, group: tuple[Example, ...], timeout: float | None, scores: list[Score]) -> None:
        self.send(group)
        wanted = len(scores) + len(group)
        together = len(group) if self.batched else 1
        while len(scores) < wanted:
            scores += self.reply(None if timeout is None else min(timeout * together, LONGEST_WAIT))


class MeteredWorker(Worker):
    """A worker that keeps account of what its metric has used, over every start of it."""

    def __init__(self) -> None:
        super().__init__()
        self._used: list[dict[str, Any]] = []  # by each start so far

    @property
    def usage(self) -> dict[str, Any]:
        """What the metric has used in this worker."""
        return total(self._used)


_Finished = queue.Queue[tuple[int, list[Score]] | BaseException | None]


def run_pool(
    workers: Sequence[Worker], batches: Iterable[Batch], timeout: float | None
) -> Iterator[tuple[int, list[Score]]]:
    """Let workers score batches side by side.

    Args:
        workers: as many as there is work for are used; closing them is the caller's business.
        batches: see `Engine.run`.
        timeout: seconds allowed for one item, None = no limit.

    Yields:
        the scores of each batch, as they are finished.

    Raises:
        UsageError: the metric cannot be resolved in a worker.
    """
    waiting: queue.Queue[Batch | None] = queue.Queue()
    finished: _Finished = queue.Queue()
    for batch in batches:
        waiting.put(batch)
    busy = list(workers)[: waiting.qsize()]
    for worker in busy:
        waiting.put(None)
        threading.Thread(target=_work, args=(worker, waiting, finished, timeout), daemon=True).start()
    left = len(busy)
    while left:
        done = finished.get()
        if done is None:
            left -= 1
        elif isinstance(done, BaseException):
            raise done
        else:
            yield done


def _work(worker: Worker, waiting: queue.Queue[Batch | None], finished: _Finished, timeout: float | None) -> None:
    try:
        while (batch := waiting.get()) is not None:
            finished.put((batch[0], worker.score(batch[1], timeout)))
        finished.put(None)
    except BaseException as error:
        finished.put(error)
