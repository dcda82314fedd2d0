"""Choosing perturbations by name or family, and running them over an example."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, get_type_hints

from gaugeblock.perturb.arguments import example_of, texts_of, whole
from gaugeblock.perturb.base import Perturbation, perturbation_rng, wrong_with
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.options import split_names, split_options
from gaugeblock.perturb.registry import Registry
from gaugeblock.perturb.relations import FAMILIES
from gaugeblock.perturb.variant import Skip, Variant

PERTURBATIONS: Registry[Perturbation] = Registry(
    "perturbation",
    folders=tuple(f"gaugeblock.perturb.{family}" for family in FAMILIES),
    attribute="PERTURBATION",
    group="gaugeblock.perturbations",
    check=wrong_with,
)
"""Every perturbation by name; a module of a family's folder is an entry."""


CONFIGURED: Registry[Callable[..., Perturbation]] = Registry("perturbation with options")
"""Perturbations that must be told something first, such as the model to ask; neither ``all`` nor a family has them."""

for _name in (
    "llm-counterfactual",
    "llm-force-raise",
    "llm-less-diverse",
    "llm-negate-equivalently",
    "llm-paraphrase",
    "llm-shorten",
    "llm-simplify",
    "llm-verbose",
):
    CONFIGURED.register(_name, f"gaugeblock.perturb.llm:{_name.replace('-', '_')}")


def select(with_: str | Sequence[str] = "all") -> list[Perturbation]:
    """The perturbations that are named: ``all``, families, names, or several of them in a list or with commas between.

    A perturbation with options has them in brackets: ``llm-paraphrase[model=NAME,base_url=http://localhost:8000/v1]``.

    Raises:
        UnknownNameError: no such family or perturbation.
        UsageError: nothing is named, a family has no perturbation yet, or the options are wrong.
    """
    given = [with_] if isinstance(with_, str) else texts_of("with_", with_)
    words = [word for text in given for word in split_names(text)]
    chosen: dict[str, Perturbation] = {}
    for word in words:
        if word == "all" or word in FAMILIES:
            found = [PERTURBATIONS.get(name) for name in PERTURBATIONS]
            named = [item for item in found if word in ("all", item.family)]
            if not named:
                raise UsageError(f"the family {word!r} has no perturbation")
            chosen |= {item.name: item for item in named}
        else:
            name, options = split_options(word)
            # The same name with other options (another model) is another perturbation.
            chosen.setdefault(f"{name}{sorted(options.items()) or ''}", _named(name, options))
    if not chosen:
        raise UsageError(f"name at least one perturbation: all, a family ({', '.join(FAMILIES)}) or a name")
    return list(chosen.values())


def _named(name: str, options: Mapping[str, str]) -> Perturbation:
    """The perturbation of one name, with the options that stood in brackets behind it."""
    if name in CONFIGURED or (name.startswith("llm-") and name not in PERTURBATIONS):
        factory = CONFIGURED.get(name)
        return factory(**_typed(name, factory, options))
    found = PERTURBATIONS.get(name)
    if options:
        raise UsageError(f"{name} has no options, so it cannot take {', '.join(options)}")
    return found


def _typed(name: str, factory: Callable[..., Perturbation], written: Mapping[str, str]) -> dict[str, Any]:
    """Options as the factory's annotations ask for them: a number where it takes one, else the text."""
    hints, parameters = get_type_hints(factory), inspect.signature(factory).parameters
    for option, parameter in parameters.items():
        if parameter.default is parameter.empty and option not in written:
            raise UsageError(f"{name} needs the option {option}: write {name}[{option}=...]")
    values: dict[str, Any] = {}
    for option, text in written.items():
        if option not in parameters:
            raise UsageError(f"{name} has no option {option!r}; its options are {', '.join(parameters)}")
        try:
            values[option] = float(text) if hints[option] is float else text
        except ValueError:
            raise UsageError(f"{name}: the option {option} takes a number, not {text!r}") from None
    return values


def variants_of(example: Example, with_: str | Sequence[str] = "all", seed: int = 0) -> Iterator[Variant | Skip]:
    """Every variant of an example, and a skip wherever there is none.

    Args:
        example: what to change.
        with_: see `select`.
        seed: the same seed gives the same variants, in any order and process.

    Raises:
        UsageError: see `select`; or the example or the seed is of the wrong type.
    """
    return _outcomes(example_of("example", example), select(with_), whole("seed", seed))


def _outcomes(example: Example, chosen: list[Perturbation], seed: int) -> Iterator[Variant | Skip]:
    for perturbation in chosen:
        if perturbation.name in PERTURBATIONS and PERTURBATIONS.get(perturbation.name) is perturbation:
            yield from made(perturbation.name, example, seed)
        else:
            yield from perturbation.variants(example, perturbation_rng(seed, example.id, perturbation.name))


@cache
def own_names(family: str) -> tuple[str, ...]:
    """The library's own perturbations of a family, by name.

    What is made of other perturbations asks these alone, so that no plug-in changes it.
    """
    folder = importlib.import_module(f"gaugeblock.perturb.{family}")
    modules = (module.name for module in pkgutil.iter_modules(folder.__path__))
    return tuple(sorted(name.replace("_", "-") for name in modules if not name.startswith("_")))


@lru_cache(maxsize=1024)
def made(name: str, example: Example, seed: int) -> tuple[Variant | Skip, ...]:
    """What a registered perturbation makes of an example in a run with this seed.

    Kept, since some perturbations are made of others, and several stress tests may want the same.
    """
    return tuple(PERTURBATIONS.get(name).variants(example, perturbation_rng(seed, example.id, name)))
