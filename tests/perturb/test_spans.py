"""Stretches of a text, and what touches them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from gaugeblock.perturb.spans import Span, Stretches, touched

places = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(sorted)


@given(places, places)
def test_a_replacement_overlaps_where_they_share_a_code_point(one: list[int], other: list[int]) -> None:
    (start, end), (first, last) = one, other
    if start < end and first < last:
        shared = set(range(start, end)) & set(range(first, last))
        assert Span(start, end).overlaps(first, last) is bool(shared)


@pytest.mark.parametrize(("at", "inside"), [(1, False), (2, False), (3, True), (4, True), (5, False), (6, False)])
def test_an_insertion_changes_only_what_lies_on_both_sides_of_it(at: int, inside: bool) -> None:
    assert Span(2, 5).overlaps(at, at) is inside
    assert touched([Span(2, 5)], at, at) is inside


def test_nothing_is_touched_where_there_is_nothing() -> None:
    assert not touched([], 0, 9)
    assert touched([Span(0, 1), Span(4, 6)], 5, 9)


@given(st.lists(places.filter(lambda place: place[0] < place[1])), places)
def test_many_stretches_are_touched_where_one_of_them_is(stretches: list[list[int]], place: list[int]) -> None:
    spans = sorted(Span(start, end) for start, end in stretches)
    assert Stretches(spans).touched(*place) is any(span.overlaps(*place) for span in spans)
    assert touched(Stretches(spans), *place) is touched(spans, *place)


def test_a_place_is_looked_up_among_many_stretches_without_looking_at_each() -> None:
    """Thousands of quotations, each place of which asked about every one, took minutes."""
    looked_at: list[int] = []

    class Counted(Span):
        def overlaps(self, start: int, end: int) -> bool:
            looked_at.append(self.start)
            return super().overlaps(start, end)

    many = Stretches(Counted(at, at + 2) for at in range(0, 30_000, 3))
    assert [many.touched(at, at + 1) for at in range(9_000, 9_006)] == [True, True, False, True, True, False]
    assert len(looked_at) <= 12


@given(texts, places)
def test_a_stretch_counts_code_points(text: str, place: list[int]) -> None:
    start, end = place
    assert Span(start, end).of(text) == text[start:end]
