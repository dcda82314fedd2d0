"""`Run`: a finished run folder, read without the metric or the data that it was made with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaugeblock.perturb.errors import DataError
from gaugeblock.reports.fields import Fields, read_json
from gaugeblock.reports.manifest import Manifest, parse_manifest
from gaugeblock.reports.results import Comparison, MetricResult
from gaugeblock.reports.results_file import parse_comparisons, parse_results
from gaugeblock.reports.visible import one_line

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Run:
    """A run folder. Its two tables are read when they are first asked for.

    Args:
        folder: where it is.
        manifest: the content of ``manifest.json``.
        results: the content of ``results.json``.
        facts: the manifest, typed: what the run was made from.
        metrics: the results, typed: what it found, metric by metric.
        comparisons: what it found of the metrics beside each other.
    """

    folder: Path
    manifest: Mapping[str, Any]
    results: Mapping[str, Any]
    facts: Manifest
    metrics: tuple[MetricResult, ...]
    comparisons: tuple[Comparison, ...] = ()

    def __repr__(self) -> str:
        return (
            f"<run {self.folder.name!r}: {', '.join(one_line(metric.name) for metric in self.metrics) or 'no metric'}>"
        )

    @property
    def stress(self) -> tuple[str, ...]:
        """The stress tests of the run in their order: the manifest's, then any other that a metric has results of."""
        found = [test.name for metric in self.metrics for test in metric.stress]
        return tuple(dict.fromkeys([*self.facts.stress, *found]))

    def variants(self) -> pd.DataFrame:
        """All originals, variants and skips, a row each.

        Raises:
            DataError: there is no such table, or a part of it cannot be read.
        """
        return self._variants

    def scores(self) -> pd.DataFrame:
        """All scores and unscored items, a row each.

        Raises:
            DataError: there is no such table, or a part of it cannot be read.
        """
        return self._scores

    @cached_property
    def originals(self) -> dict[str, str]:
        """The unchanged response of each example, by its id; empty where the run folder has no table of variants."""
        from gaugeblock.harness.tables import parts, read_frame

        if not parts(self.folder / "variants"):
            return {}
        frame = read_frame(self.folder / "variants", ["variant_id", "outcome", "response"])
        rows = frame[frame["outcome"] == "original"]
        return dict(zip(rows["variant_id"], rows["response"], strict=True))

    @cached_property
    def _variants(self) -> pd.DataFrame:
        from gaugeblock.harness.tables import read_variants

        return read_variants(self.folder)

    @cached_property
    def _scores(self) -> pd.DataFrame:
        from gaugeblock.harness.tables import read_frame

        return read_frame(self.folder / "scores")


def load_run(folder: str | Path) -> Run:
    """Open a run folder.

    Args:
        folder: what ``gaugeblock audit --out`` was given.

    Raises:
        DataError: it is no run folder, the run did not end, a newer version wrote it, or a file was changed.
    """
    folder = Path(folder)
    if not os.path.isdir(folder):  # not even where there can be none of that name
        raise DataError(f"there is no folder {str(folder)!r}; give the folder that an audit wrote (--out)")
    manifest_file, results_file = folder / "manifest.json", folder / "results.json"
    if not manifest_file.is_file() and (folder / "signature").is_file():
        raise DataError(
            f"the run in {str(folder)!r} did not end (it has no manifest.json); give its command again, and it goes on "
            "where it stopped"
        )
    if not manifest_file.is_file():
        raise DataError(f"{str(folder)!r} is no run folder (it has no manifest.json); give what an audit wrote (--out)")
    manifest_fields = read_json(manifest_file)
    facts = parse_manifest(manifest_fields)
    if not results_file.is_file():
        again = f": {facts.command}" if facts.command else ""
        raise DataError(
            f"the run in {str(folder)!r} did not end (it has no results.json); start it again, and it goes on where it "
            f"stopped{again}"
        )
    results_fields = read_json(results_file)
    metrics = parse_results(results_fields)
    _same_run(folder, facts, results_fields)
    comparisons = parse_comparisons(results_fields)
    return Run(folder, manifest_fields.value, results_fields.value, facts, metrics, comparisons)


def _same_run(folder: Path, facts: Manifest, results: Fields) -> None:
    signature = results.text("signature")
    if signature != facts.signature:
        raise DataError(
            f"the files in {str(folder)!r} come from two runs: manifest.json is signed {facts.signature!r}, "
            f"results.json {signature!r}; start the audit again"
        )
