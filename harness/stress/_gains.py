"""What the gain from a phrase is worth: beside a neutral sentence, a real correction, and a better system."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from gaugeblock.harness import statistics
from gaugeblock.harness.outcome import Statistic
from gaugeblock.harness.ties import minus
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.sentences import sentence_spans

_SYSTEM = ("model_name", "system")
"""The entries of the metadata that name the system that wrote a response, the first that is there counting."""


def over_neutral(added: pd.DataFrame, neutral: pd.DataFrame) -> pd.DataFrame:
    """The added phrases with ``over_neutral``: their gain minus that of a neutral sentence there, in score units.

    Args:
        added: variants with ``position``.
        neutral: variants of the control, likewise.
    """
    control = neutral.groupby(["parent", "position"])["change"].mean()
    keys = pd.MultiIndex.from_frame(added[["parent", "position"]])
    return added.assign(over_neutral=minus(added["change"], control.reindex(keys).to_numpy(dtype=np.float64)))


def on_original_sentences(added: pd.DataFrame, alone: pd.DataFrame, originals: pd.DataFrame) -> pd.DataFrame:
    """The added phrases with ``original_gain``: by how much the original sentences score higher than before.

    Only the score of the whole text can be seen. For a metric that averages over sentences it settles the rest: where
    n sentences of mean score m get k more of mean score g, the whole is s = (n m + k g) / (n + k), so the original
    sentences now have the mean ((n + k) s - k g) / n, and what that is above m is their gain. g is the score of the
    same phrase in the place of the same response; without it the gain is not known.

    Args:
        added: variants with ``phrase``.
        alone: variants that have the phrase in the response's place, likewise.
        originals: rows of the responses.

    Returns:
        the rows where it is known; none where averaging tells the new scores no better than "no change" does, since
        then the metric does not average and nothing can be told.
    """
    own = alone.drop_duplicates(["parent", "phrase"]).set_index(["parent", "phrase"])["score"]
    keys = pd.MultiIndex.from_frame(added[["parent", "phrase"]])
    rows = added.assign(phrase_score=own.reindex(keys).to_numpy())
    rows = rows[rows["change"].notna() & rows["phrase_score"].notna()]
    if not len(rows):
        return rows.assign(original_gain=np.nan)
    asked = originals[originals["variant_id"].isin(rows["parent"])]
    own_sentences = {name: _sentences(text) for name, text in zip(asked["variant_id"], asked["response"], strict=True)}
    count, more = rows["parent"].map(own_sentences), rows["phrase"].map(_sentences)
    averaged = (count * (rows["score"] - rows["change"]) + more * rows["phrase_score"]) / (count + more)
    beyond = minus(rows["score"], averaged)
    rows = rows.assign(original_gain=beyond * (count + more) / count)
    return rows if beyond.abs().mean() <= rows["change"].abs().mean() else rows[:0]


def _sentences(text: str) -> int:
    return max(1, len(sentence_spans(text)))


def relative(trial: Trial, name: str, group: str, gains: pd.DataFrame, base: pd.DataFrame, column: str) -> Statistic:
    """The mean gain of some rows divided by the mean of a column of others.

    Args:
        gains: rows with ``change``.
        base: what it is measured in; rows with `column`.
        column: a column of `base`, in score units.
    """
    over, under = gains[gains["change"].notna()], base[base[column].notna()]
    ratio = statistics.ratio(
        over["change"].to_numpy(dtype=np.float64),
        over["cluster"].tolist(),
        under[column].to_numpy(dtype=np.float64),
        under["cluster"].tolist(),
        trial.documents,
        level=trial.level,
    )
    return Statistic(name, group, ratio)


def system_gaps(originals: pd.DataFrame, fewest: int) -> pd.DataFrame:
    """For each source document, the score of the best system's response minus that of the worst system's.

    Which system is best is decided by the mean of the human labels, separately for each ``dataset`` of the metadata,
    since systems are compared on the same documents only.

    Args:
        originals: rows with ``label``, ``score``, ``cluster`` and ``metadata`` (JSON).
        fewest: labelled documents that a system needs to count.

    Returns:
        a frame with ``cluster`` and ``gap`` (score units), a row for each document that both have a response to.
    """
    origins = [_origin(json.loads(text)) for text in originals["metadata"]]
    rows = originals.assign(dataset=[name for name, _ in origins], system=[name for _, name in origins])
    rows = rows[(rows["system"] != "") & rows["label"].notna()]
    found = [pair for _, group in rows.groupby("dataset") for pair in _gaps(group, fewest).items()]
    return pd.DataFrame(found, columns=["cluster", "gap"]).astype({"gap": float})


def _origin(metadata: Mapping[str, Any]) -> tuple[str, str]:
    system = next((str(metadata[name]) for name in _SYSTEM if metadata.get(name)), "")
    return str(metadata.get("dataset") or ""), system


def _gaps(rows: pd.DataFrame, fewest: int) -> dict[str, float]:
    """The gap of each document of one data set."""
    systems = rows.groupby("system").agg(label=("label", "mean"), documents=("cluster", "nunique"))
    labels = systems.loc[systems["documents"] >= fewest, "label"]
    if labels.nunique() < 2:
        return {}
    mean = rows.groupby(["system", "cluster"])["score"].mean()
    gap = (mean.loc[str(labels.idxmax())] - mean.loc[str(labels.idxmin())]).dropna()
    return {str(name): float(value) for name, value in gap.items()}
