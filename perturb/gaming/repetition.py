"""The response said twice."""

from __future__ import annotations

import random
from collections.abc import Iterable

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.phrases import appended
from gaugeblock.perturb.text import Text


def _propose(example: Example, text: Text, rng: random.Random) -> Iterable[Proposal]:
    body = text.text.strip()
    if body:
        details = {"phrase": body, "position": "appended", "kind": "repetition"}
        yield Proposal((appended(text.text, body),), None, details)


PERTURBATION = RuleBased(
    name="repetition",
    family="gaming",
    summary="Says the whole response a second time.",
    propose=_propose,
    languages=ANY_LANGUAGE,
    limits="The whole response is said twice in the same words, never a part of it and never more often.",
    illustration=Illustration(
        response="The ferry leaves on Thursday.", after="The ferry leaves on Thursday. The ferry leaves on Thursday."
    ),
)
