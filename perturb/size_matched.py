"""Benign edits of the size of a corruption: what a metric that merely counts changed characters cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, islice
from typing import Any

from gaugeblock.perturb.arguments import example_of, finite, whole
from gaugeblock.perturb.base import Chance, Check, Perturbation, Proposal, RuleBased, changes_of, perturbation_rng
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.relations import relations
from gaugeblock.perturb.select import PERTURBATIONS, made, own_names
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit, Variant, apply_to_example, make_variant

NAME = "size-matched"
TOLERANCE = 0.2
"""How far the sizes of the two halves of a pair may lie apart, as a share of the corruption's."""

_LEXICON: dict[str, Any] = lexicon(__file__)
_EACH_EDIT = frozenset(_LEXICON["each_edit"])
_EACH_SENTENCE = frozenset(_LEXICON["each_sentence"])

_CHANCES = 2  # a perturbation that picks a place by chance is asked so often, for more places
_PLACES = 12  # places at which one perturbation is looked at; a long response has more than are needed
_UNITS = 60  # units that are combined
_WAYS = 6  # ways to reach one size that are kept
_TRIED = 6  # ways to match one corruption that are offered


@dataclass(frozen=True)
class _Unit:
    """Benign edits that are made together or not at all.

    Args:
        perturbation: what made them.
        edits: in the response, in order.
        closed: the stretches (start, end) in which no other unit may change anything.
    """

    perturbation: str
    edits: tuple[Edit, ...]
    closed: tuple[tuple[int, int], ...]

    @cached_property
    def size(self) -> int:
        """Code points removed and added, as in `Variant.changed_characters`."""
        return sum(len(edit.before) + len(edit.after) for edit in self.edits)

    def beside(self, other: _Unit) -> bool:
        """Whether both can be made: neither edits what the other holds closed, nor right next to it."""
        return self._clear_of(other) and other._clear_of(self)

    def _clear_of(self, other: _Unit) -> bool:
        return all(edit.end < start or end < edit.start for edit in self.edits for start, end in other.closed)


_Combination = tuple[_Unit, ...]


def size_matched(example: Example, seed: int = 0, tolerance: float = TOLERANCE) -> Iterator[tuple[Variant, Variant]]:
    """Pairs of a corruption of the response and a benign edit of it that changes about as many characters.

    Both halves are made by the library's own perturbations.

    Args:
        example: what to change.
        seed: the corruptions are those of a run with this seed.
        tolerance: how far the number of changed characters of the benign half may lie from the corruption's, as a
            share of the latter.

    Raises:
        UsageError: an argument is of the wrong type, or the tolerance is negative or not finite.
    """
    example_of("example", example)
    if finite("tolerance", tolerance) < 0:
        raise UsageError(f"the tolerance must be 0 or more, not {tolerance}")
    return _pairs(example, whole("seed", seed), tolerance)


def _pairs(example: Example, seed: int, tolerance: float) -> Iterator[tuple[Variant, Variant]]:
    made: set[str] = set()
    for corruption, proposals in matches(example, seed, tolerance):
        for proposal in proposals:
            benign = _variant(example, proposal)
            if benign.example.digest not in made:
                made.add(benign.example.digest)
                yield corruption, benign
                break


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The benign halves of all pairs, for the perturbation of this name."""
    seed = rng.run_seed if isinstance(rng, Chance) else 0
    for _, proposals in matches(example, seed, TOLERANCE):
        yield from proposals


def matches(example: Example, seed: int, tolerance: float) -> Iterator[tuple[Variant, list[Proposal]]]:
    """Each corruption of the response with the benign edits that match it in size, best first.

    Args:
        example: what to change.
        seed: seed of the run, as in `size_matched`.
        tolerance: as in `size_matched`.
    """
    corruptions = _corruptions(example, seed)
    units = _units(example, seed) if corruptions else ()
    if not units:
        return
    most = int(max(variant.changed_characters for variant in corruptions) * (1 + tolerance))
    wording = _by_size([unit for unit in units if not _is_layout(unit.perturbation)], most)
    anything = _by_size(units, most) if any(_is_layout(unit.perturbation) for unit in units) else {}
    known: dict[int, list[_Combination]] = {}
    for variant in corruptions:
        wanted = variant.changed_characters
        if wanted not in known:
            found = (_fitting(example, table, wanted, tolerance) for table in (wording, anything))
            known[wanted] = next(filter(None, found), [])
        if known[wanted]:
            yield variant, [_proposal(combination, variant) for combination in known[wanted]]


@lru_cache(maxsize=16)
def _corruptions(example: Example, seed: int) -> tuple[Variant, ...]:
    """The corruptions of the response that a run with this seed makes."""
    return tuple(
        found
        for name in own_names("corruption")
        for found in made(name, example, seed)
        if isinstance(found, Variant) and found.base is None and _in_response(found)
    )


def _in_response(variant: Variant) -> bool:
    return all(edit.field == "response" for edit in variant.edits)


@lru_cache(maxsize=16)
def _units(example: Example, seed: int) -> tuple[_Unit, ...]:
    """What the benign perturbations offer, taken apart where their edits do not depend on each other."""
    text = analyse(example.response)
    found: dict[_Unit, None] = {}
    for name in own_names("benign"):
        if changes_of(PERTURBATIONS.get(name)) == "several":
            continue
        if not any(isinstance(item, Variant) for item in made(name, example, seed)):
            continue  # where it makes no variant at all, it makes none in any other place
        perturbation = _in_every_place(PERTURBATIONS.get(name))
        for turn in range(_CHANCES):
            chance = perturbation_rng(seed, example.id, f"{name}/{turn}" if turn else name)
            before = chance.getstate()
            outcomes = perturbation.variants(example, chance)
            variants = list(islice((item for item in outcomes if isinstance(item, Variant)), _PLACES))
            whole = [item for item in variants if item.base is None and _in_response(item)]
            fresh = dict.fromkeys(_unit(text, name, part) for item in whole for part in _apart(text, item))
            if turn and fresh.keys() <= found.keys():
                break
            found |= fresh
            if chance.getstate() == before:
                break  # nothing was left to chance, so another turn would give the same
    return tuple(islice(found, _UNITS))


def _in_every_place(perturbation: Perturbation) -> Perturbation:
    """The perturbation that makes a variant of each of its proposals that passes its checks, not of the first alone."""
    if isinstance(perturbation, RuleBased):
        return replace(perturbation, group=lambda proposal: proposal.edits)
    return perturbation


def _is_layout(name: str) -> bool:
    return changes_of(PERTURBATIONS.get(name)) == "layout"


def _apart(text: Text, variant: Variant) -> Iterator[tuple[Edit, ...]]:
    """The edits of a benign variant in parts that can be made without one another."""
    if variant.perturbation in _EACH_EDIT:
        yield from _loose(variant.edits)
    elif variant.perturbation in _EACH_SENTENCE:
        for _, edits in groupby(variant.edits, lambda edit: text.sentence_at(edit.start)):
            yield tuple(edits)
    else:
        yield variant.edits


def _loose(edits: tuple[Edit, ...]) -> Iterator[tuple[Edit, ...]]:
    """Single edits; one that follows another at once goes with it, as a word goes with its "a" or "an"."""
    group: list[Edit] = []
    for edit in edits:
        if group and edit.start > group[-1].end + 1:
            yield tuple(group)
            group = []
        group.append(edit)
    if group:
        yield tuple(group)


def _unit(text: Text, name: str, edits: tuple[Edit, ...]) -> _Unit:
    spans = [(edit.start, edit.end) for edit in edits]
    if name not in _EACH_EDIT | _EACH_SENTENCE and not _is_layout(name):
        first, last = spans[0][0], max(end for _, end in spans)
        # A change of the syntax holds the sentences that it touches, from its first edit to its last.
        near = [span for span in text.sentences if span.start <= last and first <= span.end]
        spans = [(min([first, *(s.start for s in near)]), max([last, *(s.end for s in near)]))]
    return _Unit(name, edits, tuple(spans))


def _by_size(units: Sequence[_Unit], most: int) -> dict[int, list[_Combination]]:
    """Combinations of units that can be made together, by the number of characters that they change.

    Args:
        units: what to combine.
        most: combinations larger than this are left out.
    """
    table: dict[int, list[_Combination]] = {0: [()]}
    for unit in units:
        for size in sorted((size for size in table if size + unit.size <= most), reverse=True):
            ways = table.setdefault(size + unit.size, [])
            for combination in table[size]:
                if len(ways) < _WAYS and all(unit.beside(other) for other in combination):
                    ways.append((*combination, unit))
    return {size: ways for size, ways in table.items() if size and ways}


def _fitting(
    example: Example, table: dict[int, list[_Combination]], wanted: int, tolerance: float
) -> list[_Combination]:
    """The combinations of about the wanted size that keep what benign edits must keep; the nearest, then the fewest."""
    near = (
        combination
        for size in sorted(table, key=lambda size: (abs(size - wanted), size))
        if abs(size - wanted) <= tolerance * wanted
        for combination in sorted(table[size], key=len)
    )
    return list(islice((combination for combination in near if _sound(example, combination)), _TRIED))


def _sound(example: Example, combination: _Combination) -> bool:
    """Whether the units together pass every check of benign edits that each of them passes alone.

    A change of the syntax may break a check by design ("is unknown" has a negation less than "is not known").
    """
    broken: set[Check] = {check for unit in combination for check in _broken(example, (unit,))}
    return broken >= _broken(example, combination) if len(combination) > 1 else True


@lru_cache(maxsize=512)
def _broken(example: Example, combination: _Combination) -> frozenset[Check]:
    proposal = Proposal(_edits(combination))
    changed = apply_to_example(example, proposal.edits)
    return frozenset(check for check in BENIGN if check(example, changed, proposal))


def _edits(combination: _Combination) -> tuple[Edit, ...]:
    return tuple(edit for unit in combination for edit in unit.edits)


def _proposal(combination: _Combination, corruption: Variant) -> Proposal:
    parts = list(dict.fromkeys(unit.perturbation for unit in combination))
    details = {
        "matches": corruption.id,
        "perturbation": corruption.perturbation,
        "characters": [sum(unit.size for unit in combination), corruption.changed_characters],
        "parts": parts,
        "layout": any(_is_layout(name) for name in parts),
    }
    return Proposal(_edits(combination), details=details)


def by_match(proposal: Proposal) -> Any:
    """The slot of a benign half: the corruption that it matches."""
    return proposal.details["matches"]


def _variant(example: Example, proposal: Proposal) -> Variant:
    return make_variant(
        example,
        proposal.edits,
        perturbation=NAME,
        family="benign",
        relation=relations("benign"),
        label=example.label,
        details=proposal.details,
    )
