"""Phrases that assert the response's own support."""

from __future__ import annotations

from gaugeblock.perturb.gaming._phrases import phrase_perturbation

PERTURBATION = phrase_perturbation(
    "assertion",
    "Puts in a phrase that claims the response to be supported.",
    __file__,
)
