"""A data set of the Hugging Face hub, or a folder that ``datasets.load_dataset`` can read, as a table to be mapped."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._class_labels import names_of, with_names
from gaugeblock.harness.readers._rows import BadRow, Reader, Row, Table
from gaugeblock.perturb.errors import DataError, require

USAGE = "hf:OWNER/NAME, hf:OWNER/NAME:CONFIG or hf:OWNER/NAME:CONFIG@SPLIT"


def open_hf(where: str) -> Table:
    """The rows of one split, fetched as they are read.

    Args:
        where: ``owner/name[:config][@split]``; the split may be left out where there is only one.

    Raises:
        MissingExtraError: the package ``datasets`` is not installed.
        DataError: the data set cannot be loaded, or has several splits and none was named.
    """
    datasets = require("datasets", "hub", "reading a data set of the Hugging Face hub")
    path, config, split = parse(where)
    source = "hf:" + where.replace(path, Path(path).resolve().name, 1) if os.path.isdir(path) else f"hf:{where}"
    try:
        splits = datasets.load_dataset(path, config, streaming=True)
    except Exception as error:  # whatever the library and the network under it raise
        raise DataError(f"{source}: the data set cannot be loaded: {error}") from error
    if split is None and len(splits) > 1:
        ways = " or ".join(f"hf:{where}@{name}" for name in splits)
        raise DataError(f"{source}: there are several splits; say which, as in {ways}")
    if split is not None and split not in splits:
        raise DataError(f"{source}: there is no split {split!r}; there are: {', '.join(splits)}")
    name = split or next(iter(splits))
    rows = splits[name]
    return Table(Path(path).name, source, with_names(_rows(rows, source), names_of(rows.features or {})))


def parse(where: str) -> tuple[str, str | None, str | None]:
    """Path, configuration and split of a data set as it is written after ``hf:``.

    >>> parse("owner/name:plain@test")
    ('owner/name', 'plain', 'test')
    """
    rest, _, split = where.partition("@")
    path, _, config = rest.partition(":")
    return path, config or None, split or None


def _rows(rows: Iterable[Mapping[str, Any]], source: str) -> Iterator[Row | BadRow]:
    number = 0
    try:
        for number, cells in enumerate(rows, 1):
            yield Row(source, f"row {number}", cells)
    except Exception as error:  # whatever the library and the network under it raise
        raise DataError(f"{source}: the data set cannot be read after row {number}: {error}") from error


READER = Reader(
    summary="any data set of the Hugging Face hub, its columns mapped like a file's",
    usage=USAGE,
    open=open_hf,
)
