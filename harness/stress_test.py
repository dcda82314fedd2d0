"""The stress-test contract: plan variants from examples, then judge their scores. A test is one file of `stress/`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import pandas as pd

from gaugeblock.harness import statistics
from gaugeblock.harness.policy import Policy
from gaugeblock.harness.statistics import Estimate
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.registry import Registry
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.select import made
from gaugeblock.perturb.variant import Skip, Variant

PASS, FAIL, INCONCLUSIVE = "pass", "fail", "inconclusive"


class StressTest(Protocol):
    """What the harness needs of a stress test; any object that has it will do."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def families(self) -> tuple[str, ...]:
        """The families of the variants that it judges."""
        ...

    @property
    def arranged(self) -> int:
        """How many examples, from the first, are scored in the extra arrangements too (`scoring.ARRANGEMENTS`)."""
        ...

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """The variants of ``examples[position]`` that this test wants scored; the others may lend text."""
        ...

    def judge(self, trial: Trial) -> Outcome:
        """Findings from the scores of one metric."""
        ...


STRESS: Registry[StressTest] = Registry(
    "stress test", folders=("gaugeblock.harness.stress",), attribute="TEST", group="gaugeblock.stress"
)
"""Every stress test by name; a module of the folder is an entry."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A number that a test reports, with what stands behind it.

    Args:
        name: such as ``mvr``.
        group: the rows it is over: ``all``, a perturbation, an axis.
        estimate: value, interval and counts.
        rule: what must hold, in words, None where nothing must.
        verdict: ``pass``, ``fail`` or ``inconclusive``, None where there is no rule.
    """

    name: str
    group: str
    estimate: Estimate
    rule: str | None = None
    verdict: str | None = None

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
            "n": estimate.n,
            "clusters": estimate.clusters,
            "rule": self.rule,
            "verdict": self.verdict,
        }


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


@dataclass(frozen=True, slots=True)
class Trial:
    """The scores of one metric over the variants of a run, ready for judging.

    Args:
        metric: name of the metric.
        construct: what it claims to measure.
        rows: one row a variant, skip or original, columns of the variant table plus ``score`` and ``score_parent``
            (turned round where lower is better, so that higher is always better), ``change`` (score minus parent's),
            ``unscored`` (reason), ``relation`` (for this construct) and ``details`` (a dictionary).
        laws: the score table of the extra arrangements, same orientation.
        policy: the margins.
        seed: of the run; every interval is drawn from it.
        spread: standard deviation of the scores of the originals, None where they do not differ.
    """

    metric: str
    construct: str
    rows: pd.DataFrame
    laws: pd.DataFrame
    policy: Policy
    seed: int
    spread: float | None = None

    def margin(self, spreads: float) -> float:
        """A margin in score units; without any spread, where nothing can be measured in it, plain score units."""
        return spreads * (1.0 if self.spread is None else self.spread)

    @property
    def level(self) -> float:
        """Coverage of the intervals."""
        return float(self.policy["evidence"]["level"])

    def rng(self, *key: str) -> np.random.Generator:
        """The chance behind the interval of a named statistic."""
        return statistics.seeded(self.seed, *key)

    def family(self, *families: str) -> pd.DataFrame:
        """The rows of some families, skips included; a variant that this construct has no relation for is left out."""
        rows = self.rows[self.rows["family"].isin(families)]
        return rows[(rows["outcome"] != "variant") | (rows["family"] == "probe") | (rows["relation"] != Relation.NONE)]

    def says_nothing(self, *families: str) -> bool:
        """Whether variants of these families were made, and none has a relation for this construct."""
        made = self.rows[self.rows["family"].isin(families) & (self.rows["outcome"] == "variant")]
        return len(made) > 0 and bool((made["relation"] == Relation.NONE).all())

    def not_applicable(self, families: tuple[str, ...]) -> Outcome:
        """The outcome of a test that has nothing to say about this construct."""
        reason = f"Says nothing about {self.construct}: no relation is stated for what this test changes."
        return Outcome(INCONCLUSIVE, reason, (), coverage(self.family(*families)), (), applies=False)

    def mean(
        self, name: str, group: str, rows: pd.DataFrame, column: str = "change", *, proportion: bool = False
    ) -> Statistic:
        """The mean of a column over the rows where it is known, as a statistic without a rule."""
        kept = rows[rows[column].notna()]
        estimate = statistics.mean(
            kept[column].to_numpy(dtype=np.float64),
            kept["cluster"].tolist(),
            self.rng(name, group),
            level=self.level,
            proportion=proportion,
        )
        return Statistic(name, group, estimate)

    def auc(self, name: str, group: str, higher: pd.DataFrame, lower: pd.DataFrame, column: str = "score") -> Statistic:
        """The AUC of a column of some rows over that of others, as a statistic without a rule."""
        up, down = higher[higher[column].notna()], lower[lower[column].notna()]
        estimate = statistics.auc(
            up[column].to_numpy(dtype=np.float64),
            down[column].to_numpy(dtype=np.float64),
            up["cluster"].tolist(),
            down["cluster"].tolist(),
            self.rng(name, group),
            level=self.level,
        )
        return Statistic(name, group, estimate)

    def ruled(self, statistic: Statistic, *, at_least: float | None = None, at_most: float | None = None,
              above: float | None = None, words: str = "") -> Statistic:  # fmt: skip
        """The statistic with a rule and the verdict that its interval gives.

        Args:
            at_least: the whole interval must reach this.
            at_most: the whole interval must not pass this.
            above: the whole interval must lie above this.
            words: added to the rule, such as ``(0.1 spreads)``.
        """
        estimate = statistic.estimate
        if above is not None:
            rule, limit = f"above {above:.3g}", above
        elif at_least is not None:
            rule, limit = f"at least {at_least:.3g}", at_least
        elif at_most is not None:
            rule, limit = f"at most {at_most:.3g}", at_most
        else:
            raise ValueError("a rule needs one of at_least, at_most and above")
        low, high = estimate.low, estimate.high
        few = estimate.clusters < self.policy["evidence"]["min_clusters"] and not estimate.exact
        if low is None or high is None or few:
            verdict = INCONCLUSIVE
        elif at_most is not None:
            verdict = PASS if high <= limit else FAIL if low > limit else INCONCLUSIVE
        elif at_least is not None:
            verdict = PASS if low >= limit else FAIL if high < limit else INCONCLUSIVE
        else:
            verdict = PASS if low > limit else FAIL if high <= limit else INCONCLUSIVE
        return Statistic(statistic.name, statistic.group, estimate, f"{rule} {words}".strip(), verdict)


def perturbation_variants(family: str, example: Example, seed: int) -> Iterator[Variant | Skip]:
    """The variants that every perturbation of a family makes of an example, by name."""
    for name in perturbations_of(family):
        yield from made(name, example, seed)


def perturbations_of(family: str) -> list[str]:
    """The names of a family's perturbations, in alphabetical order."""
    return [name for name in PERTURBATIONS if PERTURBATIONS.get(name).family == family]


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
        return f"Too little evidence: {statistic.name} ({statistic.group}) has no scored rows to compare."
    if estimate.clusters < needed and not estimate.exact:
        return (
            f"Too little evidence: {statistic.name} ({statistic.group}) rests on {estimate.clusters} source documents, "
            f"at least {needed} are needed."
        )
    return f"Undecided: {_numbers(statistic)}, must be {statistic.rule}; more examples would narrow the interval."


def _numbers(statistic: Statistic) -> str:
    e = statistic.estimate
    if e.value is None:
        return f"{statistic.name} ({statistic.group}) has no rows"
    interval = "" if e.low is None or e.high is None else f" [{e.low:.3f}, {e.high:.3f}]"
    return f"{statistic.name} ({statistic.group}) is {e.value:.3f}{interval} over {e.n} rows"


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
        return str(row["context"][int(name[8:-1])])
    return str(row[name])


def _rounded(value: Any) -> float | None:
    """Ten significant digits: enough for every comparison, few enough not to depend on the order of summation."""
    if value is None or pd.isna(value):
        return None
    return float(f"{float(value):.10g}")
