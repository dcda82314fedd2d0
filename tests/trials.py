"""Trials made from scores alone, for tests of how a stress test judges: no text is changed and nothing is scored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from gaugeblock.harness.judging import make_trial
from gaugeblock.harness.policy import default_policy, load_policy
from gaugeblock.harness.scoring import MAIN
from gaugeblock.harness.tables import SCORES, VARIANTS
from gaugeblock.harness.trial import Trial
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
    **declared_: Any,
) -> Trial:
    """A trial of these rows, joined as those of a run are; variants take `cluster` from their originals."""
    table = pd.DataFrame(rows)
    for column in (*VARIANTS.names, "score", "unscored"):
        if column not in table:
            table[column] = None
    table["label"] = table["label"].astype(float)
    originals = table[table["outcome"].isin(("original", "base"))].drop_duplicates("variant_id")
    own = table["base"].map(originals.set_index("variant_id")["cluster"])
    table["cluster"] = own.where(own.notna(), table["cluster"])
    table["relation"] = [json.dumps({construct: str(relation)}) for relation in table["relation"]]
    table["details"] = [json.dumps(details) for details in table["details"]]
    scored = table[table["outcome"] != "skip"]
    scores = pd.DataFrame(
        {
            "variant_id": scored["variant_id"],
            "arrangement": MAIN,
            "score": scored["score"].astype(float),
            "unscored": scored["unscored"].where(scored["unscored"].notna() | scored["score"].notna(), "declined"),
        }
    )
    declared = {"spec": metric, "construct": construct, "higher_is_better": True, "bounds": bounds}
    return make_trial(
        declared | {"deterministic": True, **declared_},
        table.drop(columns=["score", "unscored"]),
        pd.concat([scores, pd.DataFrame(laws, columns=SCORES.names)]) if laws else scores,
        default_policy() if policy is None else load_policy(policy),
        seed,
        prepared,
    )
