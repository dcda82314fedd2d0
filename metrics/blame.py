"""What an exception says, and in which line of the user's own code it arose, in one line."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

_LONGEST = 300


def describe_error(error: BaseException, is_own: Callable[[str], bool]) -> str:
    """An exception in one line: its type, its message, and the innermost line of the user's code in it.

    Only the file's name is written, not its folder, so that a result says the same on every machine.

    Args:
        error: what was raised.
        is_own: whether a file, by its full path, is the user's; without one the innermost line of all is named.

    >>> describe_error(ValueError("no such word"), lambda path: True)
    'ValueError: no such word'
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if is_own(frame.filename)] or frames
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}{_message(error)}{place}"


def _message(error: BaseException) -> str:
    try:
        message = " ".join(str(error).split())
    except Exception:  # an exception's own __str__ may raise
        return ""
    if len(message) > _LONGEST:
        message = message[: _LONGEST - 3] + "..."
    return f": {message}" if message else ""


def file_of(function: Any) -> str:
    """The file that a function, a partial or an object's class was written in; "" where there is none."""
    while isinstance(function, functools.partial):
        function = function.func
    code = getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)
    return str(getattr(code, "co_filename", ""))
