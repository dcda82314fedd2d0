"""People's concise rewrites of a response, put in its place."""

from __future__ import annotations

from collections.abc import Iterator

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import CONSTRUCTS, Relation
from gaugeblock.perturb.variant import Skip, Variant, diff_edits, make_variant

FAMILY = "rewrite"
"""The family of the variants."""

NAME = "human-rewrite"
"""What they are called in the column ``perturbation``."""

# A rewrite keeps the facts that its writer found worth keeping, so that nothing is sure of its support.
_RELATION = dict.fromkeys(CONSTRUCTS, Relation.NONE) | {"conciseness": Relation.INCREASE}


def human_rewrites(example: Example) -> Iterator[Variant | Skip]:
    """A variant for each text in the metadata's ``concise`` that has fewer words than the response."""
    rewrites = example.metadata.get("concise")
    texts = [text for text in rewrites if isinstance(text, str)] if isinstance(rewrites, tuple) else []
    if not texts:
        yield Skip(example.id, NAME, FAMILY, "not-applicable", "the data has no concise rewrite")
    for text in dict.fromkeys(texts):
        if not 0 < len(text.split()) < len(example.response.split()):
            yield Skip(example.id, NAME, FAMILY, "rejected", f"the rewrite is no shorter, or empty: {text!r}")
            continue
        yield make_variant(
            example,
            diff_edits(example.response, text),
            perturbation=NAME,
            family=FAMILY,
            relation=_RELATION,
            details={"ratio": round(len(text.split()) / len(example.response.split()), 3)},
        )
