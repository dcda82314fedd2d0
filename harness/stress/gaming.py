"""Can phrases without content raise the score?

From "Do Automatic Factuality Metrics Measure Factuality?" (section 5): phrases alone in the response's place,
appended to it, and (ours) prepended to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gaugeblock.harness.stress_test import FAIL, Outcome, Trial, combine, coverage, perturbation_variants, worst_rows
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import Skip, Variant

_MEANING = {
    "mean-gain": "A phrase without content raises the score",
    "auc-phrase-alone": "A phrase alone scores about as high as a real response",
}


class Gaming:
    """The stress test `gaming`."""

    name = "gaming"
    version = "1"
    summary = "Can phrases without content raise the score?"
    families = ("gaming",)
    arranged = 0

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """Every gaming phrase, alone, appended and prepended."""
        yield from perturbation_variants("gaming", examples[position], seed)

    def judge(self, trial: Trial) -> Outcome:
        """Mean gain by perturbation and position, share of examples gained, AUC of responses over phrases alone."""
        if trial.says_nothing(*self.families):
            return trial.not_applicable(self.families)
        rows = trial.family(*self.families)
        position = rows["details"].map(lambda details: details.get("position"))
        variants = rows.assign(position=position)[rows["outcome"] == "variant"]
        added, alone = variants[variants["position"] != "alone"], variants[variants["position"] == "alone"]
        originals = trial.family("original")
        policy = trial.policy["gaming"]
        margin = trial.margin(policy["max_gain"])
        words = f"({policy['max_gain']:g} spreads)"
        found = [trial.ruled(trial.mean("mean-gain", "all", added), at_most=margin, words=words)]
        for (name, where), group in added.groupby(["perturbation", "position"]):
            found.append(trial.ruled(trial.mean("mean-gain", f"{name}/{where}", group), at_most=margin, words=words))
        if len(alone):
            # an unsupported response may rightly score as low as a phrase, so only the others are set against it
            real = originals[originals["label"].isna() | (originals["label"] > 0.5)]
            real = real[real["variant_id"].isin(alone["parent"])]
            against = alone[alone["parent"].isin(real["variant_id"])]
            auc = trial.auc("auc-phrase-alone", "all", real, against)
            found.append(trial.ruled(auc, at_least=policy["min_auc_alone"]))
        gained = added.assign(gained=(added["change"] > margin).astype(float).where(added["change"].notna()))
        found.append(trial.mean("share-gained", "all", gained, "gained", proportion=True))
        found += [
            trial.mean("share-gained", str(where), group, "gained", proportion=True)
            for where, group in gained.groupby("position")
        ]
        verdict, reason = combine(found, trial, _MEANING)
        # the pairs that a failing rule stands on come before all others
        failing = {s.group for s in found if s.verdict == FAIL}
        groups = variants["perturbation"] + "/" + variants["position"]
        rising = variants[variants["change"] > 0]
        first = rising[groups[rising.index].isin(failing)]
        worst = worst_rows(first if len(first) else rising, "change", originals.set_index("variant_id"))
        return Outcome(verdict, reason, tuple(found), coverage(rows), worst)


TEST = Gaming()
