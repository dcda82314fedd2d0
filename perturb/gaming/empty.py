"""A response without words: nothing at all, or symbols only."""

from __future__ import annotations

import random
from collections.abc import Iterable

from gaugeblock.perturb.base import ANY_LANGUAGE, Proposal, RuleBased
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.gaming._phrases import alone, replaced_relation
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text

_SYMBOLS: tuple[str, ...] = tuple(lexicon(__file__)["symbols"])


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    for kind, phrase in (("empty", ""), ("symbols", rng.choice(_SYMBOLS))):
        details = {"phrase": phrase, "position": "alone", "kind": kind}
        yield Proposal((alone(text.text, phrase),), None, details, replaced_relation(example))


PERTURBATION = RuleBased(
    name="empty",
    family="gaming",
    summary="Replaces the response by nothing, or by symbols only.",
    propose=_propose,
    languages=ANY_LANGUAGE,
    keeps_label=False,
    group=lambda proposal: proposal.details["kind"],
)
