"""`Fields`: typed access to a JSON object, with errors that say where in the file a value stands."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from gaugeblock.perturb.errors import DataError


class Fields:
    """One JSON object of a run folder.

    A key that is absent reads as empty or None, since older and newer versions may not write it; a value of the wrong
    type is an error.

    Args:
        value: what the file holds there.
        where: file and path of it, for messages: ``results.json: metrics.overlap``.

    Raises:
        DataError: the value is no object.
    """

    def __init__(self, value: Any, where: str) -> None:
        self.where = where
        if not isinstance(value, Mapping):
            self._refuse("an object", value)
        self.value: Mapping[str, Any] = value

    def __repr__(self) -> str:
        return f"<fields of {self.where}: {', '.join(self.value)}>"

    def text(self, key: str) -> str:
        """A string, empty where the key is absent or null."""
        return self.optional_text(key) or ""

    def optional_text(self, key: str) -> str | None:
        """A string or None."""
        value = self.value.get(key)
        if value is not None and not isinstance(value, str):
            self._refuse("text or null", value, key)
        return value

    def number(self, key: str) -> float | None:
        """A finite number or None."""
        value = self.value.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            self._refuse("a finite number or null", value, key)
        return float(value)

    def whole(self, key: str) -> int | None:
        """A whole number or None."""
        value = self.number(key)
        if value is None:
            return None
        if value != int(value):
            self._refuse("a whole number or null", self.value[key], key)
        return int(value)

    def flag(self, key: str) -> bool | None:
        """True, False or None."""
        value = self.value.get(key)
        if value is not None and not isinstance(value, bool):
            self._refuse("true, false or null", value, key)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        values = self._list(key)
        for position, value in enumerate(values):
            if not isinstance(value, str):
                self._refuse("text", value, f"{key}[{position}]")
        return tuple(values)

    def text_map(self, key: str) -> dict[str, str]:
        """An object of strings; other values are written as JSON, so that nothing is hidden."""
        return {name: value if isinstance(value, str) else compact(value) for name, value in self.map(key).items()}

    def counts(self, key: str) -> dict[str, int]:
        """An object of whole numbers; a null counts as absent."""
        inner = self.object(key)
        return {name: count for name in inner.value if (count := inner.whole(name)) is not None}

    def object(self, key: str) -> Fields:
        """An object."""
        return Fields({} if self.value.get(key) is None else self.value[key], self._path(key))

    def map(self, key: str) -> Mapping[str, Any]:
        """An object of whatever values."""
        return self.object(key).value

    def objects(self, key: str) -> Iterator[Fields]:
        """A list of objects."""
        for position, value in enumerate(self._list(key)):
            yield Fields(value, self._path(f"{key}[{position}]"))

    def named(self, key: str) -> Iterator[tuple[str, Fields]]:
        """An object of objects."""
        inner = self.object(key)
        for name in inner.value:
            yield name, inner.object(name)

    def _list(self, key: str) -> list[Any]:
        value = self.value.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self._refuse("a list", value, key)
        return value

    def _path(self, key: str) -> str:
        return f"{self.where}{'.' if ': ' in self.where else ': '}{key}"

    def _refuse(self, wanted: str, value: Any, key: str | None = None) -> NoReturn:
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        raise DataError(f"{self.where if key is None else self._path(key)} must be {wanted}, not {shown}")


def read_json(path: Path) -> Fields:
    """The object that a JSON file of a run folder holds.

    Raises:
        DataError: the file is not UTF-8, not JSON (NaN is not), or holds no object, as a half-written one does.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise DataError(
            f"{path} cannot be read ({error}): the run was cut off while it was written, or the file was changed; "
            "start the same audit again"
        ) from None
    return Fields(value, path.name)


def compact(value: Any) -> str:
    """A JSON value on one line."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _finite(written: str) -> float:
    number = float(written)
    if math.isinf(number):
        raise ValueError(f"{written} is larger than any number here")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
