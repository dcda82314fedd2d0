"""Numbers that are written as text: in a file of scores, in a label, in JSON."""

from __future__ import annotations

import re

_DECIMAL = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|nan|inf|infinity)", re.IGNORECASE)
_LONGEST = 4_000  # digits; Python itself reads no whole number of over 4,300


def decimal_of(text: str) -> float | None:
    """The number that a text states in plain decimal notation, NaN and infinite ones among them; None for other text.

    Python's own reading takes ``1_000`` and digits of other scripts too, which are seldom meant as scores.

    >>> decimal_of(" 0.8"), decimal_of("1e-3"), decimal_of("1_000"), decimal_of("1,5")
    (0.8, 0.001, None, None)
    """
    stripped = text.strip()
    return float(stripped) if _DECIMAL.fullmatch(stripped) else None


def whole_of(digits: str) -> int:
    """The whole number that digits of JSON state.

    Raises:
        ValueError: it is too long, which is said with the mend.
    """
    if len(digits) > _LONGEST:
        raise ValueError(f"a number of {len(digits):,} digits is too long to be read: shorten it, or write it as text")
    return int(digits)


def is_writable(number: int) -> bool:
    """Whether a whole number can be written down again."""
    return number.bit_length() < 3 * _LONGEST
