"""Texts made fit for a line that a person reads."""

from __future__ import annotations


def shortened(text: str, most: int) -> str:
    """A text cut to so many code points, an ellipsis for what is left out.

    >>> shortened("The pier opened in May.", 12)
    'The pier op…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def printable(text: str) -> str:
    r"""A text in which what would move a cursor or turn the line round is written out.

    >>> print(printable("a\u202eb\x1b[1m"))
    a\u202eb\x1b[1m
    """
    return "".join(piece if piece.isprintable() else repr(piece)[1:-1] for piece in text)
