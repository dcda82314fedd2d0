"""Differences of scores, in which what rounding leaves of equal numbers is nought."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

RELATIVE = 1e-9
"""A difference of this share of the larger number comes from rounding."""

ABSOLUTE = 1e-12
"""So does a difference as small as this where numbers are about 1; where all are smaller, in proportion to them."""


def minus(first: pd.Series[float], second: pd.Series[float] | NDArray[np.float64]) -> pd.Series[float]:
    """The first numbers minus the second, place by place; 0 where they differ by rounding only.

    A tie is a finding in many a test, and 0.1 + 0.2 must tie with 0.3.

    Args:
        first: numbers, NaN where there is none.
        second: as many others, whatever their index.

    >>> minus(pd.Series([0.1 + 0.2, 0.5, 1e-15]), np.array([0.3, 0.25, 0.0])).tolist()
    [0.0, 0.25, 0.0]
    """
    one, other = first.to_numpy(dtype=np.float64), np.asarray(second, dtype=np.float64)
    size = np.fmax(np.abs(one), np.abs(other))
    floor = ABSOLUTE * min(1.0, float(np.nanmax(size))) if np.isfinite(size).any() else 0.0
    difference = one - other
    tied = np.abs(difference) <= np.maximum(RELATIVE * size, floor)
    return pd.Series(np.where(tied, 0.0, difference), first.index)
