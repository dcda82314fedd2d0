"""Hypothesis strategies for examples and their variants.

Every argument is keyword-only, checked when the strategy is made, and has a default; the simplest value comes first, so
that shrinking ends at few words, one edit and a mild severity. Nothing is loaded until the first draw.

    from hypothesis import given
    from gaugeblock.perturb.strategies import benign_variants

    @given(benign_variants())
    def test_wording_does_not_matter(variant):
        assert abs(score(variant.example) - score(variant.base)) < 0.05
"""

from gaugeblock.perturb.strategies.conditions import FourConditions, four_conditions
from gaugeblock.perturb.strategies.conversations import conversations
from gaugeblock.perturb.strategies.examples import contexts, degenerate_responses, examples, responses
from gaugeblock.perturb.strategies.ladders import ForcePair, force_pairs, inflated, ladders
from gaugeblock.perturb.strategies.variants import (
    benign_variants,
    corrupted_variants,
    gamed_variants,
    variants,
)

__all__ = [
    "ForcePair",
    "FourConditions",
    "benign_variants",
    "contexts",
    "conversations",
    "corrupted_variants",
    "degenerate_responses",
    "examples",
    "force_pairs",
    "four_conditions",
    "gamed_variants",
    "inflated",
    "ladders",
    "responses",
    "variants",
]
