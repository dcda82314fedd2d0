"""Shares of rows, with intervals that hold near 0 and 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from gaugeblock.harness.statistics.estimate import Estimate

_ROUNDING = 1e-12


def wilson(count: float, trials: float, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval; numbers of trials need not be whole.

    >>> [round(end, 3) for end in wilson(0, 40)]
    [0.0, 0.088]
    """
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(count, trials, alpha=1 - level, method="wilson")
    return float(low), float(high)


def clustered_proportion(
    sums: NDArray[np.float64], sizes: NDArray[np.float64], squares: NDArray[np.float64], *, level: float = 0.95
) -> Estimate:
    """A share whose rows come in documents.

    The rows count for as many independent trials as have the variance that is found between documents, less what few
    documents cost in degrees of freedom (Korn and Graubard 1998); Wilson's interval is taken for that many. Where all
    rows agree, no variance is found, and each document counts for one trial: of an exact (Clopper-Pearson) interval
    where all are 0 or all are 1, of Wilson's where all are ties.

    Args:
        sums: sums of the rows, by document; a row is 0, 1, or one half for a tie.
        sizes: rows, by document.
        squares: sums of the squared rows, by document.
    """
    kept = sizes > 0
    sums, sizes, squares = sums[kept], sizes[kept], squares[kept]
    n, count = float(sizes.sum()), len(sizes)
    if not count:
        return Estimate(None, None, None, 0, 0, level)
    value = float(sums.sum() / n)
    if value in (0.0, 1.0):
        return Estimate(value, *exact(value, count, level), int(n), count, level, exact=True)
    if count < 2:  # one document says nothing of how much documents differ
        return Estimate(value, None, None, int(n), count, level)
    variance = count / (count - 1) * float(((sums - sizes * value) ** 2).sum()) / n**2
    # independent rows are worth their number, ties a little more, since they vary less than 0 and 1 do
    between = squares.sum() / n - value**2
    # rows that are all alike say no more than that there are so many documents
    most = n * value * (1 - value) / between if between > _ROUNDING else float(count)
    trials = most if variance == 0 else min(most, value * (1 - value) / variance)
    tail = (1 - level) / 2
    trials *= float((stats.norm.ppf(tail) / stats.t.ppf(tail, count - 1)) ** 2)
    return Estimate(value, *wilson(value * trials, trials, level), int(n), count, level)


def exact(value: float, trials: int, level: float) -> tuple[float, float]:
    """The Clopper-Pearson interval of a share of so many trials."""
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(round(value * trials), trials, alpha=1 - level, method="beta")
    return float(low), float(high)
