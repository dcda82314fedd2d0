"""Variants of a bounded set of examples, found quickly and without an empty draw."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from gaugeblock.perturb.errors import NoCaseError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.select import PERTURBATIONS, made
from gaugeblock.perturb.strategies.scenes import LAYOUTS, Scene, build, scenes, unicode_scenes
from gaugeblock.perturb.text import parse
from gaugeblock.perturb.variant import Variant

T = TypeVar("T")


MOST_BASES = 200
"""Examples of a data set that variants are made of, at most: a rare perturbation is looked for in all of them."""

_FORMS, _FILLINGS = 3, 8
_PLACES = 12  # from which a variant of a group is drawn, counted round

_NO_ILLUSTRATION = (1_000_000, 0)

UNICODE_SHARE = 8
"""One example in so many is of a script or with marks that a metric may not expect."""


@dataclass(frozen=True, slots=True)
class Base:
    """Examples that are alike but for their names, numbers and layout.

    Args:
        simplest: what shrinking ends at.
        scene: what it is built from; None for an example of data.
        supported: whether the context supports the response.
    """

    simplest: Example
    scene: Scene | None = None
    supported: bool = True

    def at(self, form: int, filling: int, layout: int) -> Example:
        """One of the examples; numbers beyond what there is are counted round."""
        if self.scene is None:
            return self.simplest
        form %= self.scene.forms(self.supported)
        return build(self.scene, self.supported, form, filling % self.scene.fillings, layout)

    def draw(self, draw: DrawFn) -> Example:
        """One of the examples."""
        return self.at(*draw_place(draw))


def draw_place(draw: DrawFn) -> tuple[int, int, int]:
    """Form, filling and layout, the simplest first."""
    return (
        draw(st.sampled_from(range(_FORMS))),
        draw(st.sampled_from(range(_FILLINGS))),
        draw(st.sampled_from(range(len(LAYOUTS)))),
    )


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which variants are wanted.

    Args:
        names: of perturbations, the simplest first.
        severities: levels; None = any, and those without levels too.
        relation: what the score of `construct` must do; None = anything.
        construct: what the metric measures.
    """

    names: tuple[str, ...]
    severities: frozenset[int] | None = None
    relation: Relation | None = None
    construct: str = "factual-consistency"

    def of(self, name: str, example: Example) -> tuple[Variant, ...]:
        """The wanted variants of an example, the simplest first."""
        return tuple(variant for variant in variants_with_base(name, example) if self._takes(variant))

    def _takes(self, variant: Variant) -> bool:
        if self.severities is not None and variant.severity not in self.severities:
            return False
        return self.relation is None or variant.relation.get(self.construct) is self.relation


@lru_cache(maxsize=32768)
def variants_with_base(name: str, example: Example) -> tuple[Variant, ...]:
    """The variants of an example, each with the example that it is to be compared with, the simplest first."""
    with _chance_untouched():
        found = [outcome for outcome in made(name, example, 0) if isinstance(outcome, Variant)]
    found.sort(key=lambda variant: (variant.severity or 0, len(variant.edits), variant.changed_characters))
    return tuple(replace(variant, base=variant.base or example) for variant in found)


@contextmanager
def _chance_untouched() -> Iterator[None]:
    """Leave the global random numbers as they were: the package ``regex`` draws some when its cache is full, and
    Hypothesis warns of a strategy that does."""
    state = random.getstate()
    try:
        yield
    finally:
        random.setstate(state)


def bases_of(among: Sequence[Example] | None, supported: bool | None) -> tuple[tuple[Base, ...], tuple[Base, ...]]:
    """Plain examples, and those in scripts or with marks that are drawn less often; each list simplest first.

    Args:
        among: examples to take instead of those that are built.
        supported: keep those that are labelled so; None = all.

    Raises:
        UsageError: no example is left.
    """
    if among is not None:
        found = sorted(chosen_from(among, supported), key=lambda example: len(example.response.split()))
        step = max(1, len(found) // MOST_BASES)
        return tuple(Base(example) for example in found[::step][:MOST_BASES]), ()
    labels = (True, False) if supported is None else (supported,)
    plain, marked = (
        tuple(Base(build(scene, label), scene, label) for scene in every for label in labels)
        for every in (scenes(), unicode_scenes())
    )
    return plain, marked


def chosen_from(among: Sequence[Example], supported: bool | None) -> list[Example]:
    """The examples that are labelled as is wanted; of supported ones, where some have a context, only those.

    Raises:
        NoCaseError: there is none.
    """
    found = [example for example in among if supported is None or example.supported is supported]
    if supported and any(example.context_text.strip() for example in among):
        found = [example for example in found if example.context_text.strip()]  # nothing is supported by nothing
    if not found:
        label = {None: "", True: " with a label above one half", False: " with a label of one half or less"}[supported]
        raise NoCaseError(f"among holds no example{label}, so nothing can be drawn from it")
    return found


def illustration_of(name: str) -> Example | None:
    """The text that shows a perturbation in the catalogue, with itself as its context where it has none."""
    shown = getattr(PERTURBATIONS.get(name), "illustration", None)
    if shown is None:
        return None
    example: Example = shown.example
    return replace(example, id="", context=example.context or (example.response,))


def warm_up(names: Sequence[str], bases: Sequence[Base]) -> tuple[str, ...]:
    """Load what the perturbations need before anything is timed.

    Returns:
        the names, those first that need the fewest words to work on; so shrinking ends at few words.
    """
    with _chance_untouched():
        parse.together([base.simplest.response for base in bases])
    sizes = {name: _size(name) for name in names}
    return tuple(sorted(names, key=lambda name: sizes[name]))


def _size(name: str) -> tuple[int, int]:
    example = illustration_of(name)
    found = variants_with_base(name, example) if example is not None else ()
    if not found:
        return _NO_ILLUSTRATION
    return len(found[0].example.response.split()), found[0].changed_characters


def draw_variants(
    draw: DrawFn, wanted: Wanted, plain: Sequence[Base], marked: Sequence[Base], built: bool
) -> tuple[Variant, ...]:
    """All wanted variants of one perturbation on one example.

    A perturbation that finds nothing to change in the example that was drawn goes on to the next one, so no draw is
    lost. As many numbers are drawn whatever comes of them: to Hypothesis fewer of them are simpler, whatever they mean.

    Raises:
        NoCaseError: no example gives any wanted variant.
    """
    name = draw(st.sampled_from(wanted.names))
    from_marked = bool(marked) and draw(st.sampled_from(range(UNICODE_SHARE))) == UNICODE_SHARE - 1
    every = [*plain, *marked]
    start = draw(st.sampled_from(range(len(marked)))) + len(plain) if from_marked else _index(draw, plain)
    place = draw_place(draw) if built else (0, 0, 0)
    for base in every[start:] + every[:start]:
        if found := wanted.of(name, base.simplest):
            return wanted.of(name, base.at(*place)) or found
    shown = illustration_of(name) if built else None
    if shown is not None and (found := wanted.of(name, shown)):
        return found
    at = wanted.names.index(name)
    for other in wanted.names[at:] + wanted.names[:at]:  # nothing of this perturbation anywhere
        for base in every:
            if found := wanted.of(other, base.simplest):
                return found
    raise NoCaseError(f"no example gives a variant of {', '.join(wanted.names)}{_which(wanted)}")


@st.composite
def one_of_each(draw: DrawFn, groups: SearchStrategy[tuple[Variant, ...]]) -> Variant:
    """A variant of each group, the simplest first."""
    group = draw(groups)
    return group[draw(st.sampled_from(range(_PLACES))) % len(group)]


def _which(wanted: Wanted) -> str:
    parts = []
    if wanted.severities is not None:
        parts.append(f"of severity {' or '.join(map(str, sorted(wanted.severities)))}")
    if wanted.relation is not None:
        parts.append(f"whose {wanted.construct} score must follow the relation {wanted.relation.value}")
    return f" {' and '.join(parts)}" if parts else ""


def _index(draw: DrawFn, bases: Sequence[Base]) -> int:
    return draw(st.sampled_from(range(len(bases))))


def ready(
    wanted: Wanted,
    among: Sequence[Example] | None,
    supported: bool | None,
    then: Callable[[SearchStrategy[tuple[Variant, ...]]], SearchStrategy[T]],
) -> SearchStrategy[T]:
    """What is made of groups of variants; prepared when Hypothesis validates the strategy, which no deadline times.

    Args:
        wanted: the variants of a group.
        among: examples to change; None = built ones.
        supported: change only those that are labelled so; None = all.
        then: what becomes of the groups. It is made inside, since a strategy that is mapped is not validated early.
    """

    def prepare() -> SearchStrategy[T]:
        plain, marked = bases_of(among, supported)
        ordered = replace(wanted, names=warm_up(wanted.names, plain))

        @st.composite
        def groups(draw: DrawFn) -> tuple[Variant, ...]:
            return draw_variants(draw, ordered, plain, marked, built=among is None)

        return then(groups())

    return st.deferred(prepare)


def names_of_levels(names: Sequence[str]) -> Iterator[str]:
    """Those perturbations that have levels of severity."""
    return (name for name in names if len(PERTURBATIONS.get(name).severities) > 1)
