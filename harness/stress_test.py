"""The stress-test contract: plan variants from examples, then judge their scores. A test is one file of `stress/`."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np
import pandas as pd

from gaugeblock.harness import statistics
from gaugeblock.harness.policy import Policy
from gaugeblock.harness.statistics import Documents, Estimate, Paired
from gaugeblock.metrics.base import Score
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.registry import Registry
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.select import made
from gaugeblock.perturb.variant import Skip, Variant

_LOG = logging.getLogger(__name__)

PASS, FAIL, INCONCLUSIVE = "pass", "fail", "inconclusive"


_MOST_NEEDED = 1_000_000  # documents; more than that is no advice


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


SEARCH_CALLS = 600
"""How many further examples a search for what a metric rewards may have scored, unless it is told otherwise."""


@runtime_checkable
class Prepares(Protocol):
    """A stress test that needs to know something of the examples which no score tells, such as surface features."""

    def prepare(self, examples: Sequence[Example]) -> pd.DataFrame:
        """A table with one row an example and its id in the column ``variant_id``; kept in the run folder."""
        ...


@runtime_checkable
class Explores(Protocol):
    """A stress test whose variants depend on the metric: phrases that are mined from its scores, or searched for."""

    def explore(
        self,
        examples: Sequence[Example],
        scores: Mapping[str, float],
        ask: Callable[[Sequence[Example]], Sequence[Score]],
        seed: int,
        calls: int = SEARCH_CALLS,
    ) -> Iterator[Variant | Skip]:
        """Further variants for one metric.

        Args:
            examples: those of the data.
            scores: the scores of those that have one, by id, turned round where lower is better.
            ask: scores further examples, turned round likewise; each distinct input costs a call once.
            seed: of the run.
            calls: how many examples may be asked for at most.
        """
        ...


@runtime_checkable
class Compares(Protocol):
    """A stress test that sets the metrics of a run against each other."""

    def compare(self, trials: Sequence[Trial]) -> Sequence[Comparison]:
        """Differences between every two metrics, on the same rows."""
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
        documents: the source documents that are resampled.
        spread: standard deviation of the scores of the originals, None where they do not differ.
        prepared: what tests have prepared of the examples, by name of the test.
        bounds: smallest and largest score that the metric declares, turned round likewise.
        deterministic: whether the metric says that the same input always gets the same score.
        higher_is_better: what the metric says of its own scores, which are turned round here where it is not so.
    """

    metric: str
    construct: str
    rows: pd.DataFrame
    laws: pd.DataFrame
    policy: Policy
    seed: int
    documents: Documents
    spread: float | None = None
    prepared: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    bounds: tuple[float | None, float | None] = (None, None)
    deterministic: bool = True
    higher_is_better: bool = True

    def margin(self, spreads: float) -> float:
        """A margin in score units; without any spread, where nothing can be measured in it, plain score units."""
        return spreads * (1.0 if self.spread is None else self.spread)

    @property
    def level(self) -> float:
        """Coverage of the intervals."""
        return float(self.policy["evidence"]["level"])

    @property
    def min_clusters(self) -> int:
        """How many source documents a verdict needs."""
        return int(self.policy["evidence"]["min_clusters"])

    def rng(self, *key: str) -> np.random.Generator:
        """Chance that depends on the run's seed and a name."""
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
        self,
        name: str,
        group: str,
        rows: pd.DataFrame,
        column: str = "change",
        *,
        proportion: bool = False,
        level: float | None = None,
    ) -> Statistic:
        """The mean of a column over the rows where it is known, as a statistic without a rule.

        Args:
            proportion: whether the column holds 0 and 1 only.
            level: coverage of the interval, that of the policy by default.
        """
        kept = rows[rows[column].notna()]
        estimate = statistics.mean(
            kept[column].to_numpy(dtype=np.float64),
            kept["cluster"].tolist(),
            self.documents,
            level=self.level if level is None else level,
            proportion=proportion,
        )
        return Statistic(name, group, estimate)

    def means(
        self,
        name: str,
        rows: pd.DataFrame,
        by: str,
        column: str = "change",
        *,
        proportion: bool = False,
        level: float | None = None,
        label: str = "{}",
    ) -> list[Statistic]:
        """The means of the groups that a column makes of the rows, in order of the groups; see `mean`.

        Args:
            by: the column that names the groups; rows without a name are left out.
            label: how a group is called, its name in the place of the braces.
        """
        kept = rows[rows[column].notna() & rows[by].notna()]
        found = statistics.means(
            kept[column].to_numpy(dtype=np.float64),
            kept["cluster"].tolist(),
            kept[by].tolist(),
            self.documents,
            level=self.level if level is None else level,
            proportion=proportion,
        )
        named = [(group, found.get(group)) for group in sorted(rows.loc[rows[by].notna(), by].unique())]
        nothing = Estimate(None, None, None, 0, 0, self.level)
        return [Statistic(name, label.format(group), estimate or nothing) for group, estimate in named]

    def level_of_each(self, count: int) -> float:
        """Coverage of each of so many intervals for all of them to hold together as often as the policy says.

        Bonferroni's correction, for rules that are put to many groups at once: the more phrases are tried, the more
        surely one of them rises by chance.
        """
        return 1 - (1 - self.level) / max(1, count)

    def roc(self, higher: pd.DataFrame, lower: pd.DataFrame, column: str = "score") -> statistics.Roc:
        """The AUC of a column of some rows over that of others, with what each document adds to its error."""
        up, down = higher[higher[column].notna()], lower[lower[column].notna()]
        return statistics.Roc.of(
            up[column].to_numpy(dtype=np.float64),
            down[column].to_numpy(dtype=np.float64),
            up["cluster"].tolist(),
            down["cluster"].tolist(),
            self.documents,
        )

    def auc(self, name: str, group: str, higher: pd.DataFrame, lower: pd.DataFrame, column: str = "score") -> Statistic:
        """The AUC of a column of some rows over that of others, as a statistic without a rule."""
        return Statistic(name, group, self.roc(higher, lower, column).estimate(self.level))

    def paired(self, rows: pd.DataFrame, column: str = "change") -> Paired:
        """The tests of whether a column's mean is nothing, one value a document."""
        kept = rows[rows[column].notna()]
        return statistics.paired_tests(kept[column].to_numpy(dtype=np.float64), kept["cluster"].tolist())

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
        return replace(statistic, rule=f"{rule} {words}".strip(), verdict=verdict, limit=limit)


def perturbation_variants(family: str, example: Example, seed: int) -> Iterator[Variant | Skip]:
    """The variants that every perturbation of a family makes of an example, by name; see `variants_by`."""
    for name in perturbations_of(family):
        yield from variants_by(name, example, seed)


def variants_by(name: str, example: Example, seed: int) -> Iterator[Variant | Skip]:
    """The variants that one perturbation makes of an example.

    A perturbation that raises costs its own variants of this example, as a skip that says so, and not the run.
    """
    try:
        yield from made(name, example, seed)
    except Exception as error:  # a plug-in's perturbation may raise anything
        detail = f"the perturbation raised {type(error).__name__}: {error}"
        _LOG.warning("%s on example %r: %s", name, example.id, detail)
        yield Skip(example.id, name, PERTURBATIONS.get(name).family, "rejected", detail)


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
    wanted = None if statistic.limit is None else statistics.documents_needed(estimate, statistic.limit)
    if wanted is None or wanted > _MOST_NEEDED:
        more = "it lies too near the limit for more documents to settle it soon"
    else:
        more = f"about {max(wanted, estimate.clusters + 1)} source documents in place of {estimate.clusters} would tell"
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
