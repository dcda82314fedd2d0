"""A plain function as a metric."""

from __future__ import annotations

import itertools
import math
import pickle
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.metrics import FunctionMetric, Unscored, metric
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

EXAMPLE = Example(response="It is 40.", context="The fee is 40.")


def by_response(**returned: Any) -> list[Example]:
    return [Example(response=name, context="x") for name in returned]


@metric(construct="grounding", bounds=(0, 1), version="2")
def decorated(context: str, response: str) -> float:
    """Whether the response stands in the context."""
    return float(response in context)


def plain(context: str, response: str) -> float:
    return 0.5


def test_a_decorated_function_is_a_metric_with_its_declarations() -> None:
    assert isinstance(decorated, FunctionMetric)
    assert (decorated.name, decorated.construct, decorated.bounds) == ("decorated", "grounding", (0.0, 1.0))
    assert decorated.reads == {"context", "response"}
    assert decorated.__doc__ == "Whether the response stands in the context."


def test_a_decorated_function_is_still_called_as_before() -> None:
    assert decorated("The fee is 40.", "40") == 1.0
    assert decorated(response="50", context="The fee is 40.") == 0.0


def test_a_declaration_that_there_is_not_is_refused_where_it_is_written() -> None:
    with pytest.raises(UsageError, match="metric takes no 'bound'; what can be declared is name, construct, bounds"):
        metric(bound=(0, 1))  # type: ignore[call-overload]


def test_the_decorator_is_used_bare_too() -> None:
    bare = metric(plain)
    assert bare.score([EXAMPLE, EXAMPLE]) == [0.5, 0.5]
    assert bare.bounds == (None, None)


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        (98989.0, "out-of-bounds"),
        (1.3, "out-of-bounds"),
        (math.nan, "not-finite"),
        (None, "not-a-number"),
        ("0.8", 0.8),
        (np.float32(0.5), 0.5),
        (np.array(0.5), 0.5),
    ],
)
@pytest.mark.parametrize("batch", [False, True])
def test_rubbish_costs_its_own_item_only(returned: Any, expected: float | str, batch: bool) -> None:
    """Trial 5, for functions of one item and of a batch."""
    values = {"good": 0.25, "odd": returned}
    function: Callable[..., Any] = (lambda responses: [values[r] for r in responses]) if batch else values.__getitem__
    scored = FunctionMetric(function if batch else (lambda response: function(response)), bounds=(0, 1))
    good, odd, again = scored.score([Example(response=name) for name in ("good", "odd", "good")])
    assert good == again == 0.25
    assert odd.reason == expected if isinstance(odd, Unscored) else odd == expected


def test_a_zero_dimensional_tensor_is_a_score() -> None:
    torch = pytest.importorskip("torch")
    assert FunctionMetric(lambda response: torch.tensor(0.5)).score([EXAMPLE]) == [0.5]
    assert FunctionMetric(lambda responses: torch.tensor([0.5, 0.25])).score([EXAMPLE] * 2) == [0.5, 0.25]


def test_an_exception_is_unscored_and_names_the_line_of_the_users_file() -> None:
    def fails(response: str) -> float:
        return float(int("many"))

    (score,) = FunctionMetric(fails).score([EXAMPLE])
    assert isinstance(score, Unscored)
    assert score.reason == "raised"
    assert score.detail.startswith("ValueError: invalid literal")
    assert f"test_function.py, line {fails.__code__.co_firstlineno + 1}" in score.detail
    assert "/" not in score.detail


def test_a_metric_that_ends_the_process_only_loses_its_item() -> None:
    def leaves(response: str) -> float:
        return sys.exit(0) if response == "go" else 1.0

    scores = FunctionMetric(leaves).score([Example(response="stay"), Example(response="go")])
    assert scores[0] == 1.0
    assert isinstance(scores[1], Unscored)
    assert "SystemExit" in scores[1].detail


def test_an_exception_that_cannot_be_shown_is_still_reported() -> None:
    class OddError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def fails(response: str) -> float:
        raise OddError

    (score,) = FunctionMetric(fails).score([EXAMPLE])
    assert isinstance(score, Unscored)
    assert score.detail.startswith("OddError")


def test_an_interrupt_from_the_keyboard_ends_the_run() -> None:
    def interrupted(response: str) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        FunctionMetric(interrupted).score([EXAMPLE])


@given(st.lists(st.booleans(), max_size=8))
def test_in_a_batch_that_raises_only_the_culprits_fail(bad: list[bool]) -> None:
    def strict(responses: list[str]) -> list[float]:
        if "bad" in responses:
            raise ValueError("a bad one")
        return [1.0] * len(responses)

    scores = FunctionMetric(strict).score([Example(response="bad" if b else "good") for b in bad])
    assert [isinstance(score, Unscored) for score in scores] == bad
    assert all(score == 1.0 for score, b in zip(scores, bad, strict=True) if not b)


@pytest.mark.parametrize(
    "returned", [[], [1.0] * 3, 1.0, None, {"a": 1}, {0.5, 0.7}, "1", np.array(0.5), itertools.count()]
)
def test_another_number_of_scores_than_items_is_miscounted(returned: Any) -> None:
    scores = FunctionMetric(lambda responses: returned).score([EXAMPLE] * 2)
    assert [score.reason for score in scores if isinstance(score, Unscored)] == ["miscounted"] * 2


def test_a_batch_with_a_score_too_few_is_asked_again_one_by_one() -> None:
    """Only the culprit is lost, as for a Metric."""
    scores = FunctionMetric(lambda responses: [1.0 for r in responses if r]).score(
        [Example(response=response) for response in ("a", "", "c")]
    )
    assert [s.reason if isinstance(s, Unscored) else s for s in scores] == [1.0, "miscounted", 1.0]


def test_a_function_of_one_item_is_called_once_an_item_even_where_one_raises() -> None:
    called: list[str] = []

    def strict(response: str) -> float:
        called.append(response)
        return 1 / len(response)

    FunctionMetric(strict).score([Example(response=response) for response in ("a", "", "c")])
    assert called == ["a", "", "c"]


def test_a_generator_is_a_sequence_of_scores() -> None:
    def lazily(responses: list[str]) -> Iterator[float]:
        for response in responses:
            yield float(len(response))

    assert FunctionMetric(lazily).score([Example(response="a"), Example(response="abc")]) == [1.0, 3.0]


def test_a_generator_that_raises_half_way_loses_its_culprit_only() -> None:
    def lazily(responses: list[str]) -> Iterator[float]:
        for response in responses:
            yield 1 / len(response)

    first, second = FunctionMetric(lazily).score([Example(response="ab"), Example(response="")])
    assert first == 0.5
    assert isinstance(second, Unscored)


def test_a_function_of_one_item_is_handed_its_items_one_by_one() -> None:
    """So that a time limit can be held for each."""
    assert not FunctionMetric(plain).batched
    assert FunctionMetric(lambda responses: responses).batched


def test_an_empty_batch_does_not_call_the_function() -> None:
    def never(responses: list[str]) -> list[float]:
        raise AssertionError

    assert FunctionMetric(never).score([]) == []


def test_an_async_function_is_refused_with_a_way_out() -> None:
    async def later(context: str, response: str) -> float:
        return 1.0

    class Later:
        async def __call__(self, context: str, response: str) -> float:
            return 1.0

    for function in (later, Later()):
        with pytest.raises(UsageError, match=r"async function.*asyncio\.run"):
            FunctionMetric(function)


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"construct": "beauty"}, "construct must be one of"),
        ({"bounds": (1, 0)}, "low < high"),
        ({"bounds": 1}, "pair of numbers"),
        ({"bounds": (0, math.nan)}, "pair of numbers"),
        ({"bounds": "01"}, "pair of numbers such as .*, not '01'"),
        ({"bounds": (10**5000, None)}, "write None for no bound"),
        ({"reads": [["response"]]}, r"reads is a list of fields .*, not \[\['response'\]\]"),
        ({"version": object()}, "version takes a text, such as '2'"),
        ({"options": {1: 2}}, "options must be JSON values by name, and 1 is no name"),
        ({"options": 5}, "options must be JSON values by name, not int"),
        ({"reads": ["answer"]}, "an example has"),
        ({"reads": "context"}, "list of fields"),
        ({"batch_size": 0}, "at least 1"),
        ({"name": "two words"}, "without spaces"),
        ({"name": ""}, "without spaces"),
        ({"name": "../x"}, "without spaces, slashes"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused(declared: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        FunctionMetric(plain, **declared)


def test_an_infinite_bound_is_no_bound() -> None:
    assert FunctionMetric(plain, bounds=(0, math.inf)).bounds == (0.0, None)


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(UsageError, match=r"name=\.\.\."):
        metric("overlap")  # type: ignore[call-overload]


def test_a_decorated_function_survives_pickling() -> None:
    again = pickle.loads(pickle.dumps(decorated))
    assert again is decorated


def test_a_wrapped_function_survives_pickling_with_its_fingerprint() -> None:
    wrapped = FunctionMetric(plain, name="half")
    again = pickle.loads(pickle.dumps(wrapped))
    assert again.score([EXAMPLE]) == [0.5]
    assert again.fingerprint == wrapped.fingerprint


def test_options_are_part_of_spec_and_fingerprint() -> None:
    def longer(response: str, *, than: int = 3) -> float:
        return float(len(response) > than)

    base = FunctionMetric(longer)
    other = base.with_options({"than": 1})
    assert other.spec == "longer[than=1]"
    assert other.fingerprint != base.fingerprint
    assert (base.score([Example(response="ab")]), other.score([Example(response="ab")])) == ([0.0], [1.0])


def test_the_fingerprint_follows_what_can_change_a_score() -> None:
    base = FunctionMetric(plain)
    assert FunctionMetric(plain).fingerprint == base.fingerprint
    others = [
        FunctionMetric(plain, version="2"),
        FunctionMetric(plain, bounds=(0, 1)),
        FunctionMetric(plain, name="other"),
        FunctionMetric(decorated.function, name="plain"),
    ]
    assert len({base.fingerprint, *(other.fingerprint for other in others)}) == 5
