"""What the adapters share: a name, a fingerprint, and how a score is read out of what a package returns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gaugeblock.metrics.base import Bounds, Metric
from gaugeblock.metrics.source import function_digest
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.relations import CONSTRUCTS


class Adapter(Metric):
    """A metric that hands its examples to an object of another package.

    Args:
        wrapped: the object.
        name: what to call it; None = told by its class.
        construct: what it claims to measure.
        higher_is_better: whether a larger score means more of it.
        bounds: smallest and largest possible score.
        version: raise it when the object gives other scores for the same input.
    """

    def __init__(
        self,
        wrapped: Any,
        *,
        name: str | None = None,
        construct: str = "factual-consistency",
        higher_is_better: bool = True,
        bounds: Bounds = (None, None),
        version: str = "1",
    ) -> None:
        if construct not in CONSTRUCTS:
            raise UsageError(f"construct takes one of {', '.join(CONSTRUCTS)}, not {construct!r}")
        self.wrapped = wrapped
        self.name = name or hyphened(type(wrapped).__name__)
        self.construct, self.higher_is_better, self.bounds, self.version = construct, higher_is_better, bounds, version
        self.origin = function_digest(wrapped)


def hyphened(name: str) -> str:
    """A class's name as a metric's.

    >>> hyphened("SummaCConv"), hyphened("FaithfulnessMetric"), hyphened("_BERTScore")
    ('summa-c-conv', 'faithfulness-metric', 'bert-score')
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name.strip("_"))
    return re.sub(r"[^\w.-]+", "-", parted).lower() or "metric"


def as_list(value: Any) -> list[Any] | None:
    """A list, a tuple, or a tensor or array of one dimension, as a list; None for anything else."""
    if hasattr(value, "tolist") and getattr(value, "ndim", 0) == 1:
        value = value.tolist()
    return list(value) if isinstance(value, Sequence) and not isinstance(value, (str, bytes)) else None


def one_number(value: Any, key: str | None, owner: str) -> Any:
    """The score in what was returned for one item: itself, or one entry of a mapping.

    Raises:
        ValueError: the mapping has several entries, and none is asked for.
    """
    if not isinstance(value, Mapping):
        listed = as_list(value)
        return listed[0] if listed is not None and len(listed) == 1 else value
    if key is None and len(value) == 1:
        key = next(iter(value))
    if key is None or key not in value:
        asked = "say which" if key is None else f"{key!r} is not among them"
        raise ValueError(f"{owner} returns {', '.join(map(str, value))}; {asked}: set the attribute key")
    return one_number(value[key], None, owner)
