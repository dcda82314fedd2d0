"""Choosing perturbations by name or family, and running them over an example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gaugeblock.perturb.base import Perturbation, perturbation_rng
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.registry import Registry
from gaugeblock.perturb.relations import FAMILIES
from gaugeblock.perturb.variant import Skip, Variant

PERTURBATIONS: Registry[Perturbation] = Registry(
    "perturbation",
    folders=tuple(f"gaugeblock.perturb.{family}" for family in FAMILIES),
    attribute="PERTURBATION",
    group="gaugeblock.perturbations",
)
"""Every perturbation by name; a module of a family's folder is an entry."""


def select(with_: str | Sequence[str] = "all") -> list[Perturbation]:
    """The perturbations that are named: ``all``, families, names, or several of them with commas between.

    Raises:
        UnknownNameError: no such family or perturbation.
        UsageError: nothing is named, or a family has no perturbation yet.
    """
    words = with_.split(",") if isinstance(with_, str) else list(with_)
    chosen: dict[str, Perturbation] = {}
    for word in (word.strip() for word in words):
        if not word:
            continue
        if word == "all" or word in FAMILIES:
            found = [PERTURBATIONS.get(name) for name in PERTURBATIONS]
            named = [item for item in found if word in ("all", item.family)]
            if not named:
                raise UsageError(f"the family {word!r} has no perturbation")
        else:
            named = [PERTURBATIONS.get(word)]
        chosen |= {item.name: item for item in named}
    if not chosen:
        raise UsageError(f"name at least one perturbation: all, a family ({', '.join(FAMILIES)}) or a name")
    return list(chosen.values())


def variants_of(example: Example, with_: str | Sequence[str] = "all", seed: int = 0) -> Iterator[Variant | Skip]:
    """Every variant of an example, and a skip wherever there is none.

    Args:
        example: what to change.
        with_: see `select`.
        seed: the same seed gives the same variants, in any order and process.

    Raises:
        UsageError: see `select`.
    """
    for perturbation in select(with_):
        yield from perturbation.variants(example, perturbation_rng(seed, example.id, perturbation.name))
