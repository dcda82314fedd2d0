"""Numbers as text, the same in every format."""

from __future__ import annotations

from collections.abc import Iterable

from gaugeblock.reports.results import Statistic


def number(value: float | None) -> str:
    """A statistic as text: three decimals, more digits where they would show nothing.

    >>> number(0.3149), number(0.0), number(0.000042), number(1234.5), number(None)
    ('0.315', '0.000', '4.2e-05', '1234.5', 'none')
    """
    if value is None:
        return "none"
    if value == 0:
        return "0.000"
    if abs(value) < 0.0005:
        return f"{value:.2g}"
    if abs(value) >= 1e7:
        return f"{value:.4g}"
    return f"{value:.1f}" if abs(value) >= 1000 else f"{value:.3f}"


def signed(value: float | None) -> str:
    """A change as text, with its sign.

    >>> signed(0.25), signed(-0.25), signed(None)
    ('+0.250', '-0.250', 'none')
    """
    return number(value) if value is None or value <= 0 else f"+{number(value)}"


def share(value: float | None) -> str:
    """A share as a percentage; a share that is not nothing never reads as 0%.

    >>> share(0.0013), share(0.25), share(0.00001), share(None)
    ('0.1%', '25.0%', 'under 0.1%', 'unknown')
    """
    if value is None:
        return "unknown"
    return "under 0.1%" if 0 < value < 0.0005 else f"{value:.1%}"


def interval(statistic: Statistic) -> str:
    """The interval of a statistic as text, empty where it has none.

    >>> interval(Statistic(name="mvr", value=0.31, low=0.24, high=0.39))
    '[0.240, 0.390]'
    >>> interval(Statistic(name="constant", value=0.0, low=0.0, high=0.0, level=1.0))
    'exact'
    """
    if statistic.low is None or statistic.high is None:
        return ""
    return "exact" if statistic.level == 1 else f"[{number(statistic.low)}, {number(statistic.high)}]"


def interval_title(statistics: Iterable[Statistic]) -> str:
    """What to call the intervals of some statistics, with their level where they share one.

    >>> interval_title([Statistic(name="mvr", level=0.95)])
    '95% interval'
    """
    levels = {s.level for s in statistics if s.level is not None and s.level < 1}
    return f"{100 * levels.pop():.4g}% interval" if len(levels) == 1 else "Interval"


def describe(statistic: Statistic) -> str:
    """A statistic in one sentence: value, interval, rule.

    >>> describe(Statistic(name="mvr", value=0.31, low=0.24, high=0.39, rule="at most 0.25", verdict="fail"))
    '0.310, interval 0.240 to 0.390, rule: at most 0.25 (fail)'
    """
    if statistic.value is None:
        parts = ["no value"]
    else:
        parts = [number(statistic.value)]
    if statistic.level == 1 and statistic.value is not None:
        parts.append("exact")
    elif statistic.low is not None and statistic.high is not None:
        parts.append(f"interval {number(statistic.low)} to {number(statistic.high)}")
    if statistic.rule:
        parts.append(f"rule: {statistic.rule}" + (f" ({statistic.verdict})" if statistic.verdict else ""))
    return ", ".join(parts)
