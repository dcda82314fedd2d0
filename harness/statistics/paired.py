"""Tests of paired differences, one value a document, and the correction for making many of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from gaugeblock.harness.statistics.means import Values
from gaugeblock.harness.statistics.scale import power_of_two

_EXACT = 50  # values without ties and noughts, up to which the signed-rank test is exact


@dataclass(frozen=True, slots=True)
class Paired:
    """Is the mean difference nothing?

    Args:
        n: documents, of which each gives the mean of its rows.
        median: of the documents' differences.
        effect_size: Cohen's d_z, their mean over their standard deviation; None where they do not differ.
        t: Student's t, None likewise.
        t_p: its two-sided probability.
        wilcoxon: the signed-rank statistic; None where every difference is nought.
        wilcoxon_p: its two-sided probability, exact for up to 50 values without ties and noughts, else by the normal
            distribution; 1 where every difference is nought.
    """

    n: int
    median: float | None
    effect_size: float | None
    t: float | None
    t_p: float | None
    wilcoxon: float | None
    wilcoxon_p: float | None


def paired_tests(differences: Values, clusters: Sequence[Hashable]) -> Paired:
    """Student's paired t test and Wilcoxon's signed-rank test of differences, by `scipy.stats`.

    Rows of one document are averaged first, since both tests take independent values.

    Args:
        differences: variant minus original, one a row.
        clusters: the source document of each row.
    """
    given = np.asarray(differences, dtype=np.float64)
    scale = power_of_two(given)
    values = pd.Series(given / scale).groupby(list(clusters), sort=False).mean().to_numpy()
    if not len(values):
        return Paired(0, None, None, None, None, None, None)
    median, spread = float(np.median(values)) * scale, float(values.std(ddof=1)) if len(values) > 1 else 0.0
    # SciPy's own choice would be a permutation test for few values with ties, which takes a fifth of a second
    plain = len(values) <= _EXACT and len(np.unique(np.abs(values))) == len(values) and (values != 0).all()
    method: Any = "exact" if plain else "asymptotic"
    signed: Any = stats.wilcoxon(values, method=method) if (values != 0).any() else None
    wilcoxon = None if signed is None else float(signed.statistic)
    wilcoxon_p = 1.0 if signed is None else float(signed.pvalue)
    # equal differences have no spread but what rounding leaves, and a t of them means nothing
    if spread <= 1e-12 * float(np.abs(values).max(initial=0.0)) or len(values) < 2:
        return Paired(len(values), median, None, None, None, wilcoxon, wilcoxon_p)
    test = stats.ttest_1samp(values, 0.0)
    effect = float(values.mean() / spread)
    return Paired(len(values), median, effect, float(test.statistic), float(test.pvalue), wilcoxon, wilcoxon_p)


def holm(probabilities: Mapping[Hashable, float | None]) -> dict[Hashable, float | None]:
    """The probabilities corrected for their number (Holm 1979, by statsmodels); None stays None and is not counted.

    >>> holm({"a": 0.01, "b": 0.04, "c": None})
    {'a': 0.02, 'b': 0.04, 'c': None}
    """
    from statsmodels.stats.multitest import multipletests

    known = [name for name, p in probabilities.items() if p is not None]
    if not known:
        return dict(probabilities)
    corrected = multipletests([probabilities[name] for name in known], method="holm")[1]
    by_name = dict(zip(known, map(float, corrected), strict=True))
    return {name: by_name.get(name) for name in probabilities}
