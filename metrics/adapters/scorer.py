"""Objects with a method ``score(docs, claims)``: SummaC, AlignScore and MiniCheck as published, and others like it."""

from __future__ import annotations

import inspect
import numbers
from collections.abc import Mapping, Sequence
from typing import Any

from gaugeblock.metrics.adapters._adapter import Adapter, as_list
from gaugeblock.metrics.base import Score
from gaugeblock.perturb.example import Example

_DOCUMENTS = frozenset(
    {
        "docs",
        "documents",
        "contexts",
        "originals",
        "sources",
        "premises",
        "references",
        "doc",
        "context",
        "src",
        "inputs",
    }
)
_ONE_CLAIM = frozenset({"claim"})
_CLAIMS = frozenset(
    {
        "claims",
        "summaries",
        "hypotheses",
        "generateds",
        "responses",
        "predictions",
        "claim",
        "hyps",
        "candidates",
        "cands",
    }
)


class ScorerMetric(Adapter):
    """A scorer's ``score`` method, called with lists of contexts and responses.

    Returned may be a list of numbers, a mapping with ``scores``, or a tuple of several lists, as MiniCheck's: there the
    first list that holds fractions counts, not the one of whole-number labels before it.
    """

    batched = True
    batch_size = 16

    @staticmethod
    def is_one(found: Any) -> bool:
        """Whether an object has a method ``score`` of documents and claims."""
        return _parameters(found) is not None

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        documents, claims = _parameters(self.wrapped) or ("docs", "claims")
        if claims in _ONE_CLAIM:  # named in the singular: one pair at a time
            called = [{documents: one.context_text, claims: one.response} for one in examples]
            return [_scores(self.wrapped.score(**texts), 1)[0] for texts in called]
        texts = {
            documents: [example.context_text for example in examples],
            claims: [example.response for example in examples],
        }
        return _scores(self.wrapped.score(**texts), len(examples))


def _parameters(found: Any) -> tuple[str, str] | None:
    """The names of the two parameters, documents first."""
    method = getattr(found, "score", None)
    if not callable(method):
        return None
    try:
        names = [name for name, p in inspect.signature(method).parameters.items() if p.kind is not p.VAR_KEYWORD]
    except (TypeError, ValueError):
        return None
    documents = [name for name in names if name.lower() in _DOCUMENTS]
    claims = [name for name in names if name.lower() in _CLAIMS]
    return (documents[0], claims[0]) if documents and claims else None


def _scores(returned: Any, count: int) -> list[Any]:
    if isinstance(returned, Mapping):
        named = next((key for key in ("scores", "score", "probabilities", "probs") if key in returned), None)
        if named is None:
            raise ValueError(f"the scorer returned {', '.join(map(str, returned))}, among which there are no scores")
        returned = returned[named]
    if isinstance(returned, tuple):
        lists = [found for part in returned if (found := as_list(part)) is not None and len(found) == count]
        numeric = [found for found in lists if all(isinstance(value, numbers.Real) for value in found)]
        fractions = [found for found in numeric if not any(isinstance(value, numbers.Integral) for value in found)]
        if not numeric:
            raise ValueError(f"the scorer returned a tuple without a list of {count} numbers")
        return (fractions or numeric)[0]
    listed = as_list(returned)
    return listed if listed is not None else [returned]
