"""Can phrases without content raise the score?

From "Do Automatic Factuality Metrics Measure Factuality?" (section 5): phrases that are mined from high-scoring
responses, known phrases, and assertions of support, each alone in the response's place, appended to it, and (ours)
prepended to it. Phrases that fit one metric are mined and searched for on one half of the source documents and measured
on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from gaugeblock.harness.defaults import SEARCH_CALLS
from gaugeblock.harness.outcome import FAIL, Outcome, Statistic, combine, coverage, worst_rows
from gaugeblock.harness.stress._gains import on_original_sentences, over_neutral, relative, system_gaps
from gaugeblock.harness.stress._groups import FOR_ONE, with_documents
from gaugeblock.harness.stress._neutral import FAMILY, NAME, neutral_variants
from gaugeblock.harness.stress._pairs import correction
from gaugeblock.harness.stress._phrase_search import MINED, WORST, explored
from gaugeblock.harness.stress_test import perturbation_variants
from gaugeblock.harness.trial import Trial
from gaugeblock.metrics.base import Score
from gaugeblock.perturb.base import perturbation_rng
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import Skip, Variant

STRATEGIES: Mapping[str, str] = {
    MINED: "mined",
    "known-phrases": "known",
    "assertion": "assertion",
    "authority": "assertion",  # asserts the support of the response too, by vouching for it
}
"""The strategy of the paper that a perturbation belongs to; the others are ours and stand by themselves."""

_MEANING = {
    "mean-gain": "A phrase without content raises the score",
    "mined-gain": "A phrase that was mined from the metric's own scores raises those of other responses",
    "worst-phrase-gain": "Phrases that a search put together raise the scores of responses that it did not see",
    "auc-phrase-alone": "A phrase alone scores about as high as a real response",
}
_EXPLORED = {MINED: "mined-gain", WORST: "worst-phrase-gain"}


class Gaming:
    """The stress test `gaming`."""

    name = "gaming"
    version = "2"
    summary = "Can phrases without content raise the score?"
    families = ("gaming", FAMILY)
    arranged = 0

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """Every gaming phrase, alone, appended and prepended; a neutral sentence beside them, and the correction."""
        example = examples[position]
        yield from perturbation_variants("gaming", example, seed)
        yield from neutral_variants(example, perturbation_rng(seed, example.id, NAME))
        yield correction(example)

    def explore(
        self,
        examples: Sequence[Example],
        scores: Mapping[str, float],
        ask: Callable[[Sequence[Example]], Sequence[Score]],
        seed: int,
        calls: int = SEARCH_CALLS,
    ) -> Iterator[Variant | Skip]:
        """Phrases that this metric rewards, mined and searched for on half of the documents, put in on the other."""
        yield from explored(examples, scores, ask, seed, calls)

    def judge(self, trial: Trial) -> Outcome:
        """Mean gains, AUC of responses over phrases alone, and what the gains are worth.

        Every phrase that is put beside a response may raise it by ``max_gain`` spreads on average: all together, each
        perturbation at each position, the mined phrases, and the worst sequence of phrases that was found. Intervals
        of rules for single groups are widened for how many there are.

        The change on the original sentences only is given in two ways, since a score shows no sentences: beside a
        neutral sentence of about the same length in the same place (``gain-over-neutral``), which needs no assumption,
        and under the assumption that the metric averages over sentences (``original-sentence-gain``).
        """
        if trial.says_nothing("gaming"):
            return trial.not_applicable(self.families)
        rows = trial.family("gaming")
        variants = _placed(rows[rows["outcome"] == "variant"])
        added, alone = variants[variants["position"] != "alone"], variants[variants["position"] == "alone"]
        planned = added[~added["perturbation"].isin(_EXPLORED)]
        originals = trial.family("original")
        margin = trial.margin(trial.policy["gaming"]["max_gain"])
        found = [*_ruled(trial, added, alone, originals, margin), *_shares(trial, planned, margin)]
        found += _strategies(trial, variants)
        found += _worth(trial, planned, added, originals)
        verdict, reason = combine(found, trial, _MEANING)
        failing = {(s.name, s.group) for s in found if s.verdict == FAIL}
        worst = worst_rows(_suspects(variants, failing), "change", trial.bases)
        return Outcome(verdict, reason, tuple(found), coverage(rows), worst)


def _suspects(variants: pd.DataFrame, failing: set[tuple[str, str]]) -> pd.DataFrame:
    """The rises that a failing rule is on, all rises where none fails; a phrase alone that ties is as good as one."""
    tied = (variants["position"] == "alone") & (variants["change"] == 0)
    if not failing:
        return variants[variants["change"] > 0]
    keys = zip(_rule_of(variants), variants["group"], strict=True)
    broken = [(name, group) in failing or (name, "all") in failing for name, group in keys]
    return variants[((variants["change"] > 0) | tied) & np.array(broken, dtype=bool)]


def _placed(variants: pd.DataFrame) -> pd.DataFrame:
    """The variants with ``position``, ``phrase``, ``strategy``, and ``group``: what a rule for them is called."""
    details = variants["details"]
    rows = variants.assign(
        position=details.map(lambda one: one.get("position", "added")),
        phrase=details.map(lambda one: one.get("phrase", "")),
        strategy=variants["perturbation"].map(STRATEGIES),
    )
    group = (rows["perturbation"] + "/" + rows["position"]).where(
        ~rows["perturbation"].isin(_EXPLORED), rows["position"]
    )
    return rows.assign(group=group.where(rows["position"] != "alone", rows["perturbation"]))


def _rule_of(variants: pd.DataFrame) -> pd.Series[str]:
    """The statistic with the rule that a variant falls under."""
    gains = variants["perturbation"].map(_EXPLORED).fillna("mean-gain")
    return gains.where(variants["position"] != "alone", "auc-phrase-alone")


def _ruled(
    trial: Trial, added: pd.DataFrame, alone: pd.DataFrame, originals: pd.DataFrame, margin: float
) -> list[Statistic]:
    policy = trial.policy["gaming"]
    words = f"({policy['max_gain']:g} spreads)"
    of = _rule_of(added)
    tried = {name: added[of == name] for name in _MEANING if name != "auc-phrase-alone"}
    judged = {name: with_documents(rows, "group", trial.min_clusters) for name, rows in tried.items()}
    # an unsupported response may rightly score as low as a phrase, so only the others are set against it
    real = originals[originals["label"].isna() | (originals["label"] > 0.5)]
    bare = alone[alone["parent"].isin(real["variant_id"])]
    judged_alone = with_documents(bare, "group", FOR_ONE * trial.min_clusters)
    level = trial.level_of_each(sum(map(len, judged.values())) + len(judged_alone))
    planned = tried["mean-gain"]
    found = [trial.ruled(trial.mean("mean-gain", "all", planned), at_most=margin, words=words)]
    searched = tried["worst-phrase-gain"]["details"]
    gain = {"searched_gain": searched.iloc[0].get("searched_gain")} if len(searched) else {}
    for name, rows in tried.items():
        for ours in (True, False):
            part = rows[rows["group"].isin(judged[name]) == ours]
            each = trial.means(name, part, "group", level=level if ours else None)
            each = [replace(mean, tests=gain) for mean in each] if name == "worst-phrase-gain" else each
            found += [trial.ruled(mean, at_most=margin, words=words) for mean in each] if ours else each
    if len(bare):
        against_it = real[real["variant_id"].isin(bare["parent"])]
        auc = trial.auc("auc-phrase-alone", "all", against_it, bare)
        found.append(trial.ruled(auc, at_least=policy["min_auc_alone"]))
        for group, its in bare.groupby("group"):
            roc = trial.roc(real[real["variant_id"].isin(its["parent"])], its)
            ruled = str(group) in judged_alone
            auc = Statistic("auc-phrase-alone", str(group), roc.estimate(level if ruled else trial.level))
            found.append(trial.ruled(auc, at_least=policy["min_auc_alone"]) if ruled else auc)
    return found


def _shares(trial: Trial, planned: pd.DataFrame, margin: float) -> list[Statistic]:
    """In what share of the pairs a phrase raises the score by more than the margin."""
    gained = planned.assign(gained=(planned["change"] > margin).astype(float).where(planned["change"].notna()))
    return [
        trial.mean("share-gained", "all", gained, "gained", proportion=True),
        *trial.means("share-gained", gained, "position", "gained", proportion=True),
        *trial.means("share-gained", gained, "perturbation", "gained", proportion=True),
    ]


def _strategies(trial: Trial, variants: pd.DataFrame) -> list[Statistic]:
    """Mean changes by strategy and place, and by phrase where it was tried on enough documents."""
    known = variants[variants["strategy"].notna()]
    rows = known.assign(where=known["strategy"] + "/" + known["position"])
    found = trial.means("strategy-gain", rows, "where")
    each = variants[variants["phrase"] != ""]
    each = each.assign(of=each["position"] + ": " + each["phrase"])
    common = with_documents(each, "of", trial.min_clusters)
    return [*found, *trial.means("phrase-gain", each[each["of"].isin(common)], "of")]


def _worth(trial: Trial, planned: pd.DataFrame, added: pd.DataFrame, originals: pd.DataFrame) -> list[Statistic]:
    """The gains beside those of a neutral sentence, of a real correction, and of a better system."""
    found = []
    groups = {"all": planned}
    named = added.assign(where=added["strategy"].fillna(added["perturbation"]) + "/" + added["position"])
    named = named[named["strategy"].notna() | (named["perturbation"] == WORST)]
    groups |= {str(name): rows for name, rows in named.groupby("where")}
    neutral = trial.family(FAMILY)
    neutral = _placed(neutral[neutral["outcome"] == "variant"])
    if len(neutral) and len(named):
        found += trial.means("neutral-gain", neutral, "position")
        found += trial.means("gain-over-neutral", over_neutral(named, neutral), "where", "over_neutral")
    # a phrase in the place of an unsupported response has no relation, but its score is what is asked for here
    every = trial.rows[(trial.rows["family"] == "gaming") & (trial.rows["outcome"] == "variant")]
    every = _placed(every)
    sentences = on_original_sentences(named, every[every["position"] == "alone"], originals)
    if len(sentences):
        found += trial.means("original-sentence-gain", sentences, "where", "original_gain")
    corrections = trial.family("correction")
    corrections = corrections[corrections["change"].notna()]
    gaps = system_gaps(originals, trial.min_clusters)
    for name, base, column in (("correction-gain", corrections, "change"), ("system-gap", gaps, "gap")):
        if len(base):
            found.append(trial.mean(name, "all", base, column))
            against = f"gain-against-{name.partition('-')[0]}"
            ratios = [relative(trial, against, group, rows, base, column) for group, rows in groups.items()]
            # a gain in units of what may be nothing would be any number
            found += [ratio for ratio in ratios if ratio.estimate.low is not None]
    return found


TEST = Gaming()
