"""An audit from end to end: plan, score, judge, keep; each step from the table of the step before it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from gaugeblock.harness.execution import Execution
from gaugeblock.harness.judging import SCHEMA, compare_metrics, judge_metric, make_trial
from gaugeblock.harness.manifest import declaration_of, manifest_of
from gaugeblock.harness.plan import Plan
from gaugeblock.harness.planning import discard, is_complete, write_variants
from gaugeblock.harness.progress import NoProgress, Progress
from gaugeblock.harness.score_table import write_scores
from gaugeblock.harness.scoring import Tally
from gaugeblock.harness.store import ScoreStore
from gaugeblock.harness.stress_test import Prepares
from gaugeblock.harness.tables import read_frame, read_prepared, read_variants, write_frame, write_json
from gaugeblock.perturb.errors import UsageError

__all__ = ["Execution", "NoProgress", "Plan", "Progress", "run_audit"]


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
    _plan_variants(plan, folder, execution)
    _prepare(plan, folder)
    tallies = _score(plan, folder, store_file, execution)
    execution.progress.start("judging", len(plan.metrics))
    results = _judge(plan, folder, signature)
    write_json(folder / "results.json", results)
    manifest = manifest_of(plan, folder, signature, tallies, time.monotonic() - started)
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


def _plan_variants(plan: Plan, folder: Path, execution: Execution) -> None:
    """Write the variant table, unless the one that is there is whole and was planned from the same."""
    if is_complete(folder / "variants", plan.planning_signature):
        return
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


def _prepare(plan: Plan, folder: Path) -> None:
    """Let the tests write down what they need to know of the examples."""
    discard(folder / "prepared")
    for test in plan.tests:
        if isinstance(test, Prepares):
            write_frame(folder / "prepared" / f"{test.name}.parquet", test.prepare(plan.dataset.examples))


def _score(plan: Plan, folder: Path, store_file: Path, execution: Execution) -> dict[str, Tally]:
    """Write the score table anew, from the store where it can be; returns where each metric's scores came from."""
    for name in ("scores", "explored"):
        discard(folder / name)
    tallies: dict[str, Tally] = {}
    with ScoreStore(store_file, of_run=execution.store is None) as store:
        for number, metric in enumerate(plan.metrics):
            if execution.retry_unscored:
                store.forget_unscored(metric.fingerprint)
            tallies[metric.spec] = write_scores(plan, metric, number, folder, store, execution)
    return tallies


def _judge(plan: Plan, folder: Path, signature: str) -> dict[str, Any]:
    variants, prepared = read_variants(folder), read_prepared(folder)
    scores = read_frame(folder / "scores")
    own = {metric.spec: scores[scores["metric"] == metric.spec] for metric in plan.metrics}
    trials = [
        make_trial(declaration_of(metric), variants, own[metric.spec], plan.policy, plan.seed, prepared)
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
