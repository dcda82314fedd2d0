"""`control-constant`: the same score for everything."""

from __future__ import annotations

from collections.abc import Sequence

from gaugeblock.metrics.base import Score
from gaugeblock.metrics.controls._control import Control, check_number
from gaugeblock.perturb.example import Example


class Constant(Control):
    """One score for every input: it passes every test of invariance, and tells nothing.

    Args:
        value: the score, from 0 to 1.

    Raises:
        UsageError: the value is no number from 0 to 1.
    """

    name = "control-constant"
    reads = frozenset({"response"})
    flaw = "the score never changes"
    caught_by = ("sensitivity", "gaming", "force", "laws")

    def __init__(self, *, value: float = 0.7) -> None:
        self._value = check_number(self.name, "value", value, 0.0, 1.0)
        self.options = {"value": value}

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """The value, for each example."""
        return [self._value for _ in examples]


METRIC = Constant
