"""Examples that are known some time before they are worked on."""

from __future__ import annotations

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
