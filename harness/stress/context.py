"""Does the score follow the context, rather than what the metric knows of itself?

Four conditions of true and counterfactual responses and contexts, from "Do Automatic Factuality Metrics Measure
Factuality?" (section 4.2); the critical sentence taken out, filler on the same subject and the influence of a document,
from ConSens (arXiv 2505.00065) and what its referees asked for; and ours: a foreign context, distractors, the place of
the evidence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from gaugeblock.harness.outcome import FAIL, Outcome, Statistic, combine, coverage, worst_rows
from gaugeblock.harness.stress._conditions import GIVEN, KINDS, condition_pairs, given_variants, shrinkages
from gaugeblock.harness.stress._influence import against_others, influence_variants, influences, top_documents
from gaugeblock.harness.stress._pairs import tests_of, wins
from gaugeblock.harness.stress_test import perturbations_of, variants_by
from gaugeblock.harness.ties import minus
from gaugeblock.harness.trial import Trial
from gaugeblock.perturb.documents import LOST
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.variant import Skip, Variant, diff_edits

_UNTOLD = "leave-one-out"
"""Tells nothing of what a score must do; `influence_variants` leaves documents out where that is certain."""

_DROPS: Mapping[str, str] = {
    "random-context": "random-context",
    "critical-sentence": "critical-sentence",
    "topical-filler": "filler",
}
"""The changes that take all support away, and what their statistics are called."""

_POSITIONS = ("start", "middle", "end", "first-document", "middle-document", "last-document")

_PAIRS_EACH = 4
"""Rows of one example among the suspects of one rule, at most."""

_MEANING = {
    "paired-auc-random-context": "A response often scores as high beside a context that has nothing to do with it",
    "paired-auc-conditions": "A response that the context contradicts often scores as high as the one it supports",
    "paired-auc-critical-sentence": "The score often stays when the sentence that the response rests on is taken out",
    "paired-auc-filler": "Filler on the same subject, which says nothing, often counts for as much as evidence",
    "paired-auc-influence": "The score often falls no further without the supporting document than without another",
    "dilution": "Unrelated passages behind the evidence lower the score",
}


class Context:
    """The stress test `context`."""

    name = "context"
    version = "1"
    summary = "Does the score follow the context rather than the metric's own knowledge?"
    families = ("context",)
    arranged = 0

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """Every change of the context, the conditions that the data brings, and documents left out."""
        example = examples[position]
        for name in perturbations_of("context"):
            if name != _UNTOLD:
                yield from variants_by(name, example, seed)
        yield from given_variants(example)
        yield from influence_variants(example, seed)

    def judge(self, trial: Trial) -> Outcome:
        """Gaps and inversions in the four conditions, drops without support, influence, position, dilution."""
        if LOST.get(trial.construct, Relation.NONE) is Relation.NONE:
            return trial.not_applicable(self.families)
        rows = trial.family(*self.families)
        # an unsupported response may rightly score low whatever becomes of its context
        supported = rows[(rows["outcome"] == "variant") & ~(rows["label_parent"] <= 0.5)]
        pairs, left_out = condition_pairs(supported), influences(supported)
        drops = {name: supported[supported["perturbation"] == name] for name in _DROPS}
        bare = bare_answers(drops["topical-filler"])
        drops["topical-filler"] = drops["topical-filler"].drop(bare.index)
        ruled = [
            *_paired_auc(trial, "random-context", drops["random-context"]),
            *_paired_conditions(trial, pairs),
            *_paired_auc(trial, "critical-sentence", drops["critical-sentence"]),
            *_paired_auc(trial, "topical-filler", drops["topical-filler"]),
            *_paired_influence(trial, left_out),
            *_dilution(trial, supported),
        ]
        found = [
            *ruled,
            *_conditions(trial, pairs),
            *_drops(trial, drops),
            *_bare_answers(trial, bare),
            *_influence(trial, left_out),
            *_curves(trial, supported),
            *_shifts(trial, supported),
        ]
        verdict, reason = combine(found, trial, _MEANING)
        failing = {statistic.name for statistic in ruled if statistic.verdict == FAIL}
        worst = _worst(trial, rows, _suspects(pairs, drops, left_out, supported), failing)
        return Outcome(verdict, reason, tuple(found), coverage(rows), worst)


def _paired_auc(trial: Trial, perturbation: str, rows: pd.DataFrame) -> list[Statistic]:
    """How often the original outscores the same response without its support."""
    if not len(rows):
        return []
    won = wins(rows, -rows["change"])
    share = trial.mean(f"paired-auc-{_DROPS[perturbation]}", "all", won, "win", proportion=True)
    return [trial.ruled(share, at_least=trial.policy["context"]["min_paired_auc"])]


def _paired_conditions(trial: Trial, pairs: pd.DataFrame) -> list[Statistic]:
    """How often the supported response outscores the unsupported one, beside each context."""
    least = trial.policy["context"]["min_paired_auc"]
    found = []
    for group, rows in _by_reference(pairs):
        share = trial.mean("paired-auc-conditions", group, wins(rows, rows["gap"]), "win", proportion=True)
        found.append(trial.ruled(share, at_least=least))
    return found


def _by_reference(pairs: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    groups = ((name, pairs[pairs["reference"] == name]) for name in ("factual", "counterfactual"))
    return [(name, rows) for name, rows in groups if len(rows)]


def _conditions(trial: Trial, pairs: pd.DataFrame) -> list[Statistic]:
    """Gap, inversions and ties beside each context, over all conditions and by where they come from; the shrinkage."""
    known = pairs["gap"].notna()
    pairs = pairs.assign(
        inverted=(pairs["gap"] < 0).astype(float).where(known), tied=(pairs["gap"] == 0).astype(float).where(known)
    )
    groups = [
        (group, part)
        for name, rows in _by_reference(pairs)
        for group, part in ((name, rows), *((f"{name}-{kind}", rows[rows["kind"] == kind]) for kind in KINDS.values()))
        if len(part)
    ]
    found = [_tested(trial, "condition-gap", group, part, "gap") for group, part in groups]
    for name, column in (("condition-inversions", "inverted"), ("condition-ties", "tied")):
        found += [trial.mean(name, group, part, column, proportion=True) for group, part in groups]
    shrunk = shrinkages(pairs)
    for group, part in (("all", shrunk), *((kind, shrunk[shrunk["kind"] == kind]) for kind in KINDS.values())):
        if len(part):
            found.append(_tested(trial, "gap-shrinkage", group, part, "shrinkage"))
    return found


def _tested(trial: Trial, name: str, group: str, rows: pd.DataFrame, column: str) -> Statistic:
    """A mean with the paired tests of whether it is nothing."""
    return replace(trial.mean(name, group, rows, column), tests=tests_of(trial.paired(rows, column)))


def _drops(trial: Trial, drops: Mapping[str, pd.DataFrame]) -> list[Statistic]:
    """How far the score falls without support, and how much of it filler earns that a foreign context does not."""
    found = [
        _tested(trial, f"{_DROPS[name]}-drop", "all", rows.assign(drop=-rows["change"]), "drop")
        for name, rows in drops.items()
        if len(rows)
    ]
    critical = drops["critical-sentence"]
    if len(critical):
        whole = (
            critical[critical["change"].notna()].drop_duplicates("base").assign(score=lambda one: one["score_parent"])
        )
        found.append(trial.auc("auc-critical-sentence", "all", whole, critical))
    foreign = drops["random-context"].drop_duplicates("parent").set_index("parent")["score"]
    filler = drops["topical-filler"]
    earned = filler.assign(earned=minus(filler["score"], foreign.reindex(filler["parent"]).to_numpy(dtype=float)))
    if earned["earned"].notna().any():
        found.append(_tested(trial, "filler-over-foreign", "all", earned, "earned"))
    return found


def bare_answers(fillers: pd.DataFrame) -> pd.DataFrame:
    """The filler rows whose response is no more than names, all of which the filler has.

    Only with its question is such a response unsupported, and many metrics do not read the question.
    """
    subjects = fillers["details"].map(lambda details: " ".join(details.get("subjects", ())))
    return fillers[
        [content_stems(said) <= content_stems(named) for said, named in zip(fillers["response"], subjects, strict=True)]
    ]


def _bare_answers(trial: Trial, rows: pd.DataFrame) -> list[Statistic]:
    if not len(rows):
        return []
    won = wins(rows, -rows["change"])
    return [trial.mean("paired-auc-filler", "bare-answers", won, "win", proportion=True)]


def _paired_influence(trial: Trial, left_out: pd.DataFrame) -> list[Statistic]:
    """How often the score falls further without the supporting document than without another of the same example."""
    if not len(left_out):
        return []
    others = against_others(left_out)
    share = trial.mean("paired-auc-influence", "all", wins(others, others["gain"]), "win", proportion=True)
    return [trial.ruled(share, at_least=trial.policy["context"]["min_paired_auc"])]


def _influence(trial: Trial, left_out: pd.DataFrame) -> list[Statistic]:
    """The AUC over all examples, as the paper has it, and how often the supporting document is found."""
    if not len(left_out):
        return []
    evidence, others = left_out[left_out["supporting"]], left_out[~left_out["supporting"]]
    return [
        trial.auc("influence-auc", "all", evidence, others, "moved"),
        trial.mean("influence-top-1", "all", top_documents(left_out), "hit", proportion=True),
    ]


def _dilution(trial: Trial, supported: pd.DataFrame) -> list[Statistic]:
    """How far unrelated passages lower the score."""
    rows = supported[supported["perturbation"] == "distractors"]
    if not len(rows):
        return []
    most = trial.policy["context"]["max_dilution"]
    fall = trial.mean("dilution", "all", rows.assign(fall=-rows["change"]), "fall")
    return [trial.ruled(fall, at_most=trial.margin(most), words=f"({most:g} spreads)")]


def _curves(trial: Trial, supported: pd.DataFrame) -> list[Statistic]:
    """Mean change by the place of the evidence, by the number of passages added, and by the share that is kept."""
    found = []
    for statistic, perturbation in (
        ("position-change", "evidence-position"),
        ("dilution-change", "distractors"),
        ("truncation-change", "truncated-context"),
    ):
        rows = supported[supported["perturbation"] == perturbation]
        points = trial.means(statistic, rows.assign(point=rows["details"].map(_point)), "point")
        found += sorted(points, key=_place)
    return found


def _point(details: Mapping[str, Any]) -> str | None:
    """What a point of a curve is called."""
    if "position" in details:
        return str(details["position"])
    if "added" in details:
        return f"added-{details['added']}"
    if "share" in details:
        return f"evidence-{'kept' if details.get('evidence_kept') else 'lost'}-{details['share']:g}"
    return None


def _place(statistic: Statistic) -> tuple[int, str]:
    group = statistic.group
    return (_POSITIONS.index(group) if group in _POSITIONS else len(_POSITIONS), group)


def _shifts(trial: Trial, supported: pd.DataFrame) -> list[Statistic]:
    """How far the score moves, up or down, where the context supports the response as it did.

    The data's own counterfactuals are another response beside another text, so they are left out.
    """
    kept = supported[supported["relation"] == Relation.INVARIANT]
    kept = kept[kept["perturbation"] != GIVEN]
    return trial.means("context-shift", kept.assign(shift=kept["change"].abs()), "perturbation", "shift")


def _suspects(
    pairs: pd.DataFrame, drops: Mapping[str, pd.DataFrame], left_out: pd.DataFrame, supported: pd.DataFrame
) -> dict[str, pd.DataFrame]:
    """By statistic, the rows that break its rule, each with ``wrong``, the larger the worse."""
    found = {"paired-auc-conditions": pairs}
    found |= {f"paired-auc-{_DROPS[name]}": rows for name, rows in drops.items()}
    suspects = {name: rows.assign(wrong=rows["change"])[rows["change"] >= 0] for name, rows in found.items()}
    missed = top_documents(left_out)
    suspects["paired-auc-influence"] = missed[missed["excess"] >= 0].assign(wrong=missed["excess"])
    diluted = supported[(supported["perturbation"] == "distractors") & (supported["change"] < 0)]
    return suspects | {"dilution": diluted.assign(wrong=-diluted["change"])}


def _worst(
    trial: Trial, rows: pd.DataFrame, suspects: Mapping[str, pd.DataFrame], failing: set[str]
) -> tuple[Mapping[str, Any], ...]:
    """The worst rows of the rules that fail, or of all where none does; inversions come first."""
    chosen = {name: part for name, part in suspects.items() if len(part) and (not failing or name in failing)}
    limit = 5 if len(chosen) == 1 else 3
    # a counterfactual context with its own response is what the true response beside it is compared with
    bases = pd.concat([trial.family("original", "base"), rows[rows["outcome"] == "variant"]])
    bases = bases.drop_duplicates("variant_id").set_index("variant_id")
    worst: list[Mapping[str, Any]] = []
    for part in chosen.values():
        top = part.sort_values(["wrong", "variant_id"], ascending=[False, True]).head(_PAIRS_EACH * limit)
        worst += worst_rows(_rebased(top), "wrong", bases, limit)
    return tuple(worst)


def _rebased(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with the edits that lead from the supported response to the unsupported one beside the same context."""
    if "supported_response" not in rows:
        return rows
    edits = [
        written
        if before is None or pd.isna(before)
        else json.dumps([edit.to_json() for edit in diff_edits(before, after)])
        for before, after, written in zip(rows["supported_response"], rows["response"], rows["edits"], strict=True)
    ]
    return rows.assign(edits=edits)


TEST = Context()
