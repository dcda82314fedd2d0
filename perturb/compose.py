"""Perturbations put together: one after another, drawn at random, or in order of severity."""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from gaugeblock.perturb.arguments import example_of, text_of, whole
from gaugeblock.perturb.base import Chance, Perturbation, perturbation_rng, wrong_with
from gaugeblock.perturb.errors import EditError, UsageError
from gaugeblock.perturb.example import Example, document_position
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.select import select
from gaugeblock.perturb.variant import Edit, Skip, Variant, apply_edits, make_variant, replace_span


def merge_edits(text_of_field: Callable[[str], str], first: Sequence[Edit], second: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits of the original that do at once what two rounds of edits do one after the other.

    A second edit that touches what a first one put there becomes one edit with it. An edit that the other round undoes
    is left out.

    Args:
        text_of_field: the original text of a field, such as `Example.text`.
        first: edits of the original.
        second: edits of what the first ones make of it.

    Raises:
        EditError: edits do not fit the text that they claim to change.

    >>> text = "It rose in May."
    >>> merge_edits(lambda field: text, [Edit("response", 3, 7, "rose", "fell")], [Edit("response", 5, 7, "ll", "ed")])
    (Edit(field='response', start=3, end=7, before='rose', after='feed'),)
    """
    fields = sorted({edit.field for edit in (*first, *second)})
    return tuple(
        chain.from_iterable(
            _merge_field(
                text_of_field(field),
                sorted(edit for edit in first if edit.field == field),
                sorted(edit for edit in second if edit.field == field),
                field,
            )
            for field in fields
        )
    )


def _merge_field(original: str, first: list[Edit], second: list[Edit], field: str) -> Iterator[Edit]:
    middle = apply_edits(original, first)
    apply_edits(middle, second)  # refuses edits that do not fit
    starts, ends, shift = [], [], 0
    for edit in first:  # where each first edit lies in the middle text
        starts.append(edit.start + shift)
        shift += len(edit.after) - len(edit.before)
        ends.append(edit.end + shift)
    taken = 0  # first edits that are dealt with
    for group in _groups(second, starts, ends):
        # First edits whose place in the middle text a second edit overlaps or touches go with it.
        low = max(taken, bisect_left(ends, group[0].start))
        high = max(low, bisect_right(starts, max(edit.end for edit in group)))
        yield from (edit for edit in first[taken:low] if edit.before != edit.after)
        taken = high
        begin = min([group[0].start, *starts[low:high]])
        end = max([max(edit.end for edit in group), *ends[low:high]])
        before = _growth(first[:low])
        local = [Edit(field, e.start - begin, e.end - begin, e.before, e.after) for e in group]
        after = apply_edits(middle[begin:end], local)
        merged = replace_span(original, begin - before, end - before - _growth(first[low:high]), after, field)
        if merged.before != merged.after:
            yield merged
    yield from (edit for edit in first[taken:] if edit.before != edit.after)


def _growth(edits: Sequence[Edit]) -> int:
    return sum(len(edit.after) - len(edit.before) for edit in edits)


def _groups(second: list[Edit], starts: list[int], ends: list[int]) -> Iterator[list[Edit]]:
    """The second edits in order, those that touch one and the same first edit together."""
    group: list[Edit] = []
    reach = 0  # first edits that the group touches, or that lie before it
    for edit in second:
        if group and bisect_left(ends, edit.start) >= reach:
            yield group
            group = []
        group.append(edit)
        reach = max(reach, bisect_right(starts, edit.end))
    if group:
        yield group


def combine(first: Relation, second: Relation) -> Relation:
    """What a score must do from the original to the end where two changes follow one another.

    ============  =========  =========  ============  ========  ====
    then          invariant  decrease   not-increase  increase  none
    ============  =========  =========  ============  ========  ====
    invariant     invariant  decrease   not-increase  increase  none
    decrease      decrease   decrease   decrease      none      none
    not-increase  not-incr.  decrease   not-increase  none      none
    increase      increase   none       none          increase  none
    none          none       none       none          none      none
    ============  =========  =========  ============  ========  ====

    >>> combine(Relation.DECREASE, Relation.NOT_INCREASE).value
    'decrease'
    """
    if Relation.NONE in (first, second):
        return Relation.NONE
    if first is second or second is Relation.INVARIANT:
        return first
    if first is Relation.INVARIANT:
        return second
    return Relation.NONE if Relation.INCREASE in (first, second) else Relation.DECREASE


@dataclass(frozen=True, slots=True)
class Composed:
    """Several perturbations made one after another; see `compose`.

    Args:
        parts: the perturbations, in the order in which they are made.
        name: what the variants call it.
    """

    parts: tuple[Perturbation, ...]
    name: str

    def __repr__(self) -> str:
        return f"<perturbation {self.name} ({self.family}, version {self.version})>"

    @property
    def family(self) -> str:
        """That of the parts; where they differ, the last that is not benign."""
        others = [part.family for part in self.parts if part.family != "benign"]
        return others[-1] if others else "benign"

    @property
    def version(self) -> str:
        """The versions of the parts."""
        return "+".join(part.version for part in self.parts)

    @property
    def languages(self) -> frozenset[str]:
        """The languages that every part can change."""
        stated = [part.languages for part in self.parts if part.languages]
        return frozenset.intersection(*stated) if stated else frozenset()

    @property
    def severities(self) -> tuple[int, ...]:
        """The levels that can come about: the steps of the parts above the mildest, added up."""
        levels: set[int | None] = {None}
        for part in self.parts:
            levels = {_add(level, severity) for level in levels for severity in part.severities or (None,)}
        return tuple(sorted(level for level in levels if level is not None))

    @property
    def relation(self) -> Mapping[str, Relation]:
        """What a score of each construct must do from the original to the end; see `combine`."""
        whole = self.parts[0].relation
        for part in self.parts[1:]:
            whole = _combined(whole, part.relation)
        return whole

    def variants(self, example: Example, rng: random.Random) -> Iterator[Variant | Skip]:
        """Each part applied to every variant that the part before it made.

        The first part has the chance that a run with the same seed gives it on its own.

        Args:
            example: what to change.
            rng: see `perturbation_rng`.
        """
        seed = rng.run_seed if isinstance(rng, Chance) else rng.getrandbits(32)
        made: set[int | None] = set()
        skipped: dict[int | None, Skip] = {}
        seen: set[str] = set()
        for outcome in self._run(example, seed, len(self.parts)):
            if isinstance(outcome, Variant) and outcome.example.digest in seen:
                outcome = self._skip(example, "unchanged", "the same text as another variant", outcome.severity)
            if isinstance(outcome, Skip):
                skipped.setdefault(outcome.severity, outcome)
                continue
            seen.add(outcome.example.digest)
            made.add(outcome.severity)
            yield outcome
        # Where anything was made, a level that lacks its other part is no level of this perturbation.
        levels = self.severities or (None,)
        yield from (skip for level, skip in skipped.items() if level not in made and (not made or level in levels))

    def _run(self, example: Example, seed: int, count: int) -> Iterator[Variant | Skip]:
        """The outcomes of the first so many parts."""
        part = self.parts[count - 1]
        if count == 1:
            for outcome in part.variants(example, perturbation_rng(seed, example.id, part.name)):
                yield outcome if isinstance(outcome, Variant) else self._declined(example, part, outcome, None)
            return
        for before in self._run(example, seed, count - 1):
            if isinstance(before, Skip):
                yield before
                continue
            middle = before.example
            for after in part.variants(middle, perturbation_rng(seed, middle.id, part.name)):
                if isinstance(after, Skip):
                    yield self._declined(example, part, after, before.severity)
                else:
                    yield self._join(example, before, after, part)

    def _join(self, example: Example, before: Variant, after: Variant, part: Perturbation) -> Variant | Skip:
        severity = _add(before.severity, after.severity)
        if after.base is not None:
            return self._skip(example, "not-applicable", f"{part.name} changes a text taken from the example", severity)
        original = before.base or example
        steps = before.details.get("parts") or [_step(before)]
        try:
            edits = merge_edits(lambda field: _text(original, field), before.edits, after.edits)
            return make_variant(
                original,
                edits,
                perturbation=self.name,
                family=self.family,
                relation=_combined(before.relation, after.relation),
                severity=severity,
                label=_lower(before.example.label, after.example.label),
                details={"parts": [*steps, _step(after)]},
                parent=example.id,
            )
        except EditError:  # the second part undid the first, or a document that it was to stand behind
            return self._skip(example, "unchanged", f"{part.name} undoes what was done before", severity)

    def _declined(self, example: Example, part: Perturbation, skip: Skip, severity: int | None) -> Skip:
        detail = f"{part.name}: {skip.detail}" if skip.detail else part.name
        return self._skip(example, skip.reason, detail, _add(severity, skip.severity))

    def _skip(self, example: Example, reason: str, detail: str, severity: int | None) -> Skip:
        return Skip(example.id, self.name, self.family, reason, detail, severity)


def compose(*perturbations: Perturbation | str, name: str | None = None) -> Composed:
    """One perturbation that makes several, one after another.

    A part that needs a supported response declines what an earlier part has made unsupported, so two corruptions do not
    compose; an unsupported response stays unsupported whatever follows.

    Args:
        perturbations: perturbations or their names, at least two, in order.
        name: its name; the names of the parts with ``+`` between them where it is not given.

    Raises:
        UsageError: fewer than two parts, a part that is no perturbation, or parts without a language in common.
        UnknownNameError: no such perturbation.
    """
    parts = tuple(_named(item) for item in perturbations)
    if name is not None and not text_of("name", name):
        raise UsageError("name takes a text that is not empty, or None")
    if len(parts) < 2:
        raise UsageError(f"compose takes two perturbations or more, not {len(parts)}")
    stated = [part.languages for part in parts if part.languages]
    if stated and not frozenset.intersection(*stated):
        raise UsageError(f"{' and '.join(part.name for part in parts)} have no language in common")
    return Composed(parts, name or "+".join(part.name for part in parts))


def sample(example: Example, n: int, with_: str | Sequence[str] = "all", seed: int = 0) -> list[Variant]:
    """Variants drawn at random, no two alike; as many perturbations have a part in it as can.

    Args:
        example: what to change.
        n: how many variants; there are fewer where no more can be made.
        with_: the perturbations to draw from; see `select`.
        seed: the same seed gives the same variants.

    Raises:
        UsageError: `n` is negative, nothing is selected, or an argument is of the wrong type.
    """
    example, seed = example_of("example", example), whole("seed", seed)
    if whole("n", n) < 0:
        raise UsageError(f"the number of variants must be 0 or more, not {n}")
    rng = perturbation_rng(seed, example.id, "sample")
    chosen = select(with_)
    rng.shuffle(chosen)
    drawn: list[Variant] = []
    seen: set[tuple[str, str]] = set()
    supplies: list[list[Variant]] = []

    def take(supply: list[Variant]) -> None:
        """Draws the next variant of a perturbation that is unlike all before."""
        while supply:
            variant = supply.pop()
            key = ("" if variant.base is None else variant.base.digest, variant.example.digest)
            if key not in seen:
                seen.add(key)
                drawn.append(variant)
                return

    for perturbation in chosen:  # a round of one each; what comes after the last one that is needed is not run
        if len(drawn) >= n:
            return drawn
        chance = perturbation_rng(seed, example.id, perturbation.name)
        supplies.append([found for found in perturbation.variants(example, chance) if isinstance(found, Variant)])
        rng.shuffle(supplies[-1])
        take(supplies[-1])
    while len(drawn) < n and any(supplies):
        for supply in supplies:
            if len(drawn) < n:
                take(supply)
    return drawn


def ladder(example: Example, perturbation: Perturbation | str, seed: int = 0) -> tuple[Variant, ...]:
    """The variants of one perturbation from mild to strong, one for each level that it makes.

    Args:
        example: what to change.
        perturbation: a perturbation with levels, or its name.
        seed: the same seed gives the same variants, those of a run with that seed.

    Raises:
        UsageError: the perturbation has no levels, or makes a level that it does not offer or the same text on two
            levels, which would be no order; or an argument is of the wrong type.
        UnknownNameError: no such perturbation.
    """
    example, seed = example_of("example", example), whole("seed", seed)
    perturbation = _named(perturbation)
    offered = perturbation.severities
    if not offered:
        raise UsageError(f"{perturbation.name} has no levels of severity, so there is no ladder of it")
    rungs: dict[int, Variant] = {}
    for found in perturbation.variants(example, perturbation_rng(seed, example.id, perturbation.name)):
        if isinstance(found, Variant):
            if found.severity is None or found.severity not in offered:
                raise UsageError(f"{perturbation.name} made severity {found.severity}, but offers {offered}")
            rungs.setdefault(found.severity, found)
    ordered = tuple(rungs[level] for level in sorted(rungs))
    if len({(rung.base, rung.example.digest) for rung in ordered}) < len(ordered):
        raise UsageError(f"{perturbation.name} made the same text on two levels")
    return ordered


def _named(item: Perturbation | str) -> Perturbation:
    if not isinstance(item, str):
        if wrong := wrong_with(item):
            raise UsageError(f"{item!r} {wrong}")
        return item
    found = select(item)
    if len(found) != 1:
        raise UsageError(f"{item!r} names {len(found)} perturbations where one is wanted")
    return found[0]


def _add(first: int | None, second: int | None) -> int | None:
    """Two severities as one: 1 with 1 is still mild."""
    if first is None or second is None:
        return second if first is None else first
    return first + second - 1


def _combined(first: Mapping[str, Relation], second: Mapping[str, Relation]) -> dict[str, Relation]:
    """The relation by construct; a construct that one of the two says nothing of has none."""
    return {
        name: combine(first.get(name, Relation.NONE), second.get(name, Relation.NONE)) for name in {**first, **second}
    }


def _lower(before: float | None, after: float | None) -> float | None:
    """The label at the end, which no later part can raise."""
    if before is None or after is None:
        return after if before is None else (before if before <= 0.5 else None)
    return min(before, after)


def _text(example: Example, field: str) -> str:
    """The text of a field; nothing, for a document that is yet to be added."""
    position = document_position(field)
    return "" if position is not None and position >= len(example.context) else example.text(field)


def _step(variant: Variant) -> dict[str, object]:
    return {
        "perturbation": variant.perturbation,
        "severity": variant.severity,
        "details": dict(variant.details),
    }
