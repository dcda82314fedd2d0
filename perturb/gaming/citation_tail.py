"""Tails that look like citations."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.phrases import PhraseList, phrase_perturbation
from gaugeblock.perturb.relations import Relation

PERTURBATION = phrase_perturbation(
    "citation-tail",
    "Puts a tail that looks like a citation after the response.",
    PhraseList.read(__file__),
    limits="The tails cite nothing that exists; styles of citation with authors and years are not tried.",
    illustration=Illustration(
        response="The ferry leaves on Thursday.", after="The ferry leaves on Thursday. References: [1] Document."
    ),
    citation_support=Relation.NONE,  # the tail may happen to name the right document
)
