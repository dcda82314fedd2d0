"""Phrases that are frequent in highly scored summaries and say nothing."""

from __future__ import annotations

from gaugeblock.perturb.gaming._phrases import phrase_perturbation

PERTURBATION = phrase_perturbation(
    "known-phrases",
    "Puts in a phrase that says nothing and that metrics are known to reward.",
    __file__,
)
