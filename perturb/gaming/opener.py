"""Openers that look like reasoning or checking and hold none."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.phrases import PhraseList, phrase_perturbation

PERTURBATION = phrase_perturbation(
    "opener",
    "Puts an opener that looks like reasoning before the response.",
    PhraseList.read(__file__),
    version="2",
    limits="The openers are short; no long chain of reasoning is made up, since it would claim something.",
    illustration=Illustration(
        response="The ferry leaves on Thursday.",
        after="Let us work through this carefully, step by step. The ferry leaves on Thursday.",
    ),
)
