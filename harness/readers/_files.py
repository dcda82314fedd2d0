"""Open a data file by its ending."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from gaugeblock.harness.readers._rows import Table
from gaugeblock.perturb.errors import DataError, UsageError

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def open_table(path: Path) -> Table:
    """The table in a file, by the ending of its name.

    Raises:
        UsageError: no reader for the ending, or the path is a folder.
        DataError: there is no such file, or it cannot be read at all.
    """
    ending = ending_of(path)
    if is_there(path, Path.is_dir):
        raise UsageError(f"{path} is a folder: name one of its files, or a reader and the folder, as in frank:{path}")
    if ending is None:
        raise UsageError(f"{path}: no reader for files of this kind; there are {', '.join(_openers())}")
    check_is_file(path)
    return _openers()[ending](path)


def ending_of(path: Path) -> str | None:
    """The known ending of a file's name, such as ``".jsonl.gz"``; None where it is no known one."""
    name = path.name.lower()
    return next((ending for ending in _openers() if name.endswith(ending)), None)


def stem_of(path: Path) -> str:
    """The file's name without its ending."""
    return path.name[: len(path.name) - len(ending_of(path) or "")] or path.name


def files_in(path: Path, pattern: str, usage: str) -> list[Path]:
    """The file itself, or the files in a folder that match a pattern, in the order of their names.

    Raises:
        DataError: there is no such file, or no file in the folder matches.
    """
    if not is_there(path, Path.is_dir):
        check_is_file(path, usage)
        return [path]
    found = sorted(path.glob(pattern))
    if not found:
        raise DataError(f"{path}: no file in this folder is called {pattern}; write {usage}")
    return found


def is_there(path: Path, kind: Callable[[Path], bool] = Path.is_file) -> bool:
    """Whether there is a file, or what else a method of the path asks for.

    Raises:
        DataError: it cannot be told, as of a name that is too long.
    """
    try:
        return kind(path)
    except OSError as error:
        raise DataError(f"{path}: the file cannot be read: {error.strerror or error}") from error


def check_is_file(path: Path, usage: str = "") -> None:
    """Refuse a path at which there is no file.

    Raises:
        DataError: says so, and how to write the path where `usage` tells.
    """
    if not is_there(path):
        near = "" if path.parent.is_dir() else f"; there is no folder {path.parent} either"
        raise DataError(f"{path}: there is no such file{near}" + (f"; write {usage}" if usage else ""))


@contextmanager
def opened(path: Path) -> Iterator[gzip.GzipFile | BufferedReader]:
    """The bytes of a file, unpacked where its name ends in ``.gz``.

    Raises:
        DataError: the file cannot be opened or unpacked, or is UTF-16.
    """
    try:
        with gzip.open(path, "rb") if path.name.lower().endswith(".gz") else path.open("rb") as file:
            if file.peek(2)[:2] in _UTF16:
                raise DataError(f"{path.name}: the file is UTF-16; save it as UTF-8")
            yield file
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{path.name}: the file cannot be read: {error}") from error


def _openers() -> dict[str, Callable[[Path], Table]]:
    from gaugeblock.harness.readers._delimited import open_csv, open_tsv
    from gaugeblock.harness.readers._json import open_json
    from gaugeblock.harness.readers._jsonl import open_jsonl
    from gaugeblock.harness.readers._parquet import open_parquet

    texts: dict[str, Callable[[Path], Table]] = {
        ".jsonl": open_jsonl,
        ".json": open_json,
        ".csv": open_csv,
        ".tsv": open_tsv,
    }
    return texts | {f"{ending}.gz": opener for ending, opener in texts.items()} | {".parquet": open_parquet}
