"""A response of nothing at all."""

from __future__ import annotations

import random
from collections.abc import Iterable

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.phrases import alone, replaced_relation
from gaugeblock.perturb.text import Text


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    details = {"phrase": "", "position": "alone", "kind": "empty"}
    yield Proposal((alone(text.text, ""),), None, details, replaced_relation(example))


PERTURBATION = RuleBased(
    name="empty",
    family="gaming",
    summary="Replaces the response by nothing.",
    propose=_propose,
    languages=ANY_LANGUAGE,
    keeps_label=False,
    version="2",
    limits="A metric may well refuse an empty response; it then has no score to compare.",
    illustration=Illustration(response="The ferry leaves on Thursday.", after=""),
)
