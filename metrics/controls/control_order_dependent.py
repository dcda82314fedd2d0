"""`control-order-dependent`: the place in the batch changes the score."""

from __future__ import annotations

from collections.abc import Sequence

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.controls._control import Base, Control, check_base, check_number, sound_score
from gaugeblock.perturb.example import Example


class OrderDependent(Control):
    """A sound score that is lowered for every second item of a batch, as by padding or state that leaks.

    Args:
        base: the sound score, ``oracle`` or ``overlap``.
        shift: how much lower, in score units.

    Raises:
        UsageError: there is no such base, or the shift is no number from 0 to 1.
    """

    name = "control-order-dependent"
    batched = True
    flaw = "the score depends on the place in the batch"
    caught_by = ("laws",)

    def __init__(self, *, base: Base = "oracle", shift: float = 0.05) -> None:
        check_base(self.name, base)
        self.options = {"base": base, "shift": shift}
        self._base, self._shift = base, check_number(self.name, "shift", shift, 0.0, 1.0)

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example, at) for at, example in enumerate(examples)]

    def _one(self, example: Example, at: int) -> Score:
        sound = sound_score(example, self._base)
        return sound if isinstance(sound, Unscored) else max(0.0, sound - self._shift * (at % 2))


METRIC = OrderDependent
