"""Which parts of an example a plain function asks for, told by the names of its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

_CONTEXT = ("context", "source", "document", "doc", "premise", "evidence", "article")
_DOCUMENTS = ("contexts", "documents", "docs", "sources")
_RESPONSE = ("response", "answer", "summary", "claim", "hypothesis", "output", "prediction")

_ONE: dict[str, str] = {
    **dict.fromkeys(_CONTEXT, "context_text"),
    **dict.fromkeys(_DOCUMENTS, "context"),
    **dict.fromkeys(_RESPONSE, "response"),
    **dict.fromkeys(("question", "query"), "question"),
    "label": "label",
    "corrected": "corrected",
    "example": "",
}
"""Parameter of a function that scores one item: the attribute of `Example` that it gets; "" = the example itself."""

_MANY: dict[str, str] = {
    **dict.fromkeys((*_DOCUMENTS, "premises", "evidences", "articles"), "context_text"),
    **dict.fromkeys(
        ("responses", "answers", "summaries", "claims", "hypotheses", "outputs", "predictions"), "response"
    ),
    **dict.fromkeys(("questions", "queries"), "question"),
    "labels": "label",
    "examples": "",
}
"""Parameter of a function that scores a batch: the attribute that it gets a list of."""

_READS = {"context_text": ("context",), "": ("response", "context", "question", "label", "corrected", "id", "metadata")}

ACCEPTED = (
    "name the parameters after what they take: context (all documents as one string), contexts (a tuple of strings), "
    "response, question, label, corrected or example; also "
    + ", ".join((*_CONTEXT[1:], *_RESPONSE[1:], "query"))
    + "; for a function that scores a batch: contexts, responses, questions, labels or examples, each a list"
)


@dataclass(frozen=True)
class Arguments:
    """How a function is called with an example, or with a batch of them.

    Args:
        positional: attributes of `Example` given by position.
        named: parameter and attribute of those given by name.
        batch: whether the function takes lists, and returns one score for each item.
    """

    positional: tuple[str, ...]
    named: tuple[tuple[str, str], ...]
    batch: bool

    @property
    def parameter_names(self) -> frozenset[str]:
        """The parameters that are given parts of an example; the others are options."""
        return frozenset(name for name, _ in self.named)

    @property
    def reads(self) -> frozenset[str]:
        """The fields of an example that the function is given."""
        attributes = (*self.positional, *(attribute for _, attribute in self.named))
        return frozenset(name for attribute in attributes for name in _READS.get(attribute, (attribute,)))

    def call(self, function: Callable[..., Any], examples: Sequence[Example]) -> Any:
        """What the function returns for the examples; for one that scores single items, for the only example."""

        def value(attribute: str) -> Any:
            if self.batch:
                return [_part(example, attribute) for example in examples]
            (example,) = examples
            return _part(example, attribute)

        named = {name: value(attribute) for name, attribute in self.named}
        return function(*(value(attribute) for attribute in self.positional), **named)


def _part(example: Example, attribute: str) -> Any:
    return getattr(example, attribute) if attribute else example


def signature_of(function: Callable[..., Any], name: str) -> inspect.Signature:
    """The signature of a function, or a message on how to give it one.

    Raises:
        UsageError: it has none, as some functions written in C.
    """
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        raise UsageError(
            f"the parameters of {name} cannot be seen; wrap it: def metric(context, response): return {name}(...)"
        ) from None


def is_metric_function(function: Callable[..., Any]) -> bool:
    """Whether a function takes parts of an example, and so scores; one that takes only options makes a metric."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(
        parameter.name in _ONE
        or parameter.name in _MANY
        or (parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD)
        for parameter in parameters
    )


def arguments_of(function: Callable[..., Any], name: str, batch: bool | None = None) -> Arguments:
    """How to call a function, told by the names of its parameters.

    A parameter that is no part of an example keeps its default. Two parameters whose names say nothing (``a, b``,
    ``_1, _2``) are taken as (context, response).

    Args:
        function: a plain function, a partial, or an object with ``__call__``.
        name: what to call it in messages.
        batch: whether it takes lists; None = told by a plural name, such as ``responses``.

    Raises:
        UsageError: the names do not say what is wanted, or say two things at once; the accepted names are listed.
    """
    parameters = [
        parameter
        for parameter in signature_of(function, name).parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD and parameter.kind is not parameter.VAR_POSITIONAL
    ]
    many = [p.name for p in parameters if p.name in _MANY and p.name not in _ONE]
    if batch is None:
        batch = bool(many)
    table = {**_ONE, **_MANY} if batch else _ONE
    if many and not batch:
        raise _unclear(name, f"{many[0]!r} is a list of many, and batch=False was said")
    single = [p.name for p in parameters if p.name in _ONE and p.name not in _MANY]
    if many and single:
        raise _unclear(name, f"{many[0]!r} asks for a batch, and {single[0]!r} for one item")
    known = [p for p in parameters if p.name in table]
    unknown = [p for p in parameters if p.name not in table and p.default is p.empty]
    if not known and len(unknown) == 2 and _nameless(unknown):
        return _arguments([(unknown[0], "context_text"), (unknown[1], "response")], batch)
    if unknown:
        raise _unclear(name, f"the parameter {unknown[0].name!r} is no part of an example")
    if not known:
        raise _unclear(name, "no parameter takes a part of an example")
    for attribute in {table[p.name] for p in known}:
        same = [p.name for p in known if table[p.name] == attribute]
        if len(same) > 1:
            raise _unclear(name, f"{same[0]!r} and {same[1]!r} take the same part of an example")
    if any(p.kind is p.POSITIONAL_ONLY and p not in known for p in parameters):
        raise _unclear(name, "an option must not be positional-only")
    return _arguments([(p, table[p.name]) for p in known], batch)


def _arguments(taken: list[tuple[inspect.Parameter, str]], batch: bool) -> Arguments:
    return Arguments(
        positional=tuple(attribute for p, attribute in taken if p.kind is p.POSITIONAL_ONLY),
        named=tuple((p.name, attribute) for p, attribute in taken if p.kind is not p.POSITIONAL_ONLY),
        batch=batch,
    )


def _nameless(parameters: list[inspect.Parameter]) -> bool:
    """Whether two names say nothing; ``r, c`` says the reverse of what would be given, so it is not taken."""
    first, second = (parameter.name.strip("_") for parameter in parameters)
    short = len(first) <= 2 and len(second) <= 2
    by_position = all(parameter.kind is not parameter.KEYWORD_ONLY for parameter in parameters)
    return short and by_position and not first.lower().startswith("r") and not second.lower().startswith(("c", "d"))


def _unclear(name: str, why: str) -> UsageError:
    return UsageError(f"{name} cannot be taken as a metric: {why}; {ACCEPTED}")
