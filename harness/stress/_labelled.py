"""Originals with human labels, and AUCs of the supported over the unsupported, for the tests that change nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pandas as pd

from gaugeblock.harness.outcome import INCONCLUSIVE, Comparison, Outcome, Statistic, corrected
from gaugeblock.harness.statistics import Roc, auc_difference
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import Skip, Variant

FAMILIES = ("original",)
"""The family of unchanged examples."""

_NOT_SUPPORT = ("conciseness",)  # constructs that a label of support says nothing of


def no_variants(examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
    """Nothing: the originals are scored in any case."""
    return iter(())


def labelled(trial: Trial) -> pd.DataFrame:
    """The originals that have a label, scored or not, with the column ``supported`` (as `Example.supported` says)."""
    rows = trial.family(*FAMILIES)
    rows = rows[rows["label"].notna()]
    return rows.assign(supported=rows["label"] > 0.5)


def metadata(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """The metadata of each row."""
    return [json.loads(text) for text in rows["metadata"]]


def nothing_to_judge(trial: Trial, rows: pd.DataFrame) -> Outcome | None:
    """The outcome where labels cannot say anything of the metric; None where they can.

    Args:
        rows: those of `labelled`.
    """
    kinds = set(rows["supported"])
    if trial.construct in _NOT_SUPPORT:
        reason = f"Says nothing about {trial.construct}: the labels say whether a response is supported."
    elif not kinds:
        reason = "The data has no labels."
    elif len(kinds) == 1:
        reason = f"Every labelled response of the data is {'supported' if kinds.pop() else 'unsupported'}."
    else:
        return None
    return Outcome(INCONCLUSIVE, reason, (), coverage(trial, rows), applies=False)


def coverage(trial: Trial, rows: pd.DataFrame) -> dict[str, int]:
    """How many responses have a label, how many have none, and how many of the former lack a score."""
    everything = len(trial.family(*FAMILIES))
    return {
        "labelled": len(rows),
        "unlabelled": everything - len(rows),
        "unscored_responses": int(rows["score"].isna().sum()),
    }


def roc(trial: Trial, rows: pd.DataFrame, column: str = "score") -> Roc:
    """The AUC of the supported rows over the others."""
    return trial.roc(rows[rows["supported"]], rows[~rows["supported"]], column)


def auc(trial: Trial, name: str, group: str, rows: pd.DataFrame, column: str = "score") -> Statistic:
    """The same as a statistic without a rule."""
    return Statistic(name, group, roc(trial, rows, column).estimate(trial.level))


def auc_differences(
    trials: Sequence[Trial], groups: Sequence[str], rows_of: Callable[[Trial], dict[str, pd.DataFrame]]
) -> list[Comparison]:
    """Differences of AUC between every two metrics, on the rows that both have scored, corrected for their number.

    Args:
        trials: of one run; those of a construct that labels say nothing of are left out.
        groups: the names of the groups of rows, in the order of the report.
        rows_of: the labelled rows of a trial by group; a group may be missing.
    """
    kept = [(trial, rows_of(trial)) for trial in trials if trial.construct not in _NOT_SUPPORT]
    found = []
    for group in groups:
        for (first, ours), (second, theirs) in combinations(kept, 2):
            if group not in ours or group not in theirs:
                continue
            one, other = ours[group].dropna(subset="score"), theirs[group].dropna(subset="score")
            both = set(one["variant_id"]) & set(other["variant_id"])
            one, other = (rows[rows["variant_id"].isin(both)] for rows in (one, other))
            estimate = auc_difference(roc(first, one), roc(second, other), level=first.level)
            found.append(Comparison("auc", group, first.metric, second.metric, estimate))
    return corrected(found)
