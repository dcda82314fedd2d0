"""The manifest of a run: what it was made from, in which versions, and how much there was of what."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gaugeblock.harness.data import Dataset
from gaugeblock.harness.plan import Plan
from gaugeblock.harness.rows import cluster_of
from gaugeblock.harness.scoring import Tally
from gaugeblock.harness.tables import read_frame
from gaugeblock.metrics.base import Metric
from gaugeblock.metrics.versions import versions

_PACKAGES = ("gaugeblock", "torch", "transformers", "sentence-transformers", "spacy", "numpy", "rouge-score")


def manifest_of(
    plan: Plan, folder: Path, signature: str, tallies: Mapping[str, Tally], seconds: float
) -> dict[str, Any]:
    """What stands in ``manifest.json``, as plain JSON values.

    Args:
        plan: what was audited, and how.
        folder: of the run; its variants are counted.
        signature: of the plan.
        tallies: where the scores came from, by metric.
        seconds: how long the run took.
    """
    examples = len(plan.dataset.examples)
    return {
        **versions("gaugeblock"),
        "signature": signature,
        "command": plan.command,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 1),
        "seed": plan.seed,
        "dataset": _dataset(plan.dataset),
        "metrics": {metric.spec: declaration_of(metric) for metric in plan.metrics},
        "stress": [test.name for test in plan.tests],
        "variants_of": min(plan.variants_of or examples, examples),
        "search_calls": plan.search_calls,
        "policy": {table: dict(entries) for table, entries in plan.policy.items()},
        "versions": {"python": platform.python_version()} | versions(*_PACKAGES),
        "counts": _counts(folder, tallies),
        "usage": {name: dict(tally.usage) for name, tally in tallies.items() if tally.usage},
    }


def declaration_of(metric: Metric) -> dict[str, Any]:
    """What a metric says of itself, as plain JSON values."""
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


def _dataset(data: Dataset) -> dict[str, Any]:
    labels = [example.supported for example in data.examples]
    return {
        "name": data.name,
        "source": data.source,
        "digest": data.digest,
        "examples": len(labels),
        "without_context": len(data.without_context),
        "documents": len({cluster_of(example) for example in data.examples}),
        "labels": {
            "supported": labels.count(True),
            "unsupported": labels.count(False),
            "unknown": labels.count(None),
        },
        "skipped_rows": [
            {"file": row.file_name, "line": row.line_or_item, "reason": row.reason} for row in data.skipped
        ],
        "mapping": dict(data.mapping),
    }


def _counts(folder: Path, tallies: Mapping[str, Tally]) -> dict[str, int]:
    outcomes = read_frame(folder / "variants", ["outcome"])["outcome"].value_counts()
    return {
        "originals": int(outcomes.get("original", 0)),
        "variants": int(outcomes.get("variant", 0)),
        "skips": int(outcomes.get("skip", 0)),
        "scored_now": sum(tally.scored_now for tally in tallies.values()),
        "from_store": sum(tally.from_store for tally in tallies.values()),
        "unscored": sum(tally.unscored for tally in tallies.values()),
    }
