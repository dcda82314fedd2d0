"""Short forms that name exactly one thing exchanged with its full name: "the EU" and "the European Union"."""

from __future__ import annotations

from gaugeblock.perturb.base import Illustration, RuleBased
from gaugeblock.perturb.benign._pairs import Pairs
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations, same_numbers, same_polarity

PERTURBATION = RuleBased(
    name="known-names",
    family="benign",
    changes="word",
    summary="Exchanges well-known short forms and the full names that they stand for.",
    propose=Pairs(__file__, names=True).propose,
    # The names change on purpose: the table is what vouches for them.
    checks=(outside_protected, outside_quotations, same_numbers, same_polarity, not_doubled),
    version="4",
    limits=(
        "Knows a short list of names and terms, and leaves one alone where the response has both forms. A short form "
        "with another meaning in a special field would be misread."
    ),
    illustration=Illustration(
        response="The harbour board asked the EU for a loan, Dr Ode said on TV.",
        after="The harbour board asked the European Union for a loan, Doctor Ode said on television.",
    ),
)
