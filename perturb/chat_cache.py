"""The replies of a chat model in one file, so that each is asked for once, whichever process asks."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.perturb.errors import DataError

KEPT = ("text", "refusal", "complete", "finish", "prompt_tokens", "completion_tokens")
"""What is kept of a reply."""


def _kept(row: Any) -> dict[str, Any] | None:
    """What a row of the cache says of a reply, None where it is not as this version writes it."""
    try:
        kept = json.loads(row)
    except (TypeError, ValueError, RecursionError):
        return None
    if not isinstance(kept, dict) or not isinstance(kept.get("text"), str) or not kept.keys() <= set(KEPT):
        return None
    return kept if all(isinstance(kept.get(name, ""), str) for name in ("refusal", "finish")) else None


class ReplyCache:
    """Replies by content in one SQLite file; with no file, nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=30, isolation_level=None)
            self._db.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL)")
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise self._unusable(error) from error

    def get(self, key: str) -> dict[str, Any] | None:
        """The reply that was kept under a key; a row that cannot be read, or is of another version, is none."""
        if self._db is None:
            return None
        try:
            row = self._db.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        return None if row is None else _kept(row[0])

    def put(self, key: str, reply: Mapping[str, Any], of_use: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        """Keeps a reply, and returns the one that stands.

        What another process has kept meanwhile stays, so that all see the same; what is of no use makes room.
        """
        if self._db is None:
            return reply
        try:
            self._db.execute("BEGIN IMMEDIATE")
            standing = self.get(key)
            if standing is None or not of_use(standing):
                standing = dict(reply)
                self._db.execute("REPLACE INTO replies VALUES (?, ?)", (key, json.dumps(standing)))
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        return standing

    def close(self) -> None:
        """Lets go of the file."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _unusable(self, error: Exception) -> DataError:
        name = self._path.name if self._path else ""
        return DataError(f"the reply cache {name} cannot be used ({error}); delete the file or name another with cache")
