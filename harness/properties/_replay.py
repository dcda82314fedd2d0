"""Trying a law again on one case, exactly."""

from __future__ import annotations

from typing import Any

from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.harness.properties._law import SPREAD_SHARE, Law
from gaugeblock.harness.properties._message import message
from gaugeblock.harness.properties._registry import law_from
from gaugeblock.harness.properties._scorer import Afresh, Scorer
from gaugeblock.harness.properties._search import Counterexample
from gaugeblock.metrics.display import redact
from gaugeblock.metrics.resolve import resolve
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example


def try_again(law: Law, scorer: Scorer, case: Case) -> Counterexample | None:
    """What a law says of one case now; None where it holds, or where a score is missing.

    Args:
        law: the law; without a tolerance it gets that of the metric's spread.
        scorer: the metric; every text is scored afresh.
        case: the examples.
    """
    if law.tolerance is None:
        law = law.with_tolerance(SPREAD_SHARE * scorer.spread)
    judgement: Judgement | None = law.judge(case, Afresh(scorer), law.tolerance or 0.0)
    if judgement is None or not judgement.broken:
        return None
    return Counterexample(law, case, tuple(scorer(case.examples)), judgement, judgement.excess)


def replay(metric: Any, law: str, *examples: Example) -> None:
    """Try a law on given examples; the line that a failure prints calls this.

    Args:
        metric: anything that `gaugeblock.resolve` takes.
        law: its name, with options: ``never-rewards[tolerance=0.05]``.
        examples: the examples of the case, the one that the others are compared with first.

    Raises:
        AssertionError: the law is broken by these examples.
        UsageError: there is no example, or the law or the metric cannot be read.
    """
    __tracebackhide__ = True
    if not examples:
        raise UsageError("replay needs the examples of the case")
    found = try_again(law_from(law), Scorer(resolve(metric)), Case(tuple(examples)))
    if found is not None:
        raise AssertionError(message(found, called(metric)))


def called(metric: Any) -> str:
    """What a metric is called in a line of code: its text in quotation marks, without secrets, or its own name."""
    if isinstance(metric, str):
        return repr(redact(metric))
    name = str(getattr(metric, "__name__", None) or getattr(metric, "name", None) or "")
    return name if name.isidentifier() else "metric"
