"""The counterfactual of an example whose data set brings one: another answer, and documents that support that one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def counterfactual(response: str, other: str, documents: Sequence[str]) -> dict[str, Any]:
    """The value of ``metadata["counterfactual"]``.

    Args:
        response: of the example itself.
        other: the response that conflicts with it.
        documents: the context that supports the other response.

    Raises:
        ValueError: both responses are the same.
    """
    if other.strip() == response.strip():
        raise ValueError("both answers are the same, so that they do not conflict")
    return {"response": other, "context": list(documents)}
