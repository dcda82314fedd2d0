"""Words and set phrases replaced by others that nearly always mean the same, form by form.

Tags and neighbouring words are checked, and a pair that depends on more than those is left out.
"""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration, RuleBased
from gaugeblock.perturb.benign._pairs import Pairs
from gaugeblock.perturb.checks import BENIGN

PERTURBATION = RuleBased(
    name="synonyms",
    family="benign",
    changes="word",
    summary="Replaces words and set phrases by others that mean the same.",
    propose=Pairs(__file__).propose,
    checks=BENIGN,
    version="8",
    limits=(
        "Knows a list of wordings and tells their senses apart by tags and neighbouring words only; at most three are "
        "replaced at once. The register may shift a little."
    ),
    illustration=Illustration(
        response="While the harbour was closed, the ferry attempted to carry everyone to the island.",
        after="Whilst the harbour was closed, the ferry tried to carry everybody to the island.",
    ),
)
