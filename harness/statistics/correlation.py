"""Correlations of scores with labels, ratings or levels, with intervals over documents."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from gaugeblock.harness.statistics.documents import Documents
from gaugeblock.harness.statistics.estimate import Estimate
from gaugeblock.harness.statistics.means import Values
from gaugeblock.harness.statistics.scale import power_of_two, varies

_MOST_ROWS = 3_000  # whose pairs are looked at for the error of Kendall's tau


def pearson(
    first: Values, second: Values, clusters: Sequence[Hashable], documents: Documents, *, level: float = 0.95
) -> Estimate:
    """Pearson's correlation, by `scipy.stats`, with an interval symmetric on Fisher's scale.

    Args:
        first: one number a row.
        second: the other number of each row.
        clusters: the source document of each row.
        documents: of the run.

    Raises:
        ValueError: lengths differ, a value is not finite, or a document is unknown.
    """
    x, y, codes = _checked(first, second, clusters, documents)
    if not _varied(x, y):
        return _none(x, codes, level)
    result = stats.pearsonr(x, y)
    return _fisher(result, _influence(x, y, float(result.statistic)), codes, documents, level)


def spearman(
    first: Values, second: Values, clusters: Sequence[Hashable], documents: Documents, *, level: float = 0.95
) -> Estimate:
    """Spearman's rank correlation, by `scipy.stats`; see `pearson`.

    The error of each row is that of its ranks, and what its presence does to the ranks of the others (the influence
    function of Croux and Dehon 2010, taken at the sample).
    """
    x, y, codes = _checked(first, second, clusters, documents)
    if not _varied(x, y):
        return _none(x, codes, level)
    result = stats.spearmanr(x, y)
    u, v = stats.rankdata(x) / len(x), stats.rankdata(y) / len(y)
    own = (u - u.mean()) * (v - v.mean()) / (u.std() * v.std())
    return _fisher(result, own - own.mean() + _rank_shift(u, v), codes, documents, level)


def kendall(
    first: Values, second: Values, clusters: Sequence[Hashable], documents: Documents, *, level: float = 0.95
) -> Estimate:
    """Kendall's tau-b, by `scipy.stats`; see `pearson`.

    The error of each row is the Hájek projection: how much more often its pairs agree than all pairs do. Beyond
    3,000 rows, it is taken against an even sample of them.
    """
    x, y, codes = _checked(first, second, clusters, documents)
    if not _varied(x, y):
        return _none(x, codes, level)
    result = stats.kendalltau(x, y)
    sample = np.linspace(0, len(x) - 1, min(len(x), _MOST_ROWS)).astype(int)
    agree, apart_x, apart_y = np.empty(len(x)), np.empty(len(x)), np.empty(len(x))
    for at in range(len(x)):
        one, other = np.sign(x[sample] - x[at]), np.sign(y[sample] - y[at])
        agree[at], apart_x[at], apart_y[at] = (one * other).mean(), np.abs(one).mean(), np.abs(other).mean()
    scale = float(np.sqrt(apart_x.mean() * apart_y.mean()))
    tau = float(result.statistic)
    influence = (
        2 * (agree - agree.mean()) / scale
        - tau * (apart_x - apart_x.mean()) / apart_x.mean()
        - tau * (apart_y - apart_y.mean()) / apart_y.mean()
    )
    return _fisher(result, influence, codes, documents, level)


def _checked(
    first: Values, second: Values, clusters: Sequence[Hashable], documents: Documents
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.intp]]:
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    codes = documents.codes(x, clusters)
    documents.codes(y, clusters)
    return x / power_of_two(x), y / power_of_two(y), codes


def _varied(x: NDArray[np.float64], y: NDArray[np.float64]) -> bool:
    return len(x) > 2 and varies(x) and varies(y)


def _none(x: NDArray[np.float64], codes: NDArray[np.intp], level: float) -> Estimate:
    """Where one side does not vary there is no correlation, not one of nought."""
    return Estimate(None, None, None, len(x), len(np.unique(codes)), level)


def _influence(x: NDArray[np.float64], y: NDArray[np.float64], r: float) -> NDArray[np.float64]:
    zx, zy = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
    found: NDArray[np.float64] = zx * zy - r * (zx**2 + zy**2) / 2
    return found


def _rank_shift(u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a row does to the correlation by raising the ranks of the rows above it."""
    shift = np.zeros(len(u))
    for ranks, others in ((u, v), (v, u)):
        centred = others - others.mean()
        order = np.argsort(ranks, kind="stable")
        above = np.cumsum(centred[order][::-1])[::-1]  # sum over the rows that rank at least as high
        first = np.searchsorted(ranks[order], ranks, side="left")
        behind = np.append(above, 0.0)[np.searchsorted(ranks[order], ranks, side="right")]
        # a row pushes those above it by one rank, and its ties by half
        shift += (above[first] + behind) / 2 / len(u)
    scale = float(u.std() * v.std())
    shift = shift / scale
    found: NDArray[np.float64] = shift - shift.mean()
    return found


def _fisher(
    result: Any, influence: NDArray[np.float64], codes: NDArray[np.intp], documents: Documents, level: float
) -> Estimate:
    value, n = float(result.statistic), len(codes)
    clusters = len(np.unique(codes))
    if clusters < 3 or abs(value) >= 1:  # SciPy's own p would take rows of one document for independent
        return Estimate(value, None, None, n, clusters, level)
    by_document = np.bincount(codes, weights=influence, minlength=len(documents)) / n
    error = float(np.sqrt(clusters / (clusters - 1) * (by_document**2).sum())) / (1 - value**2)
    reach = error * float(stats.t.ppf((1 + level) / 2, clusters - 1))
    low, high = np.tanh(np.arctanh(value) - reach), np.tanh(np.arctanh(value) + reach)
    p = float(2 * stats.t.sf(abs(np.arctanh(value)) / error, clusters - 1)) if error > 0 else None
    return Estimate(value, float(low), float(high), n, clusters, level, p=p)
