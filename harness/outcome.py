"""What a stress test finds: statistics with their rules, differences between metrics, a verdict with its reason."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from gaugeblock.harness import statistics
from gaugeblock.harness.statistics import Estimate

if TYPE_CHECKING:
    from gaugeblock.harness.trial import Trial

PASS, FAIL, INCONCLUSIVE = "pass", "fail", "inconclusive"

_MOST_NEEDED = 1_000_000  # documents; more than that is no advice


@dataclass(frozen=True, slots=True)
class Statistic:
    """A number that a test reports, with what stands behind it.

    Args:
        name: such as ``mvr``.
        group: the rows it is over: ``all``, a perturbation, an axis.
        estimate: value, interval and counts.
        rule: what must hold, in words, None where nothing must.
        verdict: ``pass``, ``fail`` or ``inconclusive``, None where there is no rule.
        limit: the number in the rule.
        tests: further numbers by name: the median, an effect size, probabilities of a test and their correction.
    """

    name: str
    group: str
    estimate: Estimate
    rule: str | None = None
    verdict: str | None = None
    limit: float | None = None
    tests: Mapping[str, float | None] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The statistic as a row of ``results.json``."""
        estimate = self.estimate
        return {
            "name": self.name,
            "group": self.group,
            "value": _rounded(estimate.value),
            "low": _rounded(estimate.low),
            "high": _rounded(estimate.high),
            "level": estimate.level,
            "exact": estimate.exact,
            "n": estimate.n,
            "clusters": estimate.clusters,
            "rule": self.rule,
            "verdict": self.verdict,
            **({} if estimate.p is None else {"p": _rounded(estimate.p)}),
            **({} if self.limit is None else self._evidence(self.limit)),
            **({"tests": {name: _rounded(value) for name, value in self.tests.items()}} if self.tests else {}),
        }

    def _evidence(self, limit: float) -> dict[str, Any]:
        """What the rows at hand could show, and how many documents would settle the rule."""
        return {
            "limit": _rounded(limit),
            "detectable": _rounded(statistics.minimum_detectable_effect(self.estimate)),
            "documents_needed": statistics.documents_needed(self.estimate, limit),
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two metrics set against each other on the same rows.

    Args:
        name: of the statistic, such as ``auc``.
        group: the rows it is over.
        first: name of a metric.
        second: name of the other.
        estimate: the first's value minus the second's, with the p of no difference.
        p_holm: that p, corrected for the number of comparisons (Holm); None where there is none.
    """

    name: str
    group: str
    first: str
    second: str
    estimate: Estimate
    p_holm: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The comparison as a row of ``results.json``."""
        estimate = self.estimate
        return {
            "name": self.name,
            "group": self.group,
            "first": self.first,
            "second": self.second,
            "difference": _rounded(estimate.value),
            "low": _rounded(estimate.low),
            "high": _rounded(estimate.high),
            "n": estimate.n,
            "p": _rounded(estimate.p),
            "p_holm": _rounded(self.p_holm),
        }


def corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons with their probabilities corrected for how many there are."""
    known = statistics.holm({at: comparison.estimate.p for at, comparison in enumerate(comparisons)})
    return [replace(comparison, p_holm=known[at]) for at, comparison in enumerate(comparisons)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one stress test found about one metric.

    Args:
        verdict: ``pass``, ``fail`` or ``inconclusive``.
        reason: the verdict in a sentence.
        statistics: every number, those with rules first.
        coverage: counts of applied variants, of skips by reason, and of unscored variants.
        worst: rows that break the relation most, worst first.
        applies: whether the test says anything about a metric of this construct.
    """

    verdict: str
    reason: str
    statistics: tuple[Statistic, ...]
    coverage: Mapping[str, int]
    worst: tuple[Mapping[str, Any], ...] = ()
    applies: bool = True

    def to_json(self) -> dict[str, Any]:
        """The outcome as an entry of ``results.json``."""
        return {
            "verdict": self.verdict,
            "reason": self.reason,
            "applies": self.applies,
            "statistics": [statistic.to_json() for statistic in self.statistics],
            "coverage": dict(self.coverage),
            "examples": [dict(row) for row in self.worst],
        }


def coverage(rows: pd.DataFrame) -> dict[str, int]:
    """How many variants were made, why others were not, and how many have no score."""
    variants = rows[rows["outcome"] == "variant"]
    counts = {"applied": len(variants)}
    for reason in ("not-applicable", "unchanged", "rejected", "language"):
        counts[reason.replace("-", "_")] = int((rows["reason"] == reason).sum())
    counts["unscored"] = int(variants["change"].isna().sum())
    return counts


def combine(statistics_: Sequence[Statistic], trial: Trial, meaning: Mapping[str, str]) -> tuple[str, str]:
    """The verdict of a test from its ruled statistics, and the reason in a sentence.

    Args:
        meaning: by statistic name, what breaking its rule means, to open the sentence with.
    """
    ruled = [s for s in statistics_ if s.verdict is not None]
    for verdict in (FAIL, INCONCLUSIVE):
        for statistic in ruled:
            if statistic.verdict == verdict:
                return verdict, _sentence(statistic, trial, meaning)
    if not ruled:
        return INCONCLUSIVE, "No variant could be made and scored, so nothing can be said."
    first = ruled[0]
    return PASS, f"Every rule holds; {_numbers(first)}."


def _sentence(statistic: Statistic, trial: Trial, meaning: Mapping[str, str]) -> str:
    estimate = statistic.estimate
    opening = meaning.get(statistic.name, statistic.name)
    needed = trial.policy["evidence"]["min_clusters"]
    if statistic.verdict == FAIL:
        return f"{opening}: {_numbers(statistic)}, must be {statistic.rule}."
    if estimate.value is None:
        return (
            f"Too little evidence: {statistic.name} ({statistic.group}) has no rows: of these responses no such "
            "variant could be made, or none has a score."
        )
    if estimate.clusters < needed and not estimate.exact:
        return (
            f"Too little evidence: {statistic.name} ({statistic.group}) rests on {estimate.clusters} source documents, "
            f"at least {needed} are needed."
        )
    wanted = None if statistic.limit is None else statistics.documents_needed(estimate, statistic.limit)
    if wanted is None or wanted > _MOST_NEEDED:
        more = "it lies too near the limit for more documents to settle it soon"
    else:
        enough = max(wanted, estimate.clusters + 1, int(needed))
        more = f"about {enough} source documents in place of {estimate.clusters} would tell"
    return f"Undecided: {_numbers(statistic)}, must be {statistic.rule}; {more}."


def _numbers(statistic: Statistic) -> str:
    e = statistic.estimate
    if e.value is None:
        return f"{statistic.name} ({statistic.group}) has no rows"
    interval = "" if e.low is None or e.high is None else f" [{_shown(e.low)}, {_shown(e.high)}]"
    return f"{statistic.name} ({statistic.group}) is {_shown(e.value)}{interval} over {e.n} rows"


def _shown(value: float) -> str:
    """Three decimals, or three digits of a number that these would show as nothing, or with a row of noughts."""
    return f"{value:.3f}" if value == 0 or 0.0005 <= abs(value) < 1e7 else f"{value:.3g}"


def worst_rows(rows: pd.DataFrame, by: str, originals: pd.DataFrame, limit: int = 5) -> tuple[dict[str, Any], ...]:
    """The rows with the largest value of a column, one for each parent, with both texts and both scores.

    Args:
        rows: variant rows with the column `by`; larger is worse.
        originals: the rows that the variants were made from, indexed by variant id.
    """
    kept = rows[rows[by].notna() & (rows["outcome"] == "variant")]
    kept = kept.sort_values([by, "variant_id"], ascending=[False, True]).drop_duplicates("parent").head(limit)
    records: list[Any] = kept.to_dict("records")
    return tuple(_worst(row, originals.loc[row["base"]]) for row in records)


def _worst(row: Mapping[str, Any], original: pd.Series[Any]) -> dict[str, Any]:
    edits = json.loads(row["edits"])
    fields = sorted({edit["field"] for edit in edits}) or ["response"]
    severity = row["severity"]
    return {
        "parent": row["parent"],
        "variant": row["variant_id"],
        "perturbation": row["perturbation"],
        "family": row["family"],
        "severity": None if pd.isna(severity) else int(severity),
        "relation": row["relation"],
        "score_before": _rounded(row["score_parent"]),
        "score_after": _rounded(row["score"]),
        "change": _rounded(row["change"]),
        "note": _note(row["details"]),
        "edits": edits,
        "question": None if pd.isna(original["question"]) else original["question"],
        "label": _rounded(original["label"]),
        "context": list(original["context"]),
        "before": {name: _text(original, name) for name in fields},
        "after": {name: _text(row, name) for name in fields},
    }


def _note(details: Mapping[str, Any]) -> str:
    """What a variant's details say beyond its edits: the axis, the position of a phrase, the type of error."""
    plain = {key: value for key, value in details.items() if isinstance(value, (str, int, float)) and value != ""}
    return "; ".join(f"{key.replace('_', ' ')}: {plain[key]}" for key in sorted(plain) if key not in ("from", "to"))


def _text(row: Mapping[str, Any] | pd.Series[Any], name: str) -> str:
    if name.startswith("context["):
        documents, position = row["context"], int(name[8:-1])
        return str(documents[position]) if position < len(documents) else ""  # the original lacks an added document
    return str(row[name])


def _rounded(value: Any) -> float | None:
    """Twelve significant digits: enough for every comparison, few enough not to depend on the order of summation."""
    if value is None or pd.isna(value):
        return None
    return float(f"{float(value):.12g}")
