"""``gaugeblock list``: show what is registered."""

from __future__ import annotations

import shutil
import sys
from typing import Annotated

import typer

from gaugeblock.output import say


def list_(
    what: Annotated[
        str,
        typer.Argument(
            help="metrics, perturbations, stress, properties, datasets.", metavar="KIND", show_default=False
        ),
    ],
    name: Annotated[
        str | None,
        typer.Argument(help="One perturbation or metric, to be shown whole.", metavar="[NAME]", show_default=False),
    ] = None,
) -> None:
    """Show what is registered under each kind."""
    from gaugeblock.listing import WIDTH, listing

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    say(listing(what, name, max(width, 60)))
