"""Which places of a text are free to be changed: what is quoted, protected or a name is not."""

from __future__ import annotations

from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text

_NAMED = frozenset({"PERSON", "ORG", "GPE", "LOC", "FAC", "WORK_OF_ART", "PRODUCT", "LAW"})


def free(text: Text, start: int, end: int) -> bool:
    """Whether a place lies outside quoted speech, code, addresses and markup."""
    return not touched(text.protected, start, end) and not touched(text.quotations, start, end)


def is_name(token: object) -> bool:
    """Whether a spaCy token is part of a name: a capital within a sentence, or an entity with a capital."""
    text, at_start = getattr(token, "text", ""), bool(getattr(token, "is_sent_start", False))
    kind = getattr(token, "ent_type_", "")
    capital = text[:1].isupper()
    return capital and ((not at_start and not text.isupper()) or kind in _NAMED)
