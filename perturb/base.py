"""The perturbation contract, and `RuleBased`, the object that nearly every perturbation is.

A perturbation is one file: a module of `perturb/<family>/` with an attribute ``PERTURBATION`` and its lexicon beside it
as TOML. The file's name is the perturbation's name (``number_words.py`` is ``number-words``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from gaugeblock.perturb.arguments import text_of, whole
from gaugeblock.perturb.errors import EditError, UsageError
from gaugeblock.perturb.example import Example, FrozenMap, content_hash
from gaugeblock.perturb.language import language_of
from gaugeblock.perturb.relations import FAMILIES, Relation, relations
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit, Skip, Variant, make_variant

ANY_LANGUAGE: frozenset[str] = frozenset()
"""The `languages` of a perturbation that works in every script."""

ENGLISH = frozenset({"en"})


CHANGES = ("layout", "form", "word", "structure", "several")
"""What a perturbation may change: marks and white space; how the same words are written; a word or phrase for another;
the build of a sentence, or what it says; or whatever the other perturbations change that it is made of."""


class Perturbation(Protocol):
    """What the harness needs of a perturbation; any object that has it will do."""

    @property
    def name(self) -> str: ...

    @property
    def family(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def languages(self) -> frozenset[str]: ...

    @property
    def severities(self) -> tuple[int, ...]: ...

    @property
    def relation(self) -> Mapping[str, Relation]: ...

    def variants(self, example: Example, rng: random.Random) -> Iterator[Variant | Skip]:
        """The variants of an example, and a skip for each level that gave none."""
        ...


_CONTRACT = ("name", "family", "version", "languages", "severities", "relation", "variants")


def wrong_with(item: object, name: str | None = None) -> str | None:
    """What an object lacks of a perturbation, in a few words; None where it is one.

    Args:
        item: any object.
        name: what it is registered as, which must be what it calls itself.
    """
    if missing := [part for part in _CONTRACT if not hasattr(item, part)]:
        return f"is no perturbation: it lacks {', '.join(missing)}"
    called = getattr(item, "name", None)
    return None if name is None or called == name else f"calls itself {called!r}"


class Chance(random.Random):
    """The chance that a perturbation may use on one example (see `perturbation_rng`).

    Args:
        run_seed: the seed of the run, from which a perturbation that is made of others gives them their own chance.
        example_id: id of the example that is changed.
        perturbation: name of the perturbation that it is for.
    """

    def __init__(self, run_seed: int, example_id: str, perturbation: str) -> None:
        super().__init__(int(content_hash([run_seed, example_id, perturbation]), 16))
        self.run_seed = run_seed
        self.example_id = example_id
        self.perturbation = perturbation

    def __reduce__(self) -> tuple[Any, ...]:
        return Chance, (self.run_seed, self.example_id, self.perturbation), self.getstate()


@dataclass(frozen=True, slots=True)
class Illustration:
    """A text of our own that a perturbation changes, for the catalogue; a test holds the perturbation to it.

    Args:
        response: the response of the example.
        after: what the first variant makes of the field `shows`.
        context: its documents.
        question: what the response answers.
        shows: the field that is shown, as in `Edit.field`; a document that is added counts too.
    """

    response: str
    after: str
    context: tuple[str, ...] = ()
    question: str | None = None
    shows: str = "response"

    @property
    def example(self) -> Example:
        """The example that is changed; it counts as supported."""
        return Example(
            id="illustration", response=self.response, context=self.context, question=self.question, label=1.0
        )

    @property
    def before(self) -> str:
        """The field that is shown, as it was; empty for a document that is added."""
        try:
            return self.example.text(self.shows)
        except KeyError:
            return ""


def changes_of(perturbation: Perturbation) -> str:
    """What a perturbation changes, one of `CHANGES`; ``structure``, the most careful answer, if it does not say.

    Raises:
        UsageError: it says something else.
    """
    changes = getattr(perturbation, "changes", "structure")
    if changes not in CHANGES:
        raise UsageError(f"{perturbation.name}: changes must be one of {', '.join(CHANGES)}, not {changes!r}")
    return str(changes)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Edits that a perturbation would make, before the checks have had their say.

    Args:
        edits: of one example, in any of its fields; positions counted in the original.
        severity: the level they belong to; None where the perturbation has no levels.
        details: JSON values to keep with the variant: the phrase, the axis, the error type.
        relation: where this proposal's relation differs from the perturbation's.
        keeps_label: where this proposal differs from the perturbation in that (a phrase that replaces the response).
        unknown_label: whether nothing is known of the variant's label, whatever the original's is.
        base: the example that the edits are of, where it is not the one that was given but one derived from it (a
            sentence of its context as the response). Its label is what it deserves.
    """

    edits: tuple[Edit, ...]
    severity: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    relation: Mapping[str, Relation] | None = None
    keeps_label: bool | None = None
    unknown_label: bool = False
    base: Example | None = None


Propose = Callable[[Example, Text, random.Random], Iterable[Proposal]]
"""Proposals for an example whose response is analysed in `Text`, best first within a severity."""

Check = Callable[[Example, Example, Proposal], str | None]
"""A check of (original, changed, proposal): None when it holds, else what is wrong, in a few words."""


def by_severity(proposal: Proposal) -> Any:
    """The slot of a proposal in a perturbation that makes one variant for each of its levels."""
    return proposal.severity


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBased:
    """A rule-based perturbation: proposals, then checks; the first proposal of each group that passes is made.

    A proposal may change the response, the question, the documents, or several of them. A document that an edit
    leaves empty is gone (see `Example.context_text`); an edit of ``context[n]``, n the number of documents, adds one.

    Args:
        name: registered name, the file's name with hyphens.
        family: one of `relations.FAMILIES`.
        summary: what it does, in one sentence, for the catalogue.
        propose: yields proposals, best first.
        checks: each must hold for a proposal to be made.
        version: raised whenever the same input can give another output.
        languages: ISO 639-1 codes of the responses it can change; empty = every language.
        severities: the levels that it offers, mild first; empty = no levels.
        relation: by construct; taken from the family's row of the table where it is not given.
        keeps_label: whether the variant is as well supported as the original (benign, verbosity). Where it is not,
            the variant of a supported response is labelled 0, and of any other response unknown or 0.
        needs_supported: skip responses that are labelled unsupported, since the relation says nothing of them (a wrong
            claim made wronger).
        changes: one of `CHANGES`: whether its variants count as rewordings, and what else may change beside them.
        group: what counts as one slot to fill, by default the severity; a phrase list groups by phrase and position.
        limits: what it does not do, or does not do well, for the catalogue.
        illustration: a text of our own and what becomes of it.
    """

    name: str
    family: str
    summary: str
    propose: Propose
    checks: tuple[Check, ...] = ()
    version: str = "1"
    languages: frozenset[str] = ENGLISH
    severities: tuple[int, ...] = ()
    relation: Mapping[str, Relation] = field(default_factory=dict)
    keeps_label: bool = True
    needs_supported: bool = False
    changes: str = "structure"
    group: Callable[[Proposal], Any] = by_severity
    limits: str = ""
    illustration: Illustration | None = None

    def __post_init__(self) -> None:
        if self.changes not in CHANGES:
            raise UsageError(f"{self.name}: changes must be one of {', '.join(CHANGES)}, not {self.changes!r}")
        object.__setattr__(self, "relation", FrozenMap(self.relation or relations(self.family)))
        if self.family not in FAMILIES:
            raise UsageError(f"{self.name}: family must be one of {', '.join(FAMILIES)}, not {self.family!r}")

    def __repr__(self) -> str:
        return f"<perturbation {self.name} ({self.family}, version {self.version})>"

    def variants(self, example: Example, rng: random.Random) -> Iterator[Variant | Skip]:
        """One variant for each slot that a checked proposal fills; a skip where none does.

        Args:
            example: what to change.
            rng: see `perturbation_rng`; the only source of chance.
        """
        if self.languages and (language := language_of(example)) not in self.languages:
            yield from self._skips(example, "language", f"the response is in {language or 'an unknown language'}")
            return
        if self.needs_supported and example.supported is False:
            yield from self._skips(example, "not-applicable", "the response is labelled unsupported")
            return
        filled: set[Any] = set()
        refused: dict[Any, Skip] = {}
        seen: set[tuple[str, tuple[str, ...], str | None]] = set()
        slots = set(self.severities or (None,)) if self.group is by_severity else None
        for proposal in self.propose(example, analyse(example.response), rng):
            slot = self.group(proposal)
            if slot in filled:
                continue
            outcome = self._make(example, proposal)
            if isinstance(outcome, Variant) and _texts(outcome.example) in seen:
                outcome = self._skip(example, "unchanged", "the same text as another variant", proposal.severity)
            if isinstance(outcome, Skip):
                refused.setdefault(slot, outcome)
                continue
            seen.add(_texts(outcome.example))
            filled.add(slot)
            yield outcome
            if filled == slots:
                return  # no further proposal can be made, so none is asked for
        yield from (skip for slot, skip in refused.items() if slot not in filled)
        tried = {*filled, *refused}
        if self.group is by_severity or not tried:
            yield from (skip for skip in self._skips(example, "not-applicable") if skip.severity not in tried)

    def _make(self, example: Example, proposal: Proposal) -> Variant | Skip:
        edits = tuple(edit for edit in proposal.edits if edit.before != edit.after)
        if not edits:
            return self._skip(example, "unchanged", "", proposal.severity)
        if self.group is by_severity and proposal.severity not in (self.severities or (None,)):
            return self._skip(example, "rejected", f"no level {proposal.severity} is offered", proposal.severity)
        keeps = self.keeps_label if proposal.keeps_label is None else proposal.keeps_label
        original = proposal.base or example
        label = original.label if keeps else (None if original.label is None else 0.0)
        if proposal.unknown_label:
            label = None
        try:
            variant = make_variant(
                original,
                edits,
                perturbation=self.name,
                family=self.family,
                severity=proposal.severity,
                relation=proposal.relation or self.relation,
                label=label,
                details=proposal.details,
                parent=example.id,
            )
        except EditError as error:  # edits that overlap are a fault of the perturbation, and must not end a run
            return self._skip(example, "rejected", str(error), proposal.severity)
        for check in self.checks:
            if wrong := check(original, variant.example, proposal):
                return self._skip(example, "rejected", wrong, proposal.severity)
        return variant

    def _skips(self, example: Example, reason: str, detail: str = "") -> Iterator[Skip]:
        """A skip for each level, so that coverage counts the same whatever the reason; one where there are none."""
        levels = self.severities if self.group is by_severity else ()
        yield from (self._skip(example, reason, detail, severity) for severity in levels or (None,))

    def _skip(self, example: Example, reason: str, detail: str = "", severity: int | None = None) -> Skip:
        return Skip(example.id, self.name, self.family, reason, detail, severity)


def _texts(example: Example) -> tuple[str, tuple[str, ...], str | None]:
    """What an example's digest is made of; comparing it costs less than the digest of a long context."""
    return example.response, example.context, example.question


def perturbation_rng(seed: int, example_id: str, perturbation: str) -> Chance:
    """The chance that a perturbation may use on an example: the same in any order, shard or process.

    Raises:
        UsageError: the seed is no whole number, or one of the others no text.

    >>> perturbation_rng(0, "a", "number").random() == perturbation_rng(0, "a", "number").random()
    True
    """
    return Chance(whole("seed", seed), text_of("example_id", example_id), text_of("perturbation", perturbation))
