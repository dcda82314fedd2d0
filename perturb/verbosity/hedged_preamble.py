"""Hedges before and after a response that are about its wording, never about what it claims."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.verbosity._surround import surrounding

PERTURBATION = surrounding(
    "hedged-preamble",
    "Puts hedged preambles and closers around the response that excuse its wording and claim nothing.",
    __file__,
    limits=(
        "The hedges concern style, length and order only, so that no claim is weakened; a reader in a hurry may take "
        "them for doubt all the same. Long responses do not reach the highest level."
    ),
    illustration=Illustration(
        response="The ferry to Norsund was cancelled because of high waves, and passengers slept in a school.",
        after=(
            "Bear with me.\n\nThe ferry to Norsund was cancelled because of high waves, and passengers "
            "slept in a school."
        ),
    ),
)
