"""Modules of Hugging Face ``evaluate``: ``evaluate.load("...")`` as a metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gaugeblock.metrics.adapters._adapter import Adapter, as_list, hyphened, one_number
from gaugeblock.metrics.base import Score
from gaugeblock.perturb.example import Example


class EvaluateModule(Adapter):
    """A module's ``compute``, the response as prediction and the context as reference, item by item.

    Most modules return one number for all that they are given, so that each item is computed on its own.

    Attributes:
        key: which of several returned numbers is the score, such as ``rougeL``.
        settings: further arguments of ``compute``, such as ``{"lang": "en"}``.
    """

    batched = False

    def __init__(
        self, wrapped: Any, *, key: str | None = None, settings: Mapping[str, Any] | None = None, **declared: Any
    ) -> None:
        name = getattr(wrapped, "name", None)
        super().__init__(wrapped, **{"name": hyphened(str(name).rpartition("/")[2]) if name else None, **declared})
        self.key = key
        self.settings = dict(settings or {})

    @property
    def options(self) -> Mapping[str, Any]:  # type: ignore[override]
        """The settings as they are now, since `key` may be set later."""
        return {"key": self.key, "settings": self.settings}

    @staticmethod
    def is_one(found: Any) -> bool:
        """Whether an object computes a metric from predictions and references."""
        return callable(getattr(found, "compute", None)) and hasattr(found, "features") and hasattr(found, "add_batch")

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Any:
        returned = self.wrapped.compute(
            predictions=[example.response], references=[example.context_text], **self.settings
        )
        if isinstance(returned, Mapping) and self.key is None:
            # beside the scores a module may tell its settings, such as bertscore's hash code
            numbers = {name: value for name, value in returned.items() if _is_number(value)}
            returned = numbers or returned
        return one_number(returned, self.key, self.name)


def _is_number(value: Any) -> bool:
    listed = as_list(value)
    if listed is not None:
        return len(listed) == 1 and _is_number(listed[0])
    return hasattr(value, "__float__") and not isinstance(value, bool)
