"""A digest of a user's code: another as soon as its text, or a value that it carries, is another."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import fractions
import functools
import hashlib
import inspect
import re
import types
import uuid
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any

from gaugeblock.perturb.example import content_hash

# values whose repr says all of them, on every machine
_WRITTEN_OUT = (
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    bytearray,
    range,
    PurePath,
    decimal.Decimal,
    fractions.Fraction,
    uuid.UUID,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    datetime.timezone,
    types.UnionType,
    types.GenericAlias,
    type(...),
    type(None),
)


def function_digest(function: Any) -> str:
    """SHA-256 (hexadecimal) of what a function, a class or an object does, as far as it can be seen from outside.

    It covers the text of the file that the function or the class was written in (for one typed at a prompt or in a
    notebook its own text or bytecode, and the global values that it names), its defaults, and the values that a
    closure, a partial or an object holds. It does not cover other files that the function calls: there the metric's
    ``version`` must be raised. A held value that cannot be described (a loaded model) makes the digest new in every
    process, so that scores stored for another value are never taken for this one's.
    """
    try:
        return content_hash(_Describer().value(function))
    except RecursionError:  # an object that holds half a library
        return uuid.uuid4().hex


@functools.lru_cache(maxsize=256)
def class_digest(cls: type) -> str:
    """The digest of a class, taken once in a process, since the class stays as it is when its file changes."""
    return function_digest(cls)


class _Describer:
    """Writes values as JSON that is equal for equal values, each object once."""

    def __init__(self) -> None:
        self._seen: dict[int, Any] = {}  # the object is kept, so that its id stays its own

    def value(self, value: Any) -> Any:
        """The description of any value."""
        if isinstance(value, _WRITTEN_OUT):
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
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, types.BuiltinFunctionType):
            return ["named", value.__module__, value.__qualname__]
        if type(value).__module__ == "numpy" and hasattr(value, "tobytes"):
            return self._array(value)
        if dataclasses.is_dataclass(value):
            held = {field.name: getattr(value, field.name, None) for field in dataclasses.fields(value)}
            return ["object", *self._all((type(value), held, getattr(value, "__dict__", None)))]
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

    def _class(self, cls: type) -> Any:
        text = _file_text(cls)
        held = {name: _plain(item) for name, item in sorted(vars(cls).items())}
        functions = [item for item in held.values() if isinstance(item, types.FunctionType)]
        if text is not None and not any(map(_typed_at_a_prompt, functions)):
            return ["class", cls.__qualname__, text]  # without the module, whose name is made from a file's folder
        if not functions:
            return ["named", cls.__module__, cls.__qualname__]
        shown = {
            name: item
            for name, item in held.items()
            if isinstance(item, types.FunctionType) or not (name.startswith("__") or name == "_abc_impl")
        }
        return ["class", cls.__qualname__, self.value(shown)]

    def _array(self, array: Any) -> Any:
        if array.dtype.hasobject:
            return ["array", str(array.dtype), list(array.shape), self.value(array.tolist())]
        return ["array", str(array.dtype), list(array.shape), hashlib.sha256(array.tobytes()).hexdigest()]

    def _code(self, code: types.CodeType) -> Any:
        constants = [self._code(c) if isinstance(c, types.CodeType) else self.value(c) for c in code.co_consts]
        return ["code", code.co_code.hex(), list(code.co_names), list(code.co_varnames), constants]


def _plain(item: Any) -> Any:
    """What a class holds under a name, a method's wrapping taken off."""
    if isinstance(item, (staticmethod, classmethod)):
        return item.__func__
    if isinstance(item, property):
        return item.fget
    return item.func if isinstance(item, functools.cached_property) else item


def _typed_at_a_prompt(function: types.FunctionType) -> bool:
    """Whether no file holds a function; what `dataclass` writes by itself is told by the class."""
    return function.__code__.co_filename != "<string>" and _file_text(function) is None


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
