"""Load a metric from a Python file, without a clash with anything that is installed."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from gaugeblock.metrics.blame import describe_error
from gaugeblock.perturb.errors import UsageError

_folders: set[str] = set()
"""Folders whose files were imported as neighbours of a metric's file."""


def load_file(path: Path) -> ModuleType:
    """The module in a file; its name in `sys.modules` is made from its path and content, so that it can clash with
    no other, whatever the file is called.

    While it is loaded, its folder stands first on `sys.path`, as for a script, so that it can import its neighbours.
    The same content is loaded once.

    Raises:
        UsageError: there is no such file, or it cannot be loaded; the message names the file and the line.
    """
    path = path.resolve()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}{_near(path)}") from error
    digest = hashlib.sha256(str(path).encode("utf-8", "surrogateescape") + b"\0" + content).hexdigest()[:12]
    name = f"gaugeblock_user_{re.sub(r'[^0-9A-Za-z]', '_', path.stem)}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is no Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look a class's module up while it runs
    try:
        with neighbours(path.parent):
            spec.loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[name]
        place = f"{Path(error.filename).name}, line {error.lineno}" if error.filename else path.name
        raise UsageError(f"{path} cannot be loaded: {error.msg} ({place})") from error
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        what = describe_error(error, lambda file: Path(file).parent == path.parent)
        raise UsageError(f"{path} cannot be loaded: {what}") from error
    return module


@contextmanager
def neighbours(folder: Path) -> Iterator[None]:
    """Let modules of a folder be imported by their names, before any other of the name.

    Afterwards the folder stands last on `sys.path`: a function may still import a neighbour when it is called, and
    shadows nothing that is installed.
    """
    here = str(folder)
    _folders.add(here)
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        # `helpers` of another metric's folder must not be taken for this folder's; its owner keeps its own reference
        if file and "." not in name and str(Path(file).parent) in _folders - {here} and _holds(folder, name):
            del sys.modules[name]
    importlib.invalidate_caches()
    if here in sys.path:
        sys.path.remove(here)
    sys.path.insert(0, here)
    try:
        yield
    finally:
        if here in sys.path:
            sys.path.remove(here)
        sys.path.append(here)


def _holds(folder: Path, name: str) -> bool:
    return (folder / f"{name}.py").is_file() or (folder / name).is_dir()


def _near(path: Path) -> str:
    files = sorted(file.name for file in path.parent.glob("*.py")) if path.parent.is_dir() else []
    return f"; in that folder there are {', '.join(files[:8])}" if files else ""
