"""The names of metrics."""

from __future__ import annotations

import inspect

import pytest

from gaugeblock.metrics import METRICS, Metric
from gaugeblock.perturb.errors import UnknownNameError


def test_the_built_in_metrics_are_found_by_their_files() -> None:
    built_in = {"citation-presence", "consens", "embedding-similarity", "entity-overlap", "rouge2", "token-overlap"}
    assert built_in <= set(METRICS)
    assert not any(name.startswith("_") for name in METRICS)


def test_every_built_in_metric_calls_itself_as_it_is_registered() -> None:
    for name in METRICS:
        entry = METRICS.get(name)
        if inspect.isclass(entry) and issubclass(entry, Metric):
            assert entry.name == name


def test_a_name_that_is_not_there_is_told_with_what_comes_close() -> None:
    with pytest.raises(UnknownNameError, match="no metric is called 'rouge3'; did you mean rouge"):
        METRICS.get("rouge3")
