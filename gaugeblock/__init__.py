"""Gaugeblock: stress tests for text-evaluation metrics.

    import gaugeblock as gb

    @gb.metric(construct="factual-consistency", bounds=(0, 1))
    def overlap(context: str, response: str) -> float: ...

    audit = gb.audit(overlap, data="sample", stress=["gaming", "force"], seed=0)

Names are imported when they are first used, so that ``import gaugeblock`` is quick and loads no model.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gaugeblock import perturb as perturb
    from gaugeblock.api import Audit as Audit
    from gaugeblock.api import audit as audit
    from gaugeblock.harness.data import Dataset as Dataset
    from gaugeblock.harness.data import load as load
    from gaugeblock.metrics.base import Metric as Metric
    from gaugeblock.metrics.base import Score as Score
    from gaugeblock.metrics.base import Unscored as Unscored
    from gaugeblock.metrics.function import metric as metric
    from gaugeblock.metrics.resolve import resolve as resolve
    from gaugeblock.perturb.errors import GaugeblockError as GaugeblockError
    from gaugeblock.perturb.example import Example as Example
    from gaugeblock.perturb.relations import Relation as Relation
    from gaugeblock.perturb.variant import Edit as Edit
    from gaugeblock.perturb.variant import Skip as Skip
    from gaugeblock.perturb.variant import Variant as Variant

__version__ = "0.1.0"

_HOMES = {
    "Audit": "gaugeblock.api",
    "audit": "gaugeblock.api",
    "Dataset": "gaugeblock.harness.data",
    "load": "gaugeblock.harness.data",
    "Metric": "gaugeblock.metrics.base",
    "Score": "gaugeblock.metrics.base",
    "Unscored": "gaugeblock.metrics.base",
    "metric": "gaugeblock.metrics.function",
    "resolve": "gaugeblock.metrics.resolve",
    "GaugeblockError": "gaugeblock.perturb.errors",
    "Example": "gaugeblock.perturb.example",
    "Relation": "gaugeblock.perturb.relations",
    "Edit": "gaugeblock.perturb.variant",
    "Skip": "gaugeblock.perturb.variant",
    "Variant": "gaugeblock.perturb.variant",
}

__all__ = ["__version__", "perturb", *_HOMES]


def __getattr__(name: str) -> Any:
    if name == "perturb":
        return importlib.import_module("gaugeblock.perturb")
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'gaugeblock' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
