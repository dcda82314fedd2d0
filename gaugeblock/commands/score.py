"""``gaugeblock score``: score examples as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gaugeblock.commands.data_told import files_of, tell_dataset
from gaugeblock.commands.options import (
    INCOMPLETE,
    BadRow,
    DataArgument,
    Limit,
    Map,
    OnBadRow,
    Seed,
    Timeout,
    Workers,
)
from gaugeblock.commands.progress_shown import progress_shown
from gaugeblock.output import files_in, keep_apart, say, writing_rows


def score(
    metric: Annotated[str, typer.Argument(help="The metric, as for audit.", metavar="METRIC", show_default=False)],
    data: DataArgument,
    out: Annotated[Path, typer.Option(help="Where the scores go, as JSON Lines; - for standard output.")],
    seed: Seed = 0,
    limit: Limit = None,
    map_: Map = None,
    on_bad_row: OnBadRow = BadRow.error,
    workers: Workers = 1,
    timeout: Timeout = 300.0,
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
    with files_in(*files_of(data)):
        dataset = load(data, mapping=map_, on_bad_row=on_bad_row.value, limit=limit, seed=seed)
    tell_dataset(dataset)
    resolved = resolve(metric)
    with writing_rows(out) as write:
        with progress_shown() as progress:
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
