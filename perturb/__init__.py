"""The perturbation library: variants of an example, each with its edits and the relation its scores must keep.

The module is itself callable, as ``gaugeblock.perturb(example, with_="force", seed=0)``; see `select.variants_of`.
"""

import sys
from collections.abc import Iterator, Sequence
from types import ModuleType

from gaugeblock.perturb.base import Perturbation, perturbation_rng
from gaugeblock.perturb.compose import compose, ladder, merge_edits, sample
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import CONSTRUCTS, FAMILIES, Relation, relations
from gaugeblock.perturb.select import PERTURBATIONS, select, variants_of
from gaugeblock.perturb.size_matched import size_matched
from gaugeblock.perturb.variant import Edit, Skip, Variant, apply_edits, apply_to_example

__all__ = [
    "CONSTRUCTS",
    "FAMILIES",
    "PERTURBATIONS",
    "Edit",
    "Example",
    "Perturbation",
    "Relation",
    "Skip",
    "Variant",
    "apply_edits",
    "apply_to_example",
    "compose",
    "ladder",
    "merge_edits",
    "perturbation_rng",
    "relations",
    "sample",
    "select",
    "size_matched",
    "variants_of",
]


class _CallableModule(ModuleType):
    """`gaugeblock.perturb` is a package and, by the front door's contract, a function too."""

    def __call__(self, example: Example, with_: str | Sequence[str] = "all", seed: int = 0) -> Iterator[Variant | Skip]:
        return variants_of(example, with_, seed)


sys.modules[__name__].__class__ = _CallableModule
