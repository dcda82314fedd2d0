"""Openers that look like reasoning or checking and hold none."""

from __future__ import annotations

from gaugeblock.perturb.gaming._phrases import phrase_perturbation

PERTURBATION = phrase_perturbation(
    "opener",
    "Puts an opener that looks like reasoning before the response.",
    __file__,
)
