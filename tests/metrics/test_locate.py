"""What the text of a metric stands for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaugeblock.metrics import METRICS
from gaugeblock.metrics.locate import locate
from gaugeblock.perturb.errors import UnknownNameError, UsageError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working folder, with a file of judges."""
    (tmp_path / "judges_here.py").write_text(
        "def strict(context, response): return 1.0\nclass Inner:\n    deep = 3\n_hidden = len\n"
    )
    (tmp_path / "broken_here.py").write_text("x = 1\nraise ValueError('no')\n")
    (tmp_path / "needy_here.py").write_text("import no_such_module_here\n")
    monkeypatch.chdir(tmp_path)
    before, modules = list(sys.path), set(sys.modules)
    yield tmp_path
    sys.path[:] = before
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def test_a_registered_name_is_itself_in_every_process() -> None:
    assert locate("rouge2") == (METRICS.get("rouge2"), "rouge2")


def test_a_file_is_named_by_its_whole_path_for_another_process(folder: Path) -> None:
    found, again = locate("judges_here.py:strict")
    assert found("c", "r") == 1.0
    assert again == f"{folder.resolve()}/judges_here.py:strict"


def test_a_module_of_the_working_folder_is_found(folder: Path) -> None:
    found, again = locate("judges_here:strict")
    assert (found("c", "r"), again) == (1.0, "judges_here:strict")


def test_an_attribute_may_lie_deeper(folder: Path) -> None:
    assert locate("judges_here.py:Inner.deep")[0] == 3


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "a metric needs a name; there are "),
        ("judges_here.py", r"say which metric .* is meant: .*it has strict, Inner"),
        ("judges_here.py:stric", "did you mean strict"),
        ("judges_here:nothing", "has no 'nothing'; it has strict, Inner"),
        ("no_such_module_here:f", "there is no module 'no_such_module_here'"),
        ("needy_here:f", "the module 'needy_here' needs 'no_such_module_here'"),
        ("broken_here:f", r"ValueError: no \(broken_here\.py, line 2\)"),
        ("nowhere/f.py:f", "cannot read"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(folder: Path, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        locate(name)


def test_a_word_that_is_no_metric_is_told_how_to_name_ones_own() -> None:
    with pytest.raises(UnknownNameError, match=r"path/to/file\.py:attribute"):
        locate("nothing-like-it")


def test_a_registered_metric_whose_module_is_broken_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise RuntimeError("its library is too old")

    monkeypatch.setattr(METRICS, "get", broken)
    with pytest.raises(UsageError, match="the metric 'rouge2' cannot be loaded: RuntimeError: its library is too old"):
        locate("rouge2")
