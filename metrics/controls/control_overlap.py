"""`control-overlap`: the share of words that the context has, whatever they say."""

from __future__ import annotations

from collections.abc import Sequence

from gaugeblock.metrics.base import Score
from gaugeblock.metrics.controls._control import Control, sound_score
from gaugeblock.perturb.example import Example


class Overlap(Control):
    """The share of the response's words, function words included, that occur anywhere in the context."""

    name = "control-overlap"
    reads = frozenset({"response", "context"})
    flaw = "the order of the words and what they say together do not matter"
    caught_by = ("sensitivity",)

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [sound_score(example, "overlap") for example in examples]


METRIC = Overlap
