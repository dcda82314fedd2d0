"""Judging: from the two tables of a run to its results, without the metric."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from gaugeblock.harness.outcome import FAIL, INCONCLUSIVE, PASS, Outcome
from gaugeblock.harness.policy import Policy
from gaugeblock.harness.scoring import MAIN
from gaugeblock.harness.statistics import Documents
from gaugeblock.harness.statistics.scale import deviation, varies
from gaugeblock.harness.stress_test import Compares, StressTest
from gaugeblock.harness.ties import minus
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.errors import DataError

SCHEMA = 1
"""Version of the layout of ``results.json``."""


def judge_metric(trial: Trial, scores: pd.DataFrame, tests: Sequence[StressTest]) -> dict[str, Any]:
    """One metric's entry in ``results.json``.

    Args:
        trial: its scores beside the variants.
        scores: its rows of the score table.
    """
    variants = trial.rows
    outcomes = {test.name: test.judge(trial) for test in tests}
    verdict, reason = overall(outcomes)
    # probes are degenerate on purpose; what becomes of them is the business of the laws
    probes = variants.loc[variants["family"] == "probe", "variant_id"]
    ordinary = scores[(scores["arrangement"] == MAIN) & ~scores["variant_id"].isin(probes)]
    missing = ordinary["unscored"].dropna()
    failed = missing[missing != "declined"]
    return {
        "verdict": verdict,
        "reason": reason,
        "construct": trial.construct,
        "spread": None if trial.spread is None else float(f"{trial.spread:.10g}"),
        "items": len(ordinary),
        "unscored": {
            "count": len(missing),
            "share": round(len(missing) / len(ordinary), 6) if len(ordinary) else 0.0,
            "failed_share": round(len(failed) / len(ordinary), 6) if len(ordinary) else 0.0,
            "messages": _messages(ordinary),
            "reasons": {str(key): int(count) for key, count in sorted(missing.value_counts().items())},
        },
        "stress": {test: outcome.to_json() for test, outcome in outcomes.items()},
    }


def _messages(scores: pd.DataFrame) -> list[dict[str, Any]]:
    """The three commonest messages behind missing scores: a person wants to know why, not only how many."""
    missing = scores[scores["unscored"].notna()]
    counts = missing.groupby(["unscored", "detail"]).size().reset_index(name="count")
    counts = counts.sort_values(["count", "unscored", "detail"], ascending=[False, True, True]).head(3)
    rows: list[Any] = counts.to_dict("records")
    return [{"reason": row["unscored"], "message": row["detail"], "count": int(row["count"])} for row in rows]


def make_trial(
    declared: Mapping[str, Any],
    variants: pd.DataFrame,
    scores: pd.DataFrame,
    policy: Policy,
    seed: int,
    prepared: Mapping[str, pd.DataFrame] | None = None,
) -> Trial:
    """The joined tables of one metric, scores turned round where lower is better.

    Args:
        declared: what the metric says of itself: ``spec``, ``construct``, ``higher_is_better``, ``bounds`` and
            ``deterministic``.
        variants: the variant table; rows that were made for another metric are left out.
        scores: this metric's rows of the score table.
        prepared: what the tests have prepared of the examples, by name of the test.

    Raises:
        DataError: a variant has no score row, or two.
    """
    name, construct = declared["spec"], declared["construct"]
    rows = variants[variants["metric"].isna() | (variants["metric"] == name)].copy()
    _complete(name, rows, scores)
    sign = 1.0 if declared["higher_is_better"] else -1.0
    scores = scores.assign(score=scores["score"].astype(float) * sign)
    ordinary = scores[scores["arrangement"] == MAIN].set_index("variant_id")
    rows["score"] = ordinary["score"].reindex(rows["variant_id"]).to_numpy(dtype=float)
    rows["unscored"] = ordinary["unscored"].reindex(rows["variant_id"]).to_numpy()
    originals = rows[rows["outcome"] == "original"].set_index("variant_id")
    bases = rows[rows["outcome"].isin(["original", "base"])].drop_duplicates("variant_id").set_index("variant_id")
    for column in ("score", "label"):
        rows[f"{column}_parent"] = bases[column].reindex(rows["base"]).to_numpy(dtype=float)
    rows["change"] = minus(rows["score"], rows["score_parent"])
    rows["relation"] = [json.loads(text).get(construct, "none") for text in rows["relation"]]
    rows["details"] = [json.loads(text) for text in rows["details"]]
    low, high = declared["bounds"]
    return Trial(
        metric=name,
        construct=construct,
        rows=rows,
        laws=scores[scores["arrangement"] != MAIN],
        policy=policy,
        seed=seed,
        documents=Documents(originals["cluster"], seed),
        spread=spread_of(originals["score"].dropna()),
        prepared=prepared or {},
        bounds=(low, high) if sign > 0 else (_negated(high), _negated(low)),
        deterministic=declared["deterministic"],
        higher_is_better=declared["higher_is_better"],
    )


def compare_metrics(trials: Sequence[Trial], tests: Sequence[StressTest]) -> dict[str, list[dict[str, Any]]]:
    """What the tests say of the metrics of a run beside each other, by name of the test."""
    if len(trials) < 2:
        return {}
    found = {test.name: test.compare(trials) for test in tests if isinstance(test, Compares)}
    return {name: [row.to_json() for row in rows] for name, rows in found.items() if rows}


def _negated(bound: float | None) -> float | None:
    return None if bound is None else -bound


def spread_of(scores: pd.Series[float]) -> float | None:
    """Standard deviation of the scores; None where they do not differ by more than rounding."""
    return deviation(scores) if varies(scores) else None


def _complete(name: str, variants: pd.DataFrame, scores: pd.DataFrame) -> None:
    """Refuse tables in which some variant has no row of its own in the score table, or two."""
    asked = variants.loc[variants["outcome"] != "skip", "variant_id"]
    rows = scores.loc[scores["arrangement"] == MAIN, "variant_id"]
    if not rows.is_unique or set(rows) != set(asked):
        wrong = {
            "have no row": len(set(asked) - set(rows)),
            "have several": int(rows[rows.duplicated()].nunique()),
            "are none of the run": len(set(rows) - set(asked)),
        }
        told = ", ".join(f"{count} {how}" for how, count in wrong.items() if count)
        raise DataError(
            f"the tables of this run do not fit together: of {len(asked)} variants {told} in the scores of {name}; "
            "run the audit again with --overwrite"
        )


def overall(outcomes: Mapping[str, Outcome]) -> tuple[str, str]:
    """One verdict over all tests, the worst of them, with its reason in a sentence."""
    for verdict in (FAIL, INCONCLUSIVE):
        named = [test for test, outcome in outcomes.items() if outcome.verdict == verdict and outcome.applies]
        if named:
            others = f" ({len(named) - 1} more: {', '.join(named[1:])})" if len(named) > 1 else ""
            return verdict, f"{named[0]}: {outcomes[named[0]].reason}{others}"
    passed = [test for test, outcome in outcomes.items() if outcome.applies]
    if not passed:
        return INCONCLUSIVE, "No stress test says anything about this metric."
    return PASS, f"Passed {', '.join(passed)}."
