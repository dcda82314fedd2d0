"""Where a command's output goes: lines for a person or a pipe, and files that are there whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import typer

from gaugeblock.perturb.errors import UsageError


def say(text: str, *, err: bool = False, end: str = "\n") -> bool:
    """Print a text on standard output, or on standard error.

    Whoever reads may have had enough, as `head` has: then the rest goes nowhere, and the command ends as it would have.

    Returns:
        whether somebody reads still.
    """
    try:
        typer.echo(text + end, err=err, nl=False)
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, (sys.stderr if err else sys.stdout).fileno())
        os.close(nowhere)
        return False
    return True


@contextmanager
def writing(path: Path) -> Iterator[Callable[[str], bool]]:
    """A function that writes text to a file, which is there whole at the end or as it was before.

    A link is followed. What is no regular file, such as a pipe or a device, gets the text as it comes, and so does
    standard output, which ``-`` stands for. The function returns whether somebody reads still.

    Raises:
        UsageError: the file cannot be written, which is found out before anything is done with what would be written.
    """
    if str(path) == "-":
        yield lambda text: say(text, end="")
        return
    with _told(path):
        if path.is_dir():
            raise UsageError(f"{path} is a folder; name a file with --out")
        directly = path.exists() and not path.is_file()
        target = path if directly else path.resolve()
        temporary = target if directly else target.with_name(f".{target.name}.partial")
        target.parent.mkdir(parents=True, exist_ok=True)
        handle = temporary.open("w", encoding="utf-8")

    def write(text: str) -> bool:
        with _told(path), suppress(BrokenPipeError):
            handle.write(text)
            return True
        return False

    try:
        try:
            yield write
        finally:
            with _told(path), suppress(BrokenPipeError):
                handle.close()
        if not directly:
            with _told(path):
                temporary.replace(target)
    finally:
        if not directly:
            temporary.unlink(missing_ok=True)


@contextmanager
def writing_rows(path: Path) -> Iterator[Callable[[Any], bool]]:
    """A function that writes one JSON value a line, where `writing` writes."""
    with writing(path) as write:
        yield lambda value: write(json.dumps(value, ensure_ascii=False) + "\n")


@contextmanager
def files_in(*places: Path) -> Iterator[None]:
    """Tell of a file in these places that cannot be read or written as of wrong usage; other errors keep their trace.

    Raises:
        UsageError: there is no room, no permission, or a file where a folder should be.
    """
    try:
        yield
    except OSError as error:
        where = error.filename
        inside = isinstance(where, (str, Path)) and any(_is_in(Path(where), place) for place in places)
        if not inside and error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise UsageError(f"{where or places[0]} cannot be read or written: {error.strerror}") from error


def keep_apart(data: str, out: Path, what: str = "the data") -> None:
    """Refuse to write over the file that is read.

    Args:
        data: the file, or a reader and the file with a colon between.
        out: the file to write.
        what: what is read, for the message.

    Raises:
        UsageError: both are one file.
    """
    read = {Path(data), Path(data.partition(":")[2])}
    # those of os.path hold a name that there can be no file of, as one that is too long, for one of no file
    if os.path.exists(out) and any(os.path.isfile(path) and os.path.samefile(path, out) for path in read):
        raise UsageError(f"{out} is {what} itself, which would be overwritten; name another file with --out")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:  # a ring of links is a RuntimeError
        raise UsageError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from error


def _is_in(path: Path, place: Path) -> bool:
    absolute, folder = Path(os.path.abspath(path)), Path(os.path.abspath(place))
    return absolute == folder or folder in absolute.parents or absolute in folder.parents
