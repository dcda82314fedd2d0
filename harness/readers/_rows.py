"""What readers hand on: rows of named cells, rows that cannot be read, and the table they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gaugeblock.perturb.example import Example


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that makes no example.

    Args:
        file_name: name of the file, without its folder.
        line_or_item: where in the file: ``"line 7"``, ``"item 3"``, ``"row 12"``; counted from one.
        reason: what is wrong with it and what to do about it.
    """

    file_name: str
    line_or_item: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file_name}, {self.line_or_item}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Row:
    """Named cells, to be mapped to the fields of an example.

    Args:
        file_name: name of the file, without its folder.
        place: as `BadRow.line_or_item`.
        cells: JSON values by column name.
        key: the row's id where the file itself keys its rows, else None.
        all_text: whether cells are text for want of types (CSV): an empty cell is then a missing one, and a cell with
            a JSON list of strings is a list of documents.
    """

    file_name: str
    place: str
    cells: Mapping[str, Any]
    key: str | None = None
    all_text: bool = False

    def bad(self, reason: str) -> BadRow:
        """This row as one that cannot be read."""
        return BadRow(self.file_name, self.place, reason)


@dataclass(frozen=True, slots=True)
class Table:
    """Opened data, read as it is iterated.

    Args:
        name: short name of the data set.
        source: where it comes from, without a folder of this machine.
        items: rows to be mapped, finished examples, and rows that cannot be read, in file order.
    """

    name: str
    source: str
    items: Iterator[Row | BadRow | Example]


@dataclass(frozen=True, slots=True)
class Reader:
    """A data set in its published format; the ``READER`` of a module in this folder or of a plug-in.

    Args:
        summary: what the data set is, in one sentence, for the catalogue.
        usage: how to write it after ``--data``: ``"qags:FILE_OR_FOLDER"``.
        open: opens what stands after the colon (empty where nothing does).
        needs_path: whether something must stand after the colon.
    """

    summary: str
    usage: str
    open: Callable[[str], Table]
    needs_path: bool = True


def convert(
    rows: Iterable[Row | BadRow], build: Callable[[Mapping[str, Any]], Iterable[Example]], kind: str
) -> Iterator[BadRow | Example]:
    """The examples that `build` makes of each row; a row that is not as `build` expects becomes a `BadRow`.

    Args:
        rows: of a published format.
        build: may raise KeyError, TypeError or ValueError for a row that is not in the format.
        kind: name of the format, for the message.
    """
    for row in rows:
        if isinstance(row, BadRow):
            yield row
            continue
        try:
            examples = list(build(row.cells))
        except KeyError as error:
            yield row.bad(f"not in the {kind} format: there is no {error.args[0]!r}")
        except (TypeError, ValueError) as error:
            yield row.bad(f"not in the {kind} format: {error}")
        else:
            yield from examples


def shown(value: object, most: int = 60) -> str:
    """A value as a message shows it: cut where it is long."""
    try:
        text = repr(value[:most] if isinstance(value, str) else value)
    except RecursionError:
        return f"a deeply nested {type(value).__name__}"
    except ValueError:  # of a whole number of over 4,300 digits
        return "a number too long to be shown"
    cut = len(text) > most or (isinstance(value, str) and len(value) > most)
    return text[: most - 3] + "..." if cut else text
