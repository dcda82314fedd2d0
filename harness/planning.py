"""Planning: the variant table of a run, one part a shard."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from gaugeblock.harness.rows import cluster_key, original_row, planned_rows
from gaugeblock.harness.stress_test import STRESS, StressTest
from gaugeblock.harness.tables import VARIANTS, parts, write_part
from gaugeblock.perturb.ahead import examples_ahead
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example, content_hash

_CHUNK = 16
"""Examples that are planned at a time; small, so that the processes end together."""


def changed_positions(examples: Sequence[Example], seed: int, most: int | None) -> frozenset[int]:
    """Which examples variants are made of: a sample that depends on seed and ids alone, all where there are no more.

    Precision grows with the square root of the examples, cost with their number, and every example has some eighty
    variants; tests that change nothing use all examples in any case.

    Args:
        most: how many at most; None for all.
    """
    if most is None or most >= len(examples):
        return frozenset(range(len(examples)))
    order = sorted(range(len(examples)), key=lambda at: content_hash([seed, examples[at].id]))
    return frozenset(order[:most])


def plan_rows(
    examples: Sequence[Example],
    tests: Sequence[StressTest],
    seed: int,
    positions: Iterable[int] | None = None,
    changed: frozenset[int] | None = None,
) -> Iterator[list[dict[str, Any]]]:
    """The rows of each example in turn: itself first, then its variants and skips in the order of the tests.

    A variant that several tests want stands in the table once.

    Args:
        positions: which of the examples; all of them by default.
        changed: which of the examples variants are made of (`changed_positions`), all of them by default; the laws,
            which choose their examples themselves, are not bound by it.
    """
    wanted = range(len(examples)) if positions is None else positions
    for position in examples_ahead(wanted, lambda at: examples[at]):
        example = examples[position]
        cluster = cluster_key(example)
        rows = [original_row(example, cluster)]
        seen: set[Any] = {example.id}
        for test in tests if changed is None or position in changed else [test for test in tests if test.arranged]:
            for planned in test.plan(examples, position, seed):
                for row in planned_rows(planned, cluster):
                    key = planned if row["variant_id"] is None else row["variant_id"]
                    if key not in seen:
                        seen.add(key)
                        rows.append(row)
        yield rows


_COMPLETE = ".complete.json"
"""Holds what the parts were planned from and the SHA-256 of each; written last, so that the table is whole."""


def write_variants(
    folder: Path,
    examples: Sequence[Example],
    tests: Sequence[StressTest],
    seed: int,
    shard_size: int,
    on_progress: Callable[[int], None] = lambda count: None,
    *,
    signature: str = "",
    processes: int = 1,
    variants_of: int | None = None,
) -> None:
    """Write the variant table, `shard_size` examples a part.

    Args:
        on_progress: called with the number of examples that are done since the last call.
        signature: of all that the table depends on, for `is_complete`.
        processes: how many plan side by side; the table is the same for any number. More than one must not be asked
            for by a script that does not guard its main module.
        variants_of: how many examples variants are made of at most, None for all.
    """
    discard(folder)
    hashes: dict[str, str] = {}
    shard: list[dict[str, Any]] = []
    number = 0
    for count, rows in enumerate(_planned(examples, tests, seed, processes, variants_of), start=1):
        shard += rows
        if count % shard_size == 0 or count == len(examples):
            part = folder / f"part-{number:05d}.parquet"
            write_part(part, shard, VARIANTS)
            hashes[part.name] = _file_hash(part)
            shard, number = [], number + 1
        on_progress(1)
    (folder / _COMPLETE).write_text(json.dumps({"signature": signature, "parts": hashes}), "utf-8")


def _planned(
    examples: Sequence[Example], tests: Sequence[StressTest], seed: int, processes: int, variants_of: int | None
) -> Iterator[list[dict[str, Any]]]:
    processes = min(processes, len(examples) // (2 * _CHUNK))
    changed = changed_positions(examples, seed, variants_of)
    if processes < 2:
        yield from plan_rows(examples, tests, seed, changed=changed)
        return
    starts = range(0, len(examples), _CHUNK)
    with ProcessPoolExecutor(
        processes,
        multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(examples, [test.name for test in tests], seed, changed),
    ) as pool:
        for rows in pool.map(_plan_chunk, starts):
            yield from rows


_Work = tuple[Sequence[Example], Sequence[StressTest], int, frozenset[int]]
_WORK: list[_Work] = []


def _begin(examples: Sequence[Example], names: Sequence[str], seed: int, changed: frozenset[int]) -> None:
    _WORK[:] = [(examples, stress_tests(names), seed, changed)]


def _plan_chunk(start: int) -> list[list[dict[str, Any]]]:
    examples, tests, seed, changed = _WORK[0]
    return list(plan_rows(examples, tests, seed, range(start, min(start + _CHUNK, len(examples))), changed))


def is_complete(folder: Path, signature: str = "") -> bool:
    """Whether the table that this signature stands for is there as it was written.

    An interrupted or damaged one is planned anew.
    """
    try:
        written = json.loads((folder / _COMPLETE).read_text("utf-8"))
        hashes = {part.name: _file_hash(part) for part in parts(folder)}
        return bool(written == {"signature": signature, "parts": hashes})
    except (OSError, ValueError):
        return False


def _file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def discard(folder: Path) -> None:
    """Remove the parts of a table, the mark that it is complete first."""
    (folder / _COMPLETE).unlink(missing_ok=True)
    for part in parts(folder):
        part.unlink()


def stress_tests(names: str | Sequence[str] | None) -> list[StressTest]:
    """The stress tests of these names, each once.

    Args:
        names: as a list, or as text with commas between; None and ``all`` stand for all of them.

    Raises:
        UnknownNameError: no such test.
        UsageError: nothing is named, or what is given is no name.
    """
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",") if name.strip()]
    listed = names is None or (isinstance(names, Iterable) and not isinstance(names, (bytes, Mapping)))
    names = list(names) if names is not None and listed else names
    if not listed or not all(isinstance(name, str) for name in names or ()):
        raise UsageError(f"stress takes the names of stress tests, in a list or with commas between, not {names!r}")
    if names is None or list(names) == ["all"]:
        names = STRESS.names()
    if not names:
        raise UsageError("no stress test is named; leave the names out to run them all")
    return [STRESS.get(name) for name in dict.fromkeys(names)]
