"""Labels that a `datasets` table stores as numbers and names in its schema.

In a natural-language-inference set 0 often stands for *entailment*: read as a number it would be the very opposite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gaugeblock.harness.readers._rows import BadRow, Row


def names_of(features: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names of the classes by column, from the features of a `datasets` table or their JSON form."""
    names: dict[str, list[str]] = {}
    for column, feature in features.items():
        found = feature.get("names") if isinstance(feature, Mapping) else getattr(feature, "names", None)
        if isinstance(found, list):
            names[column] = [str(name) for name in found]
    return names


def with_names(rows: Iterable[Row | BadRow], names: Mapping[str, list[str]]) -> Iterator[Row | BadRow]:
    """The rows with the name of a class in the place of its number; a number without a name (-1) is a missing cell."""
    for row in rows:
        if isinstance(row, BadRow) or not names:
            yield row
            continue
        cells = {column: _name(cell, names.get(column)) for column, cell in row.cells.items()}
        yield Row(row.file_name, row.place, cells, row.key, row.all_text)


def _name(cell: Any, names: list[str] | None) -> Any:
    if names is None or not isinstance(cell, int):
        return cell
    return names[cell] if 0 <= cell < len(names) else None
