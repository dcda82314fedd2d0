"""Which column of a table holds which field of an example: ``--map`` and the usual names."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.perturb.lexicon import lexicon

MAPPABLE = ("response", "context", "question", "label", "corrected", "id")
"""The fields of an example that a column can be mapped to; every other column becomes metadata."""


def parse_mapping(mapping: str | Iterable[str] | Mapping[str, str] | None) -> dict[str, str]:
    """The column wanted for each field, as written after ``--map``.

    Args:
        mapping: ``"response=summary,context=doc"``, several such texts, or a mapping from field to column (which
            also takes column names with a comma in them). A field with nothing after the ``=`` gets no column.

    Raises:
        UsageError: a part is not ``field=column``, names no field, or names one twice.

    >>> parse_mapping("response=summary, id=")
    {'response': 'summary', 'id': ''}
    """
    if mapping is None:
        return {}
    if isinstance(mapping, Mapping):
        pairs = [(str(field), str(column)) for field, column in mapping.items()]
    else:
        listed = isinstance(mapping, Iterable) and not isinstance(mapping, bytes)
        texts: list[Any] = list(mapping) if listed and not isinstance(mapping, str) else [mapping]
        if not all(isinstance(text, str) for text in texts):
            raise UsageError(
                "mapping takes column by field, such as {'response': 'summary'} or 'response=summary', "
                f"not {mapping!r}"
            )
        pairs = [_pair(part) for text in texts for part in text.split(",") if part.strip()]
    wanted: dict[str, str] = {}
    for name, column in pairs:
        field = name.strip().lower()
        if field not in MAPPABLE:
            close = difflib.get_close_matches(field, MAPPABLE, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"the fields are {', '.join(MAPPABLE)}"
            raise UsageError(f"--map: there is no field {name.strip()!r}; {hint}")
        if field in wanted:
            raise UsageError(f"--map names {field!r} twice: {wanted[field]!r} and {column.strip()!r}; keep one of them")
        wanted[field] = column.strip()
    return wanted


def write_mapping(mapping: Mapping[str, str]) -> str:
    """A mapping as it is written on the command line.

    >>> write_mapping({"response": "summary", "context": "doc"})
    '--map response=summary,context=doc'
    """
    return "--map " + shlex.quote(",".join(f"{field}={column}" for field, column in mapping.items()))


def resolve(columns: Iterable[str], mapping: Mapping[str, str], source: str) -> dict[str, str]:
    """The column of each field: the wanted one, else the one whose name is usual for the field.

    Args:
        columns: the names found in the table.
        mapping: what `parse_mapping` returned.
        source: the file's name, to open messages with.

    Returns:
        Column by field, for the fields that have one. ``context`` is always there: empty where there is no column.

    Raises:
        DataError: a wanted column is missing, a field has two candidates, or nothing can be the response.
    """
    found = list(dict.fromkeys(columns))
    chosen = {field: _existing(field, column, found, source) for field, column in mapping.items()}
    taken = set(chosen.values())
    for field in MAPPABLE:
        if field in chosen:
            continue
        usual = _settings()["names"][field]
        candidates = [column for column in found if normal(column) in usual and column not in taken]
        if len(candidates) > 1:
            options = " or ".join(write_mapping({**mapping, field: column}) for column in candidates)
            raise DataError(
                f"{source}: {_listed(candidates)} could each be the {field}; say which with {options}"
                + ("" if field == "response" else f" (or {write_mapping({**mapping, field: ''})} for none)")
            )
        if candidates:
            chosen[field] = candidates[0]
    if not chosen.get("response"):
        raise DataError(_no_response(found, mapping, source))
    chosen.setdefault("context", "")
    return {field: chosen[field] for field in MAPPABLE if chosen.get(field) or field == "context"}


def is_usual(column: str) -> bool:
    """Whether a column's name is usual for any field."""
    return any(normal(column) in names for names in _settings()["names"].values())


@cache
def label_words() -> Mapping[str, float]:
    """The label that each known word stands for, words written as `normal` writes them."""
    return {word: float(value) for value, words in _settings()["labels"].items() for word in words}


def normal(name: str) -> str:
    """A name in the form in which names are compared.

    >>> normal("Not Supported ")
    'not_supported'
    """
    return "_".join(name.casefold().replace("-", " ").replace("_", " ").split())


def _pair(part: str) -> tuple[str, str]:
    field, equals, column = part.partition("=")
    if not equals:
        raise UsageError(f"--map takes field=column pairs such as response=summary,context=doc, not {part.strip()!r}")
    return field, column


def _existing(field: str, column: str, found: list[str], source: str) -> str:
    if not column or column in found:
        return column
    alike = [name for name in found if normal(name) == normal(column)]
    if len(alike) == 1:
        return alike[0]
    close = difflib.get_close_matches(column, found, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise DataError(f"{source}: --map {field}={column}: there is no such column; {hint}{_there_are(found)}")


def _no_response(found: list[str], mapping: Mapping[str, str], source: str) -> str:
    usual = _settings()["names"]["response"]
    likely = [name for name in found if any(word in normal(name) for word in usual)] or ["COLUMN"]
    way = write_mapping({**mapping, "response": likely[0]})
    message = f"{source}: no column is known to hold the response; {_there_are(found)}; say which, as in {way}"
    if len(found) == 1 and any(mark in found[0] for mark in ";\t|"):
        message += " (the cells seem not to be separated by commas: save the file with commas, or with tabs as .tsv)"
    return message


def _there_are(found: list[str]) -> str:
    return f"the columns are {_listed(found)}" if found else "there are no columns"


def _listed(names: list[str], most: int = 30) -> str:
    shown = ", ".join(repr(name if len(name) <= 60 else f"{name[:57]}...") for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def _settings() -> dict[str, Any]:
    return lexicon(__file__)
