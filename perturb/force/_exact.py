"""Exact figures in the place of inexact ones, written as the inexact one is."""

from __future__ import annotations

import random

import regex

from gaugeblock.perturb.numbers import Number

_SCALED = regex.compile(r"\p{L}")
_TRIES = 20


def _written(number: Number, value: float, decimals: int) -> str:
    """The number's text with another numeral: currency, unit, scale and grouping stay."""
    old = _numeral(number)
    numeral = f"{value:,.{decimals}f}" if "," in old or value >= 10_000 else f"{value:.{decimals}f}"
    at = number.numeral.start - number.start
    return number.text[:at] + numeral + number.text[at + len(old) :]


def _numeral(number: Number) -> str:
    return number.text[number.numeral.start - number.start : number.numeral.end - number.start]


def _decimals(number: Number) -> int:
    return len(_numeral(number).partition(".")[2])


def exact_figure(number: Number, low: float, high: float, rng: random.Random) -> str | None:
    """An exact figure within a band around an inexact number, None where it would look no more exact.

    Args:
        number: the inexact number, without the word that makes it inexact.
        low: lower end of the band, as a share of the number.
        high: upper end of the band, likewise.
        rng: picks the figure.
    """
    if number.in_words or number.kind == "fraction":
        return None
    base = float(_numeral(number).replace(",", ""))
    rest = number.text.replace(_numeral(number), "")
    decimals = _decimals(number)
    if number.kind in {"percent", "measure", "decimal"} or _SCALED.search(rest):
        decimals += 1
    elif base < 40:
        return None
    for _ in range(_TRIES):
        value = round(base * rng.uniform(low, high), decimals)
        digits = f"{value:.{decimals}f}"
        if value != base and digits[-1] not in "05" and low * base <= value <= high * base:
            return _written(number, value, decimals)
    return None


def midpoint(low: Number, high: Number) -> str | None:
    """The middle of a range, written as its upper end is; None where the two do not make a range.

    A range of counts without a whole middle gives the whole number above it.
    """
    if low.in_words != high.in_words or low.value is None or high.value is None or high.in_words:
        return None
    if high.kind not in {low.kind, "percent", "measure", "count", "money"}:
        return None
    first, last = (float(_numeral(number).replace(",", "")) for number in (low, high))
    if not first < last:
        return None
    decimals = max(_decimals(low), _decimals(high))
    middle = (first + last) / 2
    if high.kind in {"percent", "measure"} and round(middle, decimals) != middle:
        decimals += 1
    step = 10.0**-decimals
    if round(middle, decimals) != middle:
        middle += step / 2
    return _written(high, middle, decimals)
