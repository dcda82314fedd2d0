"""`command:...`: a metric in a process of its own, which reads and writes JSON Lines.

It lets a metric run in its own environment, since the packages of the literature no longer install beside each other.
The process is started once and kept. Each line that it reads is one item::

    {"id": 0, "response": "...", "context": ["..."], "question": null, "more": true}

``more`` is false on the last item before Gaugeblock waits, so that a process which scores batches knows when to begin.
It answers each item with one line, in any order, and flushes it::

    {"id": 0, "score": 0.31}     or     {"id": 0, "unscored": "why there is no score"}

Other lines are taken for noise. A process that ends is started again, and what it left open is asked for once more,
item by item, so that only the culprit goes without a score; so is one that is silent for too long.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from gaugeblock.metrics.base import Bounds, Metric, Score, Unscored
from gaugeblock.metrics.display import scrub
from gaugeblock.metrics.packaged import file_sha256
from gaugeblock.metrics.secrets import HIDDEN, hidden_words, hide, remember, secrets_in_words
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import CONSTRUCTS

USAGE = "command:PROGRAM ARGUMENTS, a process that reads and writes JSON Lines"
_FIELDS = ("response", "context", "question")
_LAST_WORDS = 3
_LONGEST_WORDS = 300  # of each of the last lines, in characters
_READ = 10_000  # of a line, where it is searched for secrets, before it is cut
_LONGEST_LINE = 2**24  # characters; a process may write without end, and never end its line
_MOST_LINES = 10_000  # that wait to be looked at; a process that writes more waits itself
_MOST_FRUITLESS = 4  # a process that never answers, however often it is started, is broken for every item
_ENDED = object()


class CommandMetric(Metric):
    """A metric that another process works out, see the module.

    Args:
        command: the program and its arguments, written as in a shell; no shell is used.
        name: what to call it; the program's name where it is left out.
        construct: what it claims to measure.
        higher_is_better: whether a larger score means more of it.
        low: the smallest possible score; None = unbounded.
        high: the largest.
        version: raise it when the process gives other scores for the same input.
        batch_size: how many items are sent before Gaugeblock waits.
        timeout: seconds of silence, start-up included, after which the process is ended.

    Raises:
        UsageError: there is no such program, or an option has a value that it cannot have.
    """

    deterministic = True
    reads = frozenset(_FIELDS)

    def __init__(
        self,
        command: str,
        *,
        name: str | None = None,
        construct: str = "factual-consistency",
        higher_is_better: bool = True,
        low: float | None = None,
        high: float | None = None,
        version: str = "1",
        batch_size: int = 16,
        timeout: float = 300.0,
    ) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"{hide(command)!r} cannot be read as a command: {error}") from error
        if not self._words:
            raise UsageError(f"say which program to run: {USAGE}")
        if shutil.which(self._words[0]) is None:
            raise UsageError(f"there is no program {hide(self._words[0])!r} to run; {USAGE}")
        if construct not in CONSTRUCTS:
            raise UsageError(f"command: construct takes one of {', '.join(CONSTRUCTS)}, not {construct!r}")
        if not 0 < timeout <= threading.TIMEOUT_MAX or batch_size < 1:
            raise UsageError("command: timeout takes a number of seconds above 0, batch_size a whole number from 1")
        for option, bound in (("low", low), ("high", high)):
            if bound is not None and not math.isfinite(bound):
                raise UsageError(f"command: {option} takes a finite number, not {bound!r}; leave it out for no bound")
        self.name = name or os.path.basename(self._words[0]).replace(" ", "-")
        self.construct, self.higher_is_better, self.version = construct, higher_is_better, version
        self.bounds: Bounds = (low, high)
        self.batch_size, self._timeout = batch_size, timeout
        self.options = {"command": _without_secrets(self._words)}
        self.noise = 0
        """How many lines of the process were no answers."""
        self._process: _Process | None = None
        self._next = 0
        self._fruitless = 0
        self._given_up = Unscored("died")

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_process": None}

    def __del__(self) -> None:
        process = self.__dict__.get("_process")
        if process is not None:
            process.end()

    def fingerprint_parts(self) -> Sequence[Any]:
        """The command without its secrets, the files that it names, and the settings."""
        files = [file_sha256(path) for path in map(Path, filter(os.path.isfile, self._words))]
        return ["command", self.version, dict(self.options), files, self.construct]

    def close(self) -> None:
        """End the process; the next call starts another."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, in order."""
        found, why = self._ask(examples)
        for at, example in enumerate(examples):
            if at not in found:
                again, why = self._ask([example]) if len(examples) > 1 else ({}, why)
                found[at] = again.get(0, why)
        return [found[at] for at in range(len(examples))]

    def _ask(self, examples: Sequence[Example]) -> tuple[dict[int, Score], Unscored]:
        """The answers to these examples, by position, and why others did not come: the process ended or fell silent."""
        if self._fruitless >= _MOST_FRUITLESS:
            return {}, self._given_up
        process = self._running()
        found: dict[int, Score] = {}
        # No id is used twice, so that a line which comes late or twice is never taken for another item's answer.
        first, self._next = self._next, self._next + len(examples)
        wanted = set(range(first, self._next))
        process.send(_lines(examples, first))
        noise = ""
        deadline = time.monotonic() + self._timeout
        why = Unscored("died", "the process gave no answer")
        while wanted:
            # a process that keeps talking must not keep off the end of its time
            left = deadline - time.monotonic()
            line = process.line(left) if left > 0 else None
            if line is None or line is _ENDED:
                said = f"; a line that is no answer was {scrub(noise[:_READ])[:80]!r}" if noise else ""
                silent = Unscored("timeout", f"no answer came for {self._timeout:g} s{said}")
                why = silent if line is None else Unscored("died", process.obituary())
                self._fruitless = 0 if found else self._fruitless + 1
                self._given_up = Unscored(why.reason, f"given up after {_MOST_FRUITLESS} tries: {why.detail}")
                self.close()
                break
            answer = _answer(line, wanted)
            if answer is None:
                self.noise += 1
                noise = line.strip() or noise
                continue
            found[answer[0] - first] = answer[1]
            wanted.discard(answer[0])
            self._fruitless = 0
            deadline = time.monotonic() + self._timeout
        return found, why

    def _running(self) -> _Process:
        if self._process is None or not self._process.alive:
            self.close()
            remember(*secrets_in_words(self._words))
            self._process = _Process(self._words)
        return self._process


class _Process:
    """A running command, with threads that carry its lines."""

    def __init__(self, words: Sequence[str]) -> None:
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        self._child = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # so that what it started itself ends with it
            env=environment,
        )
        self._said: queue.Queue[Any] = queue.Queue(_MOST_LINES)
        self._over = False
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._readers = [
            threading.Thread(target=self._hear_answers, daemon=True),
            threading.Thread(target=_each_line, args=(self._child.stderr, self._hear_words), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._child.poll() is None

    def send(self, lines: Iterator[str]) -> None:
        """Write lines, beside the reading of answers: both pipes may be full."""
        threading.Thread(target=self._write, args=(lines,), daemon=True).start()

    def line(self, seconds: float) -> Any:
        """The next line of the process; None after so many seconds, `_ENDED` when there are no more."""
        try:
            return self._said.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None

    def end(self) -> None:
        """End the process and whatever it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()
        self._over = True
        with contextlib.suppress(queue.Empty):
            while True:  # so that the reader, which may wait for room, comes to its end
                self._said.get_nowait()
        # whatever left the group with a pipe of the process in its hands keeps the pipe from being closed
        closing = threading.Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(timeout=1)

    def _close(self) -> None:
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            with contextlib.suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()

    def obituary(self) -> str:
        """How the process ended and what it said last."""
        try:
            status: int | str = self._child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            status = "unknown (it closed its output)"
        self._readers[1].join(timeout=1)
        said = " / ".join(self._last_words)
        return f"the process ended with status {status}" + (f": {said}" if said else "")

    def _hear_answers(self) -> None:
        _each_line(self._child.stdout, self._hear)
        self._said.put(_ENDED)

    def _hear(self, line: str) -> None:
        if not self._over:
            self._said.put(line)

    def _hear_words(self, line: str) -> None:
        if words := line.strip():
            self._last_words.append(scrub(words[:_READ])[:_LONGEST_WORDS])  # half of a secret is one still

    def _write(self, lines: Iterator[str]) -> None:
        pipe = self._child.stdin
        try:
            for line in lines:
                if pipe is not None:
                    pipe.write(line)
            if pipe is not None:
                pipe.flush()
        except (OSError, ValueError):  # the process is gone, which the reader tells
            pass


def _without_secrets(words: Sequence[str]) -> str:
    """The command as it may be shown: what follows ``--api-key`` is hidden, and so is ``api_key=...``."""
    shown = []
    for word in hidden_words(words):
        plain = word.replace(HIDDEN, "x")  # a shell would put the asterisks in quotation marks
        shown.append(word if shlex.quote(plain) == plain else shlex.quote(word))
    return " ".join(shown)


def _each_line(pipe: IO[str] | None, keep: Callable[[str], None]) -> None:
    if pipe is None:
        return
    try:
        while line := pipe.readline(_LONGEST_LINE):
            keep(line)
            while line and not line.endswith("\n"):  # the rest of a line that is too long, or of the last one
                line = pipe.readline(_LONGEST_LINE)
    except (OSError, ValueError):  # the pipe was closed while it was read
        pass


def _lines(examples: Sequence[Example], first: int) -> Iterator[str]:
    last = len(examples) - 1
    for number, example in enumerate(examples):
        fields = example.to_json()
        item = {"id": first + number, **{name: fields[name] for name in _FIELDS}, "more": number < last}
        yield json.dumps(item, ensure_ascii=True) + "\n"


def _answer(line: str, open_items: set[int]) -> tuple[int, Score] | None:
    """The item and the score that a line tells; None for anything else, such as a progress bar or a warning."""
    try:
        value: Any = json.loads(line.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    at = value.get("id") if isinstance(value, Mapping) else None
    if (isinstance(at, str) and at.isdecimal() and len(at) < 10) or (isinstance(at, float) and at.is_integer()):
        at = int(at)  # as a table of pandas has it
    if not isinstance(at, int) or isinstance(at, bool) or at not in open_items:
        return None
    if "score" in value:
        return at, value["score"]  # whatever it is, `coerce_score` says whether it is a number
    if "unscored" in value:
        return at, Unscored("declined", str(value["unscored"] or "the process gave no reason"))
    return None
