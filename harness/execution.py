"""`Execution`: how an audit is run, which changes nothing of what it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gaugeblock.harness.engines.base import Engine
from gaugeblock.harness.progress import NoProgress, Progress
from gaugeblock.metrics.base import Metric


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
