"""A changed text as pieces: what stayed, what was removed, what was added, what the excerpt leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from gaugeblock.perturb.errors import EditError
from gaugeblock.perturb.variant import Edit, apply_edits, diff_edits
from gaugeblock.reports.visible import one_line

LONGEST_EDIT = 1200
"""Code points of one removed or added piece that a report shows; more is cut, and the cut is counted."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text with one fate; `cut` stands for text that is left out and says how much."""

    kind: Literal["same", "removed", "added", "cut"]
    text: str


def mark(before: str, after: str, edits: Iterable[Edit]) -> list[Piece]:
    """The pieces of a changed text, in reading order.

    Args:
        before: the text of one field in the original.
        after: the same field in the variant.
        edits: the edits of that field. Where they do not turn `before` into `after`, the difference of the two texts is
            shown instead, since a report must not show what was not scored.

    >>> [(p.kind, p.text) for p in mark("in May", "in June", [])]
    [('same', 'in '), ('removed', 'May'), ('added', 'June')]
    """
    ordered = sorted(edits)
    try:
        fitting = apply_edits(before, ordered) == after
    except EditError:
        fitting = False
    if not fitting:
        ordered = list(diff_edits(before, after))
    pieces: list[Piece] = []
    at = 0
    for edit in ordered:
        pieces += [Piece("same", before[at : edit.start]), Piece("removed", edit.before), Piece("added", edit.after)]
        at = edit.end
    pieces.append(Piece("same", before[at:]))
    return [piece for piece in pieces if piece.text]


def excerpt(pieces: Sequence[Piece], keep: int) -> list[Piece]:
    """The pieces with long unchanged runs, and very long edits, cut.

    Args:
        pieces: what `mark` made.
        keep: code points of unchanged text to leave on each side of a change.
    """
    shown: list[Piece] = []
    last = len(pieces) - 1
    for position, piece in enumerate(pieces):
        if piece.kind != "same":
            shown += _shorten(piece, LONGEST_EDIT // 2, LONGEST_EDIT // 2)
        else:
            shown += _shorten(piece, keep if position > 0 else 0, keep if position < last else 0)
    return shown


def side(pieces: Sequence[Piece], kind: Literal["removed", "added"], keep: int) -> str:
    """One side of a change on one line, its edits between ``[-`` and ``-]`` or ``{+`` and ``+}``.

    Args:
        pieces: what `mark` made.
        kind: ``removed`` for the original, ``added`` for the variant.
        keep: code points of unchanged text to leave on each side of a change.

    >>> side(mark("in May", "in June", []), "added", 20)
    'in {+June+}'
    """
    opening, closing = ("[-", "-]") if kind == "removed" else ("{+", "+}")
    words = []
    for piece in excerpt(pieces, keep):
        if piece.kind == kind:
            words.append(f"{opening}{one_line(piece.text)}{closing}")
        elif piece.kind == "same":
            words.append(one_line(piece.text))
        elif piece.kind == "cut":
            words.append(" ... ")
    return "".join(words).strip()


def _shorten(piece: Piece, head: int, tail: int) -> list[Piece]:
    text = piece.text
    if len(text) <= 1.5 * (head + tail) + 40 or head + tail == 0:
        return [piece]
    start, end = _word_end(text, head) if head else 0, _word_start(text, len(text) - tail) if tail else len(text)
    cut = Piece("cut", f"{end - start:,} characters left out")
    ends = [Piece(piece.kind, text[:start]), cut, Piece(piece.kind, text[end:])]
    return [part for part in ends if part.text]


def _word_end(text: str, at: int) -> int:
    space = text.find(" ", at, at + 20)
    return at if space < 0 else space


def _word_start(text: str, at: int) -> int:
    space = text.rfind(" ", max(at - 20, 0), at)
    return at if space < 0 else space + 1
