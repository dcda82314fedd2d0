"""The fields of a row in a published format, checked as they are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from gaugeblock.harness.readers._cells import check_text, json_value
from gaugeblock.harness.readers._rows import shown

T = TypeVar("T")


def text_in(row: Mapping[str, Any], name: str) -> str:
    """The text of a field, which must not be blank.

    Raises:
        KeyError: there is no such field.
        TypeError: it holds no text.
        ValueError: it is blank, or fits no file.
    """
    return _text(row[name], name)


def texts_in(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The texts in the list that a field holds, none of them blank and at least one.

    Raises:
        KeyError: there is no such field.
        TypeError: it holds no list of texts.
        ValueError: the list is empty, or a text in it is blank.
    """
    values = row[name]
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"{name!r} must be a list of texts, not {shown(values)}")
    if not values:
        raise ValueError(f"{name!r} is an empty list")
    return tuple(_text(value, f"{name}[{position}]") for position, value in enumerate(values))


def choice_in(row: Mapping[str, Any], name: str, choices: Mapping[Any, T]) -> T:
    """What a field's value stands for; the case of a text does not matter.

    Args:
        row: the fields.
        name: of the field.
        choices: meaning by value, texts in lower case.

    Raises:
        KeyError: there is no such field.
        ValueError: its value is none of the choices.
    """
    value = row[name]
    key = value.strip().lower() if isinstance(value, str) else value
    if isinstance(key, (str, int)) and key in choices:
        return choices[key]
    *most, last = map(str, choices)
    raise ValueError(f"{name!r} is {', '.join(most)} or {last}, not {shown(value)}")


def one_of(row: Mapping[str, Any], name: str, values: Iterable[T]) -> T:
    """The value of a field, when it is one of these; the case of a text does not matter.

    Raises:
        KeyError: there is no such field.
        ValueError: its value is none of these.
    """
    return choice_in(row, name, {value: value for value in values})


def present(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The fields of these names that the row has and that are not empty, to travel along as metadata.

    Raises:
        ValueError: a text in one of them fits no file.
    """
    return {name: json_value(row[name], name) for name in names if row.get(name) not in (None, "")}


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name!r} must be text, not {shown(value)}")
    if not value.strip():
        raise ValueError(f"{name!r} is blank: fill it in or remove the row")
    return check_text(name, value)
