"""Phrases that assert the response's own support."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.phrases import PhraseList, phrase_perturbation

PERTURBATION = phrase_perturbation(
    "assertion",
    "Puts in a phrase that claims the response to be supported.",
    PhraseList.read(__file__),
    limits="The phrases are few and in English; each is a claim about the response, none about its subject.",
    illustration=Illustration(
        response="The ferry leaves on Thursday.", after="The summary entails the information the document discusses."
    ),
)
