"""Benign edits that change as many characters as the run's own corruptions of the same response do."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration, RuleBased
from gaugeblock.perturb.size_matched import NAME, by_match, propose

PERTURBATION = RuleBased(
    name=NAME,
    family="benign",
    changes="several",
    summary="Combines benign edits so that they change as many characters as a corruption of the same response.",
    propose=propose,
    group=by_match,
    version="2",
    limits=(
        "Sizes are counted as removed plus added code points and agree within a fifth; where no change of the wording "
        "is of that size, changes of the layout fill in, and the details say so. Corruptions smaller or larger than "
        "what the response offers are left without a match."
    ),
    illustration=Illustration(
        response="The centre closed early.",
        context=("The centre closed early, and the shop beside it did too.",),
        after="The center closed early.",
    ),
)
