"""Continuations of one prompt in one sequence."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.metrics.shared_prefix import full_mask, pack, row_targets, split

CONTINUATIONS = st.sets(st.lists(st.integers(0, 2), min_size=1, max_size=8).map(tuple), min_size=1, max_size=12).map(
    sorted
)


@given(CONTINUATIONS)
@settings(deadline=None)
def test_each_path_spells_its_continuation(continuations: list[tuple[int, ...]]) -> None:
    packed = pack(continuations)
    assert [tuple(packed.tokens[place] for place in path) for path in packed.paths] == continuations


@given(CONTINUATIONS)
@settings(deadline=None)
def test_each_distinct_prefix_stands_once(continuations: list[tuple[int, ...]]) -> None:
    prefixes = {text[:length] for text in continuations for length in range(1, len(text) + 1)}
    assert len(pack(continuations)) == len(prefixes)


@given(CONTINUATIONS, st.integers(1, 4))
@settings(deadline=None)
def test_a_token_sees_the_prompt_and_its_predecessors_only(
    continuations: list[tuple[int, ...]], prompt_length: int
) -> None:
    packed = pack(continuations)
    mask = full_mask(packed, prompt_length)
    assert mask[:, :prompt_length].all()
    for path in packed.paths:
        for depth, place in enumerate(path):
            assert packed.depths[place] == depth
            assert set(mask[place, prompt_length:].nonzero()[0]) == set(path[: depth + 1])


@given(CONTINUATIONS)
@settings(deadline=None)
def test_a_token_is_predicted_by_the_one_before_it(continuations: list[tuple[int, ...]]) -> None:
    packed = pack(continuations)
    rows, targets = row_targets(packed)
    for path in packed.paths:
        assert [rows[place] for place in path] == [0, *(place + 1 for place in path[:-1])]
        assert [targets[place] for place in path] == [packed.tokens[place] for place in path]


@given(CONTINUATIONS, st.integers(1, 20))
@settings(deadline=None)
def test_groups_keep_the_order_and_the_limit(continuations: list[tuple[int, ...]], limit: int) -> None:
    groups = list(split(continuations, limit))
    assert [text for group in groups for text in group] == continuations
    assert all(len(group) == 1 or len(pack(group)) <= limit for group in groups)
