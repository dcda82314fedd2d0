"""The files of a run folder: tables of variants and scores in Parquet parts, each written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from gaugeblock.perturb.errors import DataError

VARIANTS = pa.schema(
    [
        ("variant_id", pa.string()),
        ("parent", pa.string()),
        ("base", pa.string()),  # what the edits are of and the score is compared with: the parent, or a base row
        ("cluster", pa.string()),  # source document, by which intervals are clustered
        ("perturbation", pa.string()),  # "original" for the examples themselves
        ("family", pa.string()),
        ("severity", pa.int64()),
        ("outcome", pa.string()),  # original, base, variant, skip
        ("reason", pa.string()),
        ("detail", pa.string()),
        ("response", pa.string()),
        ("context", pa.list_(pa.string())),
        ("question", pa.string()),
        ("label", pa.float64()),
        ("corrected", pa.string()),
        ("metadata", pa.string()),  # JSON
        ("edits", pa.string()),  # JSON
        ("relation", pa.string()),  # JSON: construct -> relation
        ("details", pa.string()),  # JSON
        ("metric", pa.string()),  # the metric that a variant was made for; null = for every one
    ]
)

SCORES = pa.schema(
    [
        ("metric", pa.string()),
        ("variant_id", pa.string()),
        ("input", pa.string()),  # hash of what the metric reads of the variant
        ("arrangement", pa.string()),  # "main", or how the laws laid the batch out
        ("repeat", pa.int64()),
        ("score", pa.float64()),
        ("unscored", pa.string()),
        ("detail", pa.string()),
    ]
)


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A temporary name to write to, which becomes the path when all is written."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    yield temporary
    os.replace(temporary, path)


def write_part(path: Path, rows: Sequence[Mapping[str, Any]], schema: pa.Schema) -> None:
    """Write rows as one Parquet file, under a temporary name first, so that no half-written part is ever read."""
    columns = {name: [row.get(name) for row in rows] for name in schema.names}
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as temporary:
        pq.write_table(pa.table(columns, schema=schema), temporary, compression="zstd")


def write_frame(path: Path, frame: pd.DataFrame) -> None:
    """Write a frame as one Parquet file, under a temporary name first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as temporary:
        frame.to_parquet(temporary, index=False)


def write_json(path: Path, value: Any) -> None:
    """Write JSON under a temporary name first, so that a reader never sees half of it."""
    with written_whole(path) as temporary:
        temporary.write_text(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n", "utf-8")


def parts(folder: Path) -> list[Path]:
    """The Parquet parts of a table, in order."""
    return sorted(path for path in folder.glob("*.parquet") if not path.name.startswith("."))


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of one part as dictionaries.

    Raises:
        DataError: it cannot be read.
    """
    rows: list[dict[str, Any]] = _read_part(path).to_pylist()
    return rows


def read_variants(folder: Path) -> pd.DataFrame:
    """The variants of a run folder, with those that were made for single metrics behind the others.

    Raises:
        DataError: there is no such table, or a part of it cannot be read.
    """
    variants = read_frame(folder / "variants")
    explored = read_frame(folder / "explored") if parts(folder / "explored") else variants[:0]
    return pd.concat([variants, explored], ignore_index=True) if len(explored) else variants


def read_prepared(folder: Path) -> dict[str, pd.DataFrame]:
    """What the stress tests have prepared of the examples, by name of the test.

    Raises:
        DataError: a part cannot be read.
    """
    return {path.stem: _read_part(path).to_pandas() for path in parts(folder / "prepared")}


def read_frame(folder: Path, columns: Iterable[str] | None = None) -> pd.DataFrame:
    """All parts of a table as one frame, in the order of the parts.

    Args:
        columns: those that are wanted; None for all.

    Raises:
        DataError: there is no such table, or a part of it cannot be read.
    """
    found = parts(folder)
    if not found:
        raise DataError(f"{str(folder)!r} holds no table (*.parquet); the run is incomplete, start the audit again")
    wanted = None if columns is None else list(columns)
    tables = [_read_part(path, wanted) for path in found]
    try:
        frame: pd.DataFrame = pa.concat_tables(tables).to_pandas()
    except _UNREADABLE as error:
        raise DataError(
            f"the parts of {str(folder)!r} do not fit together ({error}); delete the folder and start the audit again"
        ) from None
    return frame


_UNREADABLE = (OSError, ValueError, pa.ArrowException)


def _read_part(path: Path, columns: list[str] | None = None) -> pa.Table:
    try:
        return pq.read_table(path, columns=columns)
    except _UNREADABLE as error:
        raise DataError(f"{str(path)!r} cannot be read ({error}); delete it and start the audit again") from None
