"""The gate: which verdicts of a run break a policy."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gaugeblock.perturb.errors import UsageError
from gaugeblock.reports.fields import Fields
from gaugeblock.reports.numerals import share
from gaugeblock.reports.results import MetricResult
from gaugeblock.reports.results_file import parse_results
from gaugeblock.reports.run import Run

FAILING = ("fail", "inconclusive")
"""The verdicts that a gate may be set to fail on."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One reason why a gate does not hold.

    Args:
        metric: the metric it is about; empty where it is about the run.
        stress: the stress test, empty where it is about the metric as a whole.
        kind: ``verdict``, ``unscored`` or ``missing``.
        message: what is wrong, in one sentence.
    """

    metric: str
    stress: str
    kind: str
    message: str

    def __str__(self) -> str:
        place = ", ".join(part for part in (self.metric, self.stress) if part)
        return f"{place}: {self.message}" if place else self.message


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRules:
    """The ``gate`` table of a policy.

    Args:
        fail_on: the verdicts that break the gate.
        metrics: the metrics that it holds for; None = all.
        max_unscored: the largest share of items that may fail to get a score (those that the metric itself declines do
            not count); None = any.
    """

    fail_on: tuple[str, ...] = ("fail",)
    metrics: tuple[str, ...] | None = None
    max_unscored: float | None = 0.05


def gate_rules(policy: Mapping[str, Any]) -> GateRules:
    """The gate's rules in a policy; what the policy does not say keeps its default.

    Raises:
        UsageError: a key or a value that a gate does not know.
    """
    table = policy.get("gate", {})
    if not isinstance(table, Mapping):
        raise UsageError(f"gate must be a table, not {table!r}")
    known = ("fail_on", "metrics", "max_unscored")
    for key in table:
        if key not in known:
            close = difflib.get_close_matches(str(key), known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"it may have: {', '.join(known)}"
            raise UsageError(f"the gate has no setting {key!r}; {hint}")
    rules = GateRules()
    return GateRules(
        fail_on=_fail_on(table["fail_on"]) if "fail_on" in table else rules.fail_on,
        metrics=_metrics(table["metrics"]) if "metrics" in table else rules.metrics,
        max_unscored=_share(table["max_unscored"]) if "max_unscored" in table else rules.max_unscored,
    )


def gate(results: Mapping[str, Any] | Run, policy: Mapping[str, Any]) -> list[Failure]:
    """Every reason why the results do not pass the policy's gate; an empty list where it holds.

    A gate does not hold for want of evidence: a run without metrics, a metric that the policy names and the run lacks,
    and a metric without a single stress test or score each break it. Whether an inconclusive verdict does is for the
    policy to say.

    Args:
        results: a run, or the content of its ``results.json``.
        policy: settings with a ``gate`` table, such as ``{"gate": {"fail_on": ["fail"], "metrics": "all",
            "max_unscored": 0.05}}``.

    Raises:
        UsageError: the gate has a setting that is not known.
        DataError: the results are not those of an audit.
    """
    rules = gate_rules(policy)
    metrics = results.metrics if isinstance(results, Run) else parse_results(Fields(results, "results.json"))
    if not metrics:
        return [Failure("", "", "missing", "the run has no metric, so the gate has nothing to hold for")]
    chosen = [metric for metric in metrics if rules.metrics is None or metric.name in rules.metrics]
    absent = [name for name in rules.metrics or () if name not in {metric.name for metric in metrics}]
    failures = [
        Failure(name, "", "missing", "the gate names this metric and the run does not have it") for name in absent
    ]
    for metric in chosen:
        failures += [*_verdicts(metric, rules), *_unscored(metric, rules)]
    return failures


def _verdicts(metric: MetricResult, rules: GateRules) -> Iterator[Failure]:
    if not metric.stress:
        yield Failure(metric.name, "", "missing", "no stress test was run on this metric")
    broken = [test for test in metric.stress if test.verdict in rules.fail_on and test.applies]
    for test in broken:
        yield Failure(metric.name, test.name, "verdict", f"{test.verdict}: {test.reason or 'no reason is given'}")
    if metric.verdict in rules.fail_on and not broken:
        yield Failure(metric.name, "", "verdict", f"{metric.verdict}: {metric.reason or 'no reason is given'}")


def _unscored(metric: MetricResult, rules: GateRules) -> Iterator[Failure]:
    # an item that the metric declines is an answer, not a gap; older results do not tell the two apart
    missing = metric.unscored_share if metric.failed_share is None else metric.failed_share
    if reason := too_few_scored(metric.items or 0, metric.unscored, missing, rules):
        yield Failure(metric.name, "", "unscored", reason)


def too_few_scored(items: int, unscored: int | None, failed_share: float | None, rules: GateRules) -> str:
    """Why so many items lack a score that nothing can rest on the others; empty where it can.

    Args:
        items: how many were to be scored.
        unscored: how many of them have no score, for whatever reason.
        failed_share: the share that failed to get one, those left out that the metric itself declined.
        rules: how large it may be.
    """
    if rules.max_unscored is None:
        return ""
    if not items or failed_share is None:
        return "no item was scored, so the unscored share cannot be told"
    if unscored == items:
        return f"none of the {items:,} items got a score"
    if failed_share > rules.max_unscored:
        allowed = share(rules.max_unscored)
        return f"{share(failed_share)} of the items failed to get a score; the policy allows {allowed}"
    return ""


def _fail_on(value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or any(verdict not in FAILING for verdict in value):
        raise UsageError(f"the gate's fail_on takes a list of {' and '.join(FAILING)}, not {value!r}")
    return tuple(value)


def _metrics(value: Any) -> tuple[str, ...] | None:
    if value == "all":
        return None
    if not isinstance(value, (list, tuple)) or not value or any(not isinstance(name, str) for name in value):
        raise UsageError(f'the gate\'s metrics takes "all" or a list of names, not {value!r}')
    return tuple(value)


def _share(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise UsageError(f"the gate's max_unscored takes a share from 0 to 1, not {value!r}")
    return float(value)
