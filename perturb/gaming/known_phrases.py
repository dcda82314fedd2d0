"""Phrases that are frequent in highly scored summaries and say nothing."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.phrases import PhraseList, phrase_perturbation

PERTURBATION = phrase_perturbation(
    "known-phrases",
    "Puts in a phrase that says nothing and that metrics are known to reward.",
    PhraseList.read(__file__),
    limits="The phrases fit summaries best; what one metric rewards beyond them, `gaugeblock.perturb.mining` finds.",
    illustration=Illustration(response="The ferry leaves on Thursday.", after="The document discusses"),
)
