"""Scores against length: over the levels of one padding, and within one example."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats

from gaugeblock.harness.ties import minus

_FEWEST = 3  # texts of one example that a rank correlation is taken over


def length_ratios(rows: pd.DataFrame, originals: pd.DataFrame) -> pd.Series[float]:
    """Words of each response by words of the response that it was made from.

    Args:
        rows: variants, with ``response`` and ``base``.
        originals: the rows that they were made from.

    Returns:
        the ratios, infinite for a response without words.
    """
    words = {
        name: float(len(text.split()))
        for name, text in zip(originals["variant_id"], originals["response"], strict=True)
    }
    own = pd.Series([len(text.split()) for text in rows["response"]], rows.index, dtype=float)
    return own / rows["base"].map(words).astype(float)


def ladders(padded: pd.DataFrame) -> pd.DataFrame:
    """Each step from one level of a padding to the next of the same response, the response itself being level 0.

    Args:
        padded: variants with ``severity``, of which those without a severity or a score are left out.

    Returns:
        a frame with ``parent``, ``cluster``, ``perturbation``, ``step`` (score of the higher level minus that of the
        lower one), ``falls`` (1 where the step goes down, 0 where it does not or the scores are equal) and ``steps``
        (how many there are from that response).
    """
    keys = ["parent", "perturbation"]
    rows = padded[padded["severity"].notna() & padded["change"].notna()]
    rows = rows.sort_values([*keys, "severity"], kind="stable").drop_duplicates([*keys, "severity"])
    by = rows.groupby(keys, sort=False)
    step = minus(rows["change"], by["change"].shift().fillna(0.0))  # before the first level, the response: no change
    return pd.DataFrame(
        {
            **{name: rows[name] for name in (*keys, "cluster")},
            "step": step,
            "falls": (step < 0).astype(float),
            "steps": by["change"].transform("size"),
        }
    )


def falling(steps: pd.DataFrame) -> pd.DataFrame:
    """For each response and padding of at least two levels, ``ordered``: 1 where every step of `ladders` goes down."""
    several = steps[steps["steps"] > 1]
    grouped = several.groupby(["parent", "perturbation"], sort=False)
    return grouped.agg(cluster=("cluster", "first"), ordered=("falls", "min")).reset_index()


def rank_correlations(padded: pd.DataFrame) -> pd.DataFrame:
    """For each response, Spearman's and Kendall's correlation of score and length over it and its padded forms.

    Args:
        padded: variants with ``change`` and ``ratio`` (length by that of the response), both known.

    Returns:
        a frame with ``parent``, ``cluster``, ``spearman`` and ``kendall``; a response whose scores are all the same has
        no row, since there is no correlation to speak of.
    """
    kept = padded[["parent", "cluster", "ratio", "change"]]
    own = kept.drop_duplicates("parent").assign(ratio=1.0, change=0.0)  # the response itself
    texts = pd.concat([own, kept], ignore_index=True).sort_values("parent", kind="stable")
    by = texts.groupby("parent")[["ratio", "change"]]
    texts = texts[(by.transform("nunique") > 1).all(axis=1) & (by.transform("size") >= _FEWEST)]
    if not len(texts):
        return pd.DataFrame(columns=["parent", "cluster", "spearman", "kendall"])
    # Spearman's is Pearson's of the ranks; for all responses at once, since SciPy takes one at a time
    ranks = texts.groupby("parent")[["ratio", "change"]].rank()
    off = ranks - ranks.groupby(texts["parent"]).transform("mean")
    products = pd.DataFrame(
        {"both": off["ratio"] * off["change"], "ratio": off["ratio"] ** 2, "change": off["change"] ** 2}
    )
    sums = products.groupby(texts["parent"]).sum()
    starts = np.flatnonzero(~texts["parent"].duplicated())
    pieces = zip(
        np.split(texts["ratio"].to_numpy(), starts[1:]), np.split(texts["change"].to_numpy(), starts[1:]), strict=True
    )
    first = texts.iloc[starts]
    return pd.DataFrame(
        {
            "parent": first["parent"].to_numpy(),
            "cluster": first["cluster"].to_numpy(),
            "spearman": (sums["both"] / np.sqrt(sums["ratio"] * sums["change"])).reindex(first["parent"]).to_numpy(),
            "kendall": [float(stats.kendalltau(ratios, changes).statistic) for ratios, changes in pieces],
        }
    )
