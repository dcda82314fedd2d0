"""One small registry class for metrics, perturbations, stress tests and data sets.

An entry is a name and either an object or a ``module:object`` path that is imported when it is first asked for. Entries
come from three places: the modules of a folder (a file ``number_words.py`` is the entry ``number-words``), entry points
of other distributions, and `Registry.register`.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

from gaugeblock.perturb.errors import NameCollisionError, UnknownNameError, UsageError

T = TypeVar("T")


class Registry(Generic[T]):
    """Names and what they stand for, imported only when asked for.

    Args:
        kind: what an entry is, for messages: ``"metric"``.
        folders: packages whose modules are entries, such as ``"gaugeblock.perturb.benign"``; names that start with an
            underscore are helpers, not entries.
        attribute: the attribute of such a module that is the entry.
        group: entry-point group in which other distributions announce theirs.
    """

    def __init__(self, kind: str, *, folders: tuple[str, ...] = (), attribute: str = "", group: str = "") -> None:
        self.kind = kind
        self._folders = folders
        self._attribute = attribute
        self._group = group
        self._entries: dict[str, T | str] = {}
        self._scanned = False

    def __repr__(self) -> str:
        return f"<registry of {self.kind}s: {', '.join(self.names())}>"

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: object) -> bool:
        self._scan()
        return name in self._entries

    def names(self) -> list[str]:
        """All names, in alphabetical order; nothing is imported for it."""
        self._scan()
        return sorted(self._entries)

    def register(self, name: str, entry: T | str) -> None:
        """Add an object, or the ``module:object`` path of one, under a name.

        Raises:
            NameCollisionError: the name stands for something else already.
        """
        self._scan()
        self._add(name, entry)

    def get(self, name: str) -> T:
        """The object behind a name, imported now if it was not before.

        Raises:
            UnknownNameError: no such name; the message says which come close.
            UsageError: the entry cannot be imported.
        """
        self._scan()
        if name not in self._entries:
            close = difflib.get_close_matches(name, self._entries, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(close)}?" if close else f"there are: {', '.join(self.names())}"
            raise UnknownNameError(f"no {self.kind} is called {name!r}; {hint}")
        entry = self._entries[name]
        if isinstance(entry, str):
            entry = self._load(name, entry)
            self._entries[name] = entry
        return entry

    def _load(self, name: str, path: str) -> T:
        module, _, attribute = path.partition(":")
        try:
            loaded: Any = importlib.import_module(module)
            for part in attribute.split("."):
                loaded = getattr(loaded, part)
        except (ImportError, AttributeError) as error:
            raise UsageError(f"the {self.kind} {name!r} cannot be loaded from {path!r}: {error}") from error
        found: T = loaded
        return found

    def _add(self, name: str, entry: T | str) -> None:
        known = self._entries.get(name)
        if known is not None and known is not entry and known != entry:
            raise NameCollisionError(
                f"two {self.kind}s are called {name!r}: {_describe(known)} and {_describe(entry)}; rename one of them"
            )
        self._entries[name] = entry

    def _scan(self) -> None:
        if self._scanned:
            return
        self._scanned = True
        for folder in self._folders:
            for module in pkgutil.iter_modules(importlib.import_module(folder).__path__):
                if not module.name.startswith("_"):
                    self._add(module.name.replace("_", "-"), f"{folder}.{module.name}:{self._attribute}")
        if self._group:
            for point in entry_points(group=self._group):
                self._add(point.name, point.value)


def _describe(entry: object) -> str:
    return entry if isinstance(entry, str) else f"{type(entry).__module__}.{type(entry).__qualname__}"
