"""`Estimate`: a statistic with its interval and what stands behind it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from gaugeblock.perturb.example import content_hash


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic with its interval.

    Args:
        value: the statistic; None where there are no rows to compute it from.
        low: lower end of the interval; None where there is no value, or nothing to tell how sure it is.
        high: upper end.
        n: rows behind it.
        clusters: independent source documents behind it.
        level: coverage that the interval aims at.
        exact: whether the interval holds for any number of clusters (Clopper-Pearson), which the others need some of.
        p: two-sided probability of a value at least as far from nothing, where a test was made; else None.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int
    level: float = 0.95
    exact: bool = False
    p: float | None = None


def seeded(*key: Hashable) -> np.random.Generator:
    """A random generator that depends on nothing but the key (JSON values).

    >>> float(seeded(0, "mvr").random()) == float(seeded(0, "mvr").random())
    True
    """
    return np.random.default_rng(int(content_hash([str(part) for part in key])[:16], 16))
