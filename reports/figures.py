"""An interval as a small drawing (SVG) on an axis that it shares with its neighbours."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from gaugeblock.reports.results import Statistic

WIDTH, HEIGHT, MARGIN = 240, 22, 12
_SMALLEST = 1e-290  # the largest value of an axis: below it a step cannot be told from nothing
_NUMBER = r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_RULES = (
    re.compile(rf"\b(?:at (?:most|least)|above|below|over|under|(?:more|less|greater) than)\s+{_NUMBER}"),
    re.compile(rf"\bbetween\s+{_NUMBER}\s+and\s+{_NUMBER}"),
    re.compile(rf"[<>]=?\s*{_NUMBER}"),
)


def thresholds(statistic: Statistic) -> tuple[float, ...]:
    """The limits of a statistic's rule, as numbers to draw.

    A run that does not write them as numbers has them in the words of the rule only, where three digits are left.

    >>> thresholds(Statistic(name="mvr", rule="at most 0.333", limit=1 / 3))
    (0.3333333333333333,)
    >>> thresholds(Statistic(name="shift", rule="between -0.1 and 0.1")), thresholds(Statistic(name="mvr"))
    ((-0.1, 0.1), ())
    """
    rule = statistic.rule
    if rule is None:
        return ()
    if statistic.limit is not None:
        return (statistic.limit,)
    return tuple(float(text) for pattern in _RULES for match in pattern.findall(rule) for text in _texts(match))


def _texts(match: str | tuple[str, ...]) -> tuple[str, ...]:
    return (match,) if isinstance(match, str) else match


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear axis shared by the statistics of one name.

    Args:
        low: value at the left end.
        high: value at the right end.
        ticks: values with a label.
        reference: the value that means "nothing happened": 0, or 0.5 for an AUC; None = no such value.
    """

    low: float
    high: float
    ticks: tuple[float, ...]
    reference: float | None

    def x(self, value: float) -> float:
        """Where a value stands, in the units of the drawing."""
        inside = min(max(value, self.low), self.high)
        return round(MARGIN + (WIDTH - 2 * MARGIN) * (inside - self.low) / (self.high - self.low), 1)


def shared_axis(
    statistics: Iterable[Statistic], *, natural: Sequence[float] = (), reference: float | None = 0.0
) -> Axis:
    """The axis that holds all values, intervals and thresholds of some statistics.

    Args:
        statistics: what will be drawn on it.
        natural: the smallest and largest possible value, where the statistic has them.
        reference: see `Axis`.
    """
    values = [*natural, *([] if reference is None else [reference])]
    for statistic in statistics:
        values += [v for v in (statistic.value, statistic.low, statistic.high) if v is not None]
        values += thresholds(statistic)
    low, high = min(values, default=0.0), max(values, default=1.0)
    largest = max(abs(low), abs(high))
    if largest < _SMALLEST or high - low < 1e-12 * largest:
        pad = 0.5 * largest if largest >= _SMALLEST else 0.5
        low, high = low - pad, high + pad
    step = _step((high - low) / 4)
    low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    count = round((high - low) / step)
    digits = 12 - math.floor(math.log10(step))
    ticks = tuple(round(low + step * position, digits) for position in range(count + 1))
    return Axis(low, high, ticks, reference)


def _step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * (1 - 1e-9))


def tick_label(value: float) -> str:
    """A tick's value with no more digits than it needs.

    >>> tick_label(0.25), tick_label(-0.0), tick_label(100.0)
    ('0.25', '0', '100')
    """
    return f"{value + 0.0:.4g}"


def axis_svg(axis: Axis) -> Markup:
    """The axis with its labels, to stand above the intervals."""
    parts = [_open("axis", 'aria-hidden="true"'), _line("ax-base", axis.x(axis.low), axis.x(axis.high), 20, 20)]
    every = 1 + (len(axis.ticks) - 1) // 5
    for position, tick in enumerate(axis.ticks):
        x = axis.x(tick)
        parts.append(_line("ax-tick", x, x, 16, 20))
        if position % every == 0:
            parts.append(Markup('<text class="ax-text" x="{}" y="12">{}</text>').format(x, tick_label(tick)))
    return Markup("").join([*parts, Markup("</svg>")])


def interval_svg(statistic: Statistic, axis: Axis, label: str) -> Markup:
    """A dot for the value, a whisker for the interval, lines for the reference and the rule's limits.

    The shape of the dot says the verdict without its colour: a circle passes, a square fails, a diamond is open.

    Args:
        statistic: what to draw; nothing but the lines where it has no value.
        axis: the axis it is drawn on.
        label: what the drawing shows, for those who do not see it.
    """
    verdict = statistic.verdict or "none"
    middle = HEIGHT / 2
    parts = [_open(f"interval is-{verdict}", 'role="img"'), Markup("<title>{}</title>").format(label)]
    parts.append(_line("ax-row", axis.x(axis.low), axis.x(axis.high), middle, middle))
    if axis.reference is not None:
        parts.append(_line("ax-zero", axis.x(axis.reference), axis.x(axis.reference), 0, HEIGHT))
    for limit in thresholds(statistic):
        parts.append(_line("ax-rule", axis.x(limit), axis.x(limit), 0, HEIGHT))
    if statistic.low is not None and statistic.high is not None:
        left, right = axis.x(statistic.low), axis.x(statistic.high)
        parts.append(_line("whisker", left, right, middle, middle))
        parts += [_line("whisker", end, end, middle - 4, middle + 4) for end in (left, right)]
    if statistic.value is not None:
        parts.append(_dot(verdict, axis.x(statistic.value), middle))
    return Markup("").join([*parts, Markup("</svg>")])


def _open(kind: str, extra: str) -> Markup:
    return Markup('<svg class="{}" viewBox="0 0 {} {}" {}>').format(kind, WIDTH, HEIGHT, Markup(extra))


def _line(kind: str, x1: float, x2: float, y1: float, y2: float) -> Markup:
    return Markup('<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(kind, x1, x2, y1, y2)


def _dot(verdict: str, x: float, y: float) -> Markup:
    if verdict == "fail":
        return Markup('<rect class="dot" x="{}" y="{}" width="9" height="9"/>').format(x - 4.5, y - 4.5)
    if verdict == "inconclusive":
        corners = f"{x},{y - 6} {x + 6},{y} {x},{y + 6} {x - 6},{y}"
        return Markup('<polygon class="dot" points="{}"/>').format(corners)
    return Markup('<circle class="dot" cx="{}" cy="{}" r="4.5"/>').format(x, y)
