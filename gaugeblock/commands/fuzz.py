"""``gaugeblock fuzz``: look for the smallest texts on which a metric breaks a law."""

from __future__ import annotations

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from gaugeblock.commands.data_told import files_of
from gaugeblock.commands.options import BROKEN, INCOMPLETE, Seed
from gaugeblock.commands.progress_shown import progress_shown
from gaugeblock.metrics.display import redact
from gaugeblock.output import files_in, keep_apart, say, writing_rows
from gaugeblock.perturb.errors import UsageError


def fuzz(
    context: typer.Context,
    metric: Annotated[str, typer.Argument(help="The metric, as for audit.", metavar="METRIC", show_default=False)],
    data: Annotated[
        str | None,
        typer.Option("--data", help="Data to start from, as for audit; built examples by default.", show_default=False),
    ] = None,
    property_: Annotated[
        str | None,
        typer.Option(
            "--property",
            help="Laws, with commas between: bounded,never-rewards[family=gaming],...; the standard ones by default.",
            show_default=False,
        ),
    ] = None,
    max_examples: Annotated[int, typer.Option(min=1, help="Examples to try, all laws together.")] = 200,
    max_seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds for all laws together.", show_default=False)
    ] = None,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option(help="Write the counterexamples here, as JSON Lines.", show_default=False)
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(help="Try the counterexamples of such a file again.", show_default=False)
    ] = None,
) -> None:
    """Look for the smallest texts on which a metric breaks a law; exit 1 where there are any, 3 where it is unknown."""
    from gaugeblock.fuzz import fuzz as run_fuzz
    from gaugeblock.harness.fuzzing import laws_of

    if replay is not None:
        _replay_alone(context)
        _replay(metric, replay)
        return
    if data is not None and out is not None:
        keep_apart(data, out)
    with writing_rows(out) if out is not None else nullcontext(lambda row: True) as write:
        # what a metric prints is no row
        with redirect_stdout(sys.stderr), progress_shown() as progress, files_in(*files_of(data)):
            progress.start(f"fuzzing {redact(metric)}", len(laws_of(property_)))
            report = run_fuzz(
                metric,
                data=data,
                properties=property_,
                max_examples=max_examples,
                max_seconds=max_seconds,
                seed=seed,
                on_note=_note,
                on_law=lambda outcome: progress.advance(1),
            )
        say(str(report), err=str(out) == "-")  # there the rows have standard output to themselves
        for row in report.rows():
            write(row)
    if out is not None:
        say(f"counterexamples: {out}", err=True)
    if report.counterexamples:
        raise typer.Exit(BROKEN)
    if report.incomplete:
        say(f"incomplete: {report.incomplete}", err=True)
        raise typer.Exit(INCOMPLETE)


def _note(text: str) -> None:
    say(f"note: {text}", err=True)


def _replay_alone(context: typer.Context) -> None:
    """Refuse options that say how to search, beside the one that tries known texts again.

    Raises:
        UsageError: there is one.
    """
    given = [
        option.opts[0]
        for option in context.command.params
        if option.name not in ("metric", "replay")
        and option.name is not None
        and (source := context.get_parameter_source(option.name)) is not None
        and source.name == "COMMANDLINE"
    ]
    if given:
        raise UsageError(f"--replay tries the texts of its file and nothing else; leave out {', '.join(given)}")


def _replay(metric: str, path: Path) -> None:
    from gaugeblock.fuzz import replay_file
    from gaugeblock.harness.fuzzing import UNDECIDED, message, visible

    trials = replay_file(metric, path)
    for trial in trials:
        if trial.counterexample is not None:
            say(message(trial.counterexample, repr(redact(metric))))
        elif trial.status == UNDECIDED:
            say(f"not compared   {trial.law.spec}: {visible(trial.note)}")
        else:
            say(f"holds now      {trial.law.spec}")
    if any(trial.counterexample is not None for trial in trials):
        raise typer.Exit(BROKEN)
    if any(trial.status == UNDECIDED for trial in trials):
        raise typer.Exit(INCOMPLETE)
