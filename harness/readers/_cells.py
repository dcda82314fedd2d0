"""From the cells of a row to an example."""

from __future__ import annotations

import json
import math
import numbers
from collections.abc import Mapping
from typing import Any

from gaugeblock.harness.columns import label_words, normal
from gaugeblock.harness.readers._rows import Row, shown
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.written_numbers import decimal_of, is_writable

LABELS_TAKEN = (
    "0 to 1, true/false, yes/no, supported/not supported, consistent/inconsistent, "
    "entailment/neutral/contradiction or nothing"
)
"""The labels that can be read, for a person."""

_DEEPEST = 50


def example_of(row: Row, columns: Mapping[str, str]) -> Example:
    """The example that a row's cells make.

    Args:
        row: the cells.
        columns: column by field, as `gaugeblock.harness.columns.resolve` returns it.

    Raises:
        ValueError: a cell cannot be read; the message says which, and what it takes.
    """
    cells = {field: _present(row.cells.get(column), row.all_text) for field, column in columns.items() if column}
    if cells.get("response") is None:
        raise ValueError(f"the response is missing (column {columns['response']!r}): fill it in or remove the row")
    return Example(
        response=_text("response", cells["response"]),
        context=_documents(cells.get("context"), row.all_text),
        question=_optional("question", cells.get("question")),
        label=label_of(cells.get("label")),
        corrected=_optional("corrected", cells.get("corrected")),
        id=row.key if row.key is not None and not columns.get("id") else _id(cells.get("id")),
        metadata=_metadata(row, set(columns.values())),
    )


def label_of(cell: object) -> float | None:
    """The label that a cell states: 1 = supported, 0 = not; None where it states nothing.

    Raises:
        ValueError: the cell states something else; the message lists what is taken.

    >>> label_of("not supported"), label_of(True), label_of("0.5"), label_of(None)
    (0.0, 1.0, 0.5, None)
    """
    value: object = cell
    if isinstance(value, str):
        word = label_words().get(normal(value))
        if word is not None:
            return word
        value = decimal_of(value)
    if cell is None:
        return None
    if isinstance(value, (bool, int, float)) and 0 <= value <= 1:
        return float(value)
    raise ValueError(f"the label {shown(cell)} cannot be read; it takes {LABELS_TAKEN}")


def check_text(name: str, text: str) -> str:
    """The text, when every file can hold it.

    Raises:
        ValueError: it holds an unpaired surrogate or a NUL character.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(
            f"the {name} holds an unpaired surrogate ({text[error.start]!a}) at position {error.start}, "
            "which no UTF-8 file can hold: write the whole character"
        ) from None
    if "\0" in text:
        raise ValueError(f"the {name} holds a NUL character at position {text.index(chr(0))}: remove it")
    return text


def _present(cell: object, all_text: bool) -> Any:
    if all_text and cell == "":
        return None
    return None if isinstance(cell, float) and math.isnan(cell) else cell


def _text(name: str, cell: object) -> str:
    if not isinstance(cell, str):
        raise ValueError(f"the {name} must be text, not {_kind(cell)}: {shown(cell)}")
    return check_text(name, cell)


def _optional(name: str, cell: object) -> str | None:
    return None if cell is None else _text(name, cell)


def _documents(cell: object, all_text: bool) -> tuple[str, ...]:
    if cell is None:
        return ()
    if all_text and isinstance(cell, str) and cell.lstrip().startswith("["):
        cell = _listed_documents(cell)
    if isinstance(cell, str):
        return (_text("context", cell),)
    if isinstance(cell, (list, tuple)):
        return tuple(_text(f"context[{position}]", document) for position, document in enumerate(cell))
    raise ValueError(f"the context must be text or a list of texts, not {_kind(cell)}: {shown(cell)}")


def _listed_documents(cell: str) -> str | list[str]:
    try:
        value = json.loads(cell)
    except (ValueError, RecursionError):
        return cell  # prose that opens with a bracket
    return value if isinstance(value, list) and all(isinstance(item, str) for item in value) else cell


def _id(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)  # a whole number that pandas made a float for the sake of a missing neighbour
    if isinstance(cell, int) and not isinstance(cell, bool):
        return str(_writable("id", cell))
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return ""
    return _text("id", cell)


def _metadata(row: Row, used: set[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for column, cell in row.cells.items():
        if column in used:
            continue
        if column == "metadata" and isinstance(cell, Mapping):
            values.update(json_value(cell, "metadata"))
        else:
            values[check_text("name of a column", column)] = json_value(cell, column)
    return values


def json_value(value: object, name: str, depth: int = 0) -> Any:
    """A cell as a JSON value: dates as ISO text, what is not finite as nothing, other objects as their text.

    Raises:
        ValueError: it is nested too deeply, or a text in it fits no file.
    """
    if depth > _DEEPEST:
        raise ValueError(f"the column {name!r} is nested more than {_DEEPEST} levels deep: flatten it or leave it out")
    if value is None or isinstance(value, (bool, int)):
        return value if value is None else _writable(f"column {name!r}", value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return check_text(name, value)
    if isinstance(value, Mapping):
        return {check_text(name, str(key)): json_value(item, name, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_value(item, name, depth + 1) for item in value]
    return value.isoformat() if hasattr(value, "isoformat") else check_text(name, str(value))


def _writable(name: str, number: int) -> int:
    if is_writable(number):
        return number
    raise ValueError(f"the {name} is a whole number too long to be written down: shorten it, or write it as text")


def _kind(cell: object) -> str:
    if isinstance(cell, bool):
        return "true or false"
    if isinstance(cell, numbers.Real):
        return "a number"
    if isinstance(cell, (list, tuple)):
        return "a list"
    return "an object" if isinstance(cell, Mapping) else type(cell).__name__
