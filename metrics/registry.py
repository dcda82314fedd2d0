"""The names that stand for metrics: the built-in ones, and those that other distributions announce."""

from __future__ import annotations

from typing import Any

from gaugeblock.perturb.registry import Registry

METRICS: Registry[Any] = Registry(
    "metric",
    folders=("gaugeblock.metrics.builtin", "gaugeblock.metrics.controls"),
    attribute="METRIC",
    group="gaugeblock.metrics",
)
"""By name: a `Metric` subclass or a factory, whose keyword arguments are the options; a `Metric`; or a function."""
