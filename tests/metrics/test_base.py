"""What counts as a score (trial 5: metrics that return rubbish)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.metrics import Metric, Score, Unscored, coerce_score
from gaugeblock.metrics.options import split_options
from gaugeblock.perturb.example import Example


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        (0.8, 0.8),
        ("0.8", 0.8),
        (" 0.8\n", 0.8),
        (1, 1.0),
        (True, 1.0),
        (np.float32(0.5), 0.5),
        (np.int64(1), 1.0),
        (np.array(0.25), 0.25),
        (np.array([0.25]), 0.25),
        (Decimal("0.5"), 0.5),
        (Fraction(1, 4), 0.25),
    ],
)
def test_a_number_in_any_guise_is_a_score(returned: object, expected: float) -> None:
    score = coerce_score(returned, (0, 1))
    assert score == expected
    assert type(score) is float


@pytest.mark.parametrize(
    ("returned", "reason"),
    [
        (98989.0, "out-of-bounds"),
        (1.3, "out-of-bounds"),
        (-0.1, "out-of-bounds"),
        ("1.3", "out-of-bounds"),
        (math.nan, "not-finite"),
        ("nan", "not-finite"),
        (-math.inf, "not-finite"),
        (10**400, "not-finite"),
        (np.float32("nan"), "not-finite"),
        (None, "not-a-number"),
        ("high", "not-a-number"),
        ("", "not-a-number"),
        ([0.5], "not-a-number"),
        ({"score": 0.5}, "not-a-number"),
        (1j, "not-a-number"),
        (np.array([0.1, 0.2]), "not-a-number"),
        (np.ma.masked, "not-a-number"),
        (b"0.8", "not-a-number"),
    ],
)
def test_anything_else_is_unscored_with_its_reason(returned: object, reason: str) -> None:
    score = coerce_score(returned, (0, 1))
    assert isinstance(score, Unscored)
    assert score.reason == reason


def test_a_tensor_without_dimensions_is_a_number() -> None:
    torch = pytest.importorskip("torch")
    assert coerce_score(torch.tensor(0.5)) == 0.5
    assert coerce_score(torch.tensor([0.5])) == 0.5
    assert isinstance(coerce_score(torch.tensor([0.5, 0.6])), Unscored)


def test_the_metrics_own_verdict_that_an_item_has_no_score_is_kept() -> None:
    declined = Unscored("declined", "no claim")
    assert coerce_score(declined, (0, 1)) is declined


@given(st.floats() | st.integers() | st.text() | st.none() | st.lists(st.floats(), max_size=3) | st.binary())
def test_a_score_is_a_finite_float_within_the_bounds_or_unscored(returned: object) -> None:
    score = coerce_score(returned, (0, 1))
    assert isinstance(score, Unscored) or (type(score) is float and 0 <= score <= 1)


class Sized(Metric):
    """A metric with options, one of which may need quotation marks."""

    name = "sized"

    def __init__(self, *, size: int = 3, model: str = "small") -> None:
        self.options = {"size": size, "model": model}

    def score(self, examples: Sequence[Example]) -> list[Score]:
        return [1.0 for _ in examples]


def test_the_spec_shows_the_options_that_are_not_as_by_default() -> None:
    assert Sized().spec == "sized"
    assert Sized(size=4).spec == "sized[size=4]"


def test_the_spec_can_be_read_back_whatever_a_value_holds() -> None:
    assert split_options(Sized(model='a, "b" [c]').spec) == ("sized", {"model": 'a, "b" [c]'})


def test_the_fingerprint_covers_options_as_by_default_too() -> None:
    """So that a changed default does not find the scores of the old one."""
    assert Sized().fingerprint != Sized(size=4).fingerprint
    assert Sized().fingerprint == Sized(size=3, model="small").fingerprint
