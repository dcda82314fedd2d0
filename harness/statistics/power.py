"""What the documents at hand can show, and how many more would be needed."""

from __future__ import annotations

import math

from scipy import stats

from gaugeblock.harness.statistics.estimate import Estimate
from gaugeblock.harness.statistics.proportions import exact

_MOST = 10_000_000  # documents; beyond it a value counts as lying on its limit

POWER = 0.8
"""Chance of finding an effect of the size that `minimum_detectable_effect` names."""


def minimum_detectable_effect(estimate: Estimate) -> float | None:
    """The smallest distance from a limit that would be found so often as `POWER` says, in the estimate's own unit.

    From the width of the interval: the sum of the two normal quantiles, in standard errors. None without an interval,
    or where the interval is an exact one, whose width says nothing of a standard error.

    >>> round(minimum_detectable_effect(Estimate(0.5, 0.304, 0.696, 100, 100)), 2)
    0.28
    """
    if estimate.low is None or estimate.high is None or estimate.exact:
        return None
    reach = float(stats.norm.ppf((1 + estimate.level) / 2))
    error = (estimate.high - estimate.low) / (2 * reach)
    return error * (reach + float(stats.norm.ppf(POWER)))


def documents_needed(estimate: Estimate, limit: float) -> int | None:
    """About how many source documents would settle on which side of a limit the value lies, if it stays as it is.

    The interval narrows with the square root of the number of documents; an exact one (of a share of 0 or 1) is taken
    of more and more documents until it clears the limit. None where the value lies on the limit, or there is no
    interval.

    >>> documents_needed(Estimate(0.30, 0.20, 0.40, 50, 50), 0.25)
    200
    >>> documents_needed(Estimate(1.0, 0.54, 1.0, 6, 6, exact=True), 0.75)
    13
    """
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return None
    distance = abs(estimate.value - limit)
    reach = estimate.value - estimate.low if estimate.value > limit else estimate.high - estimate.value
    if distance <= 1e-12 * max(abs(estimate.value), abs(limit), reach):
        return None
    if estimate.exact:
        return _fewest_exact(estimate, limit)
    times = reach / distance
    if times > math.sqrt(_MOST):
        return None
    return max(estimate.clusters, math.ceil(round(estimate.clusters * times**2, 6)))


def _fewest_exact(estimate: Estimate, limit: float) -> int | None:
    """The fewest documents, no fewer than there are, whose exact interval lies on one side of the limit."""
    value = estimate.value
    assert value is not None

    def clears(documents: int) -> bool:
        low, high = exact(value, documents, estimate.level)
        return low >= limit if value > limit else high <= limit

    low, high = max(1, estimate.clusters) - 1, max(1, estimate.clusters)
    while not clears(high):
        low, high = high, 2 * high
        if high > _MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if clears(middle) else (middle, high)
    return high
