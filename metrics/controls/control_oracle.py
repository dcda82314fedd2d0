"""`control-oracle`: a metric that knows the label, with as much noise as is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.controls._control import Control, chance, check_number, sound_score
from gaugeblock.perturb.example import Example


class Oracle(Control):
    """The label of the example: a metric without a flaw, which every stress test must pass.

    Args:
        noise: standard deviation of Gaussian noise that is added, in score units; the same input always gets the same
            noise. The score is not clipped, so that the noise has no bias; with noise it has no bounds.
        seed: of the noise.

    Raises:
        UsageError: the noise is no finite number from 0.
    """

    name = "control-oracle"

    def __init__(self, *, noise: float = 0.0, seed: int = 0) -> None:
        self._noise, self._seed = check_number(self.name, "noise", noise, 0.0), seed
        if noise:
            self.bounds = (None, None)
        self.options = {"noise": noise, "seed": seed}

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example; `Unscored` where the label is unknown."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        score = sound_score(example, "oracle")
        if isinstance(score, Unscored) or not self._noise:
            return score
        return score + chance(example, self._seed).gauss(0.0, self._noise)


METRIC = Oracle
