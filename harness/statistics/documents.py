"""`Documents`: the source documents of a run, and the bootstrap draws of them that every statistic shares."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from gaugeblock.harness.statistics.estimate import seeded

RESAMPLES = 10_000
"""Bootstrap resamples behind an interval."""

FEWEST_IN_TAIL = 20
"""Draws beyond a percentile that it takes for the percentile to be more than the place of a few of them."""

_FEWEST_RESAMPLES = 2_000
_MOST_WEIGHTS = 200_000_000  # of the whole matrix; beyond it there are fewer resamples
_KEPT = 40_000_000  # weights held between statistics (160 MB); a larger matrix is drawn anew, chunk by chunk
_CHUNK = 20_000_000


class Documents:
    """What is resampled: whole documents, each draw the same for every statistic of a run.

    Sharing the draws makes intervals cheap, since a statistic needs one matrix product, and comparable: two metrics
    are set against each other on the same resamples.

    Args:
        names: the documents, each as often as one likes; their order settles the draws.
        seed: of the draws.
    """

    def __init__(self, names: Iterable[Hashable], seed: int = 0) -> None:
        self._codes: dict[Hashable, int] = {}
        for name in names:
            self._codes.setdefault(name, len(self._codes))
        self._seed = seed

    def __len__(self) -> int:
        return len(self._codes)

    def __repr__(self) -> str:
        return f"<{len(self)} documents, seed {self._seed}>"

    def codes(self, values: NDArray[np.float64], clusters: Sequence[Hashable]) -> NDArray[np.intp]:
        """The number of each row's document, shape ``(n,)``.

        Raises:
            ValueError: there are not as many clusters as values, a value is not finite, or a document is unknown.
        """
        if len(values) != len(clusters):
            raise ValueError(f"there are {len(values)} values but {len(clusters)} clusters")
        if not np.isfinite(values).all():
            raise ValueError("a statistic takes finite values only: leave unscored rows out, or count them by name")
        try:
            return np.fromiter((self._codes[name] for name in clusters), dtype=np.intp, count=len(values))
        except KeyError as error:
            raise ValueError(f"{error.args[0]!r} is none of the {len(self)} documents that are resampled") from None

    @property
    def resamples(self) -> int:
        """How many draws there are: `RESAMPLES`, fewer where there are more than 20,000 documents."""
        return int(max(_FEWEST_RESAMPLES, min(RESAMPLES, _MOST_WEIGHTS // max(1, len(self)))))

    def weights(self) -> Iterator[NDArray[np.float32]]:
        """How often each document is drawn, shape ``(some resamples, documents)``, a chunk at a time."""
        count = len(self)
        if self.resamples * count <= _KEPT:
            yield _kept(count, self._seed, self.resamples)
            return
        size = max(1, _CHUNK // count)
        for done in range(0, self.resamples, size):
            yield _drawn(count, seeded(self._seed, "documents", done), min(size, self.resamples - done))

    def totals(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sums over the drawn documents, shape ``(resamples, columns)``, of a ``(documents, columns)`` array."""
        return np.concatenate([_product(weights, sums) for weights in self.weights()])


def percentiles(drawn: NDArray[np.float64], clusters: int, level: float) -> tuple[float, float]:
    """The percentile interval of bootstrap draws, widened for a small number of documents.

    A plain percentile interval is too short by the factor ``sqrt((k - 1) / k)`` and has the normal's tails where it
    should have Student's; the percentiles are moved outward to make up for both (Hesterberg 2015, "What Teachers
    Should Know About the Bootstrap", section 5.3). Where fewer draws than `FEWEST_IN_TAIL` lie beyond them, no
    percentile can be told, and Student's interval with the draws' own standard deviation stands in its place.
    """
    tail = (1 - level) / 2
    wider = np.sqrt(clusters / (clusters - 1))
    moved = stats.norm.cdf(wider * stats.t.ppf(tail, clusters - 1))
    if moved * len(drawn) < FEWEST_IN_TAIL:
        centre, reach = float(drawn.mean()), float(drawn.std() * wider * stats.t.ppf(1 - tail, clusters - 1))
        return centre - reach, centre + reach
    low, high = np.quantile(drawn, [moved, 1 - moved])
    return float(low), float(high)


@lru_cache(maxsize=1)
def _kept(count: int, seed: int, resamples: int) -> NDArray[np.float32]:
    return _drawn(count, seeded(seed, "documents", 0), resamples)


def _drawn(count: int, rng: np.random.Generator, resamples: int) -> NDArray[np.float32]:
    """Multinomial counts; drawing places and counting them is faster than numpy's own for many documents."""
    weights = np.empty((resamples, count), dtype=np.float32)
    for row in range(resamples):
        weights[row] = np.bincount(rng.integers(0, count, count), minlength=count)
    return weights


def _product(weights: NDArray[np.float32], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    # single precision is plenty for a percentile, and the centre keeps large offsets from eating the digits
    scale = np.abs(sums).max(axis=0)
    scale[scale == 0] = 1.0
    product: NDArray[np.float64] = (weights @ (sums / scale).astype(np.float32)).astype(np.float64) * scale
    return product
