"""An interval is drawn inside its axis, with its limits, whatever the numbers."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.reports.figures import MARGIN, WIDTH, Axis, axis_svg, interval_svg, shared_axis, thresholds
from gaugeblock.reports.results import Statistic

numbers = st.none() | st.floats(-1e9, 1e9)


@settings(deadline=None)
@given(st.lists(st.builds(Statistic, name=st.just("x"), value=numbers, low=numbers, high=numbers), max_size=5))
def test_every_mark_lies_inside_the_drawing(statistics: list[Statistic]) -> None:
    axis = shared_axis(statistics)
    assert axis.low < axis.high
    assert 2 <= len(axis.ticks) <= 12
    for statistic in statistics:
        drawing = ElementTree.fromstring(interval_svg(statistic, axis, "label"))
        for element in drawing.iter("line"):
            for end in (float(element.attrib["x1"]), float(element.attrib["x2"])):
                assert MARGIN <= end <= WIDTH - MARGIN
    assert ElementTree.fromstring(axis_svg(axis)) is not None


def test_the_axis_holds_natural_range_reference_and_limits() -> None:
    axis = shared_axis([Statistic(name="x", value=0.2, rule="at most 1.4")], natural=(0, 1), reference=0.5)
    assert axis.low <= 0 < 1.4 <= axis.high
    assert axis.reference == 0.5


def test_the_verdict_has_a_shape() -> None:
    axis = Axis(0, 1, (0, 1), 0)
    shapes = {}
    for verdict in ("pass", "fail", "inconclusive"):
        drawing = interval_svg(Statistic(name="x", value=0.5, verdict=verdict), axis, "label")
        shapes[verdict] = re.findall(r'<(\w+) class="dot"', drawing)
    assert shapes == {"pass": ["circle"], "fail": ["rect"], "inconclusive": ["polygon"]}


def test_a_statistic_without_a_value_has_no_dot() -> None:
    assert "dot" not in interval_svg(Statistic(name="x"), Axis(0, 1, (0, 1), 0), "label")


def test_a_label_is_escaped() -> None:
    assert "<b>" not in interval_svg(Statistic(name="x"), Axis(0, 1, (0, 1), 0), '<b>"')


@pytest.mark.parametrize(
    ("rule", "limits"),
    [
        ("at most 0.0234 (0.1 spreads)", (0.0234,)),
        ("above 1e-05", (1e-05,)),
        ("at least -2", (-2.0,)),
        ("between -0.1 and 0.1", (-0.1, 0.1)),
        ("no more than chance", ()),
    ],
)
def test_the_limits_of_a_rule_are_read_from_its_words(rule: str, limits: tuple[float, ...]) -> None:
    assert thresholds(Statistic(name="x", rule=rule)) == limits


def test_a_limit_that_the_run_gives_as_a_number_is_drawn_in_the_place_of_its_words() -> None:
    """The words hold three digits: at most 0.0234 is not at most 0.02344."""
    statistic = Statistic(name="x", rule="at most 0.0234 (0.1 spreads)", limit=0.02344)
    assert thresholds(statistic) == (0.02344,)
    assert thresholds(Statistic(name="x", limit=0.5)) == ()


@pytest.mark.parametrize("unit", [1e-320, 1e-200, 1e-15, 1e15, 1e299])
def test_an_axis_has_ticks_of_its_own_in_any_unit(unit: float) -> None:
    """Likelihoods are tiny: their ticks all read 0, or there was no axis at all."""
    axis = shared_axis([Statistic(name="x", value=2 * unit, low=-unit, high=5 * unit)])
    assert axis.low < axis.high
    assert len(set(axis.ticks)) == len(axis.ticks) >= 2
    assert ElementTree.fromstring(axis_svg(axis)) is not None
