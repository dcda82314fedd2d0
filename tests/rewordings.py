"""What one benign perturbation makes of a text, for the tests of rewordings."""

from __future__ import annotations

import importlib

from gaugeblock.perturb import Example, Variant, perturbation_rng
from gaugeblock.perturb.base import RuleBased


def perturbation(name: str) -> RuleBased:
    """The benign perturbation of a name, from its own module."""
    module = importlib.import_module(f"gaugeblock.perturb.benign.{name.replace('-', '_')}")
    found = module.PERTURBATION
    assert isinstance(found, RuleBased)
    return found


def reworded(name: str, response: str, *context: str) -> str | None:
    """The response after the perturbation, None where it makes no variant."""
    example = Example(response=response, context=context)
    (outcome,) = perturbation(name).variants(example, perturbation_rng(0, "x", name))
    return outcome.example.response if isinstance(outcome, Variant) else None
