"""What something is held to be made what it is: "is widely regarded as a classic" becomes "is a classic"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, replaced
from gaugeblock.perturb.grammar import is_conditional, is_negated, subject_of
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, Any] = lexicon(__file__)
_VERBS: dict[str, str] = _LEXICON["verbs"]
_MANNERS = frozenset(_LEXICON["manners"])
_ALSO_EYED = frozenset(_LEXICON["also_eyed"])  # "was seen as a child" tells when, unless "widely" goes with it
_OPENERS = frozenset({"DT", "CD", "PRP$", "NNP"})


def regarded(word: Any) -> Iterator[Raise]:
    """The claim raised where a word says that something is held to be so."""
    if word.tag_ != "VBN" or word.text not in _VERBS or word.i < 2 or word.i + 3 >= len(word.doc):
        return
    before = word.nbor(-1)
    be = before.nbor(-1) if before.lower_ in _MANNERS else before
    if word.text in _ALSO_EYED and be is before:
        return
    subject, link = subject_of(word), _VERBS[word.text]
    last = word.nbor() if link else word
    if be.lower_ not in {"is", "are", "was", "were"} or subject is None or subject.lower_ in {"it", "there"}:
        return
    if (link and last.lower_ != link) or is_negated(word) or is_conditional(word):
        return
    following = last.nbor()
    if following.tag_ not in _OPENERS or following.lower_ in {"all", "both", "no", "some", "any"}:
        return
    # "Is considered the mayor's": a noun phrase must follow, not another clause.
    held = [child for child in last.children if child.dep_ in {"pobj", "oprd", "attr"}]
    if len(held) != 1 or held[0].left_edge != following or held[0].tag_ not in {"NN", "NNS", "CD", "NNP"}:
        return
    yield from replaced(be, last, (None, be.text, f"{be.text} undoubtedly"))
