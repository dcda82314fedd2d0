"""What kind of error a corruption makes, in the FRANK typology and by the names that other work gives to the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gaugeblock.perturb.lexicon import lexicon

ERROR_TYPES: tuple[str, ...] = tuple(lexicon(__file__)["frank"])
"""``PredE``, ``EntE``, ``CircE``, ``CorefE``, ``LinkE``, ``OutE`` and ``GramE`` (Pagnoni et al. 2021, table 1)."""

_ORIGINS: Mapping[str, str] = lexicon(__file__)["origin"]


def origin(source: str) -> str:
    """Whether an error puts together what the input offers (intrinsic) or brings in what it has not (extrinsic).

    Args:
        source: where the new wording comes from: ``context``, ``response`` or ``lexicon``.

    >>> origin("context"), origin("lexicon")
    ('intrinsic', 'extrinsic')
    """
    return _ORIGINS[source]


def scheme(error_type: str) -> dict[str, list[str]]:
    """The names that published schemes have for an error of this FRANK type; a scheme without one is left out.

    Args:
        error_type: one of `ERROR_TYPES`.

    Raises:
        KeyError: no such error type.

    >>> scheme("LinkE")["frank-category"]
    ['discourse']
    """
    names: Mapping[str, Any] = lexicon(__file__)["frank"][error_type]["scheme"]
    return {published: list(labels) for published, labels in names.items()}


def labels(error_type: str, source: str) -> dict[str, Any]:
    """What a corruption's details say of its error: the type, its origin, and its names elsewhere."""
    return {"error_type": error_type, "origin": origin(source), "source": source, "scheme": scheme(error_type)}
