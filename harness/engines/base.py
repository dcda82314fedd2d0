"""What an engine does; each calls its metric through `score_batch`."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Protocol

from gaugeblock.metrics.base import Score
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.example import Example

__all__ = ["LONGEST_WAIT", "Batch", "Engine", "score_batch"]

Batch = tuple[int, tuple[Example, ...]]
"""A number that comes back with the scores, and the examples to score together."""

LONGEST_WAIT = threading.TIMEOUT_MAX
"""Seconds that can be waited for anything; a time limit for many items together may come to more."""


class Engine(Protocol):
    """Runs batches somewhere; finished ones come back in any order."""

    def run(self, batches: Iterable[Batch]) -> Iterator[tuple[int, list[Score]]]:
        """Scores of each batch, in the order of its examples; a batch that goes wrong costs only its own items."""
        ...
