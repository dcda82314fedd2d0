"""How long a padded response should be, and phrases chosen to come near it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.example import Example

TARGETS = {1: 1.25, 2: 1.5, 3: 2.0, 4: 3.0, 5: 4.0}
"""Severity to length: words of the padded response per word of the original."""

TOLERANCES = {1: 0.12, 2: 0.12, 3: 0.2, 4: 0.3, 5: 0.4}
"""How far the length reached may lie from each target, in the same ratio; less than half of what parts two targets."""


@lru_cache(maxsize=4096)
def words(text: str) -> int:
    """The number of words, parted by white space.

    >>> words("It rose  3%.")
    3
    """
    return len(text.split())


def wanted_words(response: str, severity: int) -> int:
    """How many words a level of padding should add."""
    return round(words(response) * (TARGETS[severity] - 1))


def off_target(response: str, padded: str, severity: int) -> str | None:
    """What is wrong with the length of a padded response, None when it lies within the tolerance.

    No padding has the right length for a response without words.

    >>> off_target("a b c d", "a b c d e", 1) is None
    True
    """
    if not words(response):
        return "the response has no words"
    ratio = words(padded) / words(response)
    if abs(ratio - TARGETS[severity]) <= TOLERANCES[severity]:
        return None
    return f"{ratio:.2f} times the length, not {TARGETS[severity]}"


def near_target(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The padded response is about as long as its level asks for."""
    return off_target(original.response, changed.response, proposal.severity or 1)


class Supply:
    """Phrases dealt out without repetition until all are used.

    Args:
        phrases: what there is to deal.
        rng: shuffles them once.
    """

    def __init__(self, phrases: Sequence[str], rng: random.Random) -> None:
        self._left = rng.sample(phrases, len(phrases))

    def take(self, most: int) -> str | None:
        """The longest of the next three phrases of at most so many words.

        Where no phrase is that short: the shortest, if half of it fits, else None; None too when all are used.
        """
        if not self._left:
            return None
        fitting = [phrase for phrase in self._left if words(phrase) <= most]
        chosen = max(fitting[:3], key=words) if fitting else min(self._left, key=words)
        if not fitting and words(chosen) > 2 * most:
            return None
        self._left.remove(chosen)
        return chosen
