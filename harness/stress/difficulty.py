"""Does the metric tell supported from unsupported responses where surface features do not?

From "Do Automatic Factuality Metrics Measure Factuality?" (arXiv 2411.16638): a small classifier judges each response
by five shallow features. Where it is sure and right, the example is easy; where it is sure and wrong, hard; where it is
unsure, of medium difficulty. A metric that has its AUC from easy examples only sees what the surface shows. The paper
trains on other data; here each response is judged by a classifier that has seen none of its source document.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from gaugeblock.harness.outcome import INCONCLUSIVE, Comparison, Outcome, Statistic, combine
from gaugeblock.harness.rows import cluster_key
from gaugeblock.harness.stress import _labelled
from gaugeblock.harness.stress._shallow import FEATURES, features, probabilities, why_not
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.example import Example

SPLITS = ("easy", "medium", "hard")
"""What the classifier knows, what it is unsure of, and where it is wrong without doubt."""

_MEANING = {"auc": "Where surface features mislead, the metric is no better than chance"}
_NO_LABEL = "no label"


class Difficulty:
    """The stress test `difficulty`."""

    name = "difficulty"
    version = "1"
    summary = "Does the metric tell supported from unsupported where a classifier of surface features fails?"
    families = _labelled.FAMILIES
    arranged = 0
    plan = staticmethod(_labelled.no_variants)

    def prepare(self, examples: Sequence[Example]) -> pd.DataFrame:
        """The features of each example and, where it has a label, what the shallow classifier says of it.

        Where the data cannot train a classifier, nothing is computed, and the column ``reason`` says why.

        Returns:
            columns ``variant_id``, the features, ``label``, ``probability`` (that it is supported), ``confidence`` (the
            larger of that and its complement) and ``reason`` (why there is no probability, else None).
        """
        table = pd.DataFrame(
            {
                "variant_id": [example.id for example in examples],
                **{name: pd.Series(dtype=float) for name in FEATURES},
                "label": pd.Series([example.label for example in examples], dtype=float),
                "probability": pd.Series(dtype=float),
            }
        )
        known = table["label"].notna().to_numpy()
        supported = (table["label"] > 0.5).to_numpy()
        documents = pd.Series([cluster_key(example) for example in examples], dtype=object)
        reason = why_not(supported[known], documents[known].tolist())
        if reason is None:
            table[list(FEATURES)] = features(examples)
            table.loc[known, "probability"] = probabilities(
                table.loc[known, list(FEATURES)], supported[known], documents[known].tolist()
            )
        table["confidence"] = table["probability"].where(table["probability"] > 0.5, 1 - table["probability"])
        table["reason"] = [reason if is_known else _NO_LABEL for is_known in known]
        return table

    def judge(self, trial: Trial) -> Outcome:
        """AUC on each split with the rule on the hard one, its drop, and the shallow classifier's own AUC."""
        rows = _labelled.labelled(trial)
        if (nothing := _labelled.nothing_to_judge(trial, rows)) is not None:
            return nothing
        coverage = _labelled.coverage(trial, rows)
        table = trial.prepared[self.name]
        known = table[table["probability"].notna()]
        if known.empty:
            return Outcome(INCONCLUSIVE, str(table.loc[table["reason"] != _NO_LABEL, "reason"].iloc[0]), (), coverage)
        rows = self._split(trial)
        scored = rows[rows["score"].notna()]
        by_split = {split: scored[scored["split"] == split] for split in SPLITS}
        rocs = {split: _labelled.roc(trial, part) for split, part in by_split.items()}
        aucs = {split: Statistic("auc", split, roc.estimate(trial.level)) for split, roc in rocs.items()}
        aucs["hard"] = trial.ruled(aucs["hard"], above=trial.policy["difficulty"]["min_auc_hard"])
        drop = Statistic("auc-drop", "easy - hard", rocs["easy"].minus(rocs["hard"], trial.level))
        shallow = {split: rows[rows["split"] == split] for split in SPLITS} | {"all": rows}
        found = [
            *aucs.values(),
            _labelled.auc(trial, "auc", "all", scored),
            drop,
            *(_labelled.auc(trial, "auc-shallow", split, part, "probability") for split, part in shallow.items()),
            *(trial.mean("split-share", split, _is_in(rows, split), "is_in", proportion=True) for split in SPLITS),
        ]
        verdict, reason = combine(found, trial, _MEANING)
        without = [name for name in FEATURES if known[name].isna().all()]
        if without:
            reason += f" The shallow classifier went without {', '.join(without)}, which could not be computed."
        return Outcome(verdict, reason, tuple(found), coverage)

    def compare(self, trials: Sequence[Trial]) -> list[Comparison]:
        """Differences of AUC between every two metrics on each split, on the rows that both have scored."""
        return _labelled.auc_differences(trials, SPLITS, self._by_split)

    def _by_split(self, trial: Trial) -> dict[str, pd.DataFrame]:
        return {str(split): part for split, part in self._split(trial).groupby("split")}

    def _split(self, trial: Trial) -> pd.DataFrame:
        """The labelled rows that the classifier has judged, with what it says of them and the column ``split``."""
        table = trial.prepared[self.name]
        judged = table.loc[table["probability"].notna(), ["variant_id", "probability", "confidence"]]
        rows = _labelled.labelled(trial).merge(judged, on="variant_id")
        return rows.assign(split=splits(rows, trial.policy["difficulty"]["low_confidence"]))


def _is_in(rows: pd.DataFrame, split: str) -> pd.DataFrame:
    return rows.assign(is_in=(rows["split"] == split).astype(float))


def splits(rows: pd.DataFrame, low_confidence: float) -> pd.Series[str]:
    """The difficulty of each row: one of `SPLITS`.

    Args:
        rows: with columns ``supported``, ``probability`` and ``confidence``.
        low_confidence: the share of the rows with the least confidence, which are of medium difficulty; those of the
            same confidence as the last of them belong to it.
    """
    unsure = rows["confidence"] <= rows["confidence"].quantile(low_confidence)
    right = (rows["probability"] > 0.5) == rows["supported"]
    named = right.map({True: "easy", False: "hard"})
    return named.mask(unsure, "medium")


TEST = Difficulty()
