"""How far does the metric agree with people? The ordinary meta-evaluation, beside the stress tests.

A rank order of metrics by agreement alone is what the stress tests warn of: it says how a metric does on responses as
they come, not what it does it by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gaugeblock.harness.outcome import Comparison, Outcome, Statistic, combine
from gaugeblock.harness.statistics import Estimate, kendall, pearson, spearman
from gaugeblock.harness.statistics.documents import percentiles
from gaugeblock.harness.statistics.scale import LARGEST
from gaugeblock.harness.stress import _labelled
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.lexicon import lexicon

BINS = 10
"""Bins of equal count in which scores are held against labels."""

_FOLDS = 5
_MEANING = {"auc": "Supported and unsupported responses get nearly the same scores"}
_REVERSED = {
    "auc": "Unsupported responses get the higher scores (where lower is better, declare `higher_is_better=False`)"
}
_CORRELATIONS = {"pearson": pearson, "spearman": spearman, "kendall": kendall}


class Agreement:
    """The stress test `agreement`."""

    name = "agreement"
    version = "2"
    summary = "How far does the metric agree with human labels: AUC, balanced accuracy, correlation, calibration?"
    families = _labelled.FAMILIES
    arranged = 0
    plan = staticmethod(_labelled.no_variants)

    def judge(self, trial: Trial) -> Outcome:
        """AUC with its rule, balanced accuracy, correlations, calibration; then each part of the data."""
        rows = _labelled.labelled(trial)
        if (nothing := _labelled.nothing_to_judge(trial, rows)) is not None:
            return nothing
        scored = rows[rows["score"].notna()].reset_index(drop=True)
        scored = scored.assign(accepted=accepted(scored, trial.seed), **_of_metadata(scored))
        found = [
            trial.ruled(
                _labelled.auc(trial, "auc", "all", scored), at_least=float(trial.policy["agreement"]["min_auc"])
            ),
            # of a decision, the AUC is the mean of sensitivity and specificity
            _labelled.auc(trial, "balanced-accuracy", "all", scored, "accepted"),
            _threshold(trial, scored),
            *_correlations(trial, scored),
            *_calibration(trial, scored),
            *_by_part(trial, scored),
        ]
        high = found[0].estimate.high
        verdict, reason = combine(found, trial, _MEANING if high is None or high >= 0.5 else _REVERSED)
        return Outcome(verdict, reason, tuple(found), _labelled.coverage(trial, rows))

    def compare(self, trials: Sequence[Trial]) -> list[Comparison]:
        """Differences of AUC between every two metrics, on the rows that both have scored."""
        return _labelled.auc_differences(trials, ["all"], lambda trial: {"all": _labelled.labelled(trial)})


def best_threshold(scores: NDArray[np.float64], supported: NDArray[np.bool_]) -> float:
    """The lowest score to accept, by Youden's J: sensitivity plus specificity is largest there.

    >>> best_threshold(np.array([0.1, 0.4, 0.6, 0.9]), np.array([False, False, True, True]))
    0.6
    """
    from sklearn.metrics import roc_curve

    false, true, thresholds = roc_curve(supported, scores, drop_intermediate=False)
    return float(thresholds[1:][np.argmax((true - false)[1:])])  # the first accepts nothing


def accepted(rows: pd.DataFrame, seed: int) -> NDArray[np.float64]:
    """Whether each score reaches the threshold that is best for the other documents: 1, 0, or NaN without such.

    Args:
        rows: with columns ``score``, ``supported`` and ``cluster``.
        seed: of the folds.
    """
    from sklearn.model_selection import StratifiedGroupKFold

    scores, supported = rows["score"].to_numpy(dtype=np.float64), rows["supported"].to_numpy(dtype=bool)
    found = np.full(len(rows), np.nan)
    folds = min(_FOLDS, rows.loc[supported, "cluster"].nunique(), rows.loc[~supported, "cluster"].nunique())
    if folds < 2:
        return found
    split = StratifiedGroupKFold(folds, shuffle=True, random_state=seed % 2**32)
    for train, test in split.split(scores, supported, rows["cluster"]):
        if supported[train].any() and not supported[train].all():
            found[test] = scores[test] >= best_threshold(scores[train], supported[train])
    return found


def calibration_error(
    scores: NDArray[np.float64],
    labels: NDArray[np.float64],
    clusters: Sequence[Any],
    trial: Trial,
) -> Estimate:
    """The expected calibration error: how far the mean score lies from the mean label, averaged over bins.

    It presumes that scores are probabilities of support; of others it says nothing.

    The bins hold equal counts of scores in ascending order, equal scores always together. The interval is the basic
    bootstrap's, which takes off what chance adds to a sum of absolute values; it is widened to hold the value itself.

    Args:
        scores: in [0, 1].
        labels: in [0, 1].
        clusters: source document of each row.
        trial: whose documents are resampled.
    """
    n, count = len(scores), len(set(clusters))
    if not n:
        return Estimate(None, None, None, 0, 0, trial.level)
    cut = pd.qcut(pd.Series(scores).rank(method="average"), min(BINS, n), labels=False, duplicates="drop")
    bins = cut.fillna(0).to_numpy(dtype=np.intp)  # scores that are all equal cannot be cut: they are one bin
    gaps = scores - labels
    codes = trial.documents.codes(gaps, clusters)
    sums = np.zeros((len(trial.documents), int(bins.max()) + 2))
    np.add.at(sums, (codes, bins), gaps)
    sums[:, -1] = np.bincount(codes, minlength=len(trial.documents))
    value = float(np.abs(sums[:, :-1].sum(axis=0)).sum() / n)
    if count < 2:
        return Estimate(value, None, None, n, count, trial.level)
    drawn = trial.documents.totals(sums)
    drawn = drawn[drawn[:, -1] > 0]
    low, high = percentiles(np.abs(drawn[:, :-1]).sum(axis=1) / drawn[:, -1], count, trial.level)
    return Estimate(
        value, max(0.0, min(value, 2 * value - high)), min(1.0, max(value, 2 * value - low)), n, count, trial.level
    )


def _threshold(trial: Trial, rows: pd.DataFrame) -> Statistic:
    """The threshold that is best for all rows, which is what a user would take, on the scale of the metric itself."""
    supported = rows["supported"].to_numpy(dtype=bool)
    value = None
    if supported.any() and not supported.all():
        value = best_threshold(rows["score"].to_numpy(dtype=np.float64), supported)
        value = value if trial.higher_is_better else -value
    return Statistic("threshold", "all", Estimate(value, None, None, len(rows), rows["cluster"].nunique(), trial.level))


def _correlations(trial: Trial, rows: pd.DataFrame) -> list[Statistic]:
    """With the graded judgement of the data, or with the label where it has none."""
    rated = rows[rows["rating"].notna()]
    by_rating = [(str(name), part, "rating") for name, part in rated.groupby("rating_name")]
    return [
        Statistic(
            name,
            group,
            correlate(
                part["score"].to_numpy(dtype=np.float64),
                part[column].to_numpy(dtype=np.float64),
                part["cluster"].tolist(),
                trial.documents,
                level=trial.level,
            ),
        )
        for group, part, column in by_rating or [("label", rows, "label")]
        for name, correlate in _CORRELATIONS.items()
    ]


def _calibration(trial: Trial, rows: pd.DataFrame) -> list[Statistic]:
    """Only of a metric whose bounds are 0 and 1, on the presumption that its scores are meant as probabilities."""
    if trial.bounds != (0.0, 1.0):
        return []
    outcome: NDArray[np.float64] = rows["supported"].to_numpy(dtype=np.float64)
    error = calibration_error(rows["score"].to_numpy(dtype=np.float64), outcome, rows["cluster"].tolist(), trial)
    # the mean of these is scikit-learn's `brier_score_loss`
    squared = rows.assign(squared=(rows["score"] - outcome) ** 2)
    return [Statistic("calibration-error", "all", error), trial.mean("brier", "all", squared, "squared")]


def _by_part(trial: Trial, rows: pd.DataFrame) -> list[Statistic]:
    """AUC and balanced accuracy in each part of the data, where it has several."""
    parts = [(str(name), part) for name, part in rows.groupby("part")]
    if len(parts) < 2:
        return []
    return [
        _labelled.auc(trial, statistic, name, part, column)
        for statistic, column in (("auc", "score"), ("balanced-accuracy", "accepted"))
        for name, part in parts
    ]


def _of_metadata(rows: pd.DataFrame) -> dict[str, list[Any]]:
    """The columns ``rating``, ``rating_name`` and ``part``, None where an example's metadata has none."""
    found: dict[str, list[Any]] = {"rating": [], "rating_name": [], "part": []}
    for values in _labelled.metadata(rows):
        name = next((key for key in _keys()["ratings"] if _is_number(values.get(key))), None)
        found["rating"].append(None if name is None else float(values[name]))
        found["rating_name"].append(name)
        found["part"].append(next((values[key] for key in _keys()["parts"] if isinstance(values.get(key), str)), None))
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST


def _keys() -> dict[str, list[str]]:
    return lexicon(__file__)


TEST = Agreement()
