"""`Example`: a response together with what it is judged against."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import regex

from gaugeblock.perturb.shortened import printable, shortened

FIELDS = ("id", "response", "context", "question", "label", "corrected", "metadata")
"""The fields of an example, in the order in which they are written."""


_SHOWN = 60  # code points of a response in the line that tells an example
_DOCUMENT = regex.compile(r"context\[(0|[1-9][0-9]{0,8})\]")
_WRITTEN = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


class FrozenMap(Mapping[str, Any]):
    """A read-only mapping of JSON values, hashable by content and safe to pickle.

    Raises:
        TypeError: a key is no string, or a value is of no JSON type.
        ValueError: a number is infinite or NaN, or a text holds an unpaired surrogate; no JSON file can hold them.
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any] | None = None) -> None:
        self._items = {_key(key): _freeze(key, value) for key, value in (items or {}).items()}

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FrozenMap):
            return self._items == other._items
        return isinstance(other, Mapping) and _same(self, other)

    def __repr__(self) -> str:
        return repr(self._items)

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMap, (self.to_json(),)

    def to_json(self) -> dict[str, Any]:
        """The same content as plain dictionaries and lists."""
        return {key: _thaw(value) for key, value in self._items.items()}


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"JSON takes strings as keys, not {type(key).__name__}: {key!r}")
    _check_text("a key", key)
    return key


def _freeze(name: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return FrozenMap(value)
    if isinstance(value, (list, tuple)):
        return tuple(_freeze(name, item) for item in value)
    if isinstance(value, str):
        _check_text(repr(name), value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{name!r} must be a finite number, not {value!r}: write None for no value")
    elif value is not None and not isinstance(value, (bool, int, float)):
        raise TypeError(f"{name!r} takes a JSON value, not {type(value).__name__}: {value!r}")
    return value


def _same(frozen: Any, other: Any) -> bool:
    """Whether a frozen value is what freezing the other one would give, whatever else the other may hold."""
    if isinstance(frozen, FrozenMap):
        return (
            isinstance(other, Mapping)
            and len(frozen) == len(other)
            and all(key in other and _same(value, other[key]) for key, value in frozen.items())
        )
    if isinstance(frozen, tuple):
        return (
            isinstance(other, (list, tuple))
            and len(frozen) == len(other)
            and all(_same(one, another) for one, another in zip(frozen, other, strict=True))
        )
    return bool(frozen == other)


def _thaw(value: Any) -> Any:
    if isinstance(value, FrozenMap):
        return value.to_json()
    if isinstance(value, tuple):
        return [_thaw(item) for item in value]
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A response, the documents it should rest on, and what is known of its support.

    Args:
        response: the text under evaluation: an answer, a summary, a claim.
        context: the documents; one string is taken as one document, None as no document.
        question: what the response answers, where there is a question.
        label: 1 = supported by the context, 0 = not, values between = partly; None = unknown.
        corrected: a human or constructed correction of the response.
        id: stable name; made from the content where it is not given.
        metadata: JSON values that travel along; a ``language`` entry (such as ``"de"``) tells the perturbations which
            language the response is in.

    Raises:
        TypeError: a field is of the wrong type, or the metadata are no JSON values.
        ValueError: the label is outside [0, 1], a number in the metadata is not finite, or a text holds an unpaired
            surrogate (no UTF-8 file can hold one).
    """

    response: str
    context: tuple[str, ...] = ()
    question: str | None = None
    label: float | None = None
    corrected: str | None = None
    id: str = ""
    metadata: Mapping[str, Any] = field(default_factory=FrozenMap)

    def __post_init__(self) -> None:
        context: Any = self.context
        if context is None:
            context = ()
        elif isinstance(context, str):
            context = (context,)
        elif isinstance(context, (tuple, Sequence)):  # a tuple, which is usual, is told fastest
            context = tuple(context)
        else:
            raise TypeError(f"context takes a string or a sequence of strings, not {type(context).__name__}")
        object.__setattr__(self, "context", context)
        if not isinstance(self.metadata, FrozenMap):
            object.__setattr__(self, "metadata", FrozenMap(self.metadata))
        _check_text("response", self.response)
        for position, document in enumerate(context):
            if not (isinstance(document, str) and document.isascii()):  # spares writing the name of each
                _check_text(f"context[{position}]", document)
        for name in ("question", "corrected"):
            if getattr(self, name) is not None:
                _check_text(name, getattr(self, name))
        if self.label is not None:
            if isinstance(self.label, (str, bytes)):
                raise TypeError(f"label takes a number from 0 to 1 or None, not {self.label!r}")
            label = float(self.label)
            if not 0.0 <= label <= 1.0:
                raise ValueError(f"label must lie in [0, 1] (1 = supported), got {self.label!r}")
            object.__setattr__(self, "label", label)
        if not isinstance(self.id, str):
            raise TypeError(f"id takes a string, not {type(self.id).__name__}: {self.id!r}")
        object.__setattr__(self, "id", self.id or f"x{self.digest[:16]}")
        _check_text("id", self.id)

    def __str__(self) -> str:
        """A line that tells the example by its id and the beginning of its response; the repr has all of it."""
        response = shortened(self.response, _SHOWN)
        documents = "1 document" if len(self.context) == 1 else f"{len(self.context)} documents"
        return f"Example({printable(self.id)}: {response!r}, {documents})"

    @property
    def digest(self) -> str:
        """SHA-256 (hexadecimal) of response, context and question: equal for equal inputs, whatever their id."""
        return content_hash([self.response, list(self.context), self.question])

    @property
    def context_text(self) -> str:
        """All documents as one string, a blank line between them; an empty document is none."""
        return "\n\n".join(filter(None, self.context))

    @property
    def supported(self) -> bool | None:
        """Whether the label calls the response supported (above one half); None where the label is unknown."""
        return None if self.label is None else self.label > 0.5

    def text(self, name: str) -> str:
        """The text of one editable field: ``response``, ``question`` or ``context[i]``.

        Raises:
            KeyError: there is no such field or no such document, or the example has no question.
        """
        if name == "response":
            return self.response
        if name == "question" and self.question is not None:
            return self.question
        position = document_position(name)
        if position is not None and position < len(self.context):
            return self.context[position]
        raise KeyError(f"example {self.id!r} has no field {name!r}")

    def with_texts(self, texts: Mapping[str, str], **others: Any) -> Example:
        """The same example with some editable fields (named as in `text`) replaced.

        Args:
            texts: the new texts by the names of their fields.
            others: further fields that get another value, such as the id.

        Raises:
            KeyError: a name is no field of this example.
        """
        context = list(self.context)
        changes: dict[str, Any] = dict(others)
        for name, value in texts.items():
            self.text(name)
            position = document_position(name)
            if position is None:
                changes[name] = value
            else:
                context[position] = value
        fields = {name: getattr(self, name) for name in FIELDS}  # dataclasses.replace takes three times as long
        return Example(**{**fields, "context": tuple(context), **changes})

    def to_json(self) -> dict[str, Any]:
        """The example as plain JSON values, every field present."""
        metadata = FrozenMap(self.metadata).to_json()
        values = (self.id, self.response, list(self.context), self.question, self.label, self.corrected, metadata)
        return dict(zip(FIELDS, values, strict=True))

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Example:
        """The example that `to_json` wrote.

        Raises:
            TypeError: the row has a key that is no field, or a value of the wrong type.
        """
        return cls(**row)


def document_position(name: str) -> int | None:
    """The index in ``context[index]``, or None for any other field name.

    A document has one name, so that edits of it cannot go apart: ``context[00]`` is none.
    """
    found = _DOCUMENT.fullmatch(name)
    return int(found[1]) if found else None


def content_hash(value: Any) -> str:
    """SHA-256 (hexadecimal) of a JSON value, the same in every process and on every platform."""
    return hashlib.sha256(_WRITTEN.encode(value).encode("utf-8", "surrogatepass")).hexdigest()


def _check_text(name: str, value: Any) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} takes a string, not {type(value).__name__}: {value!r}")
    if value.isascii():
        return  # as most are, which spares encoding them
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{name} holds an unpaired surrogate at position {error.start}, which no UTF-8 file can hold: "
            "decode the source as UTF-8, or replace the character"
        ) from None
