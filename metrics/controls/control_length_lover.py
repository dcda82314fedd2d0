"""`control-length-lover`: longer responses score higher."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.controls._control import Base, Control, check_base, check_number, sound_score
from gaugeblock.perturb.example import Example

_HALF_WAY = 40.0  # words at which length alone has earned about two thirds of what it can


class LengthLover(Control):
    """A sound score that is raised by the length of the response: padding pays.

    Args:
        base: the sound score, ``oracle`` or ``overlap``.
        weight: the share of the score that is length, from 0 to 1.

    Raises:
        UsageError: there is no such base, or the weight is no number from 0 to 1.
    """

    name = "control-length-lover"
    flaw = "a longer response scores higher"
    caught_by = ("gaming", "verbosity")

    def __init__(self, *, base: Base = "oracle", weight: float = 0.5) -> None:
        check_base(self.name, base)
        self.options = {"base": base, "weight": weight}
        self._base, self._weight = base, check_number(self.name, "weight", weight, 0.0, 1.0)

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        sound = sound_score(example, self._base)
        if isinstance(sound, Unscored):
            return sound
        length = 1.0 - math.exp(-len(example.response.split()) / _HALF_WAY)
        return (1.0 - self._weight) * sound + self._weight * length


METRIC = LengthLover
