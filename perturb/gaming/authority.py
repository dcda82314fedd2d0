"""Phrases in which the writer vouches for the response by standing or skill."""

from __future__ import annotations

from gaugeblock.perturb.gaming._phrases import phrase_perturbation

PERTURBATION = phrase_perturbation(
    "authority",
    "Puts in a phrase that vouches for the response with the writer's standing.",
    __file__,
)
