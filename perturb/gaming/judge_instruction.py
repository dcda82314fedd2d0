"""Text that is addressed to whoever scores the response."""

from __future__ import annotations

from gaugeblock.perturb.gaming._phrases import phrase_perturbation

PERTURBATION = phrase_perturbation(
    "judge-instruction",
    "Puts in an instruction to the judge of the response.",
    __file__,
)
