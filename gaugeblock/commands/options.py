"""What several commands have in common: their options and arguments, and their exit statuses."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

DONE, BROKEN, WRONG_USAGE, INCOMPLETE, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit statuses: all held; a gate or a law is broken; wrong usage or unreadable data; too much is unscored or
undecided; Ctrl-C."""


class BadRow(StrEnum):
    error = "error"
    skip = "skip"


class EngineName(StrEnum):
    local = "local"
    ray = "ray"


Metrics = Annotated[
    list[str],
    typer.Argument(
        help="A registered name, name[option=value,...], module:attribute, path/to/file.py:attribute, scores:FILE, or "
        "scores:published for the published scores that the data carry.",
        metavar="METRIC...",
        show_default=False,
    ),
]
Data = Annotated[
    str,
    typer.Option("--data", help="sample, reader:path, hf:owner/name, or a .jsonl, .json, .csv, .tsv, .parquet file."),
]
DataArgument = Annotated[str, typer.Argument(help="The data, as for audit --data.", metavar="DATA", show_default=False)]
Map = Annotated[
    str | None, typer.Option("--map", help="Columns by field: response=summary,context=doc,...", show_default=False)
]
OnBadRow = Annotated[BadRow, typer.Option(help="Stop at a row that cannot be read, or leave it out and count it.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Take a seeded sample of so many examples.", show_default=False)]
Seed = Annotated[int, typer.Option(help="Seed of everything that is drawn.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes (or Ray actors) that score.")]
Timeout = Annotated[float, typer.Option(min=0.001, help="Seconds allowed for one item.")]
