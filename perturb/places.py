"""Which places of a text are free to be changed: what is quoted, protected or a name is not."""

from __future__ import annotations

from typing import Any

from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text, entity_type

_NAMED = frozenset({"PERSON", "ORG", "GPE", "LOC", "FAC", "WORK_OF_ART", "PRODUCT", "LAW"})


def free(text: Text, start: int, end: int) -> bool:
    """Whether a place lies outside quoted speech, code, addresses and markup."""
    return not touched(text.protected, start, end) and not touched(text.quotations, start, end)


def is_name(token: Any) -> bool:
    """Whether a spaCy token is part of a name: a capital within a sentence, or an entity with a capital."""
    text = token.text
    if not text[:1].isupper():
        return False
    if not token.is_sent_start and not text.isupper():
        return True
    return entity_type(token) in _NAMED
