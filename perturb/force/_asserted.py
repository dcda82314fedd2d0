"""What the rules of scope share: whether a claim is asserted, and what must not stand before a word that counts."""

from __future__ import annotations

from typing import Any

from gaugeblock.perturb.grammar import clause_verb, is_conditional, is_negated
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, list[str]] = lexicon(__file__)
NOT_BEFORE = frozenset(_LEXICON["not_before"])
"""Words that already limit, or deny, what follows them."""

DEFINITE = frozenset(_LEXICON["definite"])
"""Words that say which one a noun means."""


def is_asserted(token: Any) -> bool:
    verb = clause_verb(token)
    return verb is not None and not is_negated(verb) and not is_conditional(token)


def verb_suits_plural(verb: Any) -> bool:
    finite = [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]
    return not any(word.tag_ == "VBZ" or word.lower_ == "was" for word in finite)
