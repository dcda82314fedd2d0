"""AUC and differences of AUCs, with the variance that lies between documents."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from gaugeblock.harness.statistics.documents import Documents
from gaugeblock.harness.statistics.estimate import Estimate
from gaugeblock.harness.statistics.means import Values
from gaugeblock.harness.statistics.proportions import exact


@dataclass(frozen=True, slots=True)
class Roc:
    """An AUC, and what each document adds to its error.

    Args:
        value: the chance that a row which should score higher does, ties counting half; None without rows of both
            kinds.
        influence: for each document of the run, how far it moves the value, scaled so that the sum of squares is the
            variance.
        n: rows.
        clusters: documents with rows.
        fewest: documents with rows of the rarer kind.
    """

    value: float | None
    influence: NDArray[np.float64]
    n: int
    clusters: int
    fewest: int

    @classmethod
    def of(
        cls,
        higher: Values,
        lower: Values,
        higher_clusters: Sequence[Hashable],
        lower_clusters: Sequence[Hashable],
        documents: Documents,
    ) -> Roc:
        """The AUC of some rows over others.

        The variance is that of DeLong, DeLong and Clarke-Pearson (1988), extended to clusters by Obuchowski (1997):
        each row's placement among the rows of the other kind, summed within documents.

        Args:
            higher: scores of the rows that should score higher.
            lower: scores of the rows that should score lower.
            higher_clusters: source document of each row of `higher`.
            lower_clusters: source document of each row of `lower`.
            documents: of the run.

        Raises:
            ValueError: lengths differ, a value is not finite, or a document is unknown.
        """
        up, down = np.asarray(higher, dtype=np.float64), np.asarray(lower, dtype=np.float64)
        up_codes, down_codes = documents.codes(up, higher_clusters), documents.codes(down, lower_clusters)
        up_count, down_count = len(np.unique(up_codes)), len(np.unique(down_codes))
        clusters = len(np.union1d(up_codes, down_codes))
        n, fewest = len(up) + len(down), min(up_count, down_count)
        if not len(up) or not len(down):
            return cls(None, np.zeros(len(documents)), n, clusters, fewest)
        placed_up, placed_down = _placements(up, down), 1.0 - _placements(down, up)
        value = float(placed_up.mean())
        influence = np.zeros(len(documents))
        for placed, codes, count in ((placed_up, up_codes, up_count), (placed_down, down_codes, down_count)):
            part = np.bincount(codes, weights=placed - value, minlength=len(documents)) / len(placed)
            influence += part * np.sqrt(count / max(1, count - 1))
        return cls(value, influence, n, clusters, fewest)

    def estimate(self, level: float = 0.95) -> Estimate:
        """The AUC with its interval, symmetric on the logit scale; exact for a perfect separation."""
        if self.value is None:
            return Estimate(None, None, None, self.n, self.clusters, level)
        if self.value in (0.0, 1.0):
            ends = exact(self.value, self.fewest, level)
            return Estimate(self.value, *ends, self.n, self.clusters, level, exact=True)
        if self.fewest < 2:  # one document says nothing of how much documents differ
            return Estimate(self.value, None, None, self.n, self.clusters, level)
        error = float(np.sqrt((self.influence**2).sum())) / (self.value * (1 - self.value))
        reach = error * float(stats.t.ppf((1 + level) / 2, self.fewest - 1))
        centre = float(np.log(self.value / (1 - self.value)))
        low, high = (1 / (1 + np.exp(-(centre + sign * reach))) for sign in (-1, 1))
        return Estimate(
            self.value, min(float(low), self.value), max(float(high), self.value), self.n, self.clusters, level
        )

    def minus(self, other: Roc, level: float = 0.95) -> Estimate:
        """This AUC minus another of the same documents, with the two-sided p of no difference (DeLong's test).

        A perfect separation has no variance that placements could show. Where one of the two is perfect, the interval
        is put together from the distances to both values' own limits (Newcombe 1998, method 10, "Interval estimation
        for the difference between independent proportions"), and there is no p but that of two equal values.
        """
        n, clusters = min(self.n, other.n), min(self.clusters, other.clusters)
        fewest = min(self.fewest, other.fewest)
        if self.value is None or other.value is None:
            return Estimate(None, None, None, n, clusters, level)
        value = self.value - other.value
        if fewest < 2:
            return Estimate(value, None, None, n, clusters, level)
        if {self.value, other.value} & {0.0, 1.0}:
            return self._from_both_ends(other, value, n, clusters, level)
        error = float(np.sqrt(((self.influence - other.influence) ** 2).sum()))
        if error == 0:
            return Estimate(value, value, value, n, clusters, level, p=1.0 if value == 0 else None)
        reach = error * float(stats.t.ppf((1 + level) / 2, fewest - 1))
        p = float(2 * stats.t.sf(abs(value) / error, fewest - 1))
        return Estimate(value, value - reach, value + reach, n, clusters, level, p=p)

    def _from_both_ends(self, other: Roc, value: float, n: int, clusters: int, level: float) -> Estimate:
        """The difference with an interval from the two AUCs' own intervals."""
        ours, theirs = self.estimate(level), other.estimate(level)
        assert ours.value is not None
        assert theirs.value is not None
        p = 1.0 if value == 0 else None
        if ours.low is None or ours.high is None or theirs.low is None or theirs.high is None:
            return Estimate(value, None, None, n, clusters, level, p=p)
        low = value - float(np.hypot(ours.value - ours.low, theirs.high - theirs.value))
        high = value + float(np.hypot(ours.high - ours.value, theirs.value - theirs.low))
        return Estimate(value, low, high, n, clusters, level, p=p)


def auc(
    higher: Values,
    lower: Values,
    higher_clusters: Sequence[Hashable],
    lower_clusters: Sequence[Hashable],
    documents: Documents,
    *,
    level: float = 0.95,
) -> Estimate:
    """Area under the ROC curve: the chance that a row of `higher` outscores a row of `lower`; see `Roc.of`.

    >>> everyone = Documents("abcd")
    >>> auc([0.9, 0.4], [0.4, 0.1], "ab", "cd", everyone).value
    0.875
    """
    return Roc.of(higher, lower, higher_clusters, lower_clusters, documents).estimate(level)


def auc_difference(first: Roc, second: Roc, *, level: float = 0.95) -> Estimate:
    """One AUC minus another over the same documents: two metrics on one split, or one metric on two splits."""
    return first.minus(second, level)


def _placements(rows: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each row, the share of the others that lie below it, ties counting half."""
    ordered = np.sort(others)
    below = np.searchsorted(ordered, rows, side="left")
    up_to = np.searchsorted(ordered, rows, side="right")
    placed: NDArray[np.float64] = (below + up_to) / (2 * len(others))
    return placed
