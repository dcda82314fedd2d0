"""`control-out-of-range`: some scores lie outside the bounds that are declared."""

from __future__ import annotations

from collections.abc import Sequence

from gaugeblock.metrics.base import Score
from gaugeblock.metrics.controls._control import Base, Control, chance, check_base, check_number, sound_score
from gaugeblock.perturb.example import Example


class OutOfRange(Control):
    """A sound score, but 1.3 for some inputs, always the same ones, though the bounds say 0 to 1.

    Args:
        base: the sound score, ``oracle`` or ``overlap``.
        rate: the share of inputs that get 1.3.

    Raises:
        UsageError: there is no such base, or the rate is no number from 0 to 1.
    """

    name = "control-out-of-range"
    flaw = "some scores lie outside the declared bounds"
    caught_by = ("laws",)

    def __init__(self, *, base: Base = "oracle", rate: float = 0.1) -> None:
        check_base(self.name, base)
        self.options = {"base": base, "rate": rate}
        self._base, self._rate = base, check_number(self.name, "rate", rate, 0.0, 1.0)

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [
            1.3 if chance(example, 2).random() < self._rate else sound_score(example, self._base)
            for example in examples
        ]


METRIC = OutOfRange
