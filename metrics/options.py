"""Options written in text: ``name[key=value,key="a, b"]``, typed by the signature of what takes them."""

from __future__ import annotations

import difflib
import functools
import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Literal

from gaugeblock.metrics.secrets import HIDDEN, hide, is_secret
from gaugeblock.perturb.errors import UsageError

_VALUE = r"""(?: "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' | [^,\[\]"']* )"""
_ITEM = rf"\s*(?P<key>[A-Za-z_][A-Za-z0-9_-]*)\s*=\s*(?P<value>{_VALUE})\s*"
_ITEM_RE = re.compile(_ITEM, re.VERBOSE | re.DOTALL)

_TRUE, _FALSE, _NONE = ("true", "yes", "on", "1"), ("false", "no", "off", "0"), ("none", "null")


def split_options(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options in ``name[key=value,...]``, values still as text, quotation marks removed.

    A value that holds a comma, a bracket or a quotation mark is put in quotation marks, single or double; inside them a
    backslash keeps the next character as it is.

    Raises:
        UsageError: the part in brackets is not a list of ``key=value``, or names a key twice.

    >>> split_options('consens[model="a, b",filter=none]')
    ('consens', {'model': 'a, b', 'filter': 'none'})
    """
    text = text.strip()
    if not text.endswith("]"):
        return text, {}
    starts = [position for position, char in enumerate(text) if char == "["]
    for start in starts:  # a path may hold brackets of its own: the first one that opens well-formed options counts
        pairs = _pairs(text[start + 1 : -1])
        if pairs is not None:
            keys = [key for key, _ in pairs]
            twice = sorted({key for key in keys if keys.count(key) > 1})
            if twice:
                raise UsageError(f"{hide(text)!r} gives the option {twice[0]!r} more than once")
            return text[:start].strip(), dict(pairs)
    raise UsageError(
        f"the options in {hide(text)!r} cannot be read; write name[key=value,key=value], "
        'with quotation marks round a value that holds a comma or a bracket: name[key="a, b"]'
    )


def _pairs(text: str) -> list[tuple[str, str]] | None:
    pairs: list[tuple[str, str]] = []
    if not text.strip():
        return pairs
    position = 0
    while True:
        found = _ITEM_RE.match(text, position)
        if found is None:
            return None
        pairs.append((found["key"].replace("-", "_"), _unquoted(found["value"])))
        position = found.end()
        if position == len(text):
            return pairs
        if text[position] != ",":
            return None
        position += 1


def _unquoted(value: str) -> str:
    value = value.strip()
    if value[:1] in ("'", '"'):
        return re.sub(r"\\(.)", r"\1", value[1:-1], flags=re.DOTALL)
    return value


def write_options(options: Mapping[str, Any]) -> str:
    """Options as `split_options` reads them, in alphabetical order: ``[key=value,...]``, or nothing.

    >>> write_options({"use": "f", "model": "a, b"})
    '[model="a, b",use=f]'
    """
    if not options:
        return ""
    return "[" + ",".join(f"{key}={quoted(str(options[key]))}" for key in sorted(options)) + "]"


def quoted(value: str) -> str:
    """A value as it is written in options: in quotation marks where it could not be read back otherwise."""
    if value and value == value.strip() and not re.search(r"""[,\[\]"'\\]""", value):
        return value
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def option_parameters(factory: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """The keyword arguments of a factory that have a default: its options."""
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        return {}
    by_name = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return {p.name: p for p in parameters if p.kind in by_name and p.default is not inspect.Parameter.empty}


def typed_options(owner: str, factory: Callable[..., Any], written: Mapping[str, str]) -> dict[str, Any]:
    """The written options as the values that the factory's annotations, or else its defaults, ask for.

    Args:
        owner: what has the options, for messages.
        factory: a class or a function; its keyword arguments with a default are the options.
        written: values as text, by option.

    Raises:
        UsageError: no such option, or a value of the wrong type; the message says what there is.
    """
    parameters = option_parameters(factory)
    hints = _hints(factory)
    values: dict[str, Any] = {}
    for key, text in written.items():
        if key not in parameters:
            raise UsageError(unknown_option(owner, key, parameters))
        default = parameters[key].default
        values[key] = _typed(owner, key, text, hints.get(key, type(default) if default is not None else None))
    return values


def unknown_option(owner: str, key: str, parameters: Mapping[str, inspect.Parameter]) -> str:
    """The message for an option that does not exist: the nearest name, and all there are with their defaults."""
    if not parameters:
        return f"{owner} has no options, so it cannot take {key!r}"
    close = difflib.get_close_matches(key, parameters, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]!r}? " if close else ""
    defaults = {name: HIDDEN if is_secret(name) and p.default else p.default for name, p in parameters.items()}
    listed = ", ".join(f"{name}={default}" for name, default in defaults.items())
    return f"{owner} has no option {key!r}; {hint}its options are {listed}"


def _hints(factory: Callable[..., Any]) -> dict[str, Any]:
    while isinstance(factory, functools.partial):
        factory = factory.func
    target: Any = factory.__init__ if inspect.isclass(factory) else inspect.unwrap(factory)
    try:
        return typing.get_type_hints(target)
    except Exception:  # annotations of a user's file may name what does not exist; the defaults tell the types then
        return {}


def _typed(owner: str, key: str, text: str, hint: Any) -> Any:
    choices = [hint]
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        choices = [part for part in typing.get_args(hint) if part is not type(None)]
        if type(None) in typing.get_args(hint) and text.lower() in _NONE:
            return None
    elif hint is None:
        return _guessed(text)
    for choice in choices:
        value = _as(choice, text)
        if value is not _REFUSED:
            return value
    expected = " or ".join(_expected(choice) for choice in choices)
    raise UsageError(f"{owner}: the option {key} takes {expected}, not {HIDDEN if is_secret(key) else repr(text)}")


_REFUSED = object()


def _as(kind: Any, text: str) -> Any:
    if typing.get_origin(kind) is Literal:
        return next((value for value in typing.get_args(kind) if str(value) == text), _REFUSED)
    if kind is bool:
        lowered = text.lower()
        return True if lowered in _TRUE else False if lowered in _FALSE else _REFUSED
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            return _REFUSED
    if kind is str:
        return text
    return _guessed(text)


def _guessed(text: str) -> Any:
    lowered = text.lower()
    if lowered in (*_NONE, "true", "false"):
        return {"true": True, "false": False}.get(lowered)
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _expected(kind: Any) -> str:
    if typing.get_origin(kind) is Literal:
        return "one of " + ", ".join(str(value) for value in typing.get_args(kind))
    return {bool: "true or false", int: "a whole number", float: "a number"}.get(kind, str(kind))
