"""CSV and TSV: a header line, then a row of text cells each; quoted cells may hold line breaks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from gaugeblock.harness.readers._files import opened, stem_of
from gaugeblock.harness.readers._rows import BadRow, Row, Table
from gaugeblock.perturb.errors import DataError

_LARGEST_CELL = 2**31 - 1  # what a C long holds everywhere; the default of 128 KiB is less than a long document


def open_csv(path: Path) -> Table:
    """The table in a file of comma-separated cells, read row by row."""
    return Table(stem_of(path), path.name, read_delimited(path, ","))


def open_tsv(path: Path) -> Table:
    """The table in a file of tab-separated cells, read row by row."""
    return Table(stem_of(path), path.name, read_delimited(path, "\t"))


def read_delimited(path: Path, delimiter: str) -> Iterator[Row | BadRow]:
    """The rows of a delimited file. Every cell stays text: ``42`` and ``NA`` are what they look like.

    Raises:
        DataError: the header names a column twice or cannot be read.
    """
    csv.field_size_limit(_LARGEST_CELL)
    with opened(path) as file, io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline="") as text:
        reader = csv.reader(text, delimiter=delimiter, strict=True)
        header: list[str] | None = None
        while True:
            place = f"line {reader.line_num + 1}"
            try:
                cells = next(reader, None)
            except csv.Error as error:
                if header is None:
                    raise DataError(f"{path.name}, {place}: {_quoting(error)}") from error
                yield BadRow(path.name, place, _quoting(error))
                continue
            if cells is None:
                return
            if not cells:
                continue
            if header is None:
                header = _header(cells, path.name)
            elif not_utf8(cells):
                yield BadRow(path.name, place, "not UTF-8: save the file as UTF-8")
            elif len(cells) != len(header):
                yield BadRow(path.name, place, _ragged(len(cells), len(header)))
            else:
                yield Row(path.name, place, dict(zip(header, cells, strict=True)), all_text=True)


def not_utf8(cells: list[str]) -> bool:
    """Whether a cell holds bytes that are no UTF-8, which ``surrogateescape`` lets through as U+DC80 to U+DCFF."""
    return any(not cell.isascii() and any("\udc80" <= char <= "\udcff" for char in cell) for cell in cells)


def _header(cells: list[str], file_name: str) -> list[str]:
    if not_utf8(cells):
        raise DataError(f"{file_name}, line 1: the header is not UTF-8: save the file as UTF-8")
    names = [cell.strip() or f"column {position}" for position, cell in enumerate(cells, 1)]
    twice = [name for position, name in enumerate(names) if name in names[:position]]
    if twice:
        raise DataError(f"{file_name}, line 1: the header names the column {twice[0]!r} twice: rename one of them")
    return names


def _ragged(cells: int, columns: int) -> str:
    mend = "quote cells that hold the separator" if cells > columns else "fill the row up with empty cells"
    return f"the row has {cells} cell{'s' if cells != 1 else ''} and the header {columns}: {mend}"


def _quoting(error: csv.Error) -> str:
    return f'the quotes do not match ({error}): quote the whole cell and write " in it as ""'
