"""Scores of the same inputs, laid out otherwise: alone, turned round, twice in a batch, a second time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from gaugeblock.harness.outcome import worst_rows
from gaugeblock.metrics.base import PASSING_REASONS

LAW_OF: Mapping[str, str] = {"repeat": "repeat", "alone": "batch", "reversed": "order", "duplicated": "duplicate"}
"""The law that each arrangement of a batch is a trial of."""


def compare_arrangements(laws: pd.DataFrame, originals: pd.DataFrame, tolerance: float) -> pd.DataFrame:
    """The scores of the extra arrangements beside the ordinary ones.

    Args:
        laws: rows with ``variant_id``, ``arrangement``, ``score`` and ``unscored``.
        originals: the original rows with their ordinary scores.
        tolerance: how far two scores may lie apart, in score units.

    Returns:
        one row a score, with ``score_parent`` (the ordinary score), ``moved`` (distance, infinite where only one of
        the two is a number) and ``violation`` (0 or 1).
    """
    ordinary = originals.set_index("variant_id")
    found = laws[laws["variant_id"].isin(ordinary.index)].copy()
    found["score_parent"] = ordinary["score"].reindex(found["variant_id"]).to_numpy(dtype=np.float64)
    found["cluster"] = ordinary["cluster"].reindex(found["variant_id"]).to_numpy()
    moved = (found["score"].astype(float) - found["score_parent"]).abs()
    one_missing = found["score"].isna() != found["score_parent"].isna()
    found["moved"] = moved.fillna(0.0).mask(one_missing, np.inf)
    found["violation"] = (found["moved"] > tolerance).astype(float)
    # where neither has a score nothing was compared; where time ran out, that says something of the machine
    compared = found["score"].notna() | found["score_parent"].notna()
    ran_out = (
        found["unscored"].isin(PASSING_REASONS)
        | ordinary["unscored"].reindex(found["variant_id"]).isin(PASSING_REASONS).to_numpy()
    )
    return found[compared & ~ran_out]


def worst_moved(compared: pd.DataFrame, originals: pd.DataFrame, tolerance: float) -> tuple[dict[str, Any], ...]:
    """The worst rows of the laws of order, batch, duplicate and repeat: one text, two scores.

    Args:
        compared: what `compare_arrangements` returns, or a part of it.
        originals: the original rows by ``variant_id``.
        tolerance: how far two scores may lie apart, in score units.
    """
    if not len(compared):
        return ()
    rows = compared[compared["moved"] > tolerance].sort_values(["moved", "variant_id"], ascending=[False, True])
    chosen = rows.drop_duplicates("variant_id").head(3)
    as_variants = pd.DataFrame(
        {
            "variant_id": chosen["variant_id"],
            "parent": chosen["variant_id"],
            "base": chosen["variant_id"],
            "perturbation": [f"law:{LAW_OF[name]}" for name in chosen["arrangement"]],
            "family": "probe",
            "outcome": "variant",
            "severity": None,
            "relation": "invariant",
            "score": chosen["score"],
            "score_parent": chosen["score_parent"],
            "change": chosen["score"] - chosen["score_parent"],
            "moved": chosen["moved"],
            "edits": "[]",
            "details": [{"law": LAW_OF[name]} for name in chosen["arrangement"]],
            "response": originals["response"].reindex(chosen["variant_id"]).to_numpy(),
        }
    )
    return worst_rows(as_variants, "moved", originals)
