"""Progress for people: a bar with rate and time left on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from gaugeblock.output import say


class _Rate(ProgressColumn):
    """Items a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f}/s")


class Bar:
    """A bar for each step, on standard error."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._task: TaskID | None = None

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._progress.stop()

    def start(self, what: str, total: int) -> None:
        """A step begins that has so many items."""
        self._task = self._progress.add_task(escape(what), total=total)

    def advance(self, count: int) -> None:
        """So many more items are done."""
        if self._task is not None:
            self._progress.advance(self._task, count)


class Lines:
    """A line when a step ends, and every half minute while it goes on."""

    def __init__(self) -> None:
        self._what, self._total, self._done = "", 0, 0
        self._since = self._told = time.monotonic()

    def start(self, what: str, total: int) -> None:
        """A step begins that has so many items."""
        self.finish()
        self._what, self._total, self._done = what, total, 0
        self._since = self._told = time.monotonic()

    def advance(self, count: int) -> None:
        """So many more items are done."""
        self._done += count
        if time.monotonic() - self._told > 30:
            self._told = time.monotonic()
            rate = self._done / (self._told - self._since)
            left = (self._total - self._done) / rate if rate else 0
            say(f"{self._what}: {self._done}/{self._total}, {rate:.1f}/s, {left:.0f} s left", err=True)

    def finish(self) -> None:
        """The step is over."""
        if self._what:
            seconds = time.monotonic() - self._since
            say(f"{self._what}: {self._done}/{self._total} in {seconds:.1f} s", err=True)
        self._what = ""
