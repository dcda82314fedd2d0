"""Metrics of other packages behind our contract; see `adapters.adapt`."""

from gaugeblock.metrics.adapters.adapt import adapt

__all__ = ["adapt"]
