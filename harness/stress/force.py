"""Does a claim made stronger than its evidence score lower on the same evidence?

From ForceBench (arXiv 2605.28044): the monotonicity violation rate (MVR) is the share of pairs in which the force-
raised claim scores at least as high as the calibrated one, ties included; a pair that cannot be scored violates with
margin 0, save where a server, a process or the time gave out, which says nothing of the metric. Force sensitivity is
the mean of calibrated minus raised.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pandas as pd

from gaugeblock.harness.outcome import Comparison, Outcome, Statistic, combine, corrected, coverage, worst_rows
from gaugeblock.harness.stress_test import perturbation_variants
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation, violation
from gaugeblock.perturb.variant import Skip, Variant

LOCAL_WORDS = 3
"""Words, removed and added each, of an edit that counts as local. ForceBench's own filter is not published; every pair
here has passed a validator of one axis, the same entities and a small edit, and this cut is stricter still."""

_SOURCES = ("response", "context")

_MEANING = {"mvr": "A claim stronger than its evidence often scores as high as the calibrated claim"}


class Force:
    """The stress test `force`."""

    name = "force"
    version = "2"
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
        pairs = pairs_of(trial.answered(rows))
        if not pairs["change"].notna().any():  # nothing but gaps, which are no verdict on the metric
            pairs = pairs[:0]
        mvr = trial.mean("mvr", "all", pairs, "violation", proportion=True)
        found = [
            trial.ruled(mvr, at_most=trial.policy["force"]["max_mvr"]),
            trial.mean("force-sensitivity", "all", pairs, "margin"),
            *_control(trial),
        ]
        for name, group in (("local", pairs[pairs["local"]]), *((s, pairs[pairs["source"] == s]) for s in _SOURCES)):
            if 0 < len(group) < len(pairs):
                found.append(trial.mean("mvr", name, group, "violation", proportion=True))
                found.append(trial.mean("force-sensitivity", name, group, "margin"))
        for column, label in (("axis", "{}"), ("severity", "severity-{}")):
            for value, group in pairs[pairs[column].notna()].groupby(column):
                name = label.format(f"{value:.0f}" if column == "severity" else value)
                found.append(trial.mean("mvr", name, group, "violation", proportion=True))
                found.append(trial.mean("force-sensitivity", name, group, "margin"))
        verdict, reason = combine(found, trial, _MEANING)
        worst = worst_rows(pairs[pairs["violation"] > 0], "change", trial.bases)
        return Outcome(verdict, reason, tuple(found), coverage(rows), worst)

    def compare(self, trials: Sequence[Trial]) -> Sequence[Comparison]:
        """The difference in MVR between every two metrics, over the pairs of both."""
        pairs = {
            trial.metric: pairs_of(trial.answered(trial.family(*self.families))).set_index("variant_id")
            for trial in trials
        }
        found = []
        for one, other in combinations(trials, 2):
            first, second = pairs[one.metric], pairs[other.metric]
            both = first.index.intersection(second.index)
            if not (len(both) and first["change"].notna().any() and second["change"].notna().any()):
                continue
            difference = first.loc[both].assign(difference=first.loc[both, "violation"] - second.loc[both, "violation"])
            estimate = one.mean("mvr", "all", difference, "difference").estimate
            p = one.paired(difference, "difference").wilcoxon_p
            found.append(Comparison("mvr", "all", one.metric, other.metric, replace(estimate, p=p)))
        return corrected(found)


def _control(trial: Trial) -> list[Statistic]:
    """How often a benign edit lowers the score, where the run has some: MVR means little where every edit does."""
    benign = trial.family("benign")
    benign = benign[benign["change"].notna()]
    fell = benign.assign(fell=(benign["change"] < 0).astype(float))
    return [trial.mean("benign-fall-rate", "benign", fell, "fell", proportion=True)] if len(fell) else []


def pairs_of(rows: pd.DataFrame) -> pd.DataFrame:
    """The calibrated and force-raised pairs of a run.

    Args:
        rows: force rows with ``score`` and ``score_parent``, better being higher; see `Trial.answered`.

    Returns:
        the variant rows with ``margin`` (calibrated minus raised, 0 where either is unscored), ``violation`` (1 where
        the margin is 0 or less), ``axis``, ``local`` (whether one edit of at most `LOCAL_WORDS` words made the claim
        stronger) and ``source`` (whether the calibrated claim is the response or a sentence of the context).
    """
    pairs = rows[rows["outcome"] == "variant"]
    change = pairs["change"].fillna(0.0)
    edits = [json.loads(text) for text in pairs["edits"]]
    return pairs.assign(
        local=[len(made) == 1 and _words(made[0]) <= LOCAL_WORDS for made in edits],
        source=[
            "response" if parent == base else "context"
            for parent, base in zip(pairs["parent"], pairs["base"], strict=True)
        ],
        margin=-change,
        violation=[float(violation(Relation.DECREASE, value)) for value in change],
        axis=pairs["details"].map(lambda details: details.get("axis")),
    )


def _words(edit: Mapping[str, Any]) -> int:
    return max(len(edit["before"].split()), len(edit["after"].split()))


TEST = Force()
