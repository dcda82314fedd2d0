"""Tails that look like citations."""

from __future__ import annotations

from gaugeblock.perturb.gaming._phrases import phrase_perturbation
from gaugeblock.perturb.relations import Relation

PERTURBATION = phrase_perturbation(
    "citation-tail",
    "Puts a tail that looks like a citation after the response.",
    __file__,
    citation_support=Relation.NONE,  # the tail may happen to name the right document
)
