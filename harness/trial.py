"""The scores of one metric as the stress tests judge them: rows, margins and documents, and how they are summed up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from gaugeblock.harness import statistics
from gaugeblock.harness.outcome import FAIL, INCONCLUSIVE, PASS, Outcome, Statistic, coverage
from gaugeblock.harness.policy import Policy
from gaugeblock.harness.statistics import Documents, Estimate, Paired
from gaugeblock.metrics.base import PASSING_REASONS
from gaugeblock.perturb.relations import Relation


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

    @property
    def bases(self) -> pd.DataFrame:
        """The rows that variants are compared with, originals and bases of their own, by their ids."""
        return self.family("original", "base").drop_duplicates("variant_id").set_index("variant_id")

    def answered(self, rows: pd.DataFrame) -> pd.DataFrame:
        """The rows without the pairs of which a side is missing for a reason that says nothing of the metric."""
        missing = self.rows.loc[self.rows["unscored"].isin(PASSING_REASONS), "variant_id"]
        return rows[~(rows["variant_id"].isin(missing) | rows["base"].isin(missing))]

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
