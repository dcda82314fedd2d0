"""What several stress tests do with pairs: the data's own correction, wins, and the numbers of the paired tests."""

from __future__ import annotations

import pandas as pd

from gaugeblock.harness.statistics import Paired
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import relations
from gaugeblock.perturb.variant import Skip, Variant, diff_edits, make_variant


def correction(example: Example) -> Variant | Skip:
    """The variant that puts the data's own correction in the response's place."""
    if example.corrected is None:
        return Skip(example.id, "correction", "correction", "not-applicable", "the data has no correction")
    if example.corrected == example.response:
        return Skip(example.id, "correction", "correction", "unchanged")
    edits = diff_edits(example.response, example.corrected)
    return make_variant(
        example,
        edits,
        perturbation="correction",
        family="correction",
        relation=relations("correction"),
        label=1.0,
        details={"error_type": example.metadata.get("error_type")},
    )


def wins(rows: pd.DataFrame, gain: pd.Series[float]) -> pd.DataFrame:
    """The rows with a column ``win``: 1 where the gain is above 0, 0.5 where it is 0, 0 below, none where unscored."""
    return rows.assign(win=((gain > 0).astype(float) + 0.5 * (gain == 0)).where(gain.notna()))


def tests_of(paired: Paired) -> dict[str, float | None]:
    """The numbers of the paired tests, as a statistic carries them."""
    return {
        "median": paired.median,
        "effect_size": paired.effect_size,
        "t": paired.t,
        "t_p": paired.t_p,
        "wilcoxon": paired.wilcoxon,
        "wilcoxon_p": paired.wilcoxon_p,
    }
