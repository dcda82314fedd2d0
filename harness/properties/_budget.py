"""`Budget`: how long to search for a case that breaks a law."""

from __future__ import annotations

from dataclasses import dataclass

from gaugeblock.perturb.arguments import count, seconds, whole

_EXPLORED_SHARE = 0.7
"""Of the examples go to runs so short that the draws are unlike, the rest to one that climbs from the best of them."""

_SEARCH_SHARE = 0.7  # of the time goes to the search for the worst case, the rest to shrinking


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to search.

    Args:
        max_examples: cases that are tried.
        max_seconds: seconds that scoring may take; None = no limit.
        seed: the same seed draws the same cases.

    Raises:
        UsageError: a number makes no sense.
    """

    max_examples: int = 100
    max_seconds: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "max_examples", count("max_examples", self.max_examples, 1))
        if self.max_seconds is not None:
            seconds("max_seconds", self.max_seconds)
        object.__setattr__(self, "seed", whole("seed", self.seed))

    @property
    def explored(self) -> float:
        """Of the cases that are tried, how many go to finding out where a climb towards the worst had best begin."""
        return _EXPLORED_SHARE * self.max_examples

    def search_ends(self, start: float) -> float | None:
        """When the search for the worst case ends, which began at `start`, in seconds of one clock; None = never."""
        return None if self.max_seconds is None else start + _SEARCH_SHARE * self.max_seconds

    def ends(self, start: float) -> float | None:
        """When all ends, shrinking too, what began at `start`, in seconds of one clock; None = never."""
        return None if self.max_seconds is None else start + self.max_seconds
