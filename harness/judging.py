"""Judging: from the two tables of a run to its results, without the metric."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from gaugeblock.harness.policy import Policy
from gaugeblock.harness.scoring import MAIN
from gaugeblock.harness.stress_test import FAIL, INCONCLUSIVE, PASS, Outcome, StressTest, Trial
from gaugeblock.perturb.errors import DataError

SCHEMA = 1
"""Version of the layout of ``results.json``."""


def judge_metric(
    name: str,
    construct: str,
    higher_is_better: bool,
    variants: pd.DataFrame,
    scores: pd.DataFrame,
    tests: Sequence[StressTest],
    policy: Policy,
    seed: int,
) -> dict[str, Any]:
    """One metric's entry in ``results.json``.

    Args:
        variants: the variant table.
        scores: this metric's rows of the score table.
    """
    _complete(name, variants, scores)
    trial = make_trial(name, construct, higher_is_better, variants, scores, policy, seed)
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
        "construct": construct,
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
    name: str,
    construct: str,
    higher_is_better: bool,
    variants: pd.DataFrame,
    scores: pd.DataFrame,
    policy: Policy,
    seed: int,
) -> Trial:
    """The joined tables of one metric, scores turned round where lower is better."""
    sign = 1.0 if higher_is_better else -1.0
    scores = scores.assign(score=scores["score"].astype(float) * sign)
    ordinary = scores[scores["arrangement"] == MAIN].set_index("variant_id")
    rows = variants.copy()
    rows["score"] = ordinary["score"].reindex(rows["variant_id"]).to_numpy(dtype=float)
    rows["unscored"] = ordinary["unscored"].reindex(rows["variant_id"]).to_numpy()
    originals = rows[rows["outcome"] == "original"].set_index("variant_id")
    bases = rows[rows["outcome"].isin(["original", "base"])].set_index("variant_id")
    for column in ("score", "label"):
        rows[f"{column}_parent"] = bases[column].reindex(rows["base"]).to_numpy(dtype=float)
    rows["change"] = rows["score"] - rows["score_parent"]
    rows["relation"] = [json.loads(text).get(construct, "none") for text in rows["relation"]]
    rows["details"] = [json.loads(text) for text in rows["details"]]
    return Trial(
        name, construct, rows, scores[scores["arrangement"] != MAIN], policy, seed, _spread(originals["score"].dropna())
    )


def _spread(scores: pd.Series[float]) -> float | None:
    """Standard deviation of the scores; None where they do not differ by more than rounding."""
    if len(scores) < 2:
        return None
    spread = float(scores.std())
    return spread if spread > 1e-9 * float(scores.abs().max()) else None


def _complete(name: str, variants: pd.DataFrame, scores: pd.DataFrame) -> None:
    """Refuse tables in which some variant has no row of its own in the score table, or two."""
    asked = variants.loc[variants["outcome"] != "skip", "variant_id"]
    rows = scores.loc[scores["arrangement"] == MAIN, "variant_id"]
    if not rows.is_unique or set(rows) != set(asked):
        missing = len(set(asked) - set(rows))
        raise DataError(
            f"the tables of this run do not fit together: {missing} of {len(asked)} variants have no row in the "
            f"scores of {name}; run the audit again with --overwrite"
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
