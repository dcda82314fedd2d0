"""An audit from end to end: plan, score, judge, keep; each step from the table of the step before it."""

from __future__ import annotations

import contextlib
import json
import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from gaugeblock.harness.data import Dataset
from gaugeblock.harness.defaults import SEARCH_CALLS, VARIANTS_OF
from gaugeblock.harness.engines.base import Engine
from gaugeblock.harness.judging import SCHEMA, compare_metrics, judge_metric, make_trial
from gaugeblock.harness.planning import discard, is_complete, write_variants
from gaugeblock.harness.policy import Policy
from gaugeblock.harness.scoring import Job, Tally, input_hash, plan_arrangements, plan_jobs, run_jobs, score_row
from gaugeblock.harness.store import Key, ScoreStore
from gaugeblock.harness.stress_test import Explores, Prepares, StressTest
from gaugeblock.harness.tables import (
    SCORES,
    VARIANTS,
    cluster_key,
    cluster_of,
    example_of,
    parts,
    planned_rows,
    read_frame,
    read_prepared,
    read_rows,
    read_variants,
    write_frame,
    write_part,
    written_whole,
)
from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.arguments import count, whole
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example, content_hash
from gaugeblock.perturb.text import pipeline_name

_PACKAGES = ("gaugeblock", "torch", "transformers", "sentence-transformers", "spacy", "numpy", "rouge-score")


class Progress(Protocol):
    """Told what is going on; `gaugeblock.progress` has those that a person sees."""

    def start(self, what: str, total: int) -> None:
        """A step begins that has so many items."""
        ...

    def advance(self, count: int) -> None:
        """So many more items are done."""
        ...


class NoProgress:
    """Tells nobody."""

    def start(self, what: str, total: int) -> None:
        """Nothing."""

    def advance(self, count: int) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that settles what an audit will find, whoever runs it and wherever.

    Args:
        metrics: with different names.
        dataset: the examples.
        tests: the stress tests, in the order of the report.
        policy: the margins.
        seed: of everything that is drawn.
        variants_of: how many examples variants are made of at most, a sample drawn by the seed; None for all.
        search_calls: how many further examples a search for what a metric rewards may have scored.
        command: how to run it again, for the manifest.
    """

    metrics: Sequence[Metric]
    dataset: Dataset
    tests: Sequence[StressTest]
    policy: Policy
    seed: int = 0
    variants_of: int | None = VARIANTS_OF
    search_calls: int = SEARCH_CALLS
    command: str = ""

    def __post_init__(self) -> None:
        names = [metric.spec for metric in self.metrics]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise UsageError(f"two metrics are called {', '.join(twice)}: give one of them another name")
        if not names:
            raise UsageError("an audit needs at least one metric")
        if self.variants_of is not None:
            object.__setattr__(self, "variants_of", count("variants_of", self.variants_of, 1))
        object.__setattr__(self, "search_calls", count("search_calls", self.search_calls))
        object.__setattr__(self, "seed", whole("seed", self.seed))

    @property
    def planning_signature(self) -> str:
        """SHA-256 (hexadecimal) of all that the variants depend on: neither metrics nor margins."""
        return content_hash(
            [
                list(versions("gaugeblock", "spacy").values()),
                pipeline_name(),
                self.dataset.digest,
                [[test.name, test.version] for test in self.tests],
                {name: PERTURBATIONS.get(name).version for name in PERTURBATIONS},
                self.seed,
                None if self.variants_of is None else min(self.variants_of, len(self.dataset.examples)),
            ]
        )

    @property
    def signature(self) -> str:
        """SHA-256 (hexadecimal) of everything above but the command, and of the versions that variants depend on.

        Equal signatures give equal results, up to a metric that is not a function of its input and items that ran out
        of time.
        """
        return content_hash(
            [
                SCHEMA,
                self.planning_signature,
                [[m.spec, m.fingerprint, m.construct, m.higher_is_better, m.deterministic] for m in self.metrics],
                {table: dict(entries) for table, entries in self.policy.items()},
                self.search_calls,
            ]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """How an audit is run. None of it changes what it finds, save that an engine's time limit leaves items unscored.

    Args:
        engine: makes the engine for a metric.
        store: the score store, None for ``scores.sqlite`` in the run folder.
        shard_size: examples a Parquet part.
        planners: processes that make the variants side by side; more than one only where the main module is guarded.
        overwrite: replace what another audit left in the run folder.
        retry_unscored: try items again that the store holds as unscored.
        progress: told what is going on.
    """

    engine: Callable[[Metric], Engine]
    store: Path | None = None
    shard_size: int = 256
    planners: int = 1
    overwrite: bool = False
    retry_unscored: bool = False
    progress: Progress = field(default_factory=NoProgress)


def run_audit(plan: Plan, folder: Path, execution: Execution) -> dict[str, Any]:
    """Run an audit into a folder, or go on with the one that was begun there; returns its results.

    Raises:
        UsageError: the folder holds another audit, or something else.
        GaugeblockError: a metric cannot be used at all.
    """
    started = time.monotonic()
    store_file = (execution.store or folder / "scores.sqlite").resolve()
    folder = folder.resolve()  # a metric in this process may change the working folder
    signature = plan.signature
    _claim(folder, signature, execution.overwrite)
    if not is_complete(folder / "variants", plan.planning_signature):
        execution.progress.start("planning variants", len(plan.dataset.examples))
        write_variants(
            folder / "variants",
            plan.dataset.examples,
            plan.tests,
            plan.seed,
            execution.shard_size,
            execution.progress.advance,
            signature=plan.planning_signature,
            processes=execution.planners,
            variants_of=plan.variants_of,
        )
    _prepare(plan, folder)
    tallies: dict[str, Tally] = {}
    for name in ("scores", "explored"):
        discard(folder / name)
    with ScoreStore(store_file, of_run=execution.store is None) as store:
        for number, metric in enumerate(plan.metrics):
            if execution.retry_unscored:
                store.forget_unscored(metric.fingerprint)
            tallies[metric.spec] = _score(plan, metric, number, folder, store, execution)
    execution.progress.start("judging", len(plan.metrics))
    results = _judge(plan, folder, signature)
    write_json(folder / "results.json", results)
    manifest = _manifest(plan, folder, signature, tallies, time.monotonic() - started)
    write_json(folder / "manifest.json", manifest)
    execution.progress.advance(len(plan.metrics))
    return results


def _claim(folder: Path, signature: str, overwrite: bool) -> None:
    """Make the folder this audit's own, unless it is somebody else's."""
    mark = folder / "signature"
    if folder.is_file():
        raise UsageError(f"{folder} is a file; name a folder with --out")
    if folder.is_dir() and any(folder.iterdir()):
        if not mark.exists():
            raise UsageError(f"{folder} holds something that is no audit; name another folder with --out")
        if mark.read_text("utf-8", "replace").strip() == signature:
            return
        if not overwrite:
            raise UsageError(
                f"{folder} holds another audit (other metrics, data, settings or versions); "
                "name another folder with --out, or replace it with --overwrite"
            )
        for name in ("results.json", "manifest.json", "report.html"):
            (folder / name).unlink(missing_ok=True)
        # variants that were planned from the same data, tests and seed are found to be so, and kept
        for name in ("prepared", "explored", "scores"):
            discard(folder / name)
    folder.mkdir(parents=True, exist_ok=True)
    mark.write_text(signature + "\n", "utf-8")


def _prepare(plan: Plan, folder: Path) -> None:
    """Let the tests write down what they need to know of the examples."""
    discard(folder / "prepared")
    for test in plan.tests:
        if isinstance(test, Prepares):
            write_frame(folder / "prepared" / f"{test.name}.parquet", test.prepare(plan.dataset.examples))


def _score(plan: Plan, metric: Metric, number: int, folder: Path, store: ScoreStore, execution: Execution) -> Tally:
    shards = parts(folder / "variants")
    jobs = plan_jobs(metric, (example for shard in shards for _, example in _examples(shard)))
    law_examples = plan.dataset.examples[: max((test.arranged for test in plan.tests), default=0)]
    laws = plan_arrangements(metric, law_examples)

    def on_start(count: int, stored: int) -> None:
        known = f" ({stored} more are stored)" if stored else ""
        execution.progress.start(f"scoring {metric.spec}{known}", count)

    engine = execution.engine(metric)
    fingerprint = metric.fingerprint
    known = store.load(fingerprint)
    stored = frozenset(known)
    spec = metric.spec  # which it takes a while to write
    with contextlib.ExitStack() as stack:
        if isinstance(engine, contextlib.AbstractContextManager):
            stack.enter_context(engine)
        told = (execution.progress.advance, on_start)
        scores, tally = run_jobs(metric, [*jobs, *laws], engine, store, *told, known, fingerprint)
        for shard in shards:
            rows = []
            for name, example in _examples(shard):
                key = Key(input_hash(metric, example))
                rows.append(score_row(spec, name, key, scores[key]))
            write_part(folder / "scores" / f"metric-{number:02d}-{shard.name}", rows, SCORES)
        if laws:
            rows = _law_rows(metric, law_examples, laws, scores)
            write_part(folder / "scores" / f"metric-{number:02d}-laws.parquet", rows, SCORES)
        ask = partial(run_jobs, engine=engine, store=store, known=known, fingerprint=fingerprint)
        exploration = _Exploration(metric, scores, ask, stored, tally, execution.progress, set(scores))
        exploration.write(plan, folder, number)
    # what workers have used is known once they are closed
    tally.usage = dict(getattr(engine, "usage", {}))
    return tally


@dataclass(slots=True)
class _Exploration:
    """Variants that a metric's own scores ask for, scored as they come."""

    metric: Metric
    scores: Mapping[Key, Score]
    run: Callable[[Metric, Sequence[Job]], tuple[Mapping[Key, Score], Tally]]
    stored: frozenset[Key]
    tally: Tally
    progress: Progress
    counted: set[Key]
    """The inputs that stand in the tally, however often they are asked for."""

    def ask(self, examples: Sequence[Example]) -> list[Score]:
        """The scores of further examples, turned round where lower is better."""
        jobs = plan_jobs(self.metric, examples)
        found, tally = self.run(self.metric, jobs)
        fresh = found.keys() - self.counted
        self.counted |= fresh
        self.tally.scored_now += tally.scored_now
        self.tally.from_store += len(fresh & self.stored)
        self.tally.unscored += sum(isinstance(found[key], Unscored) for key in fresh)
        sign = 1.0 if self.metric.higher_is_better else -1.0
        scores = [found[Key(input_hash(self.metric, example))] for example in examples]
        return [score if isinstance(score, Unscored) else sign * score for score in scores]

    def write(self, plan: Plan, folder: Path, number: int) -> None:
        """Explore with each test that does so, and write the variants and their scores as parts of their own."""
        tests = [test for test in plan.tests if isinstance(test, Explores)]
        if not tests:
            return
        examples = plan.dataset.examples
        sign = 1.0 if self.metric.higher_is_better else -1.0
        known = {
            example.id: sign * score
            for example in examples
            if not isinstance(score := self.scores[Key(input_hash(self.metric, example))], Unscored)
        }
        clusters = {example.id: cluster_key(example) for example in examples}
        self.progress.start(f"searching for what {self.metric.spec} rewards", 1)  # how many calls that takes is open
        rows: list[dict[str, Any]] = []
        seen: set[str] = set()
        for test in tests:
            for planned in test.explore(examples, known, self.ask, plan.seed, plan.search_calls):
                for row in planned_rows(planned, clusters[planned.parent]):
                    if row["variant_id"] is None or row["variant_id"] not in seen:
                        seen.add(row["variant_id"])
                        rows.append(row | {"metric": self.metric.spec})
        name = f"metric-{number:02d}-explored.parquet"
        write_part(folder / "explored" / name, rows, VARIANTS)
        variants = [row for row in rows if row["outcome"] != "skip"]
        scores = self._plain([example_of(row) for row in variants])
        write_part(
            folder / "scores" / name,
            [
                score_row(self.metric.spec, row["variant_id"], Key(input_hash(self.metric, example_of(row))), score)
                for row, score in zip(variants, scores, strict=True)
            ],
            SCORES,
        )
        self.progress.advance(1)

    def _plain(self, examples: Sequence[Example]) -> list[Score]:
        sign = 1.0 if self.metric.higher_is_better else -1.0
        return [score if isinstance(score, Unscored) else sign * score for score in self.ask(examples)]


def _examples(shard: Path) -> Iterable[tuple[str, Example]]:
    for row in read_rows(shard):
        if row["outcome"] != "skip":
            yield row["variant_id"], example_of(row)


def _law_rows(
    metric: Metric, examples: Sequence[Example], laws: Sequence[Job], scores: Mapping[Key, Score]
) -> list[dict[str, Any]]:
    by_input: dict[str, list[str]] = {}
    for example in examples:
        by_input.setdefault(input_hash(metric, example), []).append(example.id)
    spec = metric.spec
    return [score_row(spec, name, key, scores[key]) for job in laws for key in job.keys for name in by_input[key.input]]


def _judge(plan: Plan, folder: Path, signature: str) -> dict[str, Any]:
    variants, prepared = read_variants(folder), read_prepared(folder)
    scores = read_frame(folder / "scores")
    own = {metric.spec: scores[scores["metric"] == metric.spec] for metric in plan.metrics}
    trials = [
        make_trial(_declaration(metric), variants, own[metric.spec], plan.policy, plan.seed, prepared)
        for metric in plan.metrics
    ]
    return {
        "schema": SCHEMA,
        "signature": signature,
        "dataset": {"name": plan.dataset.name, "examples": len(plan.dataset.examples)},
        "seed": plan.seed,
        "metrics": {trial.metric: judge_metric(trial, own[trial.metric], plan.tests) for trial in trials},
        "comparisons": compare_metrics(trials, plan.tests),
    }


def _manifest(plan: Plan, folder: Path, signature: str, tallies: Mapping[str, Tally], seconds: float) -> dict[str, Any]:
    outcomes = read_frame(folder / "variants", ["outcome"])["outcome"].value_counts()
    labels = [example.supported for example in plan.dataset.examples]
    return {
        **versions("gaugeblock"),
        "signature": signature,
        "command": plan.command,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 1),
        "seed": plan.seed,
        "dataset": {
            "name": plan.dataset.name,
            "source": plan.dataset.source,
            "digest": plan.dataset.digest,
            "examples": len(labels),
            "documents": len({cluster_of(example) for example in plan.dataset.examples}),
            "labels": {
                "supported": labels.count(True),
                "unsupported": labels.count(False),
                "unknown": labels.count(None),
            },
            "skipped_rows": [
                {"file": row.file_name, "line": row.line_or_item, "reason": row.reason} for row in plan.dataset.skipped
            ],
            "mapping": dict(plan.dataset.mapping),
        },
        "metrics": {metric.spec: _declaration(metric) for metric in plan.metrics},
        "stress": [test.name for test in plan.tests],
        "variants_of": min(plan.variants_of or len(labels), len(labels)),
        "search_calls": plan.search_calls,
        "policy": {table: dict(entries) for table, entries in plan.policy.items()},
        "versions": {"python": platform.python_version()} | versions(*_PACKAGES),
        "counts": {
            "originals": int(outcomes.get("original", 0)),
            "variants": int(outcomes.get("variant", 0)),
            "skips": int(outcomes.get("skip", 0)),
            "scored_now": sum(tally.scored_now for tally in tallies.values()),
            "from_store": sum(tally.from_store for tally in tallies.values()),
            "unscored": sum(tally.unscored for tally in tallies.values()),
        },
        "usage": {name: dict(tally.usage) for name, tally in tallies.items() if tally.usage},
    }


def _declaration(metric: Metric) -> dict[str, Any]:
    return {
        "spec": metric.spec,
        "version": metric.version,
        "construct": metric.construct,
        "higher_is_better": metric.higher_is_better,
        "bounds": list(metric.bounds),
        "deterministic": metric.deterministic,
        "reads": sorted(metric.reads),
        "long_input": metric.long_input,
        "fingerprint": metric.fingerprint,
    }


def write_json(path: Path, value: Any) -> None:
    """Write JSON under a temporary name first, so that a reader never sees half of it."""
    with written_whole(path) as temporary:
        temporary.write_text(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n", "utf-8")


__all__ = ["Execution", "NoProgress", "Plan", "Progress", "run_audit", "write_json"]
