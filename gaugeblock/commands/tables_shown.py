"""The tables of finished runs, on standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gaugeblock.output import say

if TYPE_CHECKING:
    from gaugeblock.reports.run import Run


def show_tables(runs: Sequence[Run]) -> None:
    """The tables of the runs: in colour and as wide as the terminal where there is one, plain elsewhere."""
    from gaugeblock.reports.terminal import render, summary

    if not sys.stdout.isatty():
        say(render(runs))
        return
    from rich.console import Console

    console = Console()
    console.print(summary(runs, console.width))
