"""Arguments of the public functions, looked at before any work is done: a wrong one is named, with the mend."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Hashable, Iterable
from numbers import Real
from pathlib import Path
from typing import Any

from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example


def texts_of(name: str, given: Any) -> list[str]:
    """The texts of an argument that takes several.

    Raises:
        UsageError: it is one string, whose letters would be taken for texts, or nothing to go through, or holds
            something else.

    >>> texts_of("candidates", ("All is well.",))
    ['All is well.']
    """
    texts = _items(name, given, "texts")
    for position, text in enumerate(texts):
        if not isinstance(text, str):
            raise UsageError(f"{name}[{position}] must be a text, not {type(text).__name__}: {text!r}")
    return texts


def text_of(name: str, given: Any) -> str:
    """An argument that takes one text.

    Raises:
        UsageError: it is something else.
    """
    if isinstance(given, str):
        return given
    raise UsageError(f"{name} takes a text, not {type(given).__name__}: {given!r}")


def example_of(name: str, given: Any) -> Example:
    """An argument that takes one example.

    Raises:
        UsageError: it is something else.
    """
    if isinstance(given, Example):
        return given
    raise UsageError(
        f"{name} must be an Example, not {type(given).__name__}: make one with Example(response=..., context=...)"
    )


def examples_of(name: str, given: Any) -> list[Example]:
    """The examples of an argument that takes several.

    Raises:
        UsageError: it is nothing to go through, or holds something else.
    """
    items = _items(name, given, "examples")
    return [example_of(f"{name}[{position}]", item) for position, item in enumerate(items)]


def scores_of(name: str, given: Any) -> list[float | None]:
    """The scores of an argument that takes several; None and NaN stand for a text without one.

    Raises:
        UsageError: it is nothing to go through, or holds what is no number, or an infinite one.
    """
    scores: list[float | None] = []
    for position, score in enumerate(_items(name, given, "numbers")):
        try:
            value = None if score is None or isinstance(score, (str, bytes)) else float(score)
        except OverflowError:
            value = math.inf
        except (TypeError, ValueError):
            value = None
        if value is not None and math.isinf(value):
            raise UsageError(f"{name}[{position}] must be a finite number, or None for no score")
        if value is None and score is not None:
            raise UsageError(
                f"{name}[{position}] must be a number, or None for no score, not {type(score).__name__}: {score!r}"
            )
        scores.append(None if value is None or math.isnan(value) else value)
    return scores


def owners_of(name: str, given: Any) -> list[Hashable]:
    """What an argument that takes several gives each text as its source document.

    Raises:
        UsageError: it is nothing to go through, or holds what cannot be compared by its hash.
    """
    owners = _items(name, given, "names of source documents")
    for position, owner in enumerate(owners):
        try:
            hash(owner)
        except TypeError:
            raise UsageError(
                f"{name}[{position}] must name a document, by a text or a number, not {type(owner).__name__}: {owner!r}"
            ) from None
    return owners


def whole(name: str, given: Any) -> int:
    """An argument that takes a whole number.

    Raises:
        UsageError: it is something else.
    """
    try:
        if not isinstance(given, bool):
            return operator.index(given)
    except TypeError:
        pass
    raise UsageError(f"{name} takes a whole number, not {type(given).__name__}: {given!r}")


def count(name: str, given: Any, least: int = 0) -> int:
    """An argument that takes a whole number from `least` on.

    Raises:
        UsageError: it is something else, or less.
    """
    try:
        if not isinstance(given, bool) and operator.index(given) >= least:
            return operator.index(given)
    except TypeError:
        pass
    raise UsageError(f"{name} takes a whole number from {least} on, not {given!r}")


def seconds(name: str, given: Any) -> float:
    """An argument that takes a time above 0, in seconds; infinite is one.

    Raises:
        UsageError: it is something else.
    """
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not given > 0:
        raise UsageError(f"{name} takes a number above 0, in seconds, not {given!r}")
    try:
        return float(given)
    except OverflowError:  # a whole number of over 300 digits
        return math.inf


def finite(name: str, given: Any) -> float:
    """An argument that takes a finite number.

    Raises:
        UsageError: it is something else.
    """
    if isinstance(given, Real) and not isinstance(given, bool):
        try:
            number = float(given)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
        raise UsageError(f"{name} takes a finite number, not one that is infinite, too large or NaN")
    raise UsageError(f"{name} takes a number, not {type(given).__name__}: {given!r}")


def flag(name: str, given: Any) -> bool:
    """An argument that takes True or False.

    Raises:
        UsageError: it is something else.
    """
    if isinstance(given, bool):
        return given
    raise UsageError(f"{name} takes True or False, not {type(given).__name__}: {given!r}")


def path_of(name: str, given: Any, takes: str = "a path") -> Path:
    """An argument that takes a path.

    Args:
        takes: what else it takes, for the message.

    Raises:
        UsageError: it is something else, or text that no path can be.
    """
    text = os.fspath(given) if isinstance(given, (str, os.PathLike)) else None
    if not isinstance(text, str):
        raise UsageError(f"{name} takes {takes}, not {type(given).__name__}: {given!r}")
    try:
        if b"\0" not in os.fsencode(text):
            return Path(text)
    except UnicodeEncodeError:
        pass
    raise UsageError(f"{name} holds a character that no path can hold, NUL or half of a surrogate pair; leave it out")


def _items(name: str, given: Any, of: str) -> list[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise UsageError(f"{name} takes several {of}, not {type(given).__name__}: put it in a list")
    return list(given)
