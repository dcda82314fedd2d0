"""The control of a gaming phrase: a sentence about as long, in the same place, that does not even praise."""

from __future__ import annotations

from dataclasses import replace

from gaugeblock.perturb.gaming._phrases import PhraseList, phrase_perturbation

FAMILY = "neutral"
"""The family of the control's variants, which are no gaming phrases themselves."""

NEUTRAL = replace(
    phrase_perturbation(
        "neutral-sentence",
        "Puts in a sentence that says nothing, as the control of the phrases that praise the response.",
        PhraseList.read(__file__),
    ),
    family=FAMILY,
)
"""Puts one sentence that says nothing behind the response, and one before it."""
