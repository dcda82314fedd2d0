"""A digest of a user's function: another as soon as its code, or a value that it carries, is another."""

from __future__ import annotations

import functools
import inspect
import re
import types
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path, PurePath
from typing import Any

from gaugeblock.perturb.example import content_hash


def function_digest(function: Callable[..., Any]) -> str:
    """SHA-256 (hexadecimal) of what a function does, as far as it can be seen from outside.

    It covers the text of the file that the function was written in (for a function typed at a prompt or in a notebook
    its own text or bytecode, and the global values that it names), its defaults, and the values that a closure, a
    partial or a callable object holds. It does not cover other files that the function calls: there the metric's
    ``version`` must be raised. A held value that cannot be described (a loaded model) makes the digest new in every
    process, so that scores stored for another value are never taken for this one's.
    """
    return content_hash(_Describer().value(function))


class _Describer:
    """Writes values as JSON that is equal for equal values, each object once."""

    def __init__(self) -> None:
        self._seen: dict[int, Any] = {}  # the object is kept, so that its id stays its own

    def value(self, value: Any) -> Any:
        """The description of any value."""
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes, PurePath, type(...))):
            return [type(value).__name__, repr(value)]
        if isinstance(value, re.Pattern):
            return ["pattern", self.value(value.pattern), value.flags]
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if id(value) in self._seen:
            return ["seen", list(self._seen).index(id(value))]
        self._seen[id(value)] = value
        return self._compound(value)

    def _compound(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [type(value).__name__, self._all(value)]
        if isinstance(value, (set, frozenset)):
            return [type(value).__name__, sorted(content_hash(self.value(item)) for item in value)]
        if isinstance(value, dict):
            return ["dict", [[self.value(key), self.value(item)] for key, item in value.items()]]
        if isinstance(value, functools.partial):
            return ["partial", *self._all((value.func, value.args, value.keywords))]
        if isinstance(value, types.MethodType):
            return ["method", *self._all((value.__func__, value.__self__))]
        if isinstance(value, types.FunctionType):
            return self._function(value)
        if isinstance(value, (type, types.BuiltinFunctionType)):
            return ["named", value.__module__, value.__qualname__, _file_text(value)]
        if type(value).__module__ != "builtins" and hasattr(value, "__dict__") and not hasattr(value, "__array__"):
            return ["object", *self._all((type(value), vars(value)))]
        return ["unknown", uuid.uuid4().hex]

    def _all(self, values: Iterable[Any]) -> list[Any]:
        return [self.value(value) for value in values]

    def _function(self, function: types.FunctionType) -> Any:
        code, text = function.__code__, _file_text(function)
        described = ["function", function.__qualname__, text]
        if text is None:
            described += [_own_text(function) or self._code(code), self.value(_named_globals(function))]
        elif "<lambda>" in function.__qualname__:  # its name and line do not tell it from its neighbours
            described += [self._code(code)]
        held = [_content(cell) for cell in function.__closure__ or ()]
        return described + self._all((function.__defaults__, function.__kwdefaults__, held))

    def _code(self, code: types.CodeType) -> Any:
        constants = [self._code(c) if isinstance(c, types.CodeType) else self.value(c) for c in code.co_consts]
        return ["code", code.co_code.hex(), list(code.co_names), list(code.co_varnames), constants]


def _file_text(value: Any) -> str | None:
    """The whole text of the file that defines a function or a class; None where it is in no file."""
    try:
        file = inspect.getsourcefile(value)
        return Path(file).read_text(encoding="utf-8", errors="replace") if file and Path(file).is_file() else None
    except (OSError, TypeError):
        return None


def _own_text(function: types.FunctionType) -> str | None:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return None


def _named_globals(function: types.FunctionType) -> dict[str, Any]:
    """The global values that a function's code, and the code inside it, names."""
    pending, names = [function.__code__], set[str]()
    while pending:
        code = pending.pop()
        names.update(code.co_names)
        pending += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return {name: function.__globals__[name] for name in sorted(names) if name in function.__globals__}


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # the name is not bound yet, as in a function that calls itself
        return None
