"""Does the score move more for a changed fact than for a changed wording?

From "Do Automatic Factuality Metrics Measure Factuality?" (section 4.1): the change of score on a factual correction or
corruption is set against the change on fact-preserving edits of the same response.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from gaugeblock.harness.outcome import FAIL, Outcome, Statistic, combine, coverage, worst_rows
from gaugeblock.harness.statistics import holm
from gaugeblock.harness.stress._pairs import correction, tests_of, wins
from gaugeblock.harness.stress_test import perturbation_variants
from gaugeblock.harness.ties import minus
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.size_matched import NAME as SIZE_MATCHED
from gaugeblock.perturb.variant import Skip, Variant

_MEANING = {
    "paired-auc-corruption": "A corrupted response often scores as high as the response it was made from",
    "paired-auc-correction": "A corrected response often scores no higher than the unsupported one",
    "contrast": "A changed fact moves the score no more than a changed wording does",
    "auc-fact-against-wording": "The change on a wrong fact is hard to tell from the change on another wording",
}


class Sensitivity:
    """The stress test `sensitivity`."""

    name = "sensitivity"
    version = "2"
    summary = "Does a changed fact move the score more than a changed wording?"
    families = ("benign", "corruption", "correction")
    arranged = 0

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """Benign edits, corruptions, and the data's own correction where it has one."""
        example = examples[position]
        yield from perturbation_variants("benign", example, seed)
        yield from perturbation_variants("corruption", example, seed)
        yield correction(example)

    def judge(self, trial: Trial) -> Outcome:
        """Corruptions against their originals and against benign edits, corrections, mean changes.

        The rules are on pairs of one response and on changes of score, which how much documents differ from each other
        cannot blur; the AUC over all pairs of responses stands beside them, as the paper reports it.
        """
        if trial.says_nothing("corruption"):
            return trial.not_applicable(self.families)
        rows = trial.family(*self.families)
        variants = rows[rows["outcome"] == "variant"]
        benign = variants[variants["family"] == "benign"]
        corrupted = variants[variants["family"] == "corruption"]
        corrected = variants[variants["family"] == "correction"]
        bases = trial.bases
        policy = trial.policy["sensitivity"]
        found = [
            trial.ruled(_paired_auc(trial, "corruption", "all", corrupted), at_least=policy["min_paired_auc"]),
            trial.ruled(
                trial.mean("contrast", "all", contrasts(benign, corrupted), "contrast"),
                above=trial.margin(policy["min_contrast"]),
            ),
            trial.ruled(
                trial.auc("auc-fact-against-wording", "all", benign, corrupted, column="change"),
                at_least=policy["min_fact_auc"],
            ),
            trial.auc("auc-corruption", "all", _parents(bases, corrupted), corrupted),
        ]
        if len(corrected):
            paired = _paired_auc(trial, "correction", "all", corrected)
            found.insert(1, trial.ruled(paired, at_least=policy["min_paired_auc"]))
            found.append(trial.auc("auc-correction", "all", corrected, _parents(bases, corrected)))
        found += _size_matched(trial, benign, corrupted)
        found += _overreaction(trial, benign, corrupted, corrected)
        found += _by_perturbation(trial, benign, corrupted, corrected)
        verdict, reason = combine(found, trial, _MEANING)
        worst = _worst(trial, benign, corrupted, corrected, {one.name for one in found if one.verdict == FAIL})
        return Outcome(verdict, reason, tuple(found), coverage(rows), worst)


def _worst(
    trial: Trial, benign: pd.DataFrame, corrupted: pd.DataFrame, corrected: pd.DataFrame, failing: set[str]
) -> tuple[dict[str, Any], ...]:
    """Facts that were missed, then wordings that moved the score: those of the rules that fail, all where none does."""
    every = not failing
    both = every or bool(failing & {"contrast", "auc-fact-against-wording"})
    facts = []
    if both or "paired-auc-corruption" in failing:
        facts.append(corrupted.assign(wrong=corrupted["change"]))
    if every or "paired-auc-correction" in failing:
        facts.append(corrected.assign(wrong=-corrected["change"]))
    missed = pd.concat(facts)
    moved = benign.assign(wrong=benign["change"].abs())
    return (
        *worst_rows(missed[missed["wrong"] >= 0], "wrong", trial.bases, 3 if both else 5),
        *(worst_rows(moved[moved["wrong"] > 0], "wrong", trial.bases, 3) if both else ()),
    )


def contrasts(benign: pd.DataFrame, corrupted: pd.DataFrame) -> pd.DataFrame:
    """For each response that has both: mean drop over its corruptions minus mean move over its benign edits.

    Returns:
        a frame with columns ``parent``, ``cluster`` and ``contrast`` (score units), one row a response.
    """
    drop = -corrupted.groupby("parent", sort=False)["change"].mean()
    move = benign["change"].abs().groupby(benign["parent"], sort=False).mean()
    both = pd.concat([drop.rename("drop"), move.rename("move")], axis=1, join="inner").dropna()
    clusters = corrupted.drop_duplicates("parent").set_index("parent")["cluster"]
    return pd.DataFrame(
        {
            "parent": both.index,
            "cluster": clusters.reindex(both.index).to_numpy(),
            "contrast": minus(both["drop"], both["move"]).to_numpy(),
        }
    )


def _parents(bases: pd.DataFrame, variants: pd.DataFrame) -> pd.DataFrame:
    """What the variants were compared with, each once that has a scored variant."""
    scored = variants[variants["change"].notna()]
    return bases[bases.index.isin(scored["base"])]


def _paired_auc(trial: Trial, family: str, group: str, rows: pd.DataFrame) -> Statistic:
    """The share of pairs in the right order: a corruption below, a correction above its own original."""
    gain = rows["change"] if family == "correction" else -rows["change"]
    return trial.mean(f"paired-auc-{family}", group, wins(rows, gain), "win", proportion=True)


def _size_matched(trial: Trial, benign: pd.DataFrame, corrupted: pd.DataFrame) -> list[Statistic]:
    """Each corruption against a benign edit of the same response that changes as many characters."""
    matched = benign[benign["perturbation"] == SIZE_MATCHED]
    pairs = size_matched_pairs(matched, corrupted)
    if not len(pairs):
        return []
    share = trial.mean("size-matched-win", "all", wins(pairs, pairs["contrast"]), "win", proportion=True)
    contrast = trial.mean("size-matched-contrast", "all", pairs, "contrast")
    return [share, replace(contrast, tests=tests_of(trial.paired(pairs, "contrast")))]


def size_matched_pairs(matched: pd.DataFrame, corrupted: pd.DataFrame) -> pd.DataFrame:
    """The corruptions that have a benign edit of their own size, with ``contrast``: their drop minus its move.

    Args:
        matched: variants of the perturbation ``size-matched``, whose details name the corruption that they match.
        corrupted: the corruptions.
    """
    moves = pd.DataFrame(
        {
            "matches": [details.get("matches") for details in matched["details"]],
            "move": matched["change"].abs().to_numpy(),
        }
    )
    by_match = moves.groupby("matches", sort=False)["move"].mean()
    pairs = corrupted[corrupted["variant_id"].isin(by_match.index)]
    move = by_match.reindex(pairs["variant_id"]).to_numpy(dtype=float)
    return pairs.assign(contrast=minus(-pairs["change"], move))


def _overreaction(
    trial: Trial, benign: pd.DataFrame, corrupted: pd.DataFrame, corrected: pd.DataFrame
) -> list[Statistic]:
    """The share of benign edits that move the score more than the median changed fact does."""
    found = []
    for name, rows, sign in (("correction", corrected, 1.0), ("corruption", corrupted, -1.0)):
        changes = sign * rows["change"].dropna()
        if not len(changes) or not benign["change"].notna().any():
            continue
        typical = float(changes.median())
        over = (benign["change"].abs() > typical).astype(float).where(benign["change"].notna())
        found.append(trial.mean("overreaction", f"median-{name}", benign.assign(over=over), "over", proportion=True))
    return found


def _by_perturbation(
    trial: Trial, benign: pd.DataFrame, corrupted: pd.DataFrame, corrected: pd.DataFrame
) -> list[Statistic]:
    families = {"benign": benign, "corruption": corrupted, "correction": corrected}
    found = [trial.mean("benign-shift", "benign", benign.assign(shift=benign["change"].abs()), "shift")]
    for family, rows in families.items():
        if len(rows):
            found.append(replace(trial.mean("mean-change", family, rows), tests=tests_of(trial.paired(rows))))
    variants = pd.concat([benign, corrupted])
    types = trial.means("mean-change", variants, "perturbation")
    found += _tested(trial, types, variants)
    won = wins(corrupted, -corrupted["change"])
    found += trial.means("paired-auc-corruption", won, "perturbation", "win", proportion=True)
    return found


def _tested(trial: Trial, types: Sequence[Statistic], variants: pd.DataFrame) -> list[Statistic]:
    """The mean changes with their paired tests, whose probabilities are corrected for the number of edit types."""
    by_type = dict(list(variants.groupby("perturbation")))
    tests = {statistic.group: tests_of(trial.paired(by_type[statistic.group])) for statistic in types}
    for name in ("t_p", "wilcoxon_p"):
        for group, p in holm({group: numbers[name] for group, numbers in tests.items()}).items():
            tests[str(group)][f"{name}_holm"] = p
    return [replace(statistic, tests=tests[statistic.group]) for statistic in types]


TEST = Sensitivity()
