"""What ``gaugeblock list`` shows: the registries as tables."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Container, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.relations import FAMILIES

KINDS = ("metrics", "perturbations", "stress", "properties", "datasets")
"""What can be listed."""

WIDTH = 110
"""Columns of a table that is not shown on a terminal."""


def listing(what: str, name: str | None = None, width: int = WIDTH) -> str:
    """One registry as a table, or all there is to say of one perturbation or metric.

    Args:
        what: one of `KINDS`.
        name: of a perturbation or a metric.
        width: columns.

    Raises:
        UsageError: there is no such registry, or it has no closer view of its entries.
        UnknownNameError: there is no such perturbation or metric.
    """
    if what not in KINDS:
        raise UsageError(f"list shows {', '.join(KINDS)}, not {what!r}")
    if name is not None and what not in ("metrics", "perturbations"):
        raise UsageError(f"only metrics and perturbations are shown one by one; leave out {name!r} to list all {what}")
    if name is not None and what == "metrics":
        from gaugeblock.metric_card import card

        return card(name, width)
    if what == "perturbations":
        from gaugeblock import catalogue

        return catalogue.table(width) if name is None else catalogue.details(name, width)
    columns, rows = _LISTINGS[what]()
    table = Table(*columns, box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    return printed(table, width)


def kinds_of(name: str) -> list[str]:
    """What a name is that was looked for under the wrong kind, and what to do with it, for each kind that has it.

    >>> kinds_of("gaming")
    ['a family of perturbations: --with gaming', 'a stress test: --stress gaming']
    """
    from gaugeblock.harness.data import DATASETS
    from gaugeblock.harness.properties import PROPERTIES
    from gaugeblock.harness.stress_test import STRESS
    from gaugeblock.metrics import METRICS
    from gaugeblock.perturb.select import PERTURBATIONS

    kinds: tuple[tuple[Container[str], str], ...] = (
        (FAMILIES, f"a family of perturbations: --with {name}"),
        (PERTURBATIONS, f"a perturbation: --with {name}, gaugeblock list perturbations {name}"),
        (METRICS, f"a metric: gaugeblock list metrics {name}"),
        (STRESS, f"a stress test: --stress {name}"),
        (PROPERTIES, f"a property: gaugeblock fuzz --property {name}"),
        (DATASETS, f"a data set: gaugeblock list datasets says how {name} is written"),
    )
    return [told for names, told in kinds if name in names]


def printed(table: Any, width: int = WIDTH) -> str:
    """What rich prints, as plain text without blanks at the ends of lines."""
    out = io.StringIO()
    Console(file=out, width=width).print(table)
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


def _stress() -> Rows:
    from gaugeblock.harness.stress_test import STRESS

    tests = [(name, STRESS.get(name)) for name in STRESS]
    rows = [
        (name, ",".join(family for family in test.families if family in FAMILIES) or "-", test.summary)
        for name, test in tests
    ]
    return ("stress test", "perturb --with", "asks"), rows


def _properties() -> Rows:
    from gaugeblock.harness.properties import PROPERTIES

    rows = []
    for name in PROPERTIES:
        law = PROPERTIES.get(name)()
        rows.append((name, ", ".join(law.options) or "-", law.claim))
    return ("property", "options", "what must hold"), rows


def _datasets() -> Rows:
    from gaugeblock.harness.data import DATASETS

    entries = [(name, DATASETS.get(name)) for name in DATASETS]
    return ("data set", "written as", "what it is"), [(name, entry.usage, entry.summary) for name, entry in entries]


def _first_line(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").split("\n")[0]


_LISTINGS: dict[str, Callable[[], Rows]] = {
    "metrics": _metrics,
    "stress": _stress,
    "properties": _properties,
    "datasets": _datasets,
}
