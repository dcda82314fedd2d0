"""Data that is in memory already: lists of examples or dictionaries, and pandas frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gaugeblock.harness.readers._class_labels import names_of, with_names
from gaugeblock.harness.readers._rows import BadRow, Row, Table, shown
from gaugeblock.perturb.errors import DataError
from gaugeblock.perturb.example import Example

_LIST = "list"
_FRAME = "frame"


def open_items(items: Iterable[Any]) -> Table:
    """The table that examples, or dictionaries of cells, make up."""
    features = getattr(items, "features", None)  # a table of the datasets library knows the names of its labels
    names = names_of(features) if isinstance(features, Mapping) else {}
    return Table("examples", "examples in memory", _items(items, names))


def open_frame(frame: Any) -> Table:
    """The table in a pandas frame.

    Raises:
        DataError: two columns have the same name.
    """
    columns = [str(column) for column in frame.columns]
    if len(set(columns)) < len(columns):
        raise DataError(f"two columns of the frame have the same name: rename one of {columns}")
    return Table("frame", "a pandas frame", _frame_rows(frame, columns))


def _items(items: Iterable[Any], names: Mapping[str, list[str]]) -> Iterator[Row | BadRow | Example]:
    for number, item in enumerate(items, 1):
        if isinstance(item, Example):
            yield item
        elif isinstance(item, Mapping):
            cells = {str(column): _plain(cell) for column, cell in item.items()}
            yield from with_names([Row(_LIST, f"item {number}", cells)], names)
        else:
            yield BadRow(_LIST, f"item {number}", f"an Example or a dictionary is wanted, not {shown(item)}")


def _frame_rows(frame: Any, columns: list[str]) -> Iterator[Row]:
    missing = frame.isna().to_numpy()
    for number, (cells, absent) in enumerate(zip(frame.itertuples(index=False, name=None), missing, strict=True), 1):
        present = (None if gone else _plain(cell) for cell, gone in zip(cells, absent, strict=True))
        yield Row(_FRAME, f"row {number}", dict(zip(columns, present, strict=True)))


def _plain(cell: Any) -> Any:
    return cell.tolist() if hasattr(cell, "tolist") else cell  # NumPy arrays and numbers
