"""Numbers brought near 1, whose squares neither overflow nor vanish."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

LARGEST = 1e300
"""Scores beyond it are no numbers to calculate with: the sum of a few would be infinite."""

_ROUNDING = 1e-9  # of the largest number: what differs by less differs by rounding


def power_of_two(*numbers: ArrayLike) -> float:
    """The power of two next to the largest of some finite numbers; divided by it, no number loses a digit.

    >>> power_of_two([3.0, -5.0]), power_of_two([0.0]), power_of_two([])
    (4.0, 1.0, 1.0)
    """
    largest = max((float(np.abs(part).max(initial=0.0)) for part in map(np.asarray, numbers)), default=0.0)
    return 1.0 if largest == 0 else float(np.ldexp(1.0, int(np.frexp(largest)[1]) - 1))


def deviation(numbers: ArrayLike, ddof: int = 1) -> float:
    """The standard deviation of some numbers, however large or small.

    >>> deviation([1e200, 3e200, 5e200]) == 2e200, deviation([0.0, 2e-200], ddof=0) == 1e-200
    (True, True)
    """
    values = np.asarray(numbers, dtype=np.float64)
    scale = power_of_two(values)
    return float((values / scale).std(ddof=ddof)) * scale


def varies(numbers: ArrayLike) -> bool:
    """Whether some numbers differ by more than rounding.

    >>> varies([0.3, 0.1 + 0.2]), varies([0.3, 0.31]), varies([0.3])
    (False, True, False)
    """
    values = np.asarray(numbers, dtype=np.float64)
    return len(values) > 1 and deviation(values) > _ROUNDING * float(np.abs(values).max())
