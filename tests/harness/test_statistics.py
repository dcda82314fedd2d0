"""The statistics against SciPy and scikit-learn, and their intervals on data with known truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import roc_auc_score

from gaugeblock.harness import statistics

scores = st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=30)


@given(scores, scores)
def test_auc_equals_scikit_learn_ties_included(higher, lower):
    found = statistics.auc(higher, lower, range(len(higher)), range(len(lower)), statistics.Documents(range(30)))
    expected = roc_auc_score([1] * len(higher) + [0] * len(lower), higher + lower)
    assert found.value == pytest.approx(expected, abs=1e-12)


def test_the_mean_is_the_mean_and_its_interval_covers_it():
    values = [1.0, 2.0, 3.0, 10.0]
    found = statistics.mean(values, "abcd", statistics.Documents("abcd"))
    assert found.value == 4.0
    assert found.low is not None
    assert found.high is not None
    assert 1.0 <= found.low < 4.0 < found.high <= 10.0
    assert (found.n, found.clusters) == (4, 4)


def test_the_same_seed_gives_the_same_interval_and_another_seed_another():
    values = np.random.default_rng(1).normal(size=50)
    first, again, other = (statistics.mean(values, range(50), statistics.Documents(range(50), s)) for s in (0, 0, 1))
    assert first == again
    assert first.low != other.low


def test_rows_of_one_document_do_not_narrow_the_interval():
    rng = np.random.default_rng(2)
    by_document = rng.normal(size=40)
    documents = statistics.Documents(range(40))
    once = statistics.mean(by_document, range(40), documents)
    tenfold = statistics.mean(np.repeat(by_document, 10), np.repeat(np.arange(40), 10).tolist(), documents)
    assert tenfold.low == pytest.approx(once.low)
    assert tenfold.high == pytest.approx(once.high)
    assert tenfold.n == 400


def test_a_proportion_without_exceptions_keeps_an_honest_interval():
    found = statistics.mean([1.0] * 20, range(20), statistics.Documents(range(20)), proportion=True)
    low, high = stats.binomtest(20, 20).proportion_ci(0.95, method="exact")
    assert (found.low, found.high) == pytest.approx((low, high))


def test_a_perfect_auc_keeps_an_honest_interval():
    found = statistics.auc([2.0] * 8, [1.0] * 8, range(8), range(8), statistics.Documents(range(8)))
    assert found.value == found.high == 1.0
    assert found.low is not None
    assert 0.5 < found.low < 0.8


def test_a_constant_score_has_auc_one_half_exactly():
    found = statistics.auc([0.7] * 30, [0.7] * 30, range(30), range(30), statistics.Documents(range(30)))
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)


def test_no_rows_give_no_value_rather_than_nought():
    assert statistics.mean([], [], statistics.Documents("a")).value is None
    assert statistics.auc([], [1.0], [], "a", statistics.Documents("a")).value is None


def test_a_value_that_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="finite"):
        statistics.mean([float("nan")], "a", statistics.Documents("a"))


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="2 values but 1 clusters"):
        statistics.mean([1.0, 2.0], "a", statistics.Documents("a"))


