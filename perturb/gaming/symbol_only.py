"""A response of symbols only."""

from __future__ import annotations

import random
from collections.abc import Iterable

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.phrases import alone, replaced_relation
from gaugeblock.perturb.text import Text

_LEXICON: dict[str, list[str]] = lexicon(__file__)


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    for kind, symbols in _LEXICON.items():
        phrase = rng.choice(symbols)
        details = {"phrase": phrase, "position": "alone", "kind": kind}
        yield Proposal((alone(text.text, phrase),), None, details, replaced_relation(example))


PERTURBATION = RuleBased(
    name="symbol-only",
    family="gaming",
    summary="Replaces the response by symbols: punctuation, or pictures.",
    propose=_propose,
    languages=ANY_LANGUAGE,
    keeps_label=False,
    group=lambda proposal: proposal.details["kind"],
    limits="Symbols are tried in the response's place only, not beside it, and few of the many that there are.",
    illustration=Illustration(response="The ferry leaves on Thursday.", after="///"),
)
