"""`Law`: what every property of this folder makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement, Look
from gaugeblock.metrics.base import Metric
from gaugeblock.metrics.options import write_options
from gaugeblock.perturb.example import Example

SPREAD_SHARE = 0.1
"""How far a score may move where a law gives no tolerance, in standard deviations of the metric's own scores."""

SAME = 1e-4
"""How far two scores of one text may lie apart, in score units."""


@dataclass(frozen=True, slots=True)
class Law:
    """A law with its options.

    Args:
        name: registered name.
        options: those that were given, for its `spec`.
        claim: what must hold, as a clause.
        cases: the strategy of its cases, for a construct, from examples or (None) from built ones.
        judge: what it says of a case, under a tolerance; None where a score is missing, so that nothing is compared.
        tolerance: in score units; None = `SPREAD_SHARE` of the metric's spread.
        not_for: why it says nothing of a metric; empty where it does.
        looks_again: whether a broken case is scored again before the metric is blamed. Where the law itself scores
            repeatedly, it is not.
        in_batches: whether it scores batches of its own, so that scores from before are of no use to it.
        weight: its share of a budget that several laws share.
    """

    name: str
    options: Mapping[str, Any]
    claim: str
    cases: Callable[[str, Sequence[Example] | None], SearchStrategy[Case]]
    judge: Callable[[Case, Look, float], Judgement | None]
    tolerance: float | None = None
    not_for: Callable[[Metric], str] = lambda metric: ""
    looks_again: bool = True
    in_batches: bool = False
    weight: float = 1.0

    @property
    def spec(self) -> str:
        """Name and options, as `law_from` reads them: ``never-rewards[family=gaming]``."""
        return f"{self.name}{write_options({k: v for k, v in self.options.items() if v is not None})}"

    def __repr__(self) -> str:
        shown = ", ".join(f"{key}={value!r}" for key, value in self.options.items() if value is not None)
        return f"{self.name.replace('-', '_')}({shown})"

    def with_tolerance(self, tolerance: float) -> Law:
        """The same law with a tolerance of its own, which stands in its `spec` where the law takes one."""
        options = {**self.options, "tolerance": tolerance} if "tolerance" in self.options else self.options
        return replace(self, tolerance=tolerance, options=options)
