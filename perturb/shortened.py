"""`shortened`: a text cut for a line that a person reads."""

from __future__ import annotations


def shortened(text: str, most: int) -> str:
    """A text cut to so many code points, an ellipsis for what is left out.

    >>> shortened("The pier opened in May.", 12)
    'The pier op…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"
