"""The digest of a user's function."""

from __future__ import annotations

import copy
import functools
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gaugeblock.metrics.source import function_digest


def above(limit: Any) -> Callable[[str], float]:
    def score(response: str) -> float:
        return float(len(response) > limit)

    return score


def with_default(response: str, limit: int = 3) -> float:
    return float(len(response) > limit)


class Limit:
    def __init__(self, limit: Any) -> None:
        self.limit = limit

    def __call__(self, response: str) -> float:
        return float(len(response) > self.limit)


@dataclass(frozen=True, slots=True)
class Slotted:
    limit: int


def at_a_prompt(text: str, **named: Any) -> Any:
    """What typing a function at a prompt makes: there is no file that holds its text."""
    names: dict[str, Any] = dict(named)
    exec(compile(text, "<stdin>", "exec"), names)
    return names["f"]


@pytest.mark.parametrize(
    "make",
    [above, Limit, lambda limit: functools.partial(with_default, limit=limit), lambda limit: above(above(limit))],
)
@pytest.mark.parametrize(("value", "other"), [(1, 2), (1, 1.0), ([1], [2]), ({"a": 1}, {"a": 2}), ({1, 2}, {1, 3})])
def test_a_held_value_is_part_of_the_digest(make: Callable[[Any], Any], value: Any, other: Any) -> None:
    """Two closures of one file must not share stored scores."""
    assert function_digest(make(value)) == function_digest(make(value))
    assert function_digest(make(value)) != function_digest(make(other))


def test_two_lambdas_of_one_line_have_two_digests() -> None:
    first, second = (lambda response: 1.0), (lambda response: 2.0)
    assert function_digest(first) != function_digest(second)


def test_a_function_at_a_prompt_is_told_by_its_code() -> None:
    one, again, two = (at_a_prompt(f"f = lambda response: {value}") for value in (1, 1, 2))
    assert function_digest(one) == function_digest(again) != function_digest(two)


def test_a_global_that_a_function_at_a_prompt_names_is_part_of_the_digest() -> None:
    text = "def f(response): return LIMIT"
    assert function_digest(at_a_prompt(text, LIMIT=1)) == function_digest(at_a_prompt(text, LIMIT=1))
    assert function_digest(at_a_prompt(text, LIMIT=1)) != function_digest(at_a_prompt(text, LIMIT=2))


def test_a_class_of_a_file_is_told_by_the_file_and_not_by_its_folder() -> None:
    """The module of a user's file is named after its folder."""
    copied = type("Limit", (), {**vars(Limit), "__module__": Limit.__module__})
    assert function_digest(copied) == function_digest(Limit) != function_digest(Slotted)


def test_an_object_that_holds_itself_has_a_digest() -> None:
    limit = Limit(1)
    limit.limit = [limit]
    assert function_digest(limit) == function_digest(limit)


def test_a_function_that_calls_itself_has_a_digest() -> None:
    def count(response: str) -> float:
        return 0.0 if not response else 1.0 + count(response[1:])

    assert function_digest(count) == function_digest(count)


def test_a_value_that_cannot_be_described_is_never_taken_for_another() -> None:
    assert function_digest(above(object())) != function_digest(above(object()))


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (np.arange(3), np.arange(4)),
        (np.zeros(2), np.zeros(2, dtype=np.float32)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.array(["a", None], dtype=object), np.array(["b", None], dtype=object)),
        (np.float32(0.5), np.float32(0.25)),
        (np.int64(3), np.int64(4)),
        (datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 5, 2, tzinfo=UTC)),
        (date(2024, 5, 1), date(2024, 5, 2)),
        (timedelta(days=1), timedelta(days=2)),
        (Decimal("0.10"), Decimal("0.1")),
        (Slotted(1), Slotted(2)),
    ],
)  # fmt: skip
def test_arrays_dates_and_records_are_told_by_their_values(value: Any, other: Any) -> None:
    """A closure over one of them finds its stored scores again."""
    again = copy.deepcopy(value)
    assert function_digest(above(value)) == function_digest(above(again)) != function_digest(above(other))


def test_an_array_is_the_same_however_it_lies_in_memory() -> None:
    array = np.arange(6).reshape(2, 3)
    assert function_digest(above(array)) == function_digest(above(np.asfortranarray(array)))


def test_any_change_of_the_file_changes_the_digest_and_every_process_agrees(tmp_path: Path) -> None:
    script = "import scorer; from gaugeblock.metrics.source import function_digest; print(function_digest(scorer.f))"

    def digest(text: str, seed: str) -> str:
        (tmp_path / "scorer.py").write_text(text)
        environment = {"PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    text = "HELD = {'a', 'b', 'c'}\ndef f(response, held=frozenset(HELD)): return helper()\ndef helper(): return 1\n"
    first = digest(text, "1")
    assert digest(text, "2") == first
    assert digest(text.replace("return 1", "return 2"), "1") != first
