"""What an exception says, and in which line of the user's own code it arose, in one line."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable
from typing import Any

from gaugeblock.metrics.display import scrub
from gaugeblock.perturb.errors import GaugeblockError

_LONGEST = 300
_READ = 20_000  # of a message, which may hold a whole batch


def describe_error(error: BaseException, is_own: Callable[[str], bool] = lambda file: True) -> str:
    """An exception in one line: its type, its message, and the innermost line of the user's code in it.

    Secrets, memory addresses and folders are left out, so that a result says the same on every machine. Of an error of
    Gaugeblock's own the message alone is told, which was written for the user.

    Args:
        error: what was raised.
        is_own: whether a file, by its full path, is the user's; where none is, the innermost line of all is named.

    >>> describe_error(ValueError("no such word"))
    'ValueError: no such word'
    """
    if isinstance(error, GaugeblockError) and (message := _message(error)):
        return message.removeprefix(": ")
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if is_own(frame.filename)] or frames
    place = f" ({_name(own[-1].filename)}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}{_message(error)}{place}"


def _name(file: str) -> str:
    return file.replace("\\", "/").rsplit("/", 1)[-1]


def _message(error: BaseException) -> str:
    try:
        message = scrub(" ".join(str(error)[:_READ].split()))
    except (Exception, SystemExit):  # an exception's own __str__ may raise
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
