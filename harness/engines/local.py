"""Scoring in worker processes of this machine: a metric that hangs, crashes or exits costs its own item only."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from typing import Any

from gaugeblock.harness.engines.held import WorkersEngine
from gaugeblock.harness.engines.pool import START_SECONDS, MeteredWorker, WorkerFailedError
from gaugeblock.harness.engines.worker import receive, send
from gaugeblock.metrics.base import Score
from gaugeblock.metrics.blame import describe_error
from gaugeblock.metrics.display import shown_spec
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

_LEAVE_SECONDS = 5.0  # a process whose output has ended may still be ending

# what it sends, how it failed, or None where its output has ended
_Replies = queue.Queue[tuple[Any, ...] | WorkerFailedError | None]


class ProcessWorker(MeteredWorker):
    """A worker in a process of its own (`worker.py`).

    Args:
        spec: how the metric is resolved there.
    """

    def __init__(self, spec: str) -> None:
        super().__init__()
        self._spec = spec
        self._shown = shown_spec(spec)
        self._process: subprocess.Popen[bytes] | None = None
        self._replies: _Replies = queue.Queue()

    def start(self) -> bool:
        """Start the process and wait until its metric is resolved."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gaugeblock.harness.engines.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # so that what the metric starts can be ended with it
        )
        self._replies = queue.Queue()
        self._used.append({})
        threading.Thread(target=_listen, args=(self._process, self._replies), daemon=True).start()
        try:
            self._send((self._spec, sys.path))
            state, message = self._receive(START_SECONDS)
        except WorkerFailedError as error:
            self.stop()
            raise UsageError(f"a worker process for the metric {self._shown!r} did not start: {error}") from error
        if state == "failed":
            self.stop()
            raise UsageError(f"the metric {self._shown!r} cannot be used in a worker process: {message}")
        return bool(message)

    def send(self, examples: tuple[Example, ...]) -> None:
        """Write the examples to the process."""
        self._send(examples)

    def reply(self, seconds: float | None) -> list[Score]:
        """The next scores that the process writes."""
        _, scores, self._used[-1] = self._receive(seconds)
        found: list[Score] = scores
        return found

    def stop(self) -> None:
        """Kill the process and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        process.wait()

    def _send(self, message: object) -> None:
        if self._process is None or self._process.stdin is None:
            raise WorkerFailedError("died", "the worker process was stopped")
        try:
            send(self._process.stdin, message)
        except (OSError, ValueError) as error:
            raise WorkerFailedError("died", self._death()) from error

    def _receive(self, seconds: float | None) -> tuple[Any, ...]:
        try:
            reply = self._replies.get(timeout=seconds)
        except queue.Empty:
            raise WorkerFailedError("timeout", f"took longer than {seconds:g} s") from None
        if isinstance(reply, WorkerFailedError):
            raise reply
        if reply is None:
            raise WorkerFailedError("died", self._death())
        return reply

    def _death(self) -> str:
        if self._process is None:
            return "the worker process was stopped"
        try:
            code = self._process.wait(_LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            return "the worker process closed its output"
        return f"the worker process was killed by signal {-code}" if code < 0 else f"the worker process exited ({code})"


def _listen(process: subprocess.Popen[bytes], replies: _Replies) -> None:
    assert process.stdout is not None
    last = None
    try:
        with process.stdout:
            while True:
                replies.put(receive(process.stdout))
    except EOFError:
        pass
    except Exception as error:  # pickle raises whatever the reply leads it to
        last = WorkerFailedError("died", f"a reply of the worker process cannot be read: {describe_error(error)}")
    replies.put(last)


class LocalEngine(WorkersEngine):
    """Scores batches in worker processes.

    Args:
        spec: how the metric is resolved in a worker.
        workers: how many processes.
        timeout: seconds allowed for one item, None = no limit. Loading the metric does not count.
    """

    def __init__(self, spec: str, workers: int = 1, timeout: float | None = None) -> None:
        super().__init__(spec, workers, timeout)

    def _new_worker(self) -> ProcessWorker:
        return ProcessWorker(self._spec)
