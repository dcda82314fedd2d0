"""``gaugeblock report``: write the report of finished runs again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from gaugeblock.commands.tables_shown import show_tables
from gaugeblock.output import keep_run_apart, say, writing

_BY_ENDING = {".html": "html", ".htm": "html", ".md": "md", ".json": "json", ".xml": "junit", ".txt": "terminal"}


def report(
    runs: Annotated[
        list[Path], typer.Argument(help="Run folders; several give one page.", metavar="RUN...", show_default=False)
    ],
    format: Annotated[
        str | None,
        typer.Option(
            help="html, md, json, junit or terminal; by default what the ending of --out says, the tables on a "
            "terminal, html elsewhere.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The file to write; standard output by default.", show_default=False)
    ] = None,
) -> None:
    """Write the report of finished runs again, in any format; no metric is needed."""
    from gaugeblock.reports import FORMATS, load_run, render

    target = Path("-") if out is None else out
    if format is not None:
        FORMATS.get(format)  # a wrong name is said before any run is read
    for run in runs:
        keep_run_apart(run, target)
    loaded = [load_run(run) for run in runs]
    if str(target) == "-" and sys.stdout.isatty() and format in (None, "terminal"):
        show_tables(loaded)
        return
    text = render(loaded, format or _BY_ENDING.get(target.suffix.lower(), "html"))
    with writing(target) as write:
        write(text if text.endswith("\n") else f"{text}\n")
    if str(target) != "-":
        say(f"report: {out}", err=True)
