"""The policy: the margins that turn intervals into verdicts, and what breaks the gate."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from gaugeblock.perturb.arguments import path_of
from gaugeblock.perturb.errors import UsageError

Policy = Mapping[str, Mapping[str, Any]]


def default_policy() -> Policy:
    """The shipped policy, `policy.toml` beside this file; every call gives a copy of its own."""
    return deepcopy(_shipped())


@lru_cache(maxsize=1)
def _shipped() -> Policy:
    return tomllib.loads(files("gaugeblock.harness").joinpath("policy.toml").read_text("utf-8"))


def load_policy(source: str | Path | Mapping[str, Any] | None) -> Policy:
    """The default policy with the entries of a file, or of a mapping of the same shape, in their place.

    Args:
        source: a TOML file, a mapping, or None and ``"default"`` for the shipped policy.

    Raises:
        UsageError: the file cannot be read, or has a table, key or type that the default does not have.
    """
    default = default_policy()
    if source is None or source == "default":
        return default
    if isinstance(source, Mapping):
        given, where = source, "the policy"
    else:
        path = path_of("policy", source, "a TOML file, a mapping of tables or 'default'")
        where = str(source)
        try:
            given = tomllib.loads(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"the policy {where} cannot be read: {error}") from error
        except tomllib.TOMLDecodeError as error:
            raise UsageError(f"the policy {where} is no valid TOML: {error}") from error
    merged = {table: dict(entries) for table, entries in default.items()}
    for table, entries in given.items():
        _known(table, merged, f"{where} has a table")
        if not isinstance(entries, Mapping):
            raise UsageError(f"{where}: [{table}] must be a table of entries, not {entries!r}")
        for key, value in entries.items():
            _known(key, merged[table], f"{where}, [{table}] has an entry")
            merged[table][key] = _typed(value, table, key, f"{where}, [{table}] {key}")
    return merged


def _known(name: str, known: Mapping[str, Any], where: str) -> None:
    if name not in known:
        close = difflib.get_close_matches(str(name), known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}"
        raise UsageError(f"{where} {name!r} that no policy has; {hint}")


_RANGES = {
    ("evidence", "level"): (0.5, 0.9999),
    ("evidence", "min_clusters"): (2, 1_000_000),
    ("sensitivity", "min_contrast"): (-100, 100),
    ("gaming", "max_gain"): (0, 100),
    ("context", "max_dilution"): (0, 100),
    ("verbosity", "max_gain"): (0, 100),
    ("laws", "tolerance"): (0, 1e9),
}
"""Smallest and largest value of a number; where nothing is said, it is a share from 0 to 1."""

_WHOLE = {("evidence", "min_clusters")}


def _typed(value: Any, table: str, key: str, where: str) -> Any:
    if (table, key) == ("gate", "fail_on"):
        if not isinstance(value, list) or any(item not in ("fail", "inconclusive") for item in value):
            raise UsageError(f"{where} takes a list of 'fail' and 'inconclusive', not {value!r}")
        return value
    if (table, key) == ("gate", "metrics"):
        if value != "all" and not (isinstance(value, list) and value and all(isinstance(name, str) for name in value)):
            raise UsageError(f"{where} takes 'all' or a list of names, not {value!r}")
        return value
    if (table, key) == ("gate", "max_unscored") and value is None:  # any share; TOML has no such value, Python has
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UsageError(f"{where} takes a number, not {value!r}")
    low, high = _RANGES.get((table, key), (0, 1))
    if not low <= value <= high:
        raise UsageError(f"{where} takes a number from {low:g} to {high:g}, not {value!r}")
    if (table, key) in _WHOLE and value != int(value):
        raise UsageError(f"{where} takes a whole number, not {value!r}")
    return value
