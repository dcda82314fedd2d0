"""Another context, which has nothing to do with the response."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.documents import LOST, present, rewritten
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.passages import unrelated_passages
from gaugeblock.perturb.text import Text


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """An unrelated passage for each document; where they run out, the rest of the documents are left out."""
    if not text.text.strip():
        return
    passages = unrelated_passages(example, rng)
    if passages:
        documents = present(example)
        texts = [*passages, *("" for _ in documents)]
        edits = tuple(rewritten(example, at, passage) for at, passage in zip(documents, texts, strict=False))
        yield Proposal(edits, details={"passages": min(len(documents), len(passages))})


PERTURBATION = RuleBased(
    name="random-context",
    family="context",
    summary="Puts unrelated passages in the place of the documents.",
    propose=propose,
    relation=LOST,
    keeps_label=False,
    needs_supported=True,
    limits="The passages are shorter than most documents, and of one register; two dozen of them are all there are.",
    illustration=Illustration(
        response="The pool opens at seven.",
        context=("The pool opens at seven.",),
        after="The toy museum in Brannock fills two floors of a former tannery. Tin soldiers stand beside "
        "clockwork beetles, and a rocking horse has lost its mane to generations of children. The "
        "curator, Odile Farrant, repairs everything herself at a bench near the entrance. She refuses to"
        " repaint any toy, since scratches are, in her view, the best part of it.",
        shows="context[0]",
    ),
)
