"""The command line. Commands import what they need when they run, so that ``--help`` answers at once."""

from __future__ import annotations

import io
import sys
from typing import Annotated, NoReturn

import typer

from gaugeblock import __version__
from gaugeblock.commands.audit import audit
from gaugeblock.commands.fuzz import fuzz
from gaugeblock.commands.list_ import list_
from gaugeblock.commands.options import DONE, INTERRUPTED, WRONG_USAGE
from gaugeblock.commands.perturb import perturb
from gaugeblock.commands.report import report
from gaugeblock.commands.score import score
from gaugeblock.output import say
from gaugeblock.perturb.errors import GaugeblockError, UnknownNameError

app = typer.Typer(
    name="gaugeblock",
    help="Stress tests for text-evaluation metrics: change the text in ways whose right effect is known, "
    "and see what the score does.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (audit, fuzz, perturb, score, report):
    app.command()(command)
app.command("list")(list_)


def _say_version(wanted: bool) -> None:
    if wanted:
        say(f"gaugeblock {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_say_version)
    ] = False,
) -> None:
    pass  # the option's own callback has told the version: without a command, this one is not called


def main() -> NoReturn:
    """Run the command line; errors raised on purpose become one line and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without Unicode shows escapes
    try:
        status = app(standalone_mode=False, prog_name="gaugeblock")
    except GaugeblockError as error:
        say(f"error: {error}{_known_as(error)}", err=True)
        status = WRONG_USAGE
    except Exception as error:
        status = _usage_status(error)
    if status == INTERRUPTED:
        say("interrupted", err=True)
    sys.exit(status or DONE)


def _known_as(error: GaugeblockError) -> str:
    """What a name is that was looked for under the wrong kind; nothing where that is not the fault."""
    from gaugeblock.listing import kinds_of

    if not isinstance(error, UnknownNameError):
        return ""
    try:
        kinds = kinds_of(error.name)
    except GaugeblockError:  # a registry that cannot be read is not what the command was about
        return ""
    return f" ({error.name} is {' and '.join(kinds)})" if kinds else ""


def _usage_status(error: Exception) -> int:
    """Show a usage error of the parser as it would itself; anything else is a fault of ours and keeps its trace."""
    show = getattr(error, "show", None)
    if show is None:
        raise error
    show()
    return WRONG_USAGE
