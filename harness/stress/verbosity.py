"""Does padding move the score the right way, and in order?

From ConCISE (arXiv 2511.16846): a response that says the same in more words is less concise. So a conciseness score
must fall with every step of padding, and rise where people have written the response shorter; a score of support must
not rise.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from gaugeblock.harness import statistics
from gaugeblock.harness.outcome import FAIL, INCONCLUSIVE, PASS, Outcome, Statistic, combine, coverage, worst_rows
from gaugeblock.harness.statistics.scale import LARGEST
from gaugeblock.harness.stress._groups import FOR_ONE, with_documents
from gaugeblock.harness.stress._human_rewrites import FAMILY, NAME, human_rewrites
from gaugeblock.harness.stress._orders import falling, ladders, length_ratios, rank_correlations
from gaugeblock.harness.stress_test import perturbation_variants
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.variant import Skip, Variant

_ADDED_SOURCE = "added-source-sentence"  # adds a claim, which the context bears out
_MEANING = {
    "padding-accuracy": "A padded response often scores no lower than the response itself",
    "rewrite-accuracy": "A shorter rewrite by a person often scores no higher than the response",
    "padding-gain": "Padding raises the score",
    "added-source-gain": "A sentence of the source put into a supported response raises the score",
}
_NEVER_MOVES = (
    "Every response got the same score, and a score that never moves cannot rise: that padding did not raise it says "
    "nothing."
)


class Verbosity:
    """The stress test `verbosity`."""

    name = "verbosity"
    version = "2"
    summary = "Does padding move the score the right way, in order?"
    families = ("verbosity", FAMILY)
    arranged = 0

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """Every kind of padding at every level, and people's concise rewrites where the data has them."""
        example = examples[position]
        yield from perturbation_variants("verbosity", example, seed)
        yield from human_rewrites(example)

    def judge(self, trial: Trial) -> Outcome:
        """For conciseness, pairs, order and correlations; for other constructs, what padding gains.

        A pair of equal scores counts against a conciseness metric, which must fall; a pair that lacks a score is left
        out. Rules for single perturbations have intervals widened for how many there are.
        """
        if trial.says_nothing(*self.families):
            return trial.not_applicable(self.families)
        rows = trial.family(*self.families)
        originals = trial.family("original")
        variants = rows[rows["outcome"] == "variant"]
        bases = trial.family("original", "base")
        variants = variants.assign(ratio=length_ratios(variants, bases))
        padded, rewritten = variants[variants["family"] == "verbosity"], variants[variants["family"] == FAMILY]
        must_fall = trial.construct == "conciseness"
        if must_fall:
            found = [*_pairs(trial, padded), *_rewrites(trial, rewritten, originals), *_order(trial, padded)]
        else:
            found = _gains(trial, padded)
        found += _lengths(trial, padded)
        verdict, reason = combine(found, trial, _MEANING)
        if verdict == PASS and not must_fall and trial.spread is None:
            verdict, reason = INCONCLUSIVE, _NEVER_MOVES
        wrong = variants.assign(wrong=variants["change"].where(variants["family"] != FAMILY, -variants["change"]))
        wrong = wrong[wrong["wrong"] >= 0] if must_fall else wrong[wrong["wrong"] > 0]
        failing = {NAME if s.name == "rewrite-accuracy" else s.group for s in found if s.verdict == FAIL}
        if failing:  # then only pairs that a failing rule is on
            padding = (wrong["family"] != FAMILY) if "all" in failing else False
            wrong = wrong[wrong["perturbation"].isin(failing) | padding]
        worst = worst_rows(wrong, "wrong", trial.bases)
        return Outcome(verdict, reason, tuple(found), coverage(rows), worst)


def _pairs(trial: Trial, padded: pd.DataFrame) -> list[Statistic]:
    """In what share of the pairs the padded response scores lower: in all, by perturbation and by level."""
    least = trial.policy["verbosity"]["min_pairwise_accuracy"]
    rows = padded.assign(right=(padded["change"] < 0).astype(float).where(padded["change"].notna()))
    judged = with_documents(rows, "perturbation", FOR_ONE * trial.min_clusters)
    level = trial.level_of_each(len(judged))
    name = "padding-accuracy"
    found = [trial.ruled(trial.mean(name, "all", rows, "right", proportion=True), at_least=least)]
    one, other = _split(rows, judged)
    each = trial.means(name, one, "perturbation", "right", proportion=True, level=level)
    found += [trial.ruled(statistic, at_least=least) for statistic in each]
    found += trial.means(name, other, "perturbation", "right", proportion=True)
    return [*found, *trial.means(name, _levels(rows), "level", "right", proportion=True)]


def _split(rows: pd.DataFrame, judged: Sequence[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows of the perturbations that are put to a rule, and the others."""
    ours = rows["perturbation"].isin(judged)
    return rows[ours], rows[~ours]


def _levels(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows that have a severity, with its name in ``level``."""
    kept = rows[rows["severity"].notna()]
    return kept.assign(level=[f"severity-{severity:.0f}" for severity in kept["severity"]])


def _rewrites(trial: Trial, rewritten: pd.DataFrame, originals: pd.DataFrame) -> list[Statistic]:
    """People's rewrites, and what people say of the responses themselves."""
    found = []
    if len(rewritten):
        right = (rewritten["change"] > 0).astype(float).where(rewritten["change"].notna())
        share = trial.mean("rewrite-accuracy", "all", rewritten.assign(right=right), "right", proportion=True)
        found.append(trial.ruled(share, at_least=trial.policy["verbosity"]["min_rewrite_accuracy"]))
        found.append(trial.mean("rewrite-gain", "all", rewritten))
        # how far people could shorten a response says how wordy it was
        left = rewritten.groupby("parent")["ratio"].mean()
        found += _correlations(trial, "human-length", originals.assign(human=originals["variant_id"].map(left)))
    rated = originals.assign(human=[_rating(text) for text in originals["metadata"]])
    return [*found, *_correlations(trial, "rating", rated)] if rated["human"].notna().any() else found


def _rating(metadata: str) -> float:
    """The ``rating`` of the metadata; NaN where it is no number."""
    rating = json.loads(metadata).get("rating")
    known = isinstance(rating, (int, float)) and not isinstance(rating, bool) and abs(rating) <= LARGEST
    return float(rating) if known else math.nan


def _correlations(trial: Trial, with_: str, rows: pd.DataFrame) -> list[Statistic]:
    """Spearman's and Kendall's correlation of the scores of responses with what people say of them."""
    kept = rows[rows["score"].notna() & rows["human"].notna()]
    first, second = kept["score"].to_numpy(dtype=np.float64), kept["human"].to_numpy(dtype=np.float64)
    clusters = kept["cluster"].tolist()
    return [
        Statistic(f"{name}-{with_}", "all", correlation(first, second, clusters, trial.documents, level=trial.level))
        for name, correlation in (("spearman", statistics.spearman), ("kendall", statistics.kendall))
    ]


def _order(trial: Trial, padded: pd.DataFrame) -> list[Statistic]:
    """Whether the score falls from each level to the next."""
    steps = ladders(padded)
    found = []
    for name, rows, column in (("monotone-order", falling(steps), "ordered"), ("adjacent-accuracy", steps, "falls")):
        found.append(trial.mean(name, "all", rows, column, proportion=True))
        found += trial.means(name, rows, "perturbation", column, proportion=True)
    return found


def _gains(trial: Trial, padded: pd.DataFrame) -> list[Statistic]:
    """Mean changes of a score that padding must not raise."""
    policy = trial.policy["verbosity"]
    margin, words = trial.margin(policy["max_gain"]), f"({policy['max_gain']:g} spreads)"
    source = padded["perturbation"] == _ADDED_SOURCE
    plain, sourced = padded[~source], padded[source]
    judged = with_documents(padded, "perturbation", trial.min_clusters)
    level = trial.level_of_each(len(judged))
    found = [trial.ruled(trial.mean("padding-gain", "all", plain), at_most=margin, words=words)]
    one, other = _split(plain, judged)
    each = trial.means("padding-gain", one, "perturbation", level=level)
    found += [trial.ruled(statistic, at_most=margin, words=words) for statistic in each]
    found += trial.means("padding-gain", other, "perturbation")
    found += trial.means("padding-gain", _levels(plain), "level")
    if len(sourced):
        gain = trial.mean("added-source-gain", _ADDED_SOURCE, sourced, level=level if _ADDED_SOURCE in judged else None)
        found.append(trial.ruled(gain, at_most=margin, words=words) if _ADDED_SOURCE in judged else gain)
        kept = sourced[sourced["relation"] == Relation.INVARIANT]
        moved = kept.assign(moved=kept["change"].abs())
        found.append(trial.mean("added-source-shift", _ADDED_SOURCE, moved, "moved"))
    return found


def _lengths(trial: Trial, padded: pd.DataFrame) -> list[Statistic]:
    """How the score goes with length: within each response, and over all padded texts as far as they moved it."""
    kept = padded[padded["change"].notna() & np.isfinite(padded["ratio"])]  # no ratio to a response without words
    within = rank_correlations(kept)
    found = [trial.mean(f"{name}-within", "all", within, name) for name in ("spearman", "kendall")]
    first, second = kept["ratio"].to_numpy(dtype=np.float64), kept["change"].to_numpy(dtype=np.float64)
    for name, correlation in (("spearman", statistics.spearman), ("kendall", statistics.kendall)):
        estimate = correlation(first, second, kept["cluster"].tolist(), trial.documents, level=trial.level)
        found.append(Statistic(f"{name}-length", "all", estimate))
    return found


TEST = Verbosity()
