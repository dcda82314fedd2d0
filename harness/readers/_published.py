"""Data sets that are published as one file or a folder of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

from gaugeblock.harness.readers._files import files_in, open_table
from gaugeblock.harness.readers._rows import BadRow, Row, Table
from gaugeblock.perturb.example import Example


def open_published(
    name: str, where: str, pattern: str, usage: str, examples: Callable[[Path], Iterable[BadRow | Example]]
) -> Table:
    """The examples of a file, or of all files of a folder that match a pattern, one file after another.

    Args:
        name: of the data set.
        where: path of the file or folder.
        pattern: how the files of a folder are called, such as ``"mturk_*.jsonl"``.
        usage: how to write the path, for the message where there is no such file.
        examples: those of one file, made as they are asked for.

    Raises:
        DataError: there is no such file.
    """
    path = Path(where)
    found = files_in(path, pattern, usage)
    return Table(name, f"{name}:{path.resolve().name}", chain.from_iterable(map(examples, found)))


def rows_of(file: Path) -> Iterator[Row | BadRow]:
    """The rows of a file, read by the ending of its name.

    Raises:
        UsageError: no reader for the ending.
        DataError: the file cannot be read.
    """
    for item in open_table(file).items:
        if isinstance(item, (Row, BadRow)):
            yield item
