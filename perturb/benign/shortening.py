"""Words that say nothing of their own left out: "a total of 40 boats" as "40 boats", "free gift" as "gift"."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration, RuleBased
from gaugeblock.perturb.benign._pairs import Pairs
from gaugeblock.perturb.checks import BENIGN

PERTURBATION = RuleBased(
    name="shortening",
    family="benign",
    changes="word",
    summary="Leaves out words that their neighbours make redundant.",
    propose=Pairs(__file__).propose,
    checks=BENIGN,
    version="5",
    limits=(
        "Shortens set phrases of a list; it takes out no modifier that narrows or adds anything, however little, so "
        "that few responses have a place for it."
    ),
    illustration=Illustration(
        response="The port sold a total of 40 boats in order to pay its debts, and the end result pleased the board.",
        after="The port sold 40 boats to pay its debts, and the result pleased the board.",
    ),
)
