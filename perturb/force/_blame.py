"""Blame and credit made cause: "was blamed on frost" becomes "was caused by frost"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, replaced
from gaugeblock.perturb.grammar import is_conditional, is_negated, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type

_LEXICON: dict[str, Any] = lexicon(__file__)
_LINKS: dict[str, dict[str, list[str]]] = _LEXICON["link"]
_MANNERS = frozenset(_LEXICON["manners"])
_ABOUT_TEXTS = frozenset(_LEXICON["about_texts"])


def blamed(word: Any) -> Iterator[Raise]:
    """The claim raised where a word says whom or what an effect is put down to."""
    if word.tag_ != "VBN" or word.i == 0 or word.i + 2 >= len(word.doc):
        return
    link = word.nbor()
    levels = _LINKS.get(link.lower_, {}).get(word.lower_)
    adverb = word.i > 1 and word.nbor(-1).lower_ in _MANNERS
    be = word.nbor(-2) if adverb else word.nbor(-1)
    subject = subject_of(word)
    if levels is None or subject is None or be.lower_ not in {"is", "are", "was", "were"}:
        return
    if is_negated(word) or is_conditional(word) or subject.lemma_.lower() in _ABOUT_TEXTS:
        return
    # "Was attributed to Ann": what a person made is not what they caused.
    behind = [child for child in link.children if child.dep_ in {"pobj", "pcomp"}]
    if len(behind) != 1 or (link.lower_ in {"on", "to"} and entity_type(behind[0]) in {"PERSON", "ORG", "NORP", "GPE"}):
        return
    yield from replaced(be, link, (None, *(f"{be.text} {level}" for level in levels)))
