"""`Law`: what every property of this folder makes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement, Look, Seen
from gaugeblock.metrics.base import Metric, Unscored
from gaugeblock.metrics.options import write_options
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

SPREAD_SHARE = 0.1
"""How far a score may move where a law gives no tolerance, in standard deviations of the metric's own scores."""

SAME = 1e-4
"""How far two scores of one text may lie apart, in score units."""


def check_allowance(name: str, value: Any) -> None:
    """Refuse a distance between scores that is none.

    Args:
        name: of the option, for the message.
        value: what was given.

    Raises:
        UsageError: it is no number, below 0, infinite or NaN.
    """
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or value < 0:
        raise UsageError(f"{name} takes a number from 0 on, in score units, not {value!r}")


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

    Raises:
        UsageError: the tolerance is negative, infinite or no number.
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

    def __post_init__(self) -> None:
        if self.tolerance is not None:
            check_allowance("tolerance", self.tolerance)

    @property
    def spec(self) -> str:
        """Name and options, as `law_from` reads them: ``never-rewards[family=gaming]``."""
        return f"{self.name}{write_options({k: v for k, v in self.options.items() if v is not None})}"

    def __repr__(self) -> str:
        shown = ", ".join(f"{key}={value!r}" for key, value in self.options.items() if value is not None)
        return f"{self.name.replace('-', '_')}({shown})"

    def judged(self, case: Case, look: Look) -> tuple[Judgement | None, list[Unscored]]:
        """What the law says of a case, with the scores that it judged, and those that were missing."""
        seen = Seen(look)
        judgement = self.judge(case, seen, self.tolerance or 0.0)
        if judgement is not None:
            judgement = replace(judgement, scores=seen.of(case.examples))
        return judgement, seen.missing

    def with_tolerance(self, tolerance: float) -> Law:
        """The same law with a tolerance of its own, which stands in its `spec` where the law takes one."""
        options = {**self.options, "tolerance": tolerance} if "tolerance" in self.options else self.options
        return replace(self, tolerance=tolerance, options=options)
