"""JSON Lines: one object a line, UTF-8."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._files import opened, stem_of
from gaugeblock.harness.readers._rows import BadRow, Row, Table, shown
from gaugeblock.perturb.written_numbers import whole_of

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def open_jsonl(path: Path) -> Table:
    """The table in a JSON Lines file, read line by line."""
    return Table(stem_of(path), path.name, read_jsonl(path))


def read_jsonl(path: Path) -> Iterator[Row | BadRow]:
    """The rows of a JSON Lines file; empty lines are passed over."""
    with opened(path) as file:
        yield from rows_of_lines(file, path.name)


def rows_of_lines(lines: Iterable[bytes], file_name: str) -> Iterator[Row | BadRow]:
    """The rows in lines of JSON."""
    for number, line in enumerate(lines, 1):
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        line = line.rstrip(b"\r\n")
        if not line.strip():
            continue
        place = f"line {number}"
        try:
            yield Row(file_name, place, parse_object(line.decode("utf-8")))
        except UnicodeDecodeError as error:
            yield BadRow(file_name, place, f"not UTF-8 (byte {error.start} of the line): save the file as UTF-8")
        except ValueError as error:
            list_hint = "; for one JSON list, let the file's name end in .json" if line.lstrip()[:1] == b"[" else ""
            yield BadRow(file_name, place, f"{error}{list_hint}")


def parse_object(text: str) -> dict[str, Any]:
    """The JSON object in a text.

    Raises:
        ValueError: says in what way the text is not one.
    """
    value = parse_json(text)
    if not isinstance(value, dict):
        raise ValueError(f"a JSON object is wanted, not {shown(value)}: write {{...}}, one a line")
    return value


def parse_json(text: str) -> Any:
    """The JSON value in a text, refused where a key stands twice in an object (one of the two would be lost).

    Raises:
        ValueError: says in what way the text is not JSON.
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=whole_of)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise ValueError(f"not valid JSON ({error.msg}, {place})") from error
    except RecursionError:
        raise ValueError("not readable JSON (nested too deeply): flatten it") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice!r} stands twice in one object: keep one of them")
    return values
