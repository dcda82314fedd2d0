"""An audit from end to end: plan, score, judge, keep; each step from the table of the step before it."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

from gaugeblock.harness.data import Dataset
from gaugeblock.harness.engines.base import Engine
from gaugeblock.harness.judging import SCHEMA, judge_metric
from gaugeblock.harness.planning import discard, is_complete, write_variants
from gaugeblock.harness.policy import Policy
from gaugeblock.harness.scoring import Job, Tally, input_hash, plan_arrangements, plan_jobs, run_jobs, score_row
from gaugeblock.harness.store import Key, ScoreStore
from gaugeblock.harness.stress_test import StressTest
from gaugeblock.harness.tables import SCORES, cluster_of, example_of, parts, read_frame, read_rows, write_part
from gaugeblock.metrics.base import Metric, Score
from gaugeblock.perturb import PERTURBATIONS
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
        command: how to run it again, for the manifest.
    """

    metrics: Sequence[Metric]
    dataset: Dataset
    tests: Sequence[StressTest]
    policy: Policy
    seed: int = 0
    command: str = ""

    def __post_init__(self) -> None:
        names = [metric.spec for metric in self.metrics]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise UsageError(f"two metrics are called {', '.join(twice)}: give one of them another name")
        if not names:
            raise UsageError("an audit needs at least one metric")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise UsageError(f"the seed takes a whole number, not {self.seed!r}")

    @property
    def signature(self) -> str:
        """SHA-256 (hexadecimal) of everything above but the command, and of the versions that variants depend on.

        Equal signatures give equal results, up to a metric that is not a function of its input and items that ran out
        of time.
        """
        return content_hash(
            [
                SCHEMA,
                [_version(package) for package in ("gaugeblock", "spacy")],
                pipeline_name(),
                [[m.spec, m.fingerprint, m.construct, m.higher_is_better] for m in self.metrics],
                self.dataset.digest,
                [[test.name, test.version] for test in self.tests],
                {name: PERTURBATIONS.get(name).version for name in PERTURBATIONS},
                {table: dict(entries) for table, entries in self.policy.items()},
                self.seed,
            ]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """How an audit is run. None of it changes what it finds, save that an engine's time limit leaves items unscored.

    Args:
        engine: makes the engine for a metric.
        store: the score store, None for ``scores.sqlite`` in the run folder.
        shard_size: examples a Parquet part.
        overwrite: replace what another audit left in the run folder.
        retry_unscored: try items again that the store holds as unscored.
        progress: told what is going on.
    """

    engine: Callable[[Metric], Engine]
    store: Path | None = None
    shard_size: int = 256
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
    if not is_complete(folder / "variants"):
        execution.progress.start("planning variants", len(plan.dataset.examples))
        write_variants(
            folder / "variants",
            plan.dataset.examples,
            plan.tests,
            plan.seed,
            execution.shard_size,
            execution.progress.advance,
        )
    tallies: dict[str, Tally] = {}
    for old in parts(folder / "scores"):
        old.unlink()
    with ScoreStore(store_file) as store:
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
        for name in ("variants", "scores"):
            discard(folder / name)
    folder.mkdir(parents=True, exist_ok=True)
    mark.write_text(signature + "\n", "utf-8")


def _score(plan: Plan, metric: Metric, number: int, folder: Path, store: ScoreStore, execution: Execution) -> Tally:
    shards = parts(folder / "variants")
    jobs = plan_jobs(metric, (example for shard in shards for _, example in _examples(shard)))
    law_examples = plan.dataset.examples[: max((test.arranged for test in plan.tests), default=0)]
    laws = plan_arrangements(metric, law_examples)

    def on_start(count: int, stored: int) -> None:
        known = f" ({stored} more are stored)" if stored else ""
        execution.progress.start(f"scoring {metric.spec}{known}", count)

    engine = execution.engine(metric)
    scores, tally = run_jobs(metric, [*jobs, *laws], engine, store, execution.progress.advance, on_start)
    for shard in shards:
        rows = []
        for name, example in _examples(shard):
            key = Key(input_hash(metric, example))
            rows.append(score_row(metric.spec, name, key, scores[key]))
        write_part(folder / "scores" / f"metric-{number:02d}-{shard.name}", rows, SCORES)
    if laws:
        rows = _law_rows(metric, law_examples, laws, scores)
        write_part(folder / "scores" / f"metric-{number:02d}-laws.parquet", rows, SCORES)
    return tally


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
    return [
        score_row(metric.spec, name, key, scores[key])
        for job in laws
        for key in job.keys
        for name in by_input[key.input]
    ]


def _judge(plan: Plan, folder: Path, signature: str) -> dict[str, Any]:
    variants = read_frame(folder / "variants")
    scores = read_frame(folder / "scores")
    return {
        "schema": SCHEMA,
        "signature": signature,
        "dataset": {"name": plan.dataset.name, "examples": len(plan.dataset.examples)},
        "seed": plan.seed,
        "metrics": {
            metric.spec: judge_metric(
                metric.spec,
                metric.construct,
                metric.higher_is_better,
                variants,
                scores[scores["metric"] == metric.spec],
                plan.tests,
                plan.policy,
                plan.seed,
            )
            for metric in plan.metrics
        },
    }


def _manifest(plan: Plan, folder: Path, signature: str, tallies: Mapping[str, Tally], seconds: float) -> dict[str, Any]:
    outcomes = read_frame(folder / "variants", ["outcome"])["outcome"].value_counts()
    labels = [example.supported for example in plan.dataset.examples]
    return {
        "gaugeblock": _version("gaugeblock"),
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
        "policy": {table: dict(entries) for table, entries in plan.policy.items()},
        "versions": {"python": platform.python_version()} | {name: _version(name) for name in _PACKAGES},
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


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def write_json(path: Path, value: Any) -> None:
    """Write JSON under a temporary name first, so that a reader never sees half of it."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n", "utf-8")
    os.replace(temporary, path)


__all__ = ["Execution", "NoProgress", "Plan", "Progress", "run_audit", "write_json"]
