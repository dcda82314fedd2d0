"""Does a claim made stronger than its evidence score lower on the same evidence?

From ForceBench (arXiv 2605.28044): the monotonicity violation rate (MVR) is the share of pairs in which the
force-raised claim scores at least as high as the calibrated one, ties included; a pair that cannot be scored violates
with margin 0. Force sensitivity is the mean of calibrated minus raised.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from gaugeblock.harness.stress_test import (
    Outcome,
    Statistic,
    Trial,
    combine,
    coverage,
    perturbation_variants,
    worst_rows,
)
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation, violation
from gaugeblock.perturb.variant import Skip, Variant

_MEANING = {"mvr": "A claim stronger than its evidence often scores as high as the calibrated claim"}


class Force:
    """The stress test `force`."""

    name = "force"
    version = "1"
    summary = "Does a claim made stronger than its evidence score lower?"
    families = ("force",)
    arranged = 0

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """Force-raised claims on every axis."""
        yield from perturbation_variants("force", examples[position], seed)

    def judge(self, trial: Trial) -> Outcome:
        """MVR and force sensitivity over all pairs, by axis and by severity."""
        if trial.says_nothing(*self.families):
            return trial.not_applicable(self.families)
        rows = trial.family(*self.families)
        pairs = pairs_of(rows)
        if not pairs["change"].notna().any():  # nothing but gaps, which are no verdict on the metric
            pairs = pairs[:0]
        mvr = trial.mean("mvr", "all", pairs, "violation", proportion=True)
        found = [
            trial.ruled(mvr, at_most=trial.policy["force"]["max_mvr"]),
            trial.mean("force-sensitivity", "all", pairs, "margin"),
            *_control(trial),
        ]
        for column, label in (("axis", "{}"), ("severity", "severity-{}")):
            for value, group in pairs[pairs[column].notna()].groupby(column):
                name = label.format(f"{value:.0f}" if column == "severity" else value)
                found.append(trial.mean("mvr", name, group, "violation", proportion=True))
                found.append(trial.mean("force-sensitivity", name, group, "margin"))
        verdict, reason = combine(found, trial, _MEANING)
        originals = trial.family("original", "base").set_index("variant_id")
        worst = worst_rows(pairs[pairs["violation"] > 0], "change", originals)
        return Outcome(verdict, reason, tuple(found), coverage(rows), worst)


def _control(trial: Trial) -> list[Statistic]:
    """How often a benign edit lowers the score, where the run has some: MVR means little where every edit does."""
    benign = trial.family("benign")
    benign = benign[benign["change"].notna()]
    fell = benign.assign(fell=(benign["change"] < 0).astype(float))
    return [trial.mean("benign-fall-rate", "benign", fell, "fell", proportion=True)] if len(fell) else []


def pairs_of(rows: pd.DataFrame) -> pd.DataFrame:
    """The calibrated and force-raised pairs of a run.

    Args:
        rows: force rows with ``score`` and ``score_parent``, better being higher.

    Returns:
        the variant rows with ``margin`` (calibrated minus raised, 0 where either is unscored), ``violation`` (1 where
        the margin is 0 or less) and ``axis``.
    """
    pairs = rows[rows["outcome"] == "variant"]
    change = pairs["change"].fillna(0.0)
    return pairs.assign(
        margin=-change,
        violation=[float(violation(Relation.DECREASE, value)) for value in change],
        axis=pairs["details"].map(lambda details: details.get("axis")),
    )


TEST = Force()
