"""`Edit`, `Variant` and `Skip`: what a perturbation did to an example, exactly."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import regex

from gaugeblock.perturb.errors import EditError
from gaugeblock.perturb.example import Example, FrozenMap, content_hash, document_position
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.shortened import printable, shortened

SKIP_REASONS = ("not-applicable", "unchanged", "rejected", "language")
"""Why a perturbation may make no variant."""

_LINE = 120  # code points of a description; a document that was replaced would fill the screen
_SIDE = 30  # code points of either side of an edit in it


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """One replaced span.

    Args:
        field: ``response``, ``question`` or ``context[i]``.
        start: first code point of the span in the original text.
        end: one past its last code point; equal to `start` for an insertion.
        before: the text of the span, so that the edit can be checked and undone.
        after: what stands there now.

    Raises:
        EditError: the span is negative, or `before` is not as long as the span.
    """

    field: str
    start: int
    end: int
    before: str
    after: str

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise EditError(f"an edit's span must satisfy 0 <= start <= end, got {self.start}..{self.end}")
        if len(self.before) != self.end - self.start:
            raise EditError(
                f"the edit replaces {self.end - self.start} code points ({self.start}..{self.end}) "
                f"but names {len(self.before)}: {self.before!r}"
            )

    def __str__(self) -> str:
        """What stood there and what does now, both cut; the field where it is not the response."""
        where = "" if self.field == "response" else f"{self.field} "
        return f"{where}{shortened(self.before, _SIDE)!r} -> {shortened(self.after, _SIDE)!r}"

    def to_json(self) -> dict[str, Any]:
        """The edit as plain JSON values."""
        return {"field": self.field, "start": self.start, "end": self.end, "before": self.before, "after": self.after}


def replace_span(text: str, start: int, end: int, after: str, field: str = "response") -> Edit:
    """The edit that puts `after` in the place of ``text[start:end]``."""
    return Edit(field, start, end, text[start:end], after)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made; every character outside their spans is untouched.

    Args:
        text: the original text of one field.
        edits: edits of that one field, in any order, positions counted in the original.

    Raises:
        EditError: an edit does not match the text, or two of them overlap.

    >>> apply_edits("in May", [Edit("response", 3, 6, "May", "June")])
    'in June'
    """
    pieces: list[str] = []
    at = 0
    last: Edit | None = None
    for edit in sorted(edits):
        if last is not None and (edit.start < at or (edit.start, edit.end) == (last.start, last.end)):
            raise EditError(f"two edits of {edit.field} overlap: {last!r} and {edit!r}")
        if text[edit.start : edit.end] != edit.before or edit.end > len(text):
            raise EditError(f"{edit!r} does not fit: the text has {text[edit.start : edit.end]!r} there")
        pieces += [text[at : edit.start], edit.after]
        at, last = edit.end, edit
    return "".join(pieces) + text[at:]


def apply_to_example(example: Example, edits: Iterable[Edit], **others: Any) -> Example:
    """The example with the edits made in the fields that they name; its id and all else stay.

    An edit of ``context[n]``, where n is the number of documents, adds a document; further ones follow in order. A
    document that is edited away stays as an empty one, so that the others keep their places.

    Args:
        example: what is changed.
        edits: of any of its fields.
        others: fields that get another value besides, such as the id.

    Raises:
        EditError: an edit does not match its field, two of them overlap, or there is no such field.
    """
    by_field: dict[str, list[Edit]] = {}
    for edit in edits:
        by_field.setdefault(edit.field, []).append(edit)
    try:
        example = _with_room(example, by_field)
        texts = {name: apply_edits(example.text(name), group) for name, group in by_field.items()}
    except KeyError as error:
        raise EditError(str(error.args[0])) from None
    return example.with_texts(texts, **others)


def _with_room(example: Example, fields: Iterable[str]) -> Example:
    """The example with an empty document for each that the edits add."""
    have = len(example.context)
    places = map(document_position, fields)
    added = {at for at in places if at is not None and at >= have}
    if added and added == set(range(have, have + len(added))):
        return replace(example, context=(*example.context, *("" for _ in added)))
    return example


_WORD = regex.compile(r"\w+|\s+|[^\w\s]")


def diff_edits(before: str, after: str, field: str = "response") -> tuple[Edit, ...]:
    """The word-level edits that turn one text into another, for variants that come as a whole text.

    >>> [(e.before, e.after) for e in diff_edits("It rose in May.", "It fell in May.")]
    [('rose', 'fell')]
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    starts = [0]
    for token in old:
        starts.append(starts[-1] + len(token))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return tuple(
        replace_span(before, starts[i], starts[j], "".join(new[k:m]), field)
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag != "equal"
    )


def _described(kind: str, perturbation: str, severity: int | None, what: str) -> str:
    """One line that tells a variant or a skip."""
    level = "" if severity is None else f", severity {severity}"
    return f"{kind}({shortened(printable(f'{perturbation}{level}: {what}'), _LINE - len(kind) - 2)})"


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """A changed example, with what was changed and what a score must do about it.

    Args:
        example: the example after the edits; its id names parent, perturbation, severity and content.
        parent: id of the original.
        perturbation: registered name, such as ``number-words``.
        family: one of `relations.FAMILIES`, or ``correction``.
        severity: 1 (mild) upward; None where the perturbation has no levels.
        edits: positions counted in the original; applying them to it gives `example`.
        relation: what a metric of each construct must do; read-only, as are the details.
        details: JSON values worth keeping: the phrase, the axis, the error type.
        base: the example that the edits are of, where that is not the parent itself but was derived from it (a sentence
            of its context taken as the response); its score is the one to compare with.
    """

    example: Example
    parent: str
    perturbation: str
    family: str
    severity: int | None
    edits: tuple[Edit, ...]
    relation: Mapping[str, Relation]
    details: Mapping[str, Any] = field(default_factory=FrozenMap)
    base: Example | None = None

    def __post_init__(self) -> None:
        # A variant is kept and handed to whoever asks next, so nobody may change what it says.
        for name in ("relation", "details"):
            if not isinstance(given := getattr(self, name), FrozenMap):
                object.__setattr__(self, name, FrozenMap(given))

    def __repr__(self) -> str:
        """A line that tells what was changed; the texts are in `example`, all else in `to_json`."""
        return _described("Variant", self.perturbation, self.severity, "; ".join(map(str, self.edits)))

    @property
    def id(self) -> str:
        """The id of the changed example."""
        return self.example.id

    @property
    def changed_characters(self) -> int:
        """How many code points the edits remove and add, taken together (the size of the change)."""
        return sum(len(edit.before) + len(edit.after) for edit in self.edits)

    def to_json(self) -> dict[str, Any]:
        """The variant as one line of ``gaugeblock perturb``'s output."""
        return {
            "parent": self.parent,
            "perturbation": self.perturbation,
            "family": self.family,
            "severity": self.severity,
            "outcome": "variant",
            "reason": None,
            "example": self.example.to_json(),
            "edits": [edit.to_json() for edit in self.edits],
            "relation": {construct: relation.value for construct, relation in self.relation.items()},
            "details": FrozenMap(self.details).to_json(),
            **({} if self.base is None else {"base": self.base.to_json()}),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Skip:
    """Why a perturbation made no variant of an example.

    Args:
        parent: id of the original.
        perturbation: registered name.
        family: its family.
        reason: one of `SKIP_REASONS`.
        detail: the check that said no, or what was missing.
        severity: the level that was wanted, None for the perturbation as a whole.
    """

    parent: str
    perturbation: str
    family: str
    reason: str
    detail: str = ""
    severity: int | None = None

    def __post_init__(self) -> None:
        if self.reason not in SKIP_REASONS:
            raise ValueError(f"a skip's reason is one of {', '.join(SKIP_REASONS)}, not {self.reason!r}")

    def __repr__(self) -> str:
        """A line that tells what was not made, and why."""
        what = f"{self.reason} ({self.detail})" if self.detail else self.reason
        return _described("Skip", self.perturbation, self.severity, what)

    def to_json(self) -> dict[str, Any]:
        """The skip as one line of ``gaugeblock perturb``'s output."""
        return {
            "parent": self.parent,
            "perturbation": self.perturbation,
            "family": self.family,
            "severity": self.severity,
            "outcome": "skip",
            "reason": self.reason,
            "example": None,
            "edits": [],
            "relation": {},
            "details": {"detail": self.detail} if self.detail else {},
        }


def make_variant(
    example: Example,
    edits: Sequence[Edit],
    *,
    perturbation: str,
    family: str,
    relation: Mapping[str, Relation],
    severity: int | None = None,
    label: float | None = None,
    details: Mapping[str, Any] | None = None,
    parent: str | None = None,
) -> Variant:
    """The variant that these edits make of the example.

    Args:
        label: the label of the changed example (None = unknown).
        parent: id of the example of the data, where `example` is derived from it and is the variant's base.

    Raises:
        EditError: the edits do not fit the example, or leave it as it was.
    """
    edits = tuple(sorted(edits))
    level = "" if severity is None else f"-{severity}"
    name = f"{example.id}/{perturbation}{level}/{content_hash([edit.to_json() for edit in edits])[:8]}"
    changed = apply_to_example(example, edits, id=name, label=label, corrected=None)
    if (changed.response, changed.context, changed.question) == (example.response, example.context, example.question):
        raise EditError(f"the edits of {perturbation} leave example {example.id!r} as it was")
    return Variant(
        changed,
        parent if parent is not None else example.id,
        perturbation,
        family,
        severity,
        edits,
        relation,
        details or FrozenMap(),
        None if parent in (None, example.id) else example,
    )
