"""Find what the text of a metric stands for: a registered name, ``module:attribute`` or ``file.py:attribute``."""

from __future__ import annotations

import difflib
import functools
import importlib
from pathlib import Path
from typing import Any

from gaugeblock.metrics.base import Metric
from gaugeblock.metrics.blame import describe_error
from gaugeblock.metrics.registry import METRICS
from gaugeblock.metrics.user_file import load_file, neighbours
from gaugeblock.perturb.arguments import path_of
from gaugeblock.perturb.errors import GaugeblockError, UnknownNameError, UsageError

_FORMS = "a metric of your own is named module:attribute or path/to/file.py:attribute"


def locate(name: str) -> tuple[Any, str]:
    """What a name without options stands for, and the same name for a process in any folder.

    Raises:
        UnknownNameError: no metric of that name.
        UsageError: the module or file that it names cannot be loaded, or has no such attribute.
    """
    if not name:
        raise UsageError(f"a metric needs a name; there are {', '.join(METRICS)}; {_FORMS}")
    path_of("a metric's name", name)  # which may be the path of a file
    if name in METRICS:
        return _registered(name), name
    kind, colon, rest = name.partition(":")
    if colon and kind in ("scores", "command"):
        return _elsewhere(kind, rest)
    place, colon, attribute = name.rpartition(":")
    if place.endswith(".py") or (colon and ("/" in place or "\\" in place)):
        path = Path(place).expanduser()
        return _attribute(load_file(path), place, attribute), f"{path.resolve()}:{attribute}"
    if name.endswith(".py"):
        choices = _metric_names(load_file(Path(name).expanduser()))
        raise UsageError(f"say which metric of {name} is meant: {name}:NAME{_listed(choices)}")
    if colon and all(part.isidentifier() for part in place.split(".")):
        return _attribute(_module(place), place, attribute), name
    try:
        return METRICS.get(name), name
    except UnknownNameError as error:
        raise UnknownNameError(f"{error} ({_FORMS})", error.name) from None


def _elsewhere(kind: str, rest: str) -> tuple[Any, str]:
    """``scores:FILE`` and ``command:PROGRAM ARGUMENTS``."""
    from gaugeblock.metrics.command import USAGE as COMMAND_USAGE
    from gaugeblock.metrics.command import CommandMetric
    from gaugeblock.metrics.scores_file import USAGE as SCORES_USAGE
    from gaugeblock.metrics.scores_file import ScoresFile

    if not rest.strip():
        raise UsageError(f"{kind}: says nothing; write {SCORES_USAGE if kind == 'scores' else COMMAND_USAGE}")
    if kind == "command":
        return functools.partial(CommandMetric, rest.strip()), f"command:{rest.strip()}"
    path = Path(rest.strip()).expanduser().resolve()
    return functools.partial(ScoresFile, path), f"scores:{path}"


def _registered(name: str) -> Any:
    try:
        return METRICS.get(name)
    except GaugeblockError:
        raise
    except (Exception, SystemExit) as error:  # of a module that another distribution announced
        raise UsageError(f"the metric {name!r} cannot be loaded: {describe_error(error, lambda file: True)}") from error


def _module(name: str) -> Any:
    # the console script, unlike `python -m`, does not put the working folder on the path
    try:
        with neighbours(Path.cwd()):
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or name
        if name == missing or name.startswith(f"{missing}."):
            raise UsageError(
                f"there is no module {missing!r}, neither installed nor in the working folder; {_FORMS}"
            ) from error
        raise UsageError(f"the module {name!r} needs {missing!r}, which is not installed") from error
    except (Exception, SystemExit) as error:
        here = Path.cwd()
        what = describe_error(error, lambda file: Path(file).is_relative_to(here))
        raise UsageError(f"the module {name!r} cannot be loaded: {what}") from error


def _attribute(module: Any, place: str, dotted: str) -> Any:
    found = module
    for part in dotted.split("."):
        if not hasattr(found, part):
            choices = _metric_names(module)
            close = difflib.get_close_matches(part, choices, n=1, cutoff=0.6)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise UsageError(f"{place} has no {dotted!r}{hint}{_listed(choices)}")
        found = getattr(found, part)
    return found


def _metric_names(module: Any) -> list[str]:
    """The public names in a module that may be metrics: its own functions and classes, and finished metrics."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (isinstance(value, Metric) or (callable(value) and getattr(value, "__module__", "") == module.__name__))
    ]


def _listed(names: list[str]) -> str:
    return f"; it has {', '.join(names[:8])}" if names else ""
