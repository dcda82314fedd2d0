"""`Span`: a stretch of a text, counted in code points."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property


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


class Stretches(tuple[Span, ...]):
    """Stretches of one text, left to right, which may nest; however many there are, a place is soon looked up."""

    @cached_property
    def _apart(self) -> list[Span]:
        """The stretches with those that share characters made one: what touches none of these touches none at all."""
        apart: list[Span] = []
        for span in self:
            if apart and span.start < apart[-1].end:
                apart[-1] = Span(apart[-1].start, max(apart[-1].end, span.end))
            else:
                apart.append(span)
        return apart

    def touched(self, start: int, end: int) -> bool:
        """Whether an edit of ``start..end`` would change any of the stretches.

        >>> Stretches([Span(0, 9), Span(2, 5), Span(9, 12)]).touched(9, 9)
        False
        """
        first = bisect_left(self._apart, start, key=lambda span: span.end)
        return any(span.overlaps(start, end) for span in self._apart[first : first + 2])


def touched(spans: Iterable[Span], start: int, end: int) -> bool:
    """Whether an edit of ``start..end`` would change any of the stretches."""
    if isinstance(spans, Stretches):
        return spans.touched(start, end)
    return any(span.overlaps(start, end) for span in spans)
