"""`Span`: a stretch of a text, counted in code points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a text.

    Args:
        start: first code point.
        end: one past the last code point.
    """

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of the stretch."""
        return text[self.start : self.end]

    def overlaps(self, start: int, end: int) -> bool:
        """Whether an edit of ``start..end`` would change this stretch; an insertion at its rim would not.

        >>> Span(2, 5).overlaps(5, 5), Span(2, 5).overlaps(3, 3), Span(2, 5).overlaps(0, 3)
        (False, True, True)
        """
        return self.start < end and start < self.end if start < end else self.start < start < self.end


def touched(spans: Iterable[Span], start: int, end: int) -> bool:
    """Whether an edit of ``start..end`` would change any of the stretches."""
    return any(span.overlaps(start, end) for span in spans)
