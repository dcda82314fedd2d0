"""Trying a law again on one case, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gaugeblock.harness.properties._case import Case
from gaugeblock.harness.properties._law import SPREAD_SHARE, Law
from gaugeblock.harness.properties._message import message
from gaugeblock.harness.properties._outcome import BROKEN, HELD, UNDECIDED, Counterexample
from gaugeblock.harness.properties._registry import law_from
from gaugeblock.harness.properties._scorer import Afresh, Scorer
from gaugeblock.metrics.display import redact
from gaugeblock.metrics.resolve import resolve
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying a law again on one case.

    Args:
        law: the law, with the tolerance that was used.
        status: `HELD`, `BROKEN`, or `UNDECIDED` where a score is missing.
        note: which scores are missing.
        counterexample: what breaks it.
    """

    law: Law
    status: str
    note: str = ""
    counterexample: Counterexample | None = None


def try_again(law: Law, scorer: Scorer, case: Case) -> Trial:
    """What a law says of one case now.

    Args:
        law: the law; without a tolerance it gets that of the metric's spread.
        scorer: the metric; every text is scored afresh.
        case: the examples.
    """
    if law.tolerance is None:
        law = law.with_tolerance(SPREAD_SHARE * scorer.spread)
    judgement, missing = law.judged(case, Afresh(scorer))
    if judgement is None:
        reasons = dict.fromkeys(
            f"{score.reason}: {score.detail}" if score.detail else score.reason for score in missing
        )
        return Trial(law, UNDECIDED, f"a score is missing ({'; '.join(reasons) or 'nothing can be compared'})")
    if not judgement.broken:
        return Trial(law, HELD)
    return Trial(law, BROKEN, counterexample=Counterexample(law, case, judgement, judgement.excess))


def replay(metric: Any, law: str, *examples: Example) -> None:
    """Try a law on given examples; the line that a failure prints calls this.

    Args:
        metric: anything that `gaugeblock.resolve` takes.
        law: its name, with options: ``never-rewards[tolerance=0.05]``.
        examples: the examples of the case, the one that the others are compared with first.

    Raises:
        AssertionError: the law is broken by these examples, or a score is missing, so that nothing is compared.
        UsageError: there is no example, or the law or the metric cannot be read.
    """
    __tracebackhide__ = True
    if not examples:
        raise UsageError("replay needs the examples of the case")
    found = try_again(law_from(law), Scorer(resolve(metric)), Case(tuple(examples)))
    if found.counterexample is not None:
        raise AssertionError(message(found.counterexample, called(metric)))
    if found.status == UNDECIDED:
        raise AssertionError(f"{found.law!r} cannot be tried on {called(metric)}: {found.note}")


def called(metric: Any) -> str:
    """What a metric is called in a line of code: its text in quotation marks, without secrets, or its own name."""
    name = name_of(metric)
    return repr(name) if isinstance(metric, str) else name


def name_of(metric: Any) -> str:
    """What a metric is called: its text, without secrets, or its own name."""
    if isinstance(metric, str):
        return redact(metric)
    name = str(getattr(metric, "__name__", None) or getattr(metric, "name", None) or "")
    return name if name.isidentifier() else "metric"
