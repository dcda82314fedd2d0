"""What the scripts in `benchmarks/` are asked for, and what they refuse."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def script(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A script as a module; what it sets in the environment is undone."""
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)  # where its data classes look for their own types
    spec.loader.exec_module(module)
    return module


def test_there_are_as_many_responses_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate is that of the responses there are, so fewer than are asked for would show too high a one."""
    speed = script("perturb", monkeypatch)
    for count in (1, 500, speed.MOST):
        assert len(set(speed.responses(count))) == count
    for count in (0, speed.MOST + 1):
        with pytest.raises(ValueError, match="there are 1 to 1536 responses"):
            speed.responses(count)


@pytest.mark.parametrize(
    ("name", "option", "wrong", "says"),
    [
        ("perturb", "--responses", "5000", "takes a number from 1 to 1536, not 5000"),
        ("findings", "--only", "typo", "--only takes published"),
    ],
)
def test_a_wrong_option_is_told_in_a_line(
    name: str,
    option: str,
    wrong: str,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before anything runs, and without a traceback."""
    module = script(name, monkeypatch)
    monkeypatch.setattr(sys, "argv", [name, option, wrong])
    with pytest.raises(SystemExit) as ended:
        module.main()
    assert ended.value.code == 2
    assert says in capsys.readouterr().err
