"""What a command says of the data that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gaugeblock.output import say

if TYPE_CHECKING:
    from gaugeblock.harness.data import Dataset


def tell_dataset(dataset: Dataset) -> None:
    """The columns, the rows that could not be read, and the examples that have no context where others have one."""
    tell_mapping(dataset.mapping)
    for row in dataset.skipped[:5]:
        say(f"skipped {row}", err=True)
    if len(dataset.skipped) > 5:
        say(f"skipped {len(dataset.skipped) - 5} more rows", err=True)
    bare = dataset.without_context
    if bare and len(bare) < len(dataset.examples):
        say(
            f"{len(bare)} of {len(dataset.examples)} examples have no context, the first of them {bare[0]!r}; "
            "metrics that read the context hold those against nothing",
            err=True,
        )


def tell_mapping(mapping: Mapping[str, str]) -> None:
    """The columns that hold the fields; a person must know where none holds the context."""
    if mapping:
        say(f"columns: {', '.join(f'{field}={column}' for field, column in mapping.items())}", err=True)
    if mapping and not mapping.get("context"):
        say("no column holds the context, so every context is empty; say which does: --map context=COLUMN", err=True)


def files_of(data: str | None) -> list[Path]:
    """The files that the text of a data set may name: the whole of it, and what stands behind its reader."""
    return [] if data is None else [Path(text) for text in (data, data.partition(":")[2]) if text]
