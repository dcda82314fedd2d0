"""What metrics have used and cut: requests, tokens and cost of a server, and inputs that were too long, added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_PLAIN = (str, int, float, bool, type(None))


def usage_of(metric: Any) -> dict[str, Any]:
    """What a metric says that it has used so far, in plain values, and how many inputs it has cut, where it has."""
    usage = getattr(metric, "usage", None)
    cut = getattr(metric, "truncated", 0)
    # a value of a user's own class could not be read in another process
    told = {str(k): v for k, v in usage.items() if type(v) in _PLAIN} if isinstance(usage, Mapping) else {}
    return told | {"inputs_cut": cut} if isinstance(cut, int) and cut else told


def total(usages: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The sum of several: numbers are added, other values stand beside each other.

    What is not known for one of them (None) is not known for all.

    >>> total([{"model": "m", "calls": 2, "cost": 0.5}, {"model": "m", "calls": 1, "cost": None}])
    {'model': 'm', 'calls': 3, 'cost': None}
    """
    summed: dict[str, Any] = {}
    for usage in usages:
        for name, value in usage.items():
            if name in summed and (value is None or summed[name] is None):
                summed[name] = None
            elif name in summed and isinstance(value, (int, float)):
                summed[name] += value
            elif name in summed and value != summed[name]:
                summed[name] = ", ".join(dict.fromkeys([*str(summed[name]).split(", "), str(value)]))
            else:
                summed[name] = value
    return summed


def since(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What was used from one moment to another.

    >>> since({"model": "m", "calls": 2, "cost": 0.5}, {"model": "m", "calls": 5, "cost": 0.75})
    {'model': 'm', 'calls': 3, 'cost': 0.25}
    """
    numbers = (int, float)
    return {
        name: value - before[name] if isinstance(value, numbers) and isinstance(before.get(name), numbers) else value
        for name, value in now.items()
    }
