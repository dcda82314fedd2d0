"""Loading a person's own file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaugeblock.metrics.user_file import load_file
from gaugeblock.perturb.errors import UsageError


@pytest.fixture(autouse=True)
def path_as_before() -> Iterator[None]:
    before, modules = list(sys.path), dict(sys.modules)
    yield
    sys.path[:] = before
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_file_may_be_called_like_something_installed(tmp_path: Path) -> None:
    """`json.py` of a user is not the library's, and does not take its place."""
    import json

    assert load_file(written(tmp_path / "json.py", "mine = 1")).mine == 1
    assert sys.modules["json"] is json


def test_the_same_content_is_loaded_once_and_another_anew(tmp_path: Path) -> None:
    path = written(tmp_path / "judge.py", "value = 1")
    assert load_file(path) is load_file(path)
    assert load_file(written(path, "value = 2")).value == 2


def test_two_files_with_neighbours_of_one_name_keep_their_own(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        written(tmp_path / folder / "helpers.py", f"value = {folder!r}")
        written(tmp_path / folder / "judge.py", "from helpers import value")
    assert [load_file(tmp_path / folder / "judge.py").value for folder in ("one", "two")] == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:", r"cannot be loaded: .*\(judge\.py, line 1\)"),
        ("x = 1\nraise ValueError('no')", r"ValueError: no \(judge\.py, line 2\)"),
        ("import sys\nsys.exit(0)", r"SystemExit: 0 \(judge\.py, line 2\)"),
        ("import no_such_module_here", "No module named 'no_such_module_here'"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_told_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        load_file(written(tmp_path / "judge.py", text))


def test_a_file_that_is_not_there_is_told_with_its_neighbours(tmp_path: Path) -> None:
    written(tmp_path / "judge.py", "")
    with pytest.raises(UsageError, match=r"in that folder there are judge\.py"):
        load_file(tmp_path / "juge.py")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"its name must end in \.py"):
        load_file(written(tmp_path / "judge.txt", ""))
