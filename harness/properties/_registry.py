"""Laws by name."""

from __future__ import annotations

from collections.abc import Callable

from gaugeblock.harness.properties._law import Law
from gaugeblock.metrics.options import split_options, typed_options
from gaugeblock.perturb.registry import Registry

PROPERTIES: Registry[Callable[..., Law]] = Registry(
    "property", folders=("gaugeblock.harness.properties",), attribute="law", group="gaugeblock.properties"
)
"""What makes each law from its options, by name; a module of this folder is an entry."""

_STANDARD = (
    "bounded",
    "deterministic",
    "order-independent",
    "batch-independent",
    "never-rewards[family=gaming]",
    "never-rewards[family=verbosity]",
    "decreases-under[family=corruption]",
    "decreases-under[family=force]",
    "decreases-under[family=context]",
    "decreases-under[family=verbosity]",
    "invariant-under[family=benign]",
    "invariant-under[family=context]",
    "monotone-in[by=force]",
    "monotone-in[by=verbosity]",
    "identity-is-maximal",
    "handles-degenerate-input",
)


def law_from(spec: str) -> Law:
    """The law that a text names: ``never-rewards`` or ``never-rewards[family=gaming,tolerance=0.05]``.

    Raises:
        UnknownNameError: no law has that name.
        UsageError: the options cannot be read, or make no sense.
    """
    name, written = split_options(spec)
    name = name.replace("_", "-")
    factory = PROPERTIES.get(name)
    return factory(**typed_options(name, factory, written))


def standard_laws() -> list[Law]:
    """The laws that a metric is held to where none is named; each says of itself for which metrics it asks nothing."""
    return [law_from(spec) for spec in _STANDARD]
