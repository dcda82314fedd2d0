"""``gaugeblock audit``: stress-test metrics on data."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaugeblock.commands.command_shown import command_shown
from gaugeblock.commands.data_told import files_of, tell_dataset
from gaugeblock.commands.options import (
    BROKEN,
    INCOMPLETE,
    BadRow,
    Data,
    EngineName,
    Limit,
    Map,
    Metrics,
    OnBadRow,
    Seed,
    Timeout,
    Workers,
)
from gaugeblock.commands.progress_shown import progress_shown
from gaugeblock.commands.tables_shown import show_tables
from gaugeblock.harness.defaults import SEARCH_CALLS, VARIANTS_OF
from gaugeblock.output import files_in, say, writing

if TYPE_CHECKING:
    from gaugeblock.harness.plan import Plan
    from gaugeblock.reports.gate import Failure
    from gaugeblock.reports.run import Run


def audit(
    metrics: Metrics,
    data: Data = "sample",
    stress: Annotated[str | None, typer.Option(help="Stress tests, with commas between; all by default.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The run folder; by default runs/ and a name made of metric, data and signature."),
    ] = None,
    seed: Seed = 0,
    limit: Limit = None,
    gate: Annotated[
        str | None,
        typer.Option(help="A policy TOML with margins and gate, or 'default'; exit 1 where a verdict breaks it."),
    ] = None,
    map_: Map = None,
    on_bad_row: OnBadRow = BadRow.error,
    engine: Annotated[EngineName, typer.Option(help="Where to score.")] = EngineName.local,
    workers: Workers = 1,
    timeout: Timeout = 300.0,
    variants_of: Annotated[
        int, typer.Option(min=0, help="Examples that variants are made of at most, drawn by the seed; 0 for all.")
    ] = VARIANTS_OF,
    search_calls: Annotated[
        int, typer.Option(min=0, help="Texts that the search for a worst phrase may score a metric; 0 for no search.")
    ] = SEARCH_CALLS,
    planners: Annotated[
        int, typer.Option(min=0, help="Processes that make the variants; 0 for one a core.", show_default=True)
    ] = 0,
    shard_size: Annotated[int, typer.Option(min=1, help="Examples a Parquet part.")] = 256,
    store: Annotated[Path | None, typer.Option(help="A score store to share between runs.", show_default=False)] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace another audit in the run folder.")] = False,
    retry_unscored: Annotated[
        bool, typer.Option("--retry-unscored", help="Try items again that have no score so far.")
    ] = False,
) -> None:
    """Stress-test metrics on data; ends in a verdict, a table and a report."""
    from gaugeblock.api import engine_for
    from gaugeblock.harness.audit import Execution, Plan, run_audit
    from gaugeblock.harness.data import load
    from gaugeblock.harness.metrics_of import metrics_of
    from gaugeblock.harness.planning import stress_tests
    from gaugeblock.harness.policy import load_policy
    from gaugeblock.reports import gate as check_gate
    from gaugeblock.reports import load_run, render

    with files_in(*files_of(data)):
        dataset = load(data, mapping=map_, on_bad_row=on_bad_row.value, limit=limit, seed=seed)
    tell_dataset(dataset)
    policy = load_policy(gate)
    plan = Plan(
        metrics=metrics_of(metrics, dataset),
        dataset=dataset,
        tests=stress_tests(stress),
        policy=policy,
        seed=seed,
        variants_of=variants_of or None,
        search_calls=search_calls,
        command=command_shown(sys.argv[1:]),
    )
    folder = out or Path("runs") / _run_name(plan)
    with progress_shown() as progress, _going_on(), files_in(folder, *([] if store is None else [store])):
        execution = Execution(
            engine=engine_for(engine.value, workers, timeout),
            store=store,
            shard_size=shard_size,
            planners=planners or os.cpu_count() or 1,
            overwrite=overwrite,
            retry_unscored=retry_unscored,
            progress=progress,
        )
        results = run_audit(plan, folder, execution)
    run = load_run(folder)
    report = folder / "report.html"
    with writing(report) as write:
        write(render([run], "html"))
    show_tables([run])
    say(f"report: {report}")
    _end(check_gate(results, policy), gate is not None, run)


def _end(failures: Sequence[Failure], gated: bool, run: Run) -> None:
    """Say what the gate found; what is broken counts only where a gate was asked for.

    Raises:
        Exit: with the status of the worst of it.
    """
    unscored = [failure for failure in failures if failure.kind == "unscored"]
    broken = [failure for failure in failures if gated and failure.kind != "unscored"]
    for failure in unscored:
        say(f"incomplete: {failure}", err=True)
    for failure in broken:
        say(f"gate: {failure}", err=True)
    if broken:
        raise typer.Exit(BROKEN)
    if unscored:
        raise typer.Exit(INCOMPLETE)
    if gated:
        say(
            f"gate: holds ({_counted(len(run.metrics), 'metric')}, {_counted(len(run.stress), 'stress test')})",
            err=True,
        )


def _run_name(plan: Plan) -> str:
    metrics = "+".join(str(metric.name) for metric in plan.metrics)
    name = re.sub(r"[^\w+.-]+", "-", f"{metrics}-{plan.dataset.name}").strip("-.")
    return f"{name[:80]}-{plan.signature[:8]}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


@contextmanager
def _going_on() -> Iterator[None]:
    """Say of an audit that is interrupted that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        say("what was scored is kept; the same command goes on from here", err=True)
        raise
