"""Read data: ``load`` collects a `Dataset`, ``stream`` gives one example after another.

Data are the shipped ``sample``, a published data set (``qags:FILE``), a table in a file, or objects in memory.
"""

from __future__ import annotations

import heapq
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gaugeblock.harness.columns import parse_mapping
from gaugeblock.harness.readers import (
    BadRow,
    Reader,
    Row,
    Source,
    Table,
    ending_of,
    is_there,
    open_frame,
    open_items,
    open_table,
)
from gaugeblock.perturb.arguments import count, whole
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.perturb.example import Example, content_hash
from gaugeblock.perturb.registry import Registry

__all__ = ["DATASETS", "BadRow", "Dataset", "Reader", "Row", "Table", "load", "stream"]

DATASETS: Registry[Reader] = Registry(
    "data set", folders=("gaugeblock.harness.readers",), attribute="READER", group="gaugeblock.datasets"
)
"""Data sets in their published formats, by the name that stands before the colon."""

ON_BAD_ROW = ("error", "skip")
"""What to do about a row that cannot be read."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """Examples, and where they come from.

    Args:
        name: short name.
        examples: in the order of the data; ids are unique.
        source: the file's name or the like, without a folder of this machine.
        mapping: column by field where columns were mapped, else empty; ``context`` with nothing: no context column.
        skipped: the rows that could not be read.
        digest: SHA-256 (hexadecimal) of all examples with their ids, labels and metadata; made where not given.
    """

    name: str
    examples: tuple[Example, ...]
    source: str = ""
    mapping: Mapping[str, str] = field(default_factory=dict)
    skipped: tuple[BadRow, ...] = ()
    digest: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "examples", tuple(self.examples))
        if not self.digest:
            object.__setattr__(self, "digest", content_hash([content_hash(e.to_json()) for e in self.examples]))

    def __len__(self) -> int:
        return len(self.examples)

    @property
    def without_context(self) -> tuple[str, ...]:
        """The ids of the examples whose context is empty or blank."""
        return tuple(example.id for example in self.examples if not example.context_text.strip())

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __repr__(self) -> str:
        return f"<data set {self.name}: {len(self)} examples, {len(self.skipped)} rows skipped>"


def load(
    data: Any,
    *,
    mapping: str | Iterable[str] | Mapping[str, str] | None = None,
    on_bad_row: str = "error",
    limit: int | None = None,
    seed: int = 0,
) -> Dataset:
    """All examples of the data.

    Args:
        data: ``"sample"``; ``"reader:path"``, such as ``"qags:file.jsonl"`` or ``"hf:owner/name"``; the path of a
            ``.jsonl``, ``.json``, ``.csv``, ``.tsv`` (each also ``.gz``) or ``.parquet`` file; a list of examples or
            dictionaries; a pandas frame; a `Dataset`.
        mapping: column by field, as `columns.parse_mapping` takes it, for tables whose names are not the usual ones.
        on_bad_row: ``"error"`` stops at the first row that cannot be read, ``"skip"`` records it and goes on.
        limit: take a sample of this many whole examples, in the order of the data. Which ones depends on the seed and
            their ids only, so that a larger limit adds to a smaller one's. Bad rows are recorded either way.
        seed: of the sample.

    Raises:
        UsageError: the arguments make no sense, or name no known data set.
        DataError: the data cannot be read; the message names the file, the line and the mend.
    """
    source = _open(data, mapping)
    examples: list[Example] = []
    skipped: list[BadRow] = []
    for item in _stream(source, on_bad_row, limit, seed):
        if isinstance(item, BadRow):
            skipped.append(item)
        else:
            examples.append(item)
    if isinstance(data, Dataset):
        return replace(data, examples=tuple(examples), digest="")
    table = source.table
    return Dataset(table.name, tuple(examples), table.source, dict(source.columns), tuple(skipped))


def stream(
    data: Any,
    *,
    mapping: str | Iterable[str] | Mapping[str, str] | None = None,
    on_bad_row: str = "error",
    limit: int | None = None,
    seed: int = 0,
    on_mapping: Callable[[Mapping[str, str]], None] = lambda mapping: None,
) -> Iterator[Example | BadRow]:
    """One example after another, and with ``on_bad_row="skip"`` the rows that could not be read among them.

    Arguments and exceptions are those of `load`. Nothing but the ids is kept, except under a limit: then the sample
    comes after the bad rows.

    Args:
        on_mapping: told the column of each field as soon as it is known, before the first item comes.
    """
    source = _open(data, mapping)
    for number, item in enumerate(_stream(source, on_bad_row, limit, seed)):
        if number == 0:
            on_mapping(source.columns)
        yield item


def _stream(source: Source, on_bad_row: str, limit: int | None, seed: int) -> Iterator[Example | BadRow]:
    if on_bad_row not in ON_BAD_ROW:
        raise UsageError(f"on_bad_row takes {' or '.join(ON_BAD_ROW)}, not {on_bad_row!r}")
    seed = whole("seed", seed)
    if limit is not None:
        limit = count("limit", limit, 1)
    items = _readable(source, on_bad_row)
    return items if limit is None else _sampled(items, limit, seed)


def _readable(source: Source, on_bad_row: str) -> Iterator[Example | BadRow]:
    places: dict[str, str] = {}
    copies: dict[str, int] = {}
    first_bad: BadRow | None = None
    bad = 0
    for item in source.placed():
        if isinstance(item, BadRow):
            if on_bad_row == "error":
                raise DataError(f"{item} (--on-bad-row skip leaves such rows out)")
            first_bad = first_bad or item
            bad += 1
            yield item
            continue
        place, example = item
        if example.id in places:
            example = _own_id(example, place, places, copies, source)
        places[example.id] = place
        yield example
    if first_bad is not None and not places:
        raise DataError(f"{source.table.source}: none of the {bad} rows can be read; the first of them: {first_bad}")
    if not places:
        raise DataError(f"{source.table.source}: there are no rows")


def _own_id(example: Example, place: str, places: Mapping[str, str], copies: dict[str, int], source: Source) -> Example:
    """The example with a free id where its id was made from its content; two given ids that are equal are an error."""
    name = example.id
    if name != f"x{example.digest[:16]}":
        hint = ", or go without ids with --map id=" if source.columns.get("id") else ""
        raise DataError(
            f"{source.table.source}: {places[name]} and {place} have the same id {name!r}: give each its own{hint}"
        )
    number = copies.get(name, 2)
    while f"{name}-{number}" in places:
        number += 1
    copies[name] = number + 1
    return replace(example, id=f"{name}-{number}")


def _sampled(items: Iterable[Example | BadRow], limit: int, seed: int) -> Iterator[Example | BadRow]:
    kept: list[tuple[int, int, Example]] = []  # a heap: the example that goes next stands first
    for position, item in enumerate(items):
        if isinstance(item, BadRow):
            yield item
            continue
        entry = (-int(content_hash([seed, item.id]), 16), position, item)
        if len(kept) < limit:
            heapq.heappush(kept, entry)
        else:
            heapq.heappushpop(kept, entry)
    yield from (example for _, _, example in sorted(kept, key=lambda entry: entry[1]))


def _open(data: Any, mapping: str | Iterable[str] | Mapping[str, str] | None) -> Source:
    wanted = parse_mapping(mapping)
    pandas = sys.modules.get("pandas")  # whoever has a frame has imported it
    if isinstance(data, Dataset):
        table = Table(data.name, data.source or data.name, iter(data.examples))
    elif isinstance(data, str):
        table = _open_named(data)
    elif isinstance(data, os.PathLike):
        table = open_table(Path(data))
    elif pandas is not None and isinstance(data, pandas.DataFrame):
        table = open_frame(data)
    elif isinstance(data, Iterable) and not isinstance(data, (Mapping, bytes)):
        table = open_items(data)
    else:
        raise UsageError(
            "data takes a data set's name, a path, a list of examples or dictionaries, a frame or a Dataset, "
            f"not {type(data).__name__}"
        )
    return Source(table, wanted)


def _open_named(text: str) -> Table:
    name, colon, where = text.partition(":")
    if name in DATASETS:
        reader = DATASETS.get(name)
        if reader.needs_path and not where:
            raise UsageError(f"{name} needs a path: write {reader.usage}")
        return reader.open(where)
    path = Path(text)
    if not is_there(path, Path.exists):
        if colon and re.fullmatch(r"[A-Za-z][\w-]+", name):
            DATASETS.get(name)  # says which names come close
        if not colon and ending_of(path) is None and len(path.parts) == 1:
            DATASETS.get(text)
    return open_table(path)
