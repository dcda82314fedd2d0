"""Common first names and whose they are."""

from __future__ import annotations

from gaugeblock.perturb.lexicon import lexicon

MALE: frozenset[str] = frozenset(lexicon(__file__)["male"])
"""Names of men and boys."""

FEMALE: frozenset[str] = frozenset(lexicon(__file__)["female"])
"""Names of women and girls."""

PRONOUNS = {"male": frozenset({"he", "him", "his", "himself"}), "female": frozenset({"she", "her", "hers", "herself"})}
"""The pronouns of each gender."""


def gender_of(name: str) -> str | None:
    """``male`` or ``female`` by the first word of a name, None where that does not tell.

    >>> gender_of("Anna Ode"), gender_of("Ode")
    ('female', None)
    """
    first = name.partition(" ")[0]
    return "male" if first in MALE else "female" if first in FEMALE else None
