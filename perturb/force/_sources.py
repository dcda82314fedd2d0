"""A source made a proof: "according to a report" becomes "as proved by a report"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, word_after, worded
from gaugeblock.perturb.grammar import is_conditional, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_SOURCES = frozenset(_LEXICON["sources"])
_PERSONAL = frozenset(_LEXICON["personal"])
_LEVELS: list[str] = _LEXICON["levels"]


def put_down_to(word: Any) -> Iterator[Raise]:
    """The claim raised where a word says whom it is put down to."""
    if word.lower_ != "according" or word.i + 2 >= len(word.doc) or word.nbor().lower_ != "to":
        return
    to = word.nbor()
    source = next((child for part in (word, to) for child in part.rights if child.dep_ == "pobj"), None)
    if source is None or source.left_edge.i != to.i + 1 or is_conditional(word):
        return
    named = entity_type(source) == "PERSON" and not any(other.lower_ in _PERSONAL for other in word.sent)
    if not named and source.lower_ not in _SOURCES:
        return
    weak = written(word, to)
    for severity, strong in worded(_LEVELS):
        change = (word.idx, to.idx + len(to), like_case(word.text, strong))
        yield Raise(severity, (change,), weak, strong, word_after(to))
