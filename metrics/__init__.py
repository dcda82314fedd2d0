"""The metrics under test, built in or a user's own, behind one contract."""

from gaugeblock.metrics.base import Metric, Score, Unscored, check_metric, coerce_score
from gaugeblock.metrics.function import FunctionMetric, metric
from gaugeblock.metrics.registry import METRICS
from gaugeblock.metrics.resolve import resolve

__all__ = [
    "METRICS",
    "FunctionMetric",
    "Metric",
    "Score",
    "Unscored",
    "check_metric",
    "coerce_score",
    "metric",
    "resolve",
]
