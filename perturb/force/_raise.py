"""`Raise`: a claim made stronger at one place, and the functions that find such places."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gaugeblock.perturb.grammar import written
from gaugeblock.perturb.text import Text


@dataclass(frozen=True, slots=True)
class Raise:
    """A claim made stronger at one place.

    Args:
        severity: 1 (mild), 2 (plain) or 3 (strong).
        changes: (start, end, new wording), positions in the response.
        weak: the calibrated wording, as it stands in the response.
        strong: the raised wording.
        anchor: what follows or precedes the raised wording, so that the context can be searched for the raised claim
            and not only for its wording; empty where the wording alone tells.
    """

    severity: int
    changes: tuple[tuple[int, int, str], ...]
    weak: str
    strong: str
    anchor: str = ""

    @property
    def start(self) -> int:
        """Where the edit begins, the same for all degrees of one claim."""
        return self.changes[0][0]


UNSAID = "-"
"""Stands in a lexicon's list of wordings, mild to strong, for none at this severity; an empty one drops the hedge."""

Find = Callable[[Text, random.Random], Iterable[Raise]]
"""The places of a response where a claim can be raised, best first."""


def worded(levels: Iterable[str | None]) -> Iterator[tuple[int, str]]:
    """The severities that have a wording, each with it.

    >>> list(worded(["-", "likely", ""]))
    [(2, 'likely'), (3, '')]
    """
    return ((severity, strong) for severity, strong in enumerate(levels, 1) if strong is not None and strong != UNSAID)


def word_after(token: Any) -> str:
    """The word that follows a token, empty where none does."""
    following = token.nbor(1) if token.i + 1 < len(token.doc) else None
    return following.text if following is not None and following.is_alpha else ""


def replaced(first: Any, last: Any, levels: Sequence[str | None]) -> Iterator[Raise]:
    """The tokens from first to last put in other words, at each severity that has a wording."""
    start, end, weak = first.idx, last.idx + len(last), written(first, last)
    for severity, strong in worded(levels):
        if strong:
            yield Raise(severity, ((start, end, strong),), weak, strong, word_after(last))
