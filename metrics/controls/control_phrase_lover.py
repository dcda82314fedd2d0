"""`control-phrase-lover`: a phrase that says nothing raises the score."""

from __future__ import annotations

from collections.abc import Sequence

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.controls._control import Base, Control, check_base, check_number, sound_score
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example


class PhraseLover(Control):
    """A sound score, a part of which is given for having one of some words instead.

    Args:
        base: the sound score, ``oracle`` or ``overlap``.
        words: words that raise the score, with a bar between them; case does not matter.
        bonus: the part of the score that they earn, from 0 to 1; the sound score earns the rest.

    Raises:
        UsageError: there is no such base, the bonus is no number from 0 to 1, or no word is given.
    """

    name = "control-phrase-lover"
    flaw = "words about the document raise the score"
    caught_by = ("gaming",)

    def __init__(
        self, *, base: Base = "oracle", words: str = "document|passage|source|summary|evidence", bonus: float = 0.4
    ) -> None:
        check_base(self.name, base)
        self.options = {"base": base, "words": words, "bonus": bonus}
        self._base, self._bonus = base, check_number(self.name, "bonus", bonus, 0.0, 1.0)
        self._words = tuple(word.strip().casefold() for word in words.split("|") if word.strip())
        if not self._words:
            raise UsageError(f"{self.name}: words takes words with a bar between them, not {words!r}")

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        sound = sound_score(example, self._base)
        if isinstance(sound, Unscored):
            return sound
        response = example.response.casefold()
        return (1.0 - self._bonus) * sound + self._bonus * any(word in response for word in self._words)


METRIC = PhraseLover
