"""Metrics of RAGAS: a single-turn sample scored at a time."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from gaugeblock.metrics.adapters._adapter import Adapter
from gaugeblock.metrics.base import Score
from gaugeblock.perturb.example import Example


class RagasMetric(Adapter):
    """A RAGAS metric: the question is the user's input, the documents the retrieved contexts."""

    batched = False
    deterministic = False  # most of them ask a language model
    reads = frozenset({"response", "context", "question", "corrected"})

    def __init__(self, wrapped: Any, **declared: Any) -> None:
        super().__init__(wrapped, **{"bounds": (0.0, 1.0), **declared})

    @staticmethod
    def is_one(found: Any) -> bool:
        """Whether an object scores single-turn samples."""
        return callable(getattr(found, "single_turn_score", None))

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Any:
        samples: Any = importlib.import_module("ragas")
        documents = [document for document in example.context if document]
        sample = samples.SingleTurnSample(
            user_input=example.question or "",
            response=example.response,
            retrieved_contexts=documents,
            reference=example.corrected,
        )
        return self.wrapped.single_turn_score(sample)
