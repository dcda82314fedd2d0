"""Metrics of DeepEval: ``measure`` on a test case."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from gaugeblock.metrics.adapters._adapter import Adapter
from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.perturb.example import Example


class DeepEvalMetric(Adapter):
    """A DeepEval metric: the question is the input, the response the actual output, the documents both contexts."""

    batched = False
    deterministic = False  # most of them ask a language model
    reads = frozenset({"response", "context", "question"})

    def __init__(self, wrapped: Any, **declared: Any) -> None:
        super().__init__(wrapped, **{"bounds": (0.0, 1.0), **declared})

    @staticmethod
    def is_one(found: Any) -> bool:
        """Whether an object measures test cases and has a threshold, as DeepEval's metrics do."""
        return callable(getattr(found, "measure", None)) and hasattr(found, "threshold")

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Any:
        cases: Any = importlib.import_module("deepeval.test_case")
        documents = [document for document in example.context if document]
        case = cases.LLMTestCase(
            input=example.question or "",
            actual_output=example.response,
            context=documents,
            retrieval_context=documents,
        )
        self.wrapped.score = None  # so that no score of an earlier case is taken for this one's
        returned = self.wrapped.measure(case)
        score = returned if returned is not None else self.wrapped.score
        if score is None:
            return Unscored("declined", str(getattr(self.wrapped, "error", None) or "DeepEval gave no score"))
        return score
