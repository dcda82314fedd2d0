"""Judging: from the two tables of a run to its results, without the metric."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from gaugeblock.harness.policy import Policy
from gaugeblock.harness.scoring import MAIN
from gaugeblock.harness.stress_test import FAIL, INCONCLUSIVE, PASS, Outcome, StressTest, Trial

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
        "spread": float(f"{trial.spread:.10g}"),
        "items": len(ordinary),
        "unscored": {
            "count": len(missing),
            "share": round(len(missing) / len(ordinary), 6) if len(ordinary) else 0.0,
            "failed_share": round(len(failed) / len(ordinary), 6) if len(ordinary) else 0.0,
            "reasons": {str(key): int(count) for key, count in sorted(missing.value_counts().items())},
        },
        "stress": {test: outcome.to_json() for test, outcome in outcomes.items()},
    }


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
    for column in ("score", "label"):
        rows[f"{column}_parent"] = originals[column].reindex(rows["parent"]).to_numpy(dtype=float)
    rows["change"] = rows["score"] - rows["score_parent"]
    rows["relation"] = [json.loads(text).get(construct, "none") for text in rows["relation"]]
    rows["details"] = [json.loads(text) for text in rows["details"]]
    spread = float(originals["score"].std()) if originals["score"].notna().sum() > 1 else 0.0
    # a metric without any spread is measured by the laws; its margins are in plain score units
    return Trial(name, construct, rows, scores[scores["arrangement"] != MAIN], policy, seed, spread or 1.0)


def overall(outcomes: Mapping[str, Outcome]) -> tuple[str, str]:
    """One verdict over all tests, the worst of them, with its reason in a sentence."""
    for verdict in (FAIL, INCONCLUSIVE):
        named = [test for test, outcome in outcomes.items() if outcome.verdict == verdict]
        if named:
            others = f" ({len(named) - 1} more: {', '.join(named[1:])})" if len(named) > 1 else ""
            return verdict, f"{named[0]}: {outcomes[named[0]].reason}{others}"
    return PASS, f"Passed {', '.join(outcomes)}." if outcomes else "No stress test was run."
