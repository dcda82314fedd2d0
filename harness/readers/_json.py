"""A JSON file: a list of objects, an object with one such list in it, or objects by id."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._files import opened, stem_of
from gaugeblock.harness.readers._jsonl import parse_json, rows_of_lines
from gaugeblock.harness.readers._rows import BadRow, Row, Table, shown
from gaugeblock.perturb.errors import DataError


def open_json(path: Path) -> Table:
    """The table in a JSON file, which is parsed as a whole; a file of one object a line is read as JSON Lines.

    Raises:
        DataError: the file is not JSON, or holds no rows in a form that is known.
    """
    name = stem_of(path)
    with opened(path) as file:
        content = file.read()
    try:
        value = parse_json(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: not UTF-8 (byte {error.start}): save the file as UTF-8") from error
    except ValueError as error:
        if _several_values(error):
            return Table(name, path.name, rows_of_lines(content.splitlines(), path.name))
        raise DataError(
            f"{path.name}: {error or 'not JSON'}" + (" (the file is empty)" if not content else "")
        ) from error
    if isinstance(value, list):
        return Table(name, path.name, _items(value, path.name))
    if isinstance(value, dict):
        return _from_object(value, name, path.name)
    raise DataError(f"{path.name}: a list of objects is wanted, not {shown(value)}")


def read_json(path: Path) -> Iterator[Row | BadRow]:
    """The rows of a JSON file in a published format.

    Raises:
        DataError: as `open_json`.
    """
    for item in open_json(path).items:
        if isinstance(item, (Row, BadRow)):
            yield item


def _several_values(error: ValueError) -> bool:
    cause = error.__cause__
    return isinstance(cause, json.JSONDecodeError) and cause.msg == "Extra data"


def _from_object(value: Mapping[str, Any], name: str, file_name: str) -> Table:
    lists = [
        key for key, item in value.items() if isinstance(item, list) and any(isinstance(row, dict) for row in item)
    ]
    if len(lists) == 1:
        return Table(name, f"{file_name}, list {lists[0]!r}", _items(value[lists[0]], file_name, f" of {lists[0]!r}"))
    if len(lists) > 1:
        raise DataError(
            f"{file_name}: several lists could hold the rows: {', '.join(map(repr, lists))}; "
            "keep the one that is meant in a file of its own"
        )
    if value and all(isinstance(item, dict) for item in value.values()):
        rows = (Row(file_name, f"item {key!r}", item, key=key) for key, item in value.items())
        return Table(name, f"{file_name}, objects by id", rows)
    raise DataError(
        f"{file_name}: no rows found; a JSON file holds a list of objects, an object with one such list in it, "
        f"or objects by id, and this one is an object with the keys {shown(list(value))}"
    )


def _items(values: Iterable[Any], file_name: str, of: str = "") -> Iterator[Row | BadRow]:
    for number, value in enumerate(values, 1):
        place = f"item {number}{of}"
        if isinstance(value, dict):
            yield Row(file_name, place, value)
        else:
            yield BadRow(file_name, place, f"an object is wanted, not {shown(value)}")
