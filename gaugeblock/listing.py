"""What ``gaugeblock list`` shows: the registries as tables."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gaugeblock.perturb.errors import UsageError


def listing(what: str) -> str:
    """One registry as a table.

    Args:
        what: ``metrics``, ``perturbations``, ``stress`` or ``datasets``.

    Raises:
        UsageError: there is no such registry.
    """
    if what not in _LISTINGS:
        raise UsageError(f"list shows {', '.join(_LISTINGS)}, not {what!r}")
    columns, rows = _LISTINGS[what]()
    table = Table(*columns, box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    out = io.StringIO()
    Console(file=out, width=110).print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


Rows = tuple[Sequence[str], Sequence[Sequence[Any]]]


def _metrics() -> Rows:
    from gaugeblock.metrics import METRICS

    rows = []
    for name in METRICS:
        entry: Any = METRICS.get(name)
        options = inspect.signature(entry).parameters.values() if inspect.isclass(entry) else ()
        shown = ", ".join(f"{option.name}={option.default}" for option in options)
        rows.append((name, getattr(entry, "construct", "?"), shown or "-", _first_line(entry)))
    return ("metric", "construct", "options", "what it does"), rows


def _perturbations() -> Rows:
    from gaugeblock.perturb import PERTURBATIONS

    rows = []
    for name in PERTURBATIONS:
        item: Any = PERTURBATIONS.get(name)
        relation = item.relation.get("factual-consistency", "none")
        languages = ", ".join(sorted(item.languages)) or "any"
        levels = ", ".join(map(str, item.severities)) or "-"
        rows.append((item.family, name, str(relation), levels, languages, getattr(item, "summary", "")))
    rows.sort()
    return ("family", "perturbation", "factual-consistency must", "levels", "languages", "what it does"), rows


def _stress() -> Rows:
    from gaugeblock.harness.stress_test import STRESS

    return ("stress test", "asks"), [(name, STRESS.get(name).summary) for name in STRESS]


def _datasets() -> Rows:
    from gaugeblock.harness.data import DATASETS

    entries = [(name, DATASETS.get(name)) for name in DATASETS]
    return ("data set", "written as", "what it is"), [(name, entry.usage, entry.summary) for name, entry in entries]


def _first_line(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").split("\n")[0]


_LISTINGS: dict[str, Callable[[], Rows]] = {
    "metrics": _metrics,
    "perturbations": _perturbations,
    "stress": _stress,
    "datasets": _datasets,
}
