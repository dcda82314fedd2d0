"""The metrics of a run: what a person asked for, with the published scores of the data where they asked for those."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from gaugeblock.harness.data import DATASETS, Dataset
from gaugeblock.metrics.base import Metric
from gaugeblock.metrics.published_scores import published_scores
from gaugeblock.metrics.resolve import resolve
from gaugeblock.perturb.errors import UsageError

PUBLISHED = "published"
"""The name that stands for the published scores of whatever data set is read."""


def metrics_of(asked: Sequence[Any], dataset: Dataset) -> list[Metric]:
    """The metrics of a run over some data.

    Args:
        asked: what `resolve` takes, and ``scores:published`` or ``scores:NAME`` with the name of the data set: then
            each published score that the examples carry is a metric. A file of that name goes before.
        dataset: the data.

    Raises:
        UsageError: a metric makes no sense, or the scores are those of another data set.
        DataError: the examples carry no published scores.
    """
    found: list[Metric] = []
    for item in asked:
        name = _published(item)
        if name is None:
            found.append(resolve(item))
        elif name in (PUBLISHED, dataset.name):
            found += published_scores(dataset.name, dataset.examples)
        else:
            raise UsageError(
                f"{item} takes the scores that were published with {name}, but the data are {dataset.name}; "
                f"write --data {DATASETS.get(name).usage.partition(',')[0]}"
            )
    return found


def _published(item: Any) -> str | None:
    """The data set in ``scores:NAME``, None where something else is meant."""
    if not isinstance(item, str):
        return None
    kind, _, name = item.partition(":")
    name = name.strip()
    if kind != "scores" or os.path.isfile(name) or not (name == PUBLISHED or name in DATASETS):
        return None
    return name
