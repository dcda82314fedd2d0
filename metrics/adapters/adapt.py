"""`adapt`: an object of another package's kind, as a `Metric`. Objects are known by what they can do, not by import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gaugeblock.metrics.adapters.deepeval_metric import DeepEvalMetric
from gaugeblock.metrics.adapters.evaluate_module import EvaluateModule
from gaugeblock.metrics.adapters.ragas_metric import RagasMetric
from gaugeblock.metrics.adapters.scorer import ScorerMetric
from gaugeblock.metrics.adapters.torchmetrics_metric import TorchMetric
from gaugeblock.metrics.base import Metric

_KINDS: Sequence[tuple[Callable[[Any], bool], Callable[..., Metric]]] = (
    (DeepEvalMetric.is_one, DeepEvalMetric),
    (RagasMetric.is_one, RagasMetric),
    (TorchMetric.is_one, TorchMetric),
    (EvaluateModule.is_one, EvaluateModule),
    (ScorerMetric.is_one, ScorerMetric),
)


def adapt(found: Any, **settings: Any) -> Metric | None:
    """The metric that an object is, None where it is of no known kind.

    Known are metrics of DeepEval, RAGAS and torchmetrics, modules of Hugging Face ``evaluate``, and scorers with a
    method ``score(docs, claims)``, such as SummaC's, AlignScore's and MiniCheck's.

    Args:
        found: the object.
        settings: what its kind of metric takes beside it, such as ``key`` and ``construct``.

    Raises:
        TypeError: its kind takes no such setting.
    """
    if isinstance(found, (Metric, type)):
        return None
    return next((make(found, **settings) for is_one, make in _KINDS if is_one(found)), None)
