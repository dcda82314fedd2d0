"""Metrics of torchmetrics: a text metric called with predictions and targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gaugeblock.metrics.adapters._adapter import Adapter, one_number
from gaugeblock.metrics.base import Score
from gaugeblock.perturb.example import Example


class TorchMetric(Adapter):
    """A torchmetrics metric, the response as prediction and the context as target, item by item.

    It keeps a running state, which is reset before each item.

    Attributes:
        key: which of several returned numbers is the score, such as ``rougeL_fmeasure``.
        nested: whether targets are lists of references for each prediction, as for BLEU.
    """

    batched = False

    def __init__(self, wrapped: Any, *, key: str | None = None, nested: bool = False, **declared: Any) -> None:
        super().__init__(wrapped, **declared)
        self.key = key
        self.nested = nested

    @property
    def options(self) -> Mapping[str, Any]:  # type: ignore[override]
        """The settings as they are now, since `key` may be set later."""
        return {"key": self.key, "nested": self.nested}

    @staticmethod
    def is_one(found: Any) -> bool:
        """Whether an object has torchmetrics' four methods."""
        return callable(found) and all(callable(getattr(found, name, None)) for name in ("update", "compute", "reset"))

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Any:
        target: Any = [[example.context_text]] if self.nested else [example.context_text]
        self.wrapped.reset()
        try:
            return one_number(self.wrapped([example.response], target), self.key, self.name)
        finally:
            self.wrapped.reset()
