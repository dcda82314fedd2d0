"""Preambles before a response and closers after it: courtesy and talk about the answer, no further claim."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.verbosity._surround import surrounding

PERTURBATION = surrounding(
    "preamble-closer",
    "Puts preambles before the response and closers after it that claim nothing.",
    __file__,
    version="2",
    limits=(
        "The sentences suit an assistant's answer and read oddly round a headline. Responses of about a hundred words "
        "and more do not reach the highest level, since no sentence is used twice."
    ),
    illustration=Illustration(
        response="The ferry to Norsund was cancelled because of high waves, and passengers slept in a school.",
        after=(
            "The ferry to Norsund was cancelled because of high waves, and passengers slept in a "
            "school.\n\nI hope this helps."
        ),
    ),
)
