"""Names of metrics for tables: without the options that all of a name share, and never longer than a column holds."""

from __future__ import annotations

from collections.abc import Iterable

from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.options import split_options
from gaugeblock.reports.visible import one_line

LONGEST = 40
"""Code points of a name in a table."""


def short_names(names: Iterable[str]) -> dict[str, str]:
    """A short name for each metric of a run, no two the same.

    >>> short_names(["rouge[use=r]", "consens[filter=both,seed=1]", "consens[filter=none,seed=1]"]).values()
    dict_values(['rouge', 'consens[filter=both]', 'consens[filter=none]'])
    """
    parsed = {name: _parsed(name) for name in names}
    short: dict[str, str] = {}
    for name, (base, options) in parsed.items():
        others = [given for other, (theirs, given) in parsed.items() if theirs == base and other != name]
        differing = {key: value for key, value in options.items() if any(given.get(key) != value for given in others)}
        written = ",".join(f"{key}={value}" for key, value in differing.items())
        shown = _cut(one_line(f"{base}[{written}]" if written else base))
        number = 2
        while shown in short.values():
            shown, number = f"{_cut(one_line(base))} ({number})", number + 1
        short[name] = shown
    return short


def _parsed(name: str) -> tuple[str, dict[str, str]]:
    try:
        return split_options(name)
    except UsageError:
        return name, {}


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    half = (LONGEST - 3) // 2
    return f"{text[:half]}...{text[-half:]}"
