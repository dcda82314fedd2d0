"""`audit`: a whole audit from Python, with tables as pandas frames."""

from __future__ import annotations

import math
import shutil
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from gaugeblock.harness.audit import Execution, NoProgress, Plan, Progress, run_audit
from gaugeblock.harness.data import Dataset, load
from gaugeblock.harness.defaults import SEARCH_CALLS, VARIANTS_OF
from gaugeblock.harness.engines.base import Engine
from gaugeblock.harness.engines.inline import InlineEngine
from gaugeblock.harness.engines.local import LocalEngine
from gaugeblock.harness.judging import make_trial
from gaugeblock.harness.metrics_of import metrics_of
from gaugeblock.harness.outcome import FAIL, INCONCLUSIVE, PASS
from gaugeblock.harness.planning import stress_tests
from gaugeblock.harness.policy import load_policy
from gaugeblock.harness.stress_test import STRESS
from gaugeblock.harness.tables import read_prepared
from gaugeblock.metrics.base import Metric
from gaugeblock.output import files_in
from gaugeblock.perturb.arguments import count, flag, path_of, seconds
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.reports import load_run, render
from gaugeblock.run_folder import copy_run, keep_run_apart

ENGINES = ("local", "ray")
"""Where scoring can run."""

# the columns of tables without a row; others have these and, for some rows, more
_FINDINGS = [
    *("metric", "stress", "name", "group", "value", "low", "high", "level", "exact", "n", "clusters", "rule", "verdict")
]
_COMPARISONS = ["stress", "name", "group", "first", "second", "difference", "low", "high", "n", "p", "p_holm"]


def engine_for(name: str = "local", workers: int = 1, timeout: float | None = None) -> Callable[[Metric], Engine]:
    """What makes the engine of a metric.

    Args:
        name: one of `ENGINES`.
        workers: processes or actors. A metric that came as an object, not as text, can be given to no other process and
            is scored in this one.
        timeout: seconds allowed for one item, None = no limit.

    Raises:
        UsageError: there is no such engine, or the numbers make no sense.
    """
    if name not in ENGINES:
        raise UsageError(f"no engine is called {name!r}; there are: {', '.join(ENGINES)}")
    count("workers", workers)
    if timeout is not None and math.isinf(seconds("timeout", timeout)):
        timeout = None

    def make(metric: Metric) -> Engine:
        if metric.source_spec is None or (workers == 0 and name == "local"):
            return InlineEngine(metric, timeout)
        if name == "ray":
            from gaugeblock.harness.engines.ray import RayEngine

            return RayEngine(metric.source_spec, workers, timeout)
        return LocalEngine(metric.source_spec, workers, timeout)

    return make


class Audit:
    """A finished audit: its verdict, its numbers, and the rows behind each of them.

    Args:
        folder: the run folder, of an audit made here or on the command line.

    Raises:
        DataError: there is no finished audit in the folder.
        UsageError: it is no path.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = path_of("folder", folder)
        self._run = load_run(self.folder)

    def __repr__(self) -> str:
        verdicts = ", ".join(f"{name}: {entry['verdict']}" for name, entry in self.results["metrics"].items())
        return f"<audit of {verdicts}>"

    @property
    def results(self) -> dict[str, Any]:
        """The content of ``results.json``."""
        return dict(self._run.results)

    @property
    def manifest(self) -> dict[str, Any]:
        """The content of ``manifest.json``."""
        return dict(self._run.manifest)

    @property
    def verdict(self) -> str:
        """The worst verdict of any metric: ``fail``, ``inconclusive`` or ``pass``.

        Raises:
            DataError: the run holds no metric, so there is no verdict.
        """
        verdicts = {entry["verdict"] for entry in self._metrics().values()}
        return next(verdict for verdict in (FAIL, INCONCLUSIVE, PASS) if verdict in verdicts)

    def _metrics(self) -> Mapping[str, Any]:
        metrics: Mapping[str, Any] = self._run.results["metrics"]
        if not metrics:
            raise DataError(f"the run in {str(self.folder)!r} holds no metric")
        return metrics

    @cached_property
    def comparisons(self) -> pd.DataFrame:
        """Every comparison of two metrics, one row each, with difference, interval and probability."""
        rows = [{"stress": test} | row for test, rows in self.results.get("comparisons", {}).items() for row in rows]
        return pd.DataFrame(rows, columns=None if rows else _COMPARISONS)

    @cached_property
    def findings(self) -> pd.DataFrame:
        """Every statistic, one row each: metric, stress, name, group, value, low, high, n, clusters, rule, verdict."""
        rows = [
            {"metric": metric, "stress": test} | statistic
            for metric, entry in self.results["metrics"].items()
            for test, outcome in entry["stress"].items()
            for statistic in outcome["statistics"]
        ]
        return pd.DataFrame(rows, columns=None if rows else _FINDINGS)

    def rows(self, stress: str, metric: str | None = None) -> pd.DataFrame:
        """The variants and skips of one stress test, each with its score, its original's and the change.

        ``base`` is the id of the original that a variant is of and is compared with, ``response_base`` and
        ``context_base`` are its texts; ``edits`` lead from them to ``response`` and ``context``. ``metric`` is empty,
        except for a variant that was made for this metric alone, such as one with a phrase mined from its scores.

        Args:
            stress: name of the test.
            metric: name of the metric; may be left out where there is one.

        Raises:
            UsageError: the audit has no such test or metric, or several metrics and none is named.
            DataError: a table of the run folder is missing or damaged, or the run holds no metric.
        """
        metrics = self._metrics()
        if metric is None and len(metrics) > 1:
            raise UsageError(f"the audit has several metrics, name one: {', '.join(metrics)}")
        name = metric or next(iter(metrics))
        if name not in metrics:
            raise UsageError(f"the audit has no metric {name!r}; there are: {', '.join(metrics)}")
        if stress not in metrics[name]["stress"]:
            raise UsageError(
                f"the audit has no stress test {stress!r}; there are: {', '.join(metrics[name]['stress'])}"
            )
        declared = self.manifest["metrics"][name]
        scores = self._run.scores()
        trial = make_trial(
            declared,
            self._run.variants(),
            scores[scores["metric"] == name],
            load_policy(self.manifest["policy"]),
            self.results["seed"],
            read_prepared(self.folder),
        )
        rows = trial.family(*STRESS.get(stress).families).reset_index(drop=True)
        originals = trial.rows[trial.rows["outcome"].isin(["original", "base"])].drop_duplicates("variant_id")
        for field in ("response", "context"):
            texts = originals.set_index("variant_id")[field]
            rows[f"{field}_base"] = rows["base"].map(texts)
        return rows

    def save(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Copy the run folder; returns where it lies now.

        Args:
            folder: a new or an empty one.
            overwrite: replace another run that lies there, its scores too; what is no part of a run stays.

        Raises:
            UsageError: there is something of that name already, and it is not to be replaced or is no run folder; the
                folder lies in the run or around it; or something cannot be read or written.
        """
        target = path_of("folder", folder)
        flag("overwrite", overwrite)
        with files_in(target):
            if target.exists() and target.resolve() == self.folder.resolve():
                return target
            if target.exists() and not target.is_dir():
                raise UsageError(f"{target} is there already, and is no folder; name another")
            if target.exists() and any(target.iterdir()):
                if not (target / "signature").is_file():
                    raise UsageError(f"{target} is there already, and is no run folder; name another folder")
                if not overwrite:
                    raise UsageError(f"{target} is there already; name another folder, or say overwrite=True")
        copy_run(self.folder, target)
        return target

    def to_html(self, path: str | Path) -> Path:
        """Write the report as one self-contained page; returns its path.

        Raises:
            UsageError: the path is a part of the run itself.
        """
        target = Path(path)
        keep_run_apart(self.folder, target)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(render([self._run], "html"), "utf-8")
        return target


def audit(
    metric: Any,
    data: Any = "sample",
    *,
    stress: str | Sequence[str] | None = None,
    seed: int = 0,
    limit: int | None = None,
    variants_of: int | None = VARIANTS_OF,
    search_calls: int = SEARCH_CALLS,
    out: str | Path | None = None,
    policy: str | Path | Mapping[str, Any] | None = None,
    mapping: str | Mapping[str, str] | None = None,
    on_bad_row: str = "error",
    engine: str = "local",
    workers: int = 0,
    timeout: float | None = None,
    store: str | Path | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Audit:
    """Stress-test metrics on data.

    Args:
        metric: a function, an object, a name, or a list of them; see `gaugeblock.resolve`. ``scores:published`` stands
            for every published score that the examples carry.
        data: ``sample``, ``reader:path``, a file, a frame, or a list of examples; see `gaugeblock.load`.
        stress: names of stress tests, as a list or with commas between; all by default.
        seed: of everything that is drawn.
        limit: a seeded sample of so many examples.
        variants_of: how many of them are changed at most; the tests that change nothing use all. None for all.
        search_calls: how many further texts the search for a worst phrase may have scored, for each metric; 0 for no
            search.
        out: the run folder; a temporary one by default, gone with the `Audit`.
        policy: margins, see ``policy.toml``.
        mapping: columns by field, such as ``{"response": "summary"}``.
        on_bad_row: ``error`` or ``skip``.
        engine: ``local`` or ``ray``.
        workers: worker processes for metrics that are given as text; 0 = this process.
        timeout: seconds allowed for one item.
        store: a score store to share between runs.
        overwrite: replace another audit in `out`.
        progress: told what is going on.

    Raises:
        UsageError: a metric, a name or an option makes no sense.
        DataError: the data cannot be read.
    """
    given_out = None if out is None else path_of("out", out)
    given_store = None if store is None else path_of("store", store)
    told = _checked_progress(progress)
    flag("overwrite", overwrite)
    dataset: Dataset = load(data, mapping=mapping, on_bad_row=on_bad_row, limit=limit, seed=seed)
    metrics = metrics_of(metric if isinstance(metric, (list, tuple)) else [metric], dataset)
    plan = Plan(
        metrics=metrics,
        dataset=dataset,
        tests=stress_tests(stress),
        policy=load_policy(policy),
        seed=seed,
        variants_of=variants_of,
        search_calls=search_calls,
    )
    execution = Execution(
        engine=engine_for(engine, workers, timeout),
        store=given_store,
        overwrite=overwrite,
        progress=told,
    )
    folder = Path(tempfile.mkdtemp(prefix="gaugeblock-")) if given_out is None else given_out
    try:
        with files_in(folder, *([] if given_store is None else [given_store])):
            run_audit(plan, folder, execution)
        finished = Audit(folder)
        finished.to_html(folder / "report.html")
    except BaseException:
        if out is None:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    if out is None:  # the folder lives as long as the audit, and goes without a warning
        weakref.finalize(finished, shutil.rmtree, folder, ignore_errors=True)
    return finished


def _checked_progress(progress: Any) -> Progress:
    """What is told of the progress; nobody by default."""
    if progress is None:
        return NoProgress()
    if isinstance(progress, type) or not all(callable(getattr(progress, name, None)) for name in ("start", "advance")):
        raise UsageError(
            "progress takes an object with start(what, total) and advance(count), such as "
            f"gaugeblock.progress.Lines(), not {type(progress).__name__}: {progress!r}"
        )
    told: Progress = progress
    return told
