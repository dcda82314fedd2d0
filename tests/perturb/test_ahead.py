"""Examples that are known some time before they are worked on."""

from __future__ import annotations

import gc
import subprocess
import sys
from dataclasses import replace

from gaugeblock.perturb import Example
from gaugeblock.perturb.ahead import coming, examples_ahead
from gaugeblock.perturb.text import PARSE_AHEAD


def numbered(count: int) -> list[Example]:
    return [
        Example(id=f"x{number}", response=f"It rained {number} times.", context="It rained.") for number in range(count)
    ]


def test_the_items_stay_what_and_where_they_are() -> None:
    items = [*numbered(PARSE_AHEAD + 3), "no example"]
    assert list(examples_ahead(items, lambda item: item if isinstance(item, Example) else None)) == items


def test_an_example_is_followed_by_the_others_of_its_batch() -> None:
    rows = numbered(PARSE_AHEAD + 3)
    for at, row in enumerate(examples_ahead(rows, lambda row: row)):
        end = PARSE_AHEAD if at < PARSE_AHEAD else len(rows)
        assert coming(row) == rows[at:end]
        assert coming(replace(row, label=1.0))[1:] == rows[at + 1 : end]  # its texts are what counts


def test_an_example_that_was_not_read_ahead_comes_alone() -> None:
    (row,) = numbered(1)
    assert list(examples_ahead([row], lambda row: row)) == [row]
    assert coming(row) == [row]


def test_readers_beside_one_another_keep_what_they_have_read() -> None:
    """A second reader, used up or dropped, takes nothing from the first."""
    rows, others = numbered(5), [Example(id="o", response="It snowed.", context="It snowed.")]
    first = examples_ahead(rows, lambda row: row)
    next(first)
    assert list(examples_ahead(others, lambda row: row)) == others
    dropped = examples_ahead(others, lambda row: row)
    next(dropped)
    assert coming(rows[0]) == rows
    assert coming(others[0]) == others
    del dropped
    gc.collect()
    assert coming(rows[0]) == rows
    assert list(first) == rows[1:]
    assert coming(rows[0]) == [rows[0]]


def test_a_reader_that_is_left_at_the_end_of_a_program_says_nothing() -> None:
    """The interpreter may have taken the module apart by then."""
    code = (
        "from gaugeblock.perturb import Example\n"
        "from gaugeblock.perturb.ahead import examples_ahead\n"
        "reader = examples_ahead([Example(response='a'), Example(response='b')], lambda row: row)\n"
        "next(reader)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
