"""Numbers as text, the same in every format."""

from __future__ import annotations

from collections.abc import Iterable

from gaugeblock.reports.results import Statistic


def number(value: float | None) -> str:
    """A statistic as text: three decimals, more digits where they would show nothing, or a whole that it is not.

    >>> number(0.3149), number(0.0), number(0.000042), number(0.99996), number(1234.5), number(None)
    ('0.315', '0.000', '4.2e-05', '0.99996', '1234.5', 'none')
    """
    if value is None:
        return "none"
    if value == 0:
        return "0.000"
    if abs(value) < 0.0005:
        return f"{value:.2g}"
    if 0.9995 <= abs(value) < 1:
        return next((text for digits in (4, 5) if abs(float(text := f"{value:.{digits}f}")) < 1), f"{value:.3f}")
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
    """A share as a percentage; one that is not nothing never reads as 0%, and one that is not all never as 100%.

    >>> share(0.0013), share(0.25), share(0.00001), share(0.9999), share(None)
    ('0.1%', '25.0%', 'under 0.1%', 'over 99.9%', 'unknown')
    """
    if value is None:
        return "unknown"
    if 0.9995 <= value < 1:
        return "over 99.9%"
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


def usual_level(statistics: Iterable[Statistic]) -> float | None:
    """The lowest level of the intervals of some statistics: rules for many groups at once have wider ones.

    >>> usual_level([Statistic(name="mvr", level=level) for level in (0.99, 0.95, 1)])
    0.95
    """
    return min((s.level for s in statistics if s.level is not None and s.level < 1), default=None)


def interval_title(level: float | None) -> str:
    """What to call intervals of a level.

    >>> interval_title(0.95), interval_title(None)
    ('95% interval', 'Interval')
    """
    return "Interval" if level is None else f"{_percent(level)} interval"


def other_level(statistic: Statistic, usual: float | None) -> str:
    """The level of a statistic's interval where it is not the usual one, else empty.

    >>> other_level(Statistic(name="mvr", low=0.1, high=0.4, level=0.9958), 0.95)
    '99.58%'
    >>> other_level(Statistic(name="mvr", low=0.1, high=0.4, level=0.95), 0.95)
    ''
    """
    level = statistic.level
    if level is None or level == 1 or level == usual or statistic.low is None or statistic.high is None:
        return ""
    return _percent(level)


def _percent(level: float) -> str:
    return f"{100 * level:.4g}%" if level < 0.9999 else f"{100 * level:.6g}%"


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


_TESTS = {
    "median": "median {}",
    "effect_size": "effect size {}",
    "t_p": "t test p {}",
    "wilcoxon_p": "Wilcoxon p {}",
}


def probability(p: float | None) -> str:
    """A probability as text; a small one never reads as nought.

    >>> probability(0.0314), probability(0.00001), probability(None)
    ('0.031', '< 0.001', 'none')
    """
    return "none" if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"


def further(statistic: Statistic) -> str:
    """The further numbers of a statistic on one line, empty where it has none.

    >>> further(Statistic(name="x", tests={"median": -0.02, "t_p": 0.0004, "t_p_holm": 0.012, "wilcoxon_p": None}))
    'median -0.020, t test p < 0.001 (Holm 0.012)'
    """
    parts = []
    for name, words in _TESTS.items():
        value = statistic.tests.get(name)
        if value is None:
            continue
        corrected = statistic.tests.get(f"{name}_holm")
        shown = probability(value) if name.endswith("_p") else number(value)
        parts.append(words.format(shown) + ("" if corrected is None else f" (Holm {probability(corrected)})"))
    parts += [
        f"{name.replace('_', ' ')} {number(value)}"
        for name, value in statistic.tests.items()
        if value is not None and name not in (*_TESTS, "t", "wilcoxon") and not name.endswith("_holm")
    ]
    if statistic.p is not None:
        parts.append(f"p {probability(statistic.p)}")
    return ", ".join(parts)


def evidence(statistic: Statistic) -> str:
    """What would settle an open verdict, empty where there is none to settle.

    >>> evidence(Statistic(name="mvr", verdict="inconclusive", clusters=40, detectable=0.12, documents_needed=300))
    'these rows would show a distance of 0.120; about 300 documents would settle it'
    """
    if statistic.verdict != "inconclusive":
        return ""
    parts = []
    if statistic.detectable:
        parts.append(f"these rows would show a distance of {number(statistic.detectable)}")
    if statistic.documents_needed is not None and statistic.documents_needed > (statistic.clusters or 0):
        parts.append(f"about {statistic.documents_needed:,} documents would settle it")
    return "; ".join(parts)
