"""Scoring in worker processes of this machine: a metric that hangs, crashes or exits costs its own item only."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator

from gaugeblock.harness.engines.base import Batch
from gaugeblock.harness.engines.worker import receive, send
from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

_START_SECONDS = 600.0  # a large model may take minutes to load


class WorkerFailedError(Exception):
    """A worker took too long ("timeout") or died ("died")."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class Worker:
    """One worker process, started again whenever it has been stopped.

    Args:
        spec: how the metric is resolved in the worker.
    """

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._process: subprocess.Popen[bytes] | None = None
        self._replies: queue.Queue[tuple[str, object] | None] = queue.Queue()
        self._batched = True
        self._has_started = False
        self._closed = False

    def start(self) -> None:
        """Start the process and wait until its metric is resolved.

        Raises:
            UsageError: the metric cannot be resolved there.
        """
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gaugeblock.harness.engines.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._replies = queue.Queue()
        threading.Thread(target=_listen, args=(self._process, self._replies), daemon=True).start()
        try:
            self._send((self._spec, sys.path))
            state, message = self._reply(_START_SECONDS)
        except WorkerFailedError as error:
            self.stop()
            raise UsageError(f"a worker process for the metric {self._spec!r} did not start: {error}") from error
        if state == "failed":
            self.stop()
            raise UsageError(f"the metric {self._spec!r} cannot be used in a worker process: {message}")
        self._batched = bool(message)
        self._has_started = True

    def score(self, examples: tuple[Example, ...], timeout: float | None) -> list[Score]:
        """The scores of the examples; an item that takes too long or ends the process is `Unscored`.

        Raises:
            UsageError: the metric cannot be resolved in the worker, from the very start.
        """
        if self._closed or not examples:
            return []
        if self._process is None:
            try:
                self.start()
            except UsageError as error:
                if not self._has_started:
                    raise
                return [Unscored("died", str(error)) for _ in examples]
        scores: list[Score] = []
        try:
            self._send(examples)
            while len(scores) < len(examples):
                together = len(examples) if self._batched else 1
                _, found = self._reply(None if timeout is None else timeout * together)
                assert isinstance(found, list)
                scores += found
        except WorkerFailedError as error:
            self.stop()
            rest = examples[len(scores) :]
            if self._batched and len(rest) > 1:
                return [score for example in rest for score in self.score((example,), timeout)]
            return [*scores, Unscored(error.reason, str(error)), *self.score(rest[1:], timeout)]
        return scores

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self.stop()

    def stop(self) -> None:
        """End the process, whatever it is doing; the next `score` starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        process.wait()

    def _send(self, message: object) -> None:
        if self._process is None or self._process.stdin is None:
            raise WorkerFailedError("died", "the worker process was stopped")
        try:
            send(self._process.stdin, message)
        except (OSError, ValueError) as error:
            raise WorkerFailedError("died", self._death()) from error

    def _reply(self, seconds: float | None) -> tuple[str, object]:
        try:
            reply = self._replies.get(timeout=seconds)
        except queue.Empty:
            raise WorkerFailedError("timeout", f"took longer than {seconds:g} s") from None
        if reply is None:
            raise WorkerFailedError("died", self._death())
        return reply

    def _death(self) -> str:
        if self._process is None:
            return "the worker process was stopped"
        code = self._process.wait()
        return f"the worker process was killed by signal {-code}" if code < 0 else f"the worker process exited ({code})"


def _listen(process: subprocess.Popen[bytes], replies: queue.Queue[tuple[str, object] | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(EOFError, OSError, ValueError):
        while True:
            replies.put(receive(process.stdout))
    replies.put(None)


class LocalEngine:
    """Scores batches in worker processes.

    Args:
        spec: how the metric is resolved in a worker.
        workers: how many processes.
        timeout: seconds allowed for one item, None = no limit.
    """

    def __init__(self, spec: str, workers: int = 1, timeout: float | None = None) -> None:
        self._spec = spec
        self._workers = max(1, min(workers, (os.cpu_count() or 1) * 4))
        self._timeout = timeout

    def run(self, batches: Iterable[Batch]) -> Iterator[tuple[int, list[Score]]]:
        """Scores of each batch, as they are finished.

        Raises:
            UsageError: the metric cannot be resolved in a worker.
        """
        waiting: queue.Queue[Batch | None] = queue.Queue()
        finished: queue.Queue[tuple[int, list[Score]] | BaseException | None] = queue.Queue()
        for batch in batches:
            waiting.put(batch)
        count = min(self._workers, waiting.qsize())
        workers = [Worker(self._spec) for _ in range(count)]
        for worker in workers:
            waiting.put(None)
            threading.Thread(target=self._work, args=(worker, waiting, finished), daemon=True).start()
        try:
            while count:
                done = finished.get()
                if done is None:
                    count -= 1
                elif isinstance(done, BaseException):
                    raise done
                else:
                    yield done
        finally:
            for worker in workers:
                worker.close()

    def _work(
        self,
        worker: Worker,
        waiting: queue.Queue[Batch | None],
        finished: queue.Queue[tuple[int, list[Score]] | BaseException | None],
    ) -> None:
        try:
            while (batch := waiting.get()) is not None:
                finished.put((batch[0], worker.score(batch[1], self._timeout)))
            finished.put(None)
        except BaseException as error:
            finished.put(error)
