"""The score table of a run, written metric by metric, a part for each part of the variants."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from gaugeblock.harness.execution import Execution
from gaugeblock.harness.exploration import Exploration
from gaugeblock.harness.plan import Plan
from gaugeblock.harness.rows import example_of
from gaugeblock.harness.scoring import Job, Tally, input_hash, plan_arrangements, plan_jobs, run_jobs, score_row
from gaugeblock.harness.store import Key, ScoreStore
from gaugeblock.harness.tables import SCORES, parts, read_rows, write_part
from gaugeblock.metrics.base import Metric, Score
from gaugeblock.perturb.example import Example


def write_scores(
    plan: Plan, metric: Metric, number: int, folder: Path, store: ScoreStore, execution: Execution
) -> Tally:
    """Score all variants with one metric, and those that its own scores ask for, and write its parts of the table.

    Args:
        plan: what is audited, and how.
        metric: one of its metrics.
        number: of the metric among those of the plan, which the names of its parts begin with.
        folder: of the run.
        store: holds what is scored already, and keeps what is scored now.
        execution: where and how it is scored.

    Returns:
        how many items came from where.
    """
    shards = parts(folder / "variants")
    jobs = plan_jobs(metric, (example for shard in shards for _, example in _examples(shard)))
    law_examples = plan.dataset.examples[: max((test.arranged for test in plan.tests), default=0)]
    laws = plan_arrangements(metric, law_examples)
    engine = execution.engine(metric)
    fingerprint = metric.fingerprint
    known = store.load(fingerprint)
    stored = frozenset(known)
    spec = metric.spec  # which it takes a while to write
    run = partial(run_jobs, engine=engine, store=store, known=known, fingerprint=fingerprint)
    table, prefix = folder / "scores", f"metric-{number:02d}"
    with contextlib.ExitStack() as stack:
        if isinstance(engine, contextlib.AbstractContextManager):
            stack.enter_context(engine)
        on_start = partial(_start, execution, spec)
        scores, tally = run(metric, [*jobs, *laws], on_progress=execution.progress.advance, on_start=on_start)
        for shard in shards:
            write_part(table / f"{prefix}-{shard.name}", _variant_rows(metric, spec, shard, scores), SCORES)
        if laws:
            write_part(table / f"{prefix}-laws.parquet", _law_rows(metric, spec, law_examples, laws, scores), SCORES)
        Exploration(metric, scores, run, stored, tally, execution.progress, set(scores)).write(plan, folder, number)
    # what workers have used is known once they are closed
    tally.usage = dict(getattr(engine, "usage", {}))
    return tally


def _start(execution: Execution, spec: str, count: int, stored: int) -> None:
    known = f" ({stored} more are stored)" if stored else ""
    execution.progress.start(f"scoring {spec}{known}", count)


def _examples(shard: Path) -> Iterator[tuple[str, Example]]:
    for row in read_rows(shard):
        if row["outcome"] != "skip":
            yield row["variant_id"], example_of(row)


def _variant_rows(metric: Metric, spec: str, shard: Path, scores: Mapping[Key, Score]) -> list[dict[str, Any]]:
    rows = []
    for name, example in _examples(shard):
        key = Key(input_hash(metric, example))
        rows.append(score_row(spec, name, key, scores[key]))
    return rows


def _law_rows(
    metric: Metric, spec: str, examples: Sequence[Example], laws: Sequence[Job], scores: Mapping[Key, Score]
) -> list[dict[str, Any]]:
    by_input: dict[str, list[str]] = {}
    for example in examples:
        by_input.setdefault(input_hash(metric, example), []).append(example.id)
    return [score_row(spec, name, key, scores[key]) for job in laws for key in job.keys for name in by_input[key.input]]
