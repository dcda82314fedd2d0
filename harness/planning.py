"""Planning: the variant table of a run, one part a shard."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from gaugeblock.harness.stress_test import STRESS, StressTest
from gaugeblock.harness.tables import VARIANTS, cluster_of, original_row, parts, planned_rows, write_part
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import read_ahead


def plan_rows(examples: Sequence[Example], tests: Sequence[StressTest], seed: int) -> Iterator[list[dict[str, Any]]]:
    """The rows of each example in turn: itself first, then its variants and skips in the order of the tests.

    A variant that several tests want stands in the table once.
    """
    for position, example in enumerate(read_ahead(examples, lambda example: (example.response,))):
        cluster = hashlib.sha256(cluster_of(example).encode("utf-8")).hexdigest()[:16]
        rows = [original_row(example, cluster)]
        seen: set[Any] = {example.id}
        for test in tests:
            for planned in test.plan(examples, position, seed):
                for row in planned_rows(planned, cluster):
                    key = planned if row["variant_id"] is None else row["variant_id"]
                    if key not in seen:
                        seen.add(key)
                        rows.append(row)
        yield rows


_COMPLETE = ".complete.json"
"""Holds the SHA-256 of each part; written last, so that its presence means that the table is whole."""


def write_variants(
    folder: Path,
    examples: Sequence[Example],
    tests: Sequence[StressTest],
    seed: int,
    shard_size: int,
    on_progress: Callable[[int], None] = lambda count: None,
) -> None:
    """Write the variant table, `shard_size` examples a part.

    Args:
        on_progress: called with the number of examples that are done since the last call.
    """
    discard(folder)
    hashes: dict[str, str] = {}
    shard: list[dict[str, Any]] = []
    number = 0
    for count, rows in enumerate(plan_rows(examples, tests, seed), start=1):
        shard += rows
        if count % shard_size == 0 or count == len(examples):
            part = folder / f"part-{number:05d}.parquet"
            write_part(part, shard, VARIANTS)
            hashes[part.name] = _file_hash(part)
            shard, number = [], number + 1
        on_progress(1)
    (folder / _COMPLETE).write_text(json.dumps(hashes), "utf-8")


def is_complete(folder: Path) -> bool:
    """Whether the variant table is there as it was written: an interrupted or damaged one is planned anew."""
    try:
        hashes = json.loads((folder / _COMPLETE).read_text("utf-8"))
        return bool(hashes == {part.name: _file_hash(part) for part in parts(folder)})
    except (OSError, ValueError):
        return False


def _file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def discard(folder: Path) -> None:
    """Remove the parts of a table, the mark that it is complete first."""
    (folder / _COMPLETE).unlink(missing_ok=True)
    for part in parts(folder):
        part.unlink()


def stress_tests(names: Sequence[str] | None) -> list[StressTest]:
    """The stress tests of these names, each once; all of them for None.

    Raises:
        UnknownNameError: no such test.
    """
    return [STRESS.get(name) for name in dict.fromkeys(names if names is not None else STRESS.names())]
