"""The command line. Commands import what they need when they run, so that ``--help`` answers at once."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from gaugeblock import __version__
from gaugeblock.harness.defaults import SEARCH_CALLS, VARIANTS_OF
from gaugeblock.metrics.display import redact, shorten_paths
from gaugeblock.output import files_in, keep_apart, keep_run_apart, say, writing, writing_rows
from gaugeblock.perturb.errors import GaugeblockError, UsageError

app = typer.Typer(
    name="gaugeblock",
    help="Stress tests for text-evaluation metrics: change the text in ways whose right effect is known, "
    "and see what the score does.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

DONE, BROKEN, WRONG_USAGE, INCOMPLETE, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit statuses: all held; a gate or a law is broken; wrong usage or unreadable data; too much is unscored; Ctrl-C."""


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


class _BadRow(StrEnum):
    error = "error"
    skip = "skip"


class _Engine(StrEnum):
    local = "local"
    ray = "ray"


_Metrics = Annotated[
    list[str],
    typer.Argument(
        help="A registered name, name[option=value,...], module:attribute, path/to/file.py:attribute, scores:FILE, or "
        "scores:published for the published scores that the data carry.",
        metavar="METRIC...",
        show_default=False,
    ),
]
_Data = Annotated[
    str,
    typer.Option("--data", help="sample, reader:path, hf:owner/name, or a .jsonl, .json, .csv, .tsv, .parquet file."),
]
_DataArgument = Annotated[
    str, typer.Argument(help="The data, as for audit --data.", metavar="DATA", show_default=False)
]
_Map = Annotated[
    str | None, typer.Option("--map", help="Columns by field: response=summary,context=doc,...", show_default=False)
]
_OnBadRow = Annotated[_BadRow, typer.Option(help="Stop at a row that cannot be read, or leave it out and count it.")]
_Limit = Annotated[
    int | None, typer.Option(min=1, help="Take a seeded sample of so many examples.", show_default=False)
]
_Seed = Annotated[int, typer.Option(help="Seed of everything that is drawn.")]
_Workers = Annotated[int, typer.Option(min=1, help="Processes (or Ray actors) that score.")]
_Timeout = Annotated[float, typer.Option(min=0.001, help="Seconds allowed for one item.")]


@app.command()
def audit(
    metrics: _Metrics,
    data: _Data = "sample",
    stress: Annotated[str | None, typer.Option(help="Stress tests, with commas between; all by default.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The run folder; by default runs/ and a name made of metric, data and signature."),
    ] = None,
    seed: _Seed = 0,
    limit: _Limit = None,
    gate: Annotated[
        str | None,
        typer.Option(help="A policy TOML with margins and gate, or 'default'; exit 1 where a verdict breaks it."),
    ] = None,
    map_: _Map = None,
    on_bad_row: _OnBadRow = _BadRow.error,
    engine: Annotated[_Engine, typer.Option(help="Where to score.")] = _Engine.local,
    workers: _Workers = 1,
    timeout: _Timeout = 300.0,
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

    with files_in(*_files_of(data)):
        dataset = load(data, mapping=map_, on_bad_row=on_bad_row.value, limit=limit, seed=seed)
    _tell_dataset(dataset)
    policy = load_policy(gate)
    plan = Plan(
        metrics=metrics_of(metrics, dataset),
        dataset=dataset,
        tests=stress_tests(stress),
        policy=policy,
        seed=seed,
        variants_of=variants_of or None,
        search_calls=search_calls,
        command=_command(sys.argv[1:]),
    )
    folder = out or Path("runs") / _run_name(plan)
    with _progress() as progress, _going_on(), files_in(folder, *([] if store is None else [store])):
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
    _show(run)
    say(f"report: {report}")
    failures = check_gate(results, policy)
    unscored = [failure for failure in failures if failure.kind == "unscored"]
    broken = [failure for failure in failures if failure.kind != "unscored"] if gate is not None else []
    for failure in unscored:
        say(f"incomplete: {failure}", err=True)
    for failure in broken:
        say(f"gate: {failure}", err=True)
    if broken:
        raise typer.Exit(BROKEN)
    if unscored:
        raise typer.Exit(INCOMPLETE)
    if gate is not None:
        say(
            f"gate: holds ({_counted(len(run.metrics), 'metric')}, {_counted(len(run.stress), 'stress test')})",
            err=True,
        )


@app.command()
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
    seed: _Seed = 0,
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
        with _progress() as progress, files_in(*_files_of(data)):
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
    if report.undecided or not report.compared:
        undecided = ", ".join(outcome.law.name for outcome in report.undecided)
        say(f"incomplete: {f'undecided: {undecided}' if undecided else 'no law asks anything here'}", err=True)
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


@app.command()
def perturb(
    data: _DataArgument,
    out: Annotated[Path, typer.Option(help="Where the variants go, as JSON Lines; - for standard output.")],
    with_: Annotated[str, typer.Option("--with", help="all, families, or names, with commas between.")] = "all",
    seed: _Seed = 0,
    limit: _Limit = None,
    map_: _Map = None,
    on_bad_row: _OnBadRow = _BadRow.error,
    with_originals: Annotated[
        bool,
        typer.Option(
            "--originals", help="Write the originals too, and the claims of the context that variants are of."
        ),
    ] = False,
    no_skips: Annotated[bool, typer.Option("--no-skips", help="Leave out why there is no variant.")] = False,
) -> None:
    """Write the variants of examples, with their edits, and every skip with its reason."""
    from gaugeblock.harness.data import stream
    from gaugeblock.perturb import Example, Skip, Variant, select, variants_of
    from gaugeblock.perturb.ahead import examples_ahead
    from gaugeblock.tally import Tally

    select(with_)
    keep_apart(data, out)
    tally = Tally()
    with writing_rows(out) as write_row, files_in(*_files_of(data)):

        def write(row: Any) -> None:
            if not write_row(row):  # whoever reads has had enough
                raise typer.Exit

        items = stream(
            data, mapping=map_, on_bad_row=on_bad_row.value, limit=limit, seed=seed, on_mapping=_tell_mapping
        )
        for item in examples_ahead(items, lambda item: item if isinstance(item, Example) else None):
            if not isinstance(item, Example):
                tally.bad_rows += 1
                say(f"skipped {item}", err=True)
                continue
            originals = {item.id: item}
            for outcome in variants_of(item, with_, seed):
                tally.add(outcome)
                if isinstance(outcome, Variant) and outcome.base is not None:
                    originals[outcome.base.id] = outcome.base  # a claim of the context, raised
                if not (no_skips and isinstance(outcome, Skip)):
                    write(outcome.to_json())
            if with_originals:
                for original in originals.values():
                    write({"outcome": "original", "example": original.to_json()})
    say(str(tally), err=True)


@app.command()
def score(
    metric: Annotated[str, typer.Argument(help="The metric, as for audit.", metavar="METRIC", show_default=False)],
    data: _DataArgument,
    out: Annotated[Path, typer.Option(help="Where the scores go, as JSON Lines; - for standard output.")],
    seed: _Seed = 0,
    limit: _Limit = None,
    map_: _Map = None,
    on_bad_row: _OnBadRow = _BadRow.error,
    workers: _Workers = 1,
    timeout: _Timeout = 300.0,
) -> None:
    """Score the examples themselves, without any stress test."""
    from gaugeblock.api import engine_for
    from gaugeblock.harness.data import load
    from gaugeblock.harness.policy import default_policy
    from gaugeblock.harness.scoring import score_examples
    from gaugeblock.metrics.base import Unscored
    from gaugeblock.metrics.resolve import resolve
    from gaugeblock.reports.gate import gate_rules, too_few_scored

    keep_apart(data, out)
    with files_in(*_files_of(data)):
        dataset = load(data, mapping=map_, on_bad_row=on_bad_row.value, limit=limit, seed=seed)
    _tell_dataset(dataset)
    resolved = resolve(metric)
    with writing_rows(out) as write:
        with _progress() as progress:
            progress.start(f"scoring {resolved.spec}", len(dataset.examples))
            engine = engine_for("local", workers, timeout)(resolved)
            scores = score_examples(resolved, dataset.examples, engine, progress.advance)
        for example, value in zip(dataset.examples, scores, strict=True):
            failed = isinstance(value, Unscored)
            row = {
                "id": example.id,
                "metric": resolved.spec,
                "score": None if failed else value,
                "label": example.label,
            }
            if isinstance(value, Unscored):
                row |= {"unscored": value.reason, "detail": value.detail}
            write(row)
    missing = sum(isinstance(value, Unscored) for value in scores)
    say(f"{len(scores)} examples, {missing} unscored", err=True)
    lost = sum(isinstance(value, Unscored) and value.reason != "declined" for value in scores)
    rules = gate_rules(default_policy())
    if reason := too_few_scored(len(scores), missing, lost / len(scores), rules):
        say(f"incomplete: {reason}", err=True)
        raise typer.Exit(INCOMPLETE)


@app.command()
def report(
    runs: Annotated[
        list[Path], typer.Argument(help="Run folders; several give one page.", metavar="RUN...", show_default=False)
    ],
    format: Annotated[str, typer.Option(help="html, md, json, junit or terminal.")] = "html",
    out: Annotated[Path | None, typer.Option(help="The file to write; standard output by default.")] = None,
) -> None:
    """Write the report of finished runs again, in any format; no metric is needed."""
    from gaugeblock.reports import FORMATS, load_run, render

    FORMATS.get(format)  # a wrong name is said before any run is read
    target = Path("-") if out is None else out
    for run in runs:
        keep_run_apart(run, target)
    text = render([load_run(run) for run in runs], format)
    with writing(target) as write:
        write(text if text.endswith("\n") else f"{text}\n")
    if str(target) != "-":
        say(f"report: {out}", err=True)


@app.command("list")
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


def main() -> NoReturn:
    """Run the command line; errors raised on purpose become one line and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without Unicode shows escapes
    try:
        status = app(standalone_mode=False, prog_name="gaugeblock")
    except GaugeblockError as error:
        say(f"error: {error}", err=True)
        status = WRONG_USAGE
    except Exception as error:
        status = _usage_status(error)
    if status == INTERRUPTED:
        say("interrupted", err=True)
    sys.exit(status or DONE)


def _usage_status(error: Exception) -> int:
    """Show a usage error of the parser as it would itself; anything else is a fault of ours and keeps its trace."""
    show = getattr(error, "show", None)
    if show is None:
        raise error
    show()
    return WRONG_USAGE


def _show(run: Any) -> None:
    """The table: in colour and as wide as the terminal where there is one, plain elsewhere."""
    from gaugeblock.reports.terminal import render, summary

    if not sys.stdout.isatty():
        say(render([run]))
        return
    from rich.console import Console

    console = Console()
    console.print(summary([run], console.width))


def _command(words: Sequence[str]) -> str:
    """How to run this again: without where it was written, without secrets, and without this machine's folders."""
    kept: list[str] = []
    skipping = False
    for word in words:
        name = word.split("=")[0]
        if skipping:
            skipping = False
            continue
        if name in _PLACES or name in _FLAGS:
            skipping = name in _PLACES and "=" not in word
            continue
        kept.append(shorten_paths(redact(word)))
    # bytes of the command line that are no text in this locale come as surrogates, which no file can hold
    return shlex.join(["gaugeblock", *kept]).encode("utf-8", "backslashreplace").decode("utf-8")


_PLACES, _FLAGS = ("--out", "--store"), ("--overwrite", "--retry-unscored")
"""Options of this machine and this run alone; a place stands behind its option, or after an equals sign."""


def _run_name(plan: Any) -> str:
    metrics = "+".join(str(metric.name) for metric in plan.metrics)
    name = re.sub(r"[^\w+.-]+", "-", f"{metrics}-{plan.dataset.name}").strip("-.")
    return f"{name[:80]}-{plan.signature[:8]}"


def _tell_dataset(dataset: Any) -> None:
    _tell_mapping(dataset.mapping)
    for row in dataset.skipped[:5]:
        say(f"skipped {row}", err=True)
    if len(dataset.skipped) > 5:
        say(f"skipped {len(dataset.skipped) - 5} more rows", err=True)


def _tell_mapping(mapping: Mapping[str, str]) -> None:
    if mapping:
        say(f"columns: {', '.join(f'{field}={column}' for field, column in mapping.items())}", err=True)
    if mapping and not mapping.get("context"):
        say("no column holds the context, so every context is empty; say which does: --map context=COLUMN", err=True)


def _files_of(data: str | None) -> list[Path]:
    """The files that the text of a data set may name: the whole of it, and what stands behind its reader."""
    return [] if data is None else [Path(text) for text in (data, data.partition(":")[2]) if text]


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


@contextmanager
def _progress() -> Iterator[Any]:
    """Progress on standard error: a bar with rate and time left on a terminal, a line a step elsewhere."""
    from gaugeblock.progress import Bar, Lines

    if sys.stderr.isatty():
        with Bar() as bar:
            yield bar
    else:
        lines = Lines()
        yield lines
        lines.finish()
