"""The score store: every score that was paid for, so that a killed run resumes and a repeated run costs nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from gaugeblock.metrics.base import UNSCORED_REASONS, Score, Unscored
from gaugeblock.perturb.errors import UsageError


class Key(NamedTuple):
    """What a score belongs to, within one metric's fingerprint.

    Args:
        input: hash of what the metric reads of the example.
        arrangement: ``main``, or how the batch was laid out for a law.
        repeat: 0 for the first time that this input stands in this arrangement, 1 for the second.
    """

    input: str
    arrangement: str = "main"
    repeat: int = 0


class ScoreStore:
    """Scores in an SQLite file in WAL mode, keyed by metric fingerprint and `Key`.

    Args:
        path: the file; made where it is not there. Several runs may share one.
        of_run: whether it is a run folder's own, which nobody named: one that is ruined may be removed.

    Raises:
        UsageError: the file is there but is no score store.
    """

    def __init__(self, path: Path, *, of_run: bool = False) -> None:
        self._path = path
        self._of_run = of_run
        self._mend = "remove it, and its scores are made again" if of_run else "name another file with --store"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=60)
        except (OSError, sqlite3.Error) as error:
            raise UsageError(f"the score store {path} cannot be opened: {error}") from error
        try:
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS scores (fingerprint TEXT, input TEXT, arrangement TEXT, repeat INTEGER,"
                " score REAL, unscored TEXT, detail TEXT,"
                " PRIMARY KEY (fingerprint, input, arrangement, repeat)) WITHOUT ROWID"
            )
            self._connection.commit()
        except sqlite3.DatabaseError as error:
            self._connection.close()
            raise UsageError(f"{path} is no score store ({error}); {self._mend}") from error

    def __enter__(self) -> ScoreStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def load(self, fingerprint: str) -> dict[Key, Score]:
        """Every stored score of one metric.

        Raises:
            UsageError: the file is damaged, its table is another one, or a newer version has written it.
        """
        with self._told():
            rows = self._connection.execute(
                "SELECT input, arrangement, repeat, score, unscored, detail FROM scores WHERE fingerprint = ?",
                (fingerprint,),
            )
            found: dict[Key, Score] = {}
            for input_, arrangement, repeat, score, reason, detail in rows:
                if reason is not None and reason not in UNSCORED_REASONS:
                    raise UsageError(
                        f"the score store {self._path} has items that are unscored as {reason!r}, which this version "
                        "of Gaugeblock does not know, so a newer one has written it; update Gaugeblock, or "
                        f"{self._mend}"
                    )
                found[Key(input_, arrangement, repeat)] = float(score) if reason is None else Unscored(reason, detail)
            return found

    def save(self, fingerprint: str, scores: Iterable[tuple[Key, Score]]) -> None:
        """Keep scores, all of them or none: a batch is one transaction."""
        rows = [
            (fingerprint, *key, None, score.reason, score.detail)
            if isinstance(score, Unscored)
            else (fingerprint, *key, score, None, None)
            for key, score in scores
        ]
        with self._told(), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def forget_unscored(self, fingerprint: str) -> int:
        """Drop the unscored items of one metric, so that they are tried again; returns how many there were."""
        with self._told(), self._connection:
            done = self._connection.execute(
                "DELETE FROM scores WHERE fingerprint = ? AND unscored IS NOT NULL", (fingerprint,)
            )
        return done.rowcount

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever goes wrong, as an error that names the file."""
        try:
            yield
        except (sqlite3.DatabaseError, ValueError, TypeError) as error:
            passing = isinstance(error, sqlite3.OperationalError) and "no such" not in str(error)  # full, or locked
            mend = "" if passing else f"; {'' if self._of_run else 'delete it, or '}{self._mend}"
            if "locked" in str(error):
                mend = ": another run uses it; wait for it, or name another file with --store"
            raise UsageError(f"the score store {self._path} cannot be used: {error}{mend}") from error
