"""`control-random`: scores drawn at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gaugeblock.metrics.base import Score
from gaugeblock.metrics.controls._control import Control, chance
from gaugeblock.perturb.example import Example


class Random(Control):
    """A score from 0 to 1 drawn at random.

    Args:
        fixed: whether the same input always gets the same score; else each call draws anew, and the metric says of
            itself that it is not deterministic.
        seed: of the fixed scores.
    """

    name = "control-random"
    reads = frozenset({"response", "context", "question"})
    flaw = "the score has nothing to do with the input"
    caught_by = ("sensitivity", "force")

    def __init__(self, *, fixed: bool = True, seed: int = 0) -> None:
        self.deterministic = fixed
        self.options = {"fixed": fixed, "seed": seed}
        self._seed = seed

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        if not self.deterministic:
            return [random.SystemRandom().random() for _ in examples]
        return [chance(example, self._seed).random() for example in examples]


METRIC = Random
