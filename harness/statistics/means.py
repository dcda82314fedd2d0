"""Means, differences and ratios of means, with intervals from a bootstrap over documents."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from gaugeblock.harness.statistics.documents import FEWEST_IN_TAIL, Documents, percentiles
from gaugeblock.harness.statistics.estimate import Estimate
from gaugeblock.harness.statistics.proportions import clustered_proportion
from gaugeblock.harness.statistics.scale import power_of_two

_STEADY = 0.1  # of the standard error, below which that of a resample says nothing

Values = Sequence[float] | NDArray[np.float64]


def mean(
    values: Values,
    clusters: Sequence[Hashable],
    documents: Documents,
    *,
    level: float = 0.95,
    proportion: bool = False,
) -> Estimate:
    """The mean of the rows.

    Args:
        values: one number a row, shape ``(n,)``.
        clusters: the source document of each row, length n.
        documents: what is resampled.
        level: coverage of the interval.
        proportion: whether the values are 0 or 1, or one half for a tie: then the interval is Wilson's, for as many
            trials as the rows are worth (see `clustered_proportion`), which holds near 0 and 1 where a bootstrap does
            not.

    Raises:
        ValueError: lengths differ, a value is not finite, or a document is unknown.
    """
    return means(values, clusters, ["all"] * len(clusters), documents, level=level, proportion=proportion).get(
        "all", Estimate(None, None, None, 0, 0, level)
    )


def means(
    values: Values,
    clusters: Sequence[Hashable],
    groups: Sequence[Hashable],
    documents: Documents,
    *,
    level: float = 0.95,
    proportion: bool = False,
) -> dict[Hashable, Estimate]:
    """The mean of the rows of each group, all from one pass over the resamples; see `mean`.

    Args:
        groups: the group of each row, length n.

    Returns:
        the estimates by group, in order of first appearance.
    """
    data = np.asarray(values, dtype=np.float64)
    codes = documents.codes(data, clusters)
    if len(groups) != len(data):
        raise ValueError(f"there are {len(data)} values but {len(groups)} groups")
    numbers: dict[Hashable, int] = {}
    of = np.fromiter((numbers.setdefault(group, len(numbers)) for group in groups), dtype=np.intp, count=len(data))
    if not numbers:
        return {}
    scale = 1.0 if proportion else power_of_two(data)
    data = data / scale
    sums, sizes = _by_document(data, codes, of, len(documents), len(numbers))
    if proportion:
        squares, _ = _by_document(data**2, codes, of, len(documents), len(numbers))
        return {
            name: clustered_proportion(sums[:, at], sizes[:, at], squares[:, at], level=level)
            for name, at in numbers.items()
        }
    centre = sums.sum(axis=0) / sizes.sum(axis=0)
    # what is resampled is the distance from the mean, whose digits single precision keeps
    off = sums - sizes * centre
    drawn = documents.totals(np.hstack([off, sizes, off**2, off * sizes, sizes**2]))
    by_group = drawn.reshape(len(drawn), 5, len(numbers))
    found = {}
    for name, at in numbers.items():
        kept = sizes[:, at] > 0
        n, count = int((of == at).sum()), int(kept.sum())
        moved, errors = _studentized(by_group[:, :, at], count)
        own = _error(off[kept, at], sizes[kept, at])
        found[name] = _scaled(_estimate(float(data[of == at].mean()), moved, n, count, level, errors, own), scale)
    return found


def _studentized(totals: NDArray[np.float64], count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far each resample's mean lies from the mean, and its own standard error.

    Args:
        totals: a row a resample; summed over its documents their deviations, sizes, squared deviations, products of
            both, and squared sizes.
    """
    off, size, square, product, size_square = totals[totals[:, 1] > 0].T
    moved = off / size
    variance = (square - 2 * moved * product + moved**2 * size_square).clip(0) / size**2
    return moved, np.sqrt(variance * count / max(1, count - 1))


def _error(off: NDArray[np.float64], sizes: NDArray[np.float64]) -> float:
    """The standard error of a mean between documents."""
    count = len(off)
    return float(np.sqrt(count / max(1, count - 1) * (off**2).sum())) / float(sizes.sum())


def difference(
    first: Values, first_clusters: Sequence[Hashable], second: Values, second_clusters: Sequence[Hashable],
    documents: Documents, *, level: float = 0.95,
) -> Estimate:  # fmt: skip
    """The mean of some rows minus the mean of others, drawn together where they share documents."""
    return _of_two(first, first_clusters, second, second_clusters, documents, level, "difference")


def ratio(
    first: Values, first_clusters: Sequence[Hashable], second: Values, second_clusters: Sequence[Hashable],
    documents: Documents, *, level: float = 0.95,
) -> Estimate:  # fmt: skip
    """The mean of some rows divided by the mean of others; no interval where the divisor may be nought.

    A ratio says nothing where its divisor changes sign among the resamples: then low and high are None.
    """
    return _of_two(first, first_clusters, second, second_clusters, documents, level, "ratio")


def _of_two(
    first: Values,
    first_clusters: Sequence[Hashable],
    second: Values,
    second_clusters: Sequence[Hashable],
    documents: Documents,
    level: float,
    what: str,
) -> Estimate:
    up, down = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    n = len(up) + len(down)
    codes = [documents.codes(up, first_clusters), documents.codes(down, second_clusters)]
    have = [set(part.tolist()) for part in codes]
    count = min(map(len, have))
    if not len(up) or not len(down):
        return Estimate(None, None, None, n, len(have[0] | have[1]), level)
    scale = power_of_two(up, down)
    up, down = up / scale, down / scale
    columns = []
    for data, code in zip((up, down), codes, strict=True):
        columns += [
            np.bincount(code, weights=data - data.mean(), minlength=len(documents)),
            np.bincount(code, minlength=len(documents)).astype(np.float64),
        ]
    drawn = documents.totals(np.stack(columns, axis=1))
    drawn = drawn[(drawn[:, 1] > 0) & (drawn[:, 3] > 0)]
    one = up.mean() + drawn[:, 0] / drawn[:, 1]
    other = down.mean() + drawn[:, 2] / drawn[:, 3]
    if what == "difference":
        value = float(up.mean() - down.mean())
        return _scaled(_estimate(value, one - other - value, n, count, level), scale)
    if down.mean() == 0:
        return Estimate(None, None, None, n, count, level)
    value = float(up.mean() / down.mean())
    if not (np.sign(other) == np.sign(down.mean())).all():
        return Estimate(value, None, None, n, count, level)
    return _estimate(value, one / other - value, n, count, level)


def _estimate(
    value: float,
    moved: NDArray[np.float64],
    n: int,
    count: int,
    level: float,
    errors: NDArray[np.float64] | None = None,
    own_error: float = 0.0,
) -> Estimate:
    """The estimate from the distances of its resamples, and from their standard errors where these are known.

    With them the interval is the studentized one (bootstrap-t), which holds for skewed values; where some resamples
    hardly vary at all, it would have no end, and the percentile interval stands in its place. Where the level is so
    high that only a few resamples lie beyond the ends, it is widened to Student's where that is wider.
    """
    if count < 2 or len(moved) < 2:  # one document says nothing of how much documents differ
        return Estimate(value, None, None, n, count, level)
    if errors is not None and (errors > _STEADY * own_error).all():
        ends = np.quantile(moved / errors, [(1 + level) / 2, (1 - level) / 2])
        low, high = (float(-end * own_error) for end in ends)
    else:
        low, high = percentiles(moved, count, level)
    if errors is not None and (1 - level) / 2 * len(moved) < FEWEST_IN_TAIL:
        reach = own_error * float(stats.t.ppf((1 + level) / 2, count - 1))
        low, high = min(low, -reach), max(high, reach)
    return Estimate(value, value + min(low, 0.0), value + max(high, 0.0), n, count, level)


def _scaled(estimate: Estimate, scale: float) -> Estimate:
    value, low, high = (
        None if number is None else number * scale for number in (estimate.value, estimate.low, estimate.high)
    )
    return replace(estimate, value=value, low=low, high=high)


def _by_document(
    data: NDArray[np.float64], codes: NDArray[np.intp], of: NDArray[np.intp], documents: int, groups: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sums and numbers of rows, shape ``(documents, groups)``: all that a mean needs of its rows."""
    cells = codes * groups + of
    shape = (documents, groups)
    sums, sizes = np.zeros(documents * groups), np.zeros(documents * groups)
    np.add.at(sums, cells, data)
    np.add.at(sizes, cells, 1.0)
    return sums.reshape(shape), sizes.reshape(shape)
