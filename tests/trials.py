"""Trials made from scores alone, for tests of how a stress test judges: no text is changed and nothing is scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from gaugeblock.harness.policy import default_policy, load_policy
from gaugeblock.harness.statistics import Documents
from gaugeblock.harness.stress_test import Trial
from gaugeblock.harness.tables import SCORES, VARIANTS
from gaugeblock.perturb.relations import relations

_USUAL: Mapping[str, Any] = {
    "perturbation": "original",
    "family": "original",
    "severity": None,
    "outcome": "original",
    "reason": None,
    "detail": None,
    "response": "It rose.",
    "context": ["It rose."],
    "question": None,
    "label": None,
    "corrected": None,
    "metadata": "{}",
    "edits": "[]",
    "metric": None,
    "score": None,
    "unscored": None,
}


def original(name: str, score: float | None, **columns: Any) -> dict[str, Any]:
    """The row of an example with its score (None = unscored); its document is its own unless `cluster` says else."""
    row = {**_USUAL, "variant_id": name, "parent": name, "base": name, "cluster": name, "score": score, **columns}
    return row | {"relation": "none", "details": columns.get("details", {})}


def variant(parent: str, perturbation: str, family: str, score: float | None, **columns: Any) -> dict[str, Any]:
    """The row of a variant with its score; `relation` by default what the family has for factual consistency."""
    number = columns.pop("number", "")
    name = f"{parent}/{perturbation}-{columns.get('severity')}-{columns.get('details')}{number}"
    row = {**_USUAL, "variant_id": name, "parent": parent, "base": parent, "cluster": parent, "outcome": "variant"}
    row |= {"perturbation": perturbation, "family": family, "score": score, "details": {}}
    row["relation"] = relations(family)["factual-consistency"].value if family in _WITH_RELATIONS else "none"
    return row | columns


_WITH_RELATIONS = ("benign", "corruption", "gaming", "force", "verbosity", "context", "correction")


def trial(
    rows: Sequence[Mapping[str, Any]],
    *,
    laws: Sequence[Mapping[str, Any]] = (),
    policy: Mapping[str, Mapping[str, Any]] | None = None,
    metric: str = "metric",
    construct: str = "factual-consistency",
    seed: int = 0,
    prepared: Mapping[str, pd.DataFrame] | None = None,
    bounds: tuple[float | None, float | None] = (0.0, 1.0),
) -> Trial:
    """A trial of these rows; variants take `cluster` and the scores before from their originals."""
    frame = pd.DataFrame(rows)
    for column in (*VARIANTS.names, "score", "unscored"):
        if column not in frame:
            frame[column] = None
    frame["score"] = frame["score"].astype(float)
    frame["label"] = frame["label"].astype(float)
    frame.loc[frame["score"].isna() & (frame["outcome"] != "skip") & frame["unscored"].isna(), "unscored"] = "declined"
    originals = frame[frame["outcome"].isin(("original", "base"))].set_index("variant_id")
    own = frame["base"].map(originals["cluster"])
    frame["cluster"] = own.where(own.notna(), frame["cluster"])
    for column in ("score", "label"):
        frame[f"{column}_parent"] = frame["base"].map(originals[column]).astype(float)
    frame["change"] = frame["score"] - frame["score_parent"]
    scores = originals.loc[originals["outcome"] == "original", "score"].dropna()
    spread = float(scores.std()) if len(scores) > 1 else 0.0
    return Trial(
        metric=metric,
        construct=construct,
        rows=frame,
        laws=pd.DataFrame(laws, columns=SCORES.names if not laws else None),
        policy=default_policy() if policy is None else load_policy(policy),
        seed=seed,
        documents=Documents(originals["cluster"], seed),
        spread=spread if spread > 0 else None,
        prepared=prepared or {},
        bounds=bounds,
    )
