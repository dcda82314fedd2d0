"""Long or official wordings made plain: "in the event that" as "if", "commenced" as "started"."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration, RuleBased
from gaugeblock.perturb.benign._pairs import Pairs
from gaugeblock.perturb.checks import BENIGN

PERTURBATION = RuleBased(
    name="simplification",
    family="benign",
    changes="word",
    summary="Puts plain words in the place of long or official ones.",
    propose=Pairs(__file__).propose,
    checks=BENIGN,
    version="5",
    limits=(
        "Simplifies words and phrases of a list, at most three at once; the build of the sentence stays. Terms of an "
        "art stay too, unless they have a plain name."
    ),
    illustration=Illustration(
        response="Due to the fact that the pier is located in a storm zone, the town must utilise steel.",
        after="Because the pier is in a storm zone, the town must use steel.",
    ),
)
