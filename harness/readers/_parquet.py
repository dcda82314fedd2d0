"""Parquet, read one batch of rows after another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._class_labels import names_of, with_names
from gaugeblock.harness.readers._files import stem_of
from gaugeblock.harness.readers._rows import BadRow, Row, Table
from gaugeblock.perturb.errors import DataError


def open_parquet(path: Path) -> Table:
    """The table in a Parquet file.

    Raises:
        DataError: the file is not Parquet, or names a column twice.
    """
    import pyarrow
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(path)
    except (pyarrow.ArrowException, OSError) as error:
        raise DataError(f"{path.name}: not a readable Parquet file: {error}") from error
    columns = file.schema_arrow.names
    if len(set(columns)) < len(columns):
        raise DataError(f"{path.name}: two columns have the same name: rename one of {columns}")
    names = names_of(_features(file.schema_arrow.metadata))
    return Table(stem_of(path), path.name, with_names(_rows(file, path.name), names))


def _rows(file: Any, file_name: str) -> Iterator[Row | BadRow]:
    number = 0
    try:
        for batch in file.iter_batches(batch_size=1024):
            for cells in batch.to_pylist():
                number += 1
                yield Row(file_name, f"row {number}", cells)
    except (OSError, ValueError) as error:  # Arrow's own exceptions are among the two
        raise DataError(f"{file_name}: the file cannot be read after row {number}: {error}") from error


def _features(schema_metadata: dict[bytes, bytes] | None) -> dict[str, Any]:
    try:
        described = json.loads((schema_metadata or {}).get(b"huggingface", b"{}"))
        features = described["info"]["features"]
    except (ValueError, KeyError, TypeError):
        return {}
    return features if isinstance(features, dict) else {}
