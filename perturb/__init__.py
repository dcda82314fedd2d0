"""The perturbation library: variants of an example, each with its edits and the relation its scores must keep."""

from gaugeblock.perturb.base import Perturbation, perturbation_rng
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.registry import Registry
from gaugeblock.perturb.relations import CONSTRUCTS, FAMILIES, Relation, relations
from gaugeblock.perturb.variant import Edit, Skip, Variant, apply_edits, apply_to_example

PERTURBATIONS: Registry[Perturbation] = Registry(
    "perturbation",
    folders=tuple(f"gaugeblock.perturb.{family}" for family in FAMILIES),
    attribute="PERTURBATION",
    group="gaugeblock.perturbations",
)
"""Every perturbation by name; a module of a family's folder is an entry."""

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
    "perturbation_rng",
    "relations",
]
