"""One small registry class for metrics, perturbations, stress tests and data sets.

An entry is a name and either an object or a ``module:object`` path that is imported when it is first asked for. Entries
come from three places: the modules of a folder (a file ``number_words.py`` is the entry ``number-words``), entry points
of other distributions, and `Registry.register`.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Callable, Iterator
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
        check: tells of an entry and its name what is wrong with it, in a few words; None where nothing is.
    """

    def __init__(
        self,
        kind: str,
        *,
        folders: tuple[str, ...] = (),
        attribute: str = "",
        group: str = "",
        check: Callable[[object, str], str | None] | None = None,
    ) -> None:
        self.kind = kind
        self._folders = folders
        self._attribute = attribute
        self._group = group
        self._check = check
        self._entries: dict[str, T | str] | None = None
        self._loaded: dict[str, T] = {}

    def __repr__(self) -> str:
        return f"<registry of {self.kind}s: {', '.join(self.names())}>"

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: object) -> bool:
        return name in self._scan()

    def names(self) -> list[str]:
        """All names, in alphabetical order; nothing is imported for it."""
        return sorted(self._scan())

    def register(self, name: str, entry: T | str) -> None:
        """Add an object, or the ``module:object`` path of one, under a name.

        Raises:
            NameCollisionError: the name stands for something else already.
            UsageError: the object is no such entry.
        """
        entries = self._scan()
        if not isinstance(entry, str):
            self._checked(name, entry, _describe(entry))
        if name in self._loaded and self._loaded[name] is entry:
            return
        self._add(entries, name, entry)

    def get(self, name: str) -> T:
        """The object behind a name, imported now if it was not before.

        Raises:
            UnknownNameError: no such name; the message says which come close.
            UsageError: the entry cannot be imported, or what is imported is no such entry.
        """
        if name in self._loaded:
            return self._loaded[name]
        entries = self._scan()
        if name not in entries:
            close = difflib.get_close_matches(name, entries, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(close)}?" if close else f"there are: {', '.join(self.names())}"
            raise UnknownNameError(f"no {self.kind} is called {name!r}; {hint}", name)
        entry = entries[name]
        if not isinstance(entry, str):
            return entry
        self._loaded[name] = self._load(name, entry)
        return self._loaded[name]

    def _load(self, name: str, path: str) -> T:
        module, _, attribute = path.partition(":")
        if not attribute:
            raise UsageError(f"the {self.kind} {name!r} is announced as {path!r}, which names no object: MODULE:OBJECT")
        try:
            loaded: Any = importlib.import_module(module)
            for part in attribute.split("."):
                loaded = getattr(loaded, part)
        except (ImportError, AttributeError) as error:
            raise UsageError(f"the {self.kind} {name!r} cannot be loaded from {path!r}: {error}") from error
        found: T = loaded
        self._checked(name, found, path)
        return found

    def _checked(self, name: str, entry: T, where: str) -> None:
        if self._check is not None and (wrong := self._check(entry, name)):
            raise UsageError(f"the {self.kind} {name!r} ({where}) {wrong}")

    def _add(self, entries: dict[str, T | str], name: str, entry: T | str) -> None:
        known = entries.get(name)
        if known is not None and known is not entry and known != entry:
            raise NameCollisionError(
                f"two {self.kind}s are called {name!r}: {_describe(known)} and {_describe(entry)}; rename one of them"
            )
        entries[name] = entry

    def _scan(self) -> dict[str, T | str]:
        """The entries, gathered on the first call; kept only when all could be, so that a collision never hides any."""
        if self._entries is not None:
            return self._entries
        entries: dict[str, T | str] = {}
        for folder in self._folders:
            for module in pkgutil.iter_modules(importlib.import_module(folder).__path__):
                if not module.name.startswith("_"):
                    path = f"{folder}.{module.name}:{self._attribute}"
                    self._add(entries, module.name.replace("_", "-"), path)
        if self._group:
            for point in entry_points(group=self._group):
                self._add(entries, point.name, point.value)
        self._entries = entries
        return entries


def _describe(entry: object) -> str:
    return entry if isinstance(entry, str) else f"{type(entry).__module__}.{type(entry).__qualname__}"
