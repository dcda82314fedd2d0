"""A run folder as a page, a table, a gate.

A format is a function ``render(runs) -> str``; other distributions add theirs through the entry-point group
``gaugeblock.reports``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.registry import Registry
from gaugeblock.reports.gate import Failure, gate
from gaugeblock.reports.run import Run, load_run

Renderer = Callable[[Sequence[Run]], str]
"""What turns runs into the text of a report."""

FORMATS: Registry[Renderer] = Registry("report format", group="gaugeblock.reports")
"""The report formats by name."""

for _name, _module in (
    ("html", "html"),
    ("md", "markdown"),
    ("json", "json_"),
    ("junit", "junit"),
    ("terminal", "terminal"),
):
    FORMATS.register(_name, f"gaugeblock.reports.{_module}:render")


def render(runs: Sequence[Run], format: str = "html") -> str:
    """One or several runs as one report.

    Args:
        runs: what `load_run` opened, in the order in which they are shown.
        format: a name in `FORMATS`.

    Raises:
        UnknownNameError: no such format.
        UsageError: there is no run to report.
    """
    renderer = FORMATS.get(format)
    if not runs:
        raise UsageError("a report needs at least one run folder")
    return renderer(runs)


__all__ = ["FORMATS", "Failure", "Renderer", "Run", "gate", "load_run", "render"]
