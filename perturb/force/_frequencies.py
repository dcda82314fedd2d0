"""What holds at times, or in part, made what always, or wholly, holds: "often", "partly", "can be harmful"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._asserted import NOT_BEFORE, is_asserted
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.grammar import BE, subject_number, subject_of, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type

_LEXICON: dict[str, Any] = lexicon(__file__)
_ADVERBS: dict[str, list[str]] = _LEXICON["adverb"]
_PARTLY: dict[str, list[str]] = _LEXICON["partly"]
_NAMING = frozenset(_LEXICON["naming"])
_NO_QUALITIES = frozenset(_LEXICON["no_qualities"])
_BE_FREQUENCY = frozenset({"am", "is", "are", "was", "were"})


def frequency(token: Any) -> Iterator[Raise]:
    """The claim raised where a token says how often, or how far, something holds."""
    if (token.text in _PARTLY and token.tag_ == "RB") or token.lemma_ == "depend":
        yield from _degree(token)
    elif token.text == "can" and token.tag_ == "MD":
        yield from _can_be(token)
    elif token.text in _ADVERBS and token.pos_ == "ADV":
        yield from _adverb(token)


def _degree(word: Any) -> Iterator[Raise]:
    """ "partly explains", "depends on": a part made the whole."""
    following = word.nbor(1) if word.i + 1 < len(word.doc) else None
    if following is None or not is_asserted(word) or word.i == 0:
        return
    if word.lemma_ == "depend":
        plain = word.tag_ in {"VBZ", "VBP", "VBD", "VB"} and following.lower_ in {"on", "upon"}
        if not plain or any(child.lower_ in {"how", "whether", "what"} for child in word.subtree):
            return
        levels, place = _PARTLY["on"], following
        for severity, level in enumerate(levels, 1):
            yield Raise(severity, ((place.idx, place.idx, f"{level} "),), word.text, level, following.text)
    elif word.pos_ == "ADV" and following.is_alpha and word.nbor(-1).lower_ not in NOT_BEFORE | {"not", "only", "at"}:
        for severity, level in enumerate(_PARTLY[word.text], 1):
            yield Raise(severity, ((word.idx, word.idx + len(word), level),), word.text, level, following.text)


def _adverb(adverb: Any) -> Iterator[Raise]:
    """ "often", "sometimes", "usually" within a clause."""
    doc = adverb.doc
    if adverb.i == 0 or adverb.i + 1 >= len(doc) or not is_asserted(adverb):
        return
    before, after = doc[adverb.i - 1], doc[adverb.i + 1]
    if not after.is_alpha or before.lower_ in NOT_BEFORE or after.lower_ in {"than", "not", "only"}:
        return
    if adverb.head.lemma_ in _NAMING or adverb.nbor(1).lemma_ in _NAMING:
        return
    if adverb.head.pos_ not in {"VERB", "AUX"} and before.lower_ not in _BE_FREQUENCY:
        joined = before.lower_ == "and" and adverb.head.dep_ == "conj" and after.tag_ in {"JJ", "JJR"}
        if not joined or adverb.head.head.dep_ != "acomp":
            return
    for severity, level in enumerate(_ADVERBS[adverb.text], 1):
        start, end = adverb.idx, adverb.idx + len(adverb)
        yield Raise(severity, ((start, end, level),), adverb.text, level, after.text)


def _can_be(modal: Any) -> Iterator[Raise]:
    """ "frost can be harmful": what holds at times made what always holds."""
    be = modal.nbor(1) if modal.i + 2 < len(modal.doc) else None
    if be is None or be.lower_ != "be" or be != modal.head or not is_asserted(be) or modal.i == 0:
        return
    subject, number = subject_of(be), subject_number(be)
    quality = next((child for child in be.children if child.dep_ == "acomp" and child.tag_ == "JJ"), None)
    if subject is None or number is None or subject.i > modal.i or quality is None or quality.i > be.i + 2:
        return
    if subject.tag_ in {"WDT", "WP"} or entity_type(subject) == "PERSON" or quality.lower_ in _NO_QUALITIES:
        return
    if any(child.dep_ == "prep" and child.lower_ in {"as", "than"} for child in quality.children):
        return
    if be.nbor(1) != quality and (be.nbor(1).tag_ != "RB" or be.nbor(1).lower_ in {"as", "so", "just", "more", "too"}):
        return
    present_be = BE["present"][number]
    for severity, level in enumerate(("usually", "nearly always", "always"), 1):
        strong = f"{present_be} {level}"
        change = (modal.idx, be.idx + len(be), strong)
        yield Raise(severity, (change,), written(modal, be), strong, be.nbor(1).text)
