"""`control-context-blind`: the response is judged without a look at the context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gaugeblock.metrics.base import Score
from gaugeblock.metrics.controls._control import Control, chance
from gaugeblock.perturb.example import Example


class ContextBlind(Control):
    """A score that depends on the response alone, as if the metric knew of itself what is true."""

    name = "control-context-blind"
    reads = frozenset({"response"})
    flaw = "the context is not looked at"
    caught_by = ("context",)

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [chance(replace(example, context=(), question=None), 0).random() for example in examples]


METRIC = ContextBlind
