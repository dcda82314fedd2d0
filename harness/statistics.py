"""The statistics of every stress test, with intervals that respect which rows share a source document.

Rows of one document (its variants, its several summaries) are not independent, so intervals come from a bootstrap that
draws whole documents (clusters). Sufficient statistics are extracted once for each cluster and then resampled.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gaugeblock.perturb.example import content_hash

RESAMPLES = 2000
"""Bootstrap resamples behind an interval."""

_CHUNK = 2_000_000  # weights held at a time, so that memory stays flat whatever the number of rows


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic with its interval.

    Args:
        value: the statistic; None where there are no rows to compute it from.
        low: lower end of the interval, None likewise.
        high: upper end.
        n: rows behind it.
        clusters: independent source documents behind it.
        level: coverage that the interval aims at.
        exact: whether the interval holds for any number of clusters (Clopper-Pearson), which a bootstrap needs some of.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int
    level: float = 0.95
    exact: bool = False


def seeded(*key: Hashable) -> np.random.Generator:
    """A random generator that depends on nothing but the key (JSON values).

    >>> float(seeded(0, "mvr").random()) == float(seeded(0, "mvr").random())
    True
    """
    return np.random.default_rng(int(content_hash([str(part) for part in key])[:16], 16))


def mean(
    values: Sequence[float] | NDArray[np.float64],
    clusters: Sequence[Hashable],
    rng: np.random.Generator,
    *,
    level: float = 0.95,
    proportion: bool = False,
) -> Estimate:
    """The mean of the rows, with a percentile interval from a bootstrap over clusters.

    Args:
        values: one number a row, shape ``(n,)``.
        clusters: the source document of each row, length n.
        rng: see `seeded`.
        level: coverage of the interval.
        proportion: whether the values are 0 or 1. Where all of them agree, the bootstrap would give an interval of no
            width; the Clopper-Pearson interval for as many trials as there are clusters stands in its place.

    Raises:
        ValueError: lengths differ, or a value is not finite.
    """
    data = np.asarray(values, dtype=np.float64)
    codes, count = _codes(data, clusters)
    if count == 0:
        return Estimate(None, None, None, 0, 0, level)
    sums = np.bincount(codes, weights=data, minlength=count)
    sizes = np.bincount(codes, minlength=count).astype(np.float64)
    value = float(data.mean())
    if proportion and (value in (0.0, 1.0)):
        return Estimate(value, *_exact(value, count, level), len(data), count, level, exact=True)
    drawn = [(weights @ sums) / (weights @ sizes) for weights in _resamples(count, rng)]
    if count < 2:  # one document says nothing of how much documents differ
        return Estimate(value, None, None, len(data), count, level)
    low, high = _interval(np.concatenate(drawn), level)
    return Estimate(value, low, high, len(data), count, level)


def auc(
    higher: Sequence[float] | NDArray[np.float64],
    lower: Sequence[float] | NDArray[np.float64],
    higher_clusters: Sequence[Hashable],
    lower_clusters: Sequence[Hashable],
    rng: np.random.Generator,
    *,
    level: float = 0.95,
) -> Estimate:
    """Area under the ROC curve: the chance that a row of `higher` outscores a row of `lower`, ties counting half.

    Args:
        higher: scores of the rows that should score higher.
        lower: scores of the rows that should score lower.
        higher_clusters: source document of each row of `higher`.
        lower_clusters: source document of each row of `lower`.
        rng: see `seeded`.
        level: coverage of the interval, from a bootstrap over documents (both sides of a document are drawn together).
            A perfect separation, where the bootstrap has no width, gets the Clopper-Pearson interval for its clusters.

    Raises:
        ValueError: lengths differ, or a value is not finite.
    """
    up, down = np.asarray(higher, dtype=np.float64), np.asarray(lower, dtype=np.float64)
    data = np.concatenate([up, down])
    codes, count = _codes(data, [*higher_clusters, *lower_clusters])
    if len(up) == 0 or len(down) == 0:
        return Estimate(None, None, None, len(data), count, level)
    order = np.argsort(data, kind="stable")
    starts = np.flatnonzero(np.concatenate([[True], np.diff(data[order]) > 0]))
    ranked = _Ranked(codes[order], (order < len(up)).astype(np.float64), starts, *_within(up, down, codes, count))
    value = float(ranked.auc(np.ones((1, count)))[0])
    if value in (0.0, 1.0):
        return Estimate(value, *_exact(value, count, level), len(data), count, level)
    every = np.concatenate([ranked.auc(weights) for weights in _resamples(count, rng, width=len(data))])
    low, high = _interval(every[np.isfinite(every)], level)
    return Estimate(value, low, high, len(data), count, level)


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Rows sorted by score: all that an AUC under cluster weights needs.

    Args:
        codes: the cluster of each row, in order of score.
        is_up: 1 for a row that should score higher, else 0, likewise.
        starts: where each group of tied rows begins.
        own_wins: for each cluster, how often its own higher rows beat its own lower rows, a tie counting half.
        own_pairs: for each cluster, how many such pairs there are.
    """

    codes: NDArray[np.intp]
    is_up: NDArray[np.float64]
    starts: NDArray[np.intp]
    own_wins: NDArray[np.float64]
    own_pairs: NDArray[np.float64]

    def auc(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """AUC under each row of cluster weights, shape ``(resamples, clusters)``.

        A cluster that is drawn w times has its own pairs counted w times, not w squared: two copies of a document are
        no pair of a document with another, and counting them as one would lean every resample towards the clusters' own
        contrasts.
        """
        by_row = weights[:, self.codes]
        up = np.add.reduceat(by_row * self.is_up, self.starts, axis=1)
        down = np.add.reduceat(by_row * (1.0 - self.is_up), self.starts, axis=1)
        below = np.cumsum(down, axis=1) - down
        copies = weights * (weights - 1.0)
        wins = (up * (below + 0.5 * down)).sum(axis=1) - copies @ self.own_wins
        pairs = up.sum(axis=1) * down.sum(axis=1) - copies @ self.own_pairs
        with np.errstate(invalid="ignore", divide="ignore"):
            found: NDArray[np.float64] = wins / pairs
        return found


def _within(
    up: NDArray[np.float64], down: NDArray[np.float64], codes: NDArray[np.intp], count: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Wins and pairs between the higher and the lower rows of each cluster."""
    wins, pairs = np.zeros(count), np.zeros(count)
    up_codes, down_codes = codes[: len(up)], codes[len(up) :]
    up_order, down_order = np.argsort(up_codes, kind="stable"), np.argsort(down_codes, kind="stable")
    clusters = np.arange(count)
    up_ends, down_ends = (
        np.searchsorted(c[o], clusters, side="right") for c, o in ((up_codes, up_order), (down_codes, down_order))
    )
    up_from = down_from = 0
    for cluster in clusters:
        own_up, own_down = up[up_order[up_from : up_ends[cluster]]], down[down_order[down_from : down_ends[cluster]]]
        difference = np.sign(np.subtract.outer(own_up, own_down))
        wins[cluster], pairs[cluster] = (difference + 1).sum() / 2, difference.size
        up_from, down_from = up_ends[cluster], down_ends[cluster]
    return wins, pairs


def _codes(data: NDArray[np.float64], clusters: Sequence[Hashable]) -> tuple[NDArray[np.intp], int]:
    if len(data) != len(clusters):
        raise ValueError(f"there are {len(data)} values but {len(clusters)} clusters")
    if not np.isfinite(data).all():
        raise ValueError("a statistic takes finite values only: leave unscored rows out, or count them by name")
    numbers: dict[Hashable, int] = {}
    codes = np.fromiter((numbers.setdefault(c, len(numbers)) for c in clusters), dtype=np.intp, count=len(data))
    return codes, len(numbers)


def _resamples(count: int, rng: np.random.Generator, width: int = 1) -> Iterator[NDArray[np.float64]]:
    """Bootstrap weights, shape ``(some resamples, clusters)``, a chunk at a time."""
    size = max(1, _CHUNK // max(count, width))
    even = np.full(count, 1 / count)
    for done in range(0, RESAMPLES, size):
        yield rng.multinomial(count, even, min(size, RESAMPLES - done)).astype(np.float64)


def _interval(drawn: NDArray[np.float64], level: float) -> tuple[float, float]:
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _exact(value: float, count: int, level: float) -> tuple[float, float]:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(round(value * count), count, alpha=1 - level, method="beta")
    return float(low), float(high)
