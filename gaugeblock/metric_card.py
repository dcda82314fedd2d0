"""All there is to say of one registered metric, for ``gaugeblock list metrics NAME``."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any

from gaugeblock.metrics import METRICS

_LABEL = 14  # columns of the terms at the left


def card(name: str, width: int) -> str:
    """What a metric measures, does and reads, and each of its options with its default.

    Args:
        name: as it is registered.
        width: columns.

    Raises:
        UnknownNameError: there is no such metric.
    """
    metric: Any = METRICS.get(name)
    paragraphs, meanings = _documented(inspect.getdoc(metric) or "")
    declared = [
        ("metric", name),
        ("measures", getattr(metric, "construct", "")),
        ("scores", _scores(metric)),
        ("reads", ", ".join(sorted(getattr(metric, "reads", ())))),
        ("long input", getattr(metric, "long_input", "")),
        ("flaw", getattr(metric, "flaw", "")),
    ]
    lines = [_item(term, text, width) for term, text in declared if text]
    lines += ["", *(textwrap.fill(paragraph, width) + "\n" for paragraph in paragraphs)]
    options = inspect.signature(metric).parameters.values() if inspect.isclass(metric) else ()
    if options:
        lines.append(f"Options, as in {name}[{next(iter(options)).name}=...]:")
    for option in options:
        meaning = meanings.get(option.name, "")
        text = f"{option.name}={option.default}" + (f": {meaning}" if meaning else "")
        lines.append(textwrap.fill(text, width, initial_indent="  ", subsequent_indent="      "))
    return "\n".join(lines).rstrip()


def _scores(metric: Any) -> str:
    low, high = getattr(metric, "bounds", (None, None))
    between = f"{'-∞' if low is None else f'{low:g}'} to {'∞' if high is None else f'{high:g}'}"
    better = "higher" if getattr(metric, "higher_is_better", True) else "lower"
    again = "the same" if getattr(metric, "deterministic", True) else "perhaps another"
    return f"{between}, {better} is better; the same text again gets {again} score"


def _documented(text: str) -> tuple[list[str], dict[str, str]]:
    """The paragraphs of a docstring before its sections, and what it says of each argument."""
    body, _, rest = text.replace("``", "`").partition("\nArgs:\n")
    paragraphs = [" ".join(part.split()) for part in body.partition("\nRaises:\n")[0].split("\n\n")]
    meanings: dict[str, str] = {}
    name = ""
    for line in rest.partition("\n\n")[0].split("\n"):
        if line.startswith("    ") and not line.startswith("     "):
            name, _, meanings[name] = line.strip().partition(": ")
        elif name:
            meanings[name] += f" {line.strip()}"
    return [paragraph for paragraph in paragraphs if paragraph], meanings


def _item(term: str, text: str, width: int) -> str:
    return textwrap.fill(text, width, initial_indent=f"{term:<{_LABEL}}", subsequent_indent=" " * _LABEL)
