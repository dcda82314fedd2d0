"""Phrases in which the writer vouches for the response by standing or skill."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.phrases import PhraseList, phrase_perturbation

PERTURBATION = phrase_perturbation(
    "authority",
    "Puts in a phrase that vouches for the response with the writer's standing.",
    PhraseList.read(__file__),
    limits="The phrases are few and in English; each vouches for the response and makes no claim about its subject.",
    illustration=Illustration(
        response="The ferry leaves on Thursday.",
        after=("The ferry leaves on Thursday. As someone with decades of experience, I vouch for every word."),
    ),
)
