"""White space that means nothing: two spaces between sentences, or a line break at the end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Doubled spaces between sentences; for a single sentence, its trailing space dropped or a line break added."""
    gaps = [
        replace_span(text.text, before.end, after.start, "  ")
        for before, after in pairwise(text.sentences)
        if text.text[before.end : after.start] == " " and not touched(text.protected, before.end, after.start)
    ]
    if gaps:
        yield Proposal(tuple(gaps), details={"change": "doubled"})
    elif text.sentences:
        end = text.sentences[-1].end
        trailing = text.text[end:]
        change, after = ("trailing-dropped", "") if trailing else ("trailing-added", "\n")
        yield Proposal((replace_span(text.text, end, len(text.text), after),), details={"change": change})


PERTURBATION = RuleBased(
    name="whitespace",
    family="benign",
    changes="layout",
    summary="Doubles the space between sentences, or changes the white space at the end.",
    propose=propose,
    checks=(outside_protected,),
    languages=ANY_LANGUAGE,
    limits="A reader of the rendered text sees no difference. It is a change of layout only.",
    illustration=Illustration(
        response="The pier is shut. The ferry waits.",
        after="The pier is shut.  The ferry waits.",
    ),
)
