"""`Progress`: who is told how far a run has come."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told what is going on; `gaugeblock.progress` has those that a person sees."""

    def start(self, what: str, total: int) -> None:
        """A step begins that has so many items."""
        ...

    def advance(self, count: int) -> None:
        """So many more items are done."""
        ...


class NoProgress:
    """Tells nobody."""

    def start(self, what: str, total: int) -> None:
        """Nothing."""

    def advance(self, count: int) -> None:
        """Nothing."""
