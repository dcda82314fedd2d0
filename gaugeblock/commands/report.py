"""``gaugeblock report``: write the report of finished runs again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from gaugeblock.commands.tables_shown import show_tables
from gaugeblock.output import say, writing
from gaugeblock.perturb.errors import UsageError
from gaugeblock.run_folder import keep_run_apart

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
    wanted = _by_ending(target) if format is None else format
    FORMATS.get(wanted)  # a wrong name is said before any run is read
    for run in runs:
        keep_run_apart(run, target)
    loaded = [load_run(run) for run in runs]
    if str(target) == "-" and sys.stdout.isatty() and format in (None, "terminal"):
        show_tables(loaded)
        return
    text = render(loaded, wanted)
    with writing(target) as write:
        write(text if text.endswith("\n") else f"{text}\n")
    if str(target) != "-":
        say(f"report: {out}", err=True)


def _by_ending(target: Path) -> str:
    """The format that the ending of a file's name says; html where it has none.

    Raises:
        UsageError: it is the ending of no format.
    """
    ending = target.suffix.lower()
    if ending and ending not in _BY_ENDING:
        raise UsageError(
            f"the ending of {target} is that of no report ({', '.join(_BY_ENDING)}); say which is meant with --format"
        )
    return _BY_ENDING.get(ending, "html")
