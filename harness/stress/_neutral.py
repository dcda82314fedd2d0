"""The control of a gaming phrase: a sentence about as long, in the same place, that does not even praise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.phrases import PhraseList, phrase_perturbation
from gaugeblock.perturb.variant import Skip, Variant

FAMILY = "neutral"
"""The family of the control's variants, which are no gaming phrases themselves."""

NAME = "neutral-sentence"

_SENTENCES = phrase_perturbation(
    NAME,
    "Puts in a sentence that says nothing, as the control of the phrases that praise the response.",
    PhraseList.read(__file__),
)


def neutral_variants(example: Example, rng: random.Random) -> Iterator[Variant | Skip]:
    """One sentence that says nothing behind the response, and one before it."""
    for outcome in _SENTENCES.variants(example, rng):
        yield replace(outcome, family=FAMILY)
