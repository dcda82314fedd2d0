"""What is meant to be done made what will be: "plans to move", "is trying to sell", "agrees to meet", "designed to"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._effects import EFFECT_VERBS
from gaugeblock.perturb.force._raise import Raise, replaced
from gaugeblock.perturb.force._verb_groups import hoped_for, infinitive, open_number, reported_in_past
from gaugeblock.perturb.grammar import BE, is_conditional, is_negated, subject_of
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_INTENDING = frozenset(_LEXICON["intending"])
_INTENDED = frozenset(_LEXICON["intended"])
_WISHES = frozenset({"want", "wish"})  # what is wished for may be as likely as what is likely
_UNDER_WAY = frozenset(_LEXICON["under_way"])
_WEIGHING = frozenset(_LEXICON["weighing"])
_TRYING = frozenset(_LEXICON["trying"])
_PURPOSES = frozenset(_LEXICON["purposes"])
_PURPOSE_LEVELS: list[str] = _LEXICON["purpose_levels"]
_AIMS = EFFECT_VERBS | frozenset(_LEXICON["helping"])


def intention(token: Any) -> Iterator[Raise]:
    """The claim raised where a token says what somebody means to do, or something is meant for."""
    if token.pos_ == "VERB" and token.lower_ in _INTENDING:
        yield from _planned(token)
    elif token.tag_ in {"VBZ", "VBP"} and token.lemma_ in {"agree", "decide"}:
        yield from _agreed(token)
    elif token.tag_ == "VBD" and token.text in _INTENDED:
        yield from _intended(token)
    elif token.tag_ == "VBD" and token.text in _TRYING:
        yield from _tried(token)
    elif token.text in _UNDER_WAY or token.text == "like":
        yield from _under_way(token)
    elif token.tag_ == "VBG" and token.text in _WEIGHING:
        yield from _weighing(token)
    elif token.tag_ == "VBN" and token.text in _PURPOSES:
        yield from _made_for(token)


def _planned(verb: Any) -> Iterator[Raise]:
    """ "plans to move"."""
    if (plain := hoped_for(verb)) is not None:
        inner, number = plain
        be = BE["present"][number]
        likely = None if verb.lemma_ in _WISHES else f"{be} very likely to {inner.text}"
        yield from replaced(verb, inner, (likely, f"will {inner.text}", f"will certainly {inner.text}"))


def _agreed(verb: Any) -> Iterator[Raise]:
    """ "agrees to meet": what people mean to do, and may not."""
    inner, number = infinitive(verb), open_number(verb)
    if inner is None or number is None or any(child.dep_ == "aux" for child in verb.children):
        return
    levels = (None, f"will {inner.text}", f"will certainly {inner.text}")
    yield from replaced(verb, inner, levels)


def _intended(verb: Any) -> Iterator[Raise]:
    """ "said that it planned to move": what a report looks ahead to."""
    inner, number = infinitive(verb), open_number(verb)
    if inner is None or number is None or not reported_in_past(verb) or verb.dep_ != "ccomp":
        return
    be = BE["past"][number]
    levels = (f"{be} very likely to {inner.text}", f"would {inner.text}", f"would certainly {inner.text}")
    yield from replaced(verb, inner, levels)


def _tried(verb: Any) -> Iterator[Raise]:
    """ "Tried to rob the shop" becomes "managed to rob the shop"."""
    inner = infinitive(verb)
    if inner is None or subject_of(verb) is None or is_negated(verb) or is_conditional(verb):
        return
    if any(child.dep_ in {"aux", "conj"} or child.lower_ == "but" for child in verb.children) or inner.lower_ == "be":
        return
    if verb.dep_ == "advcl":
        return  # "as she tried to leave" tells when
    yield from replaced(verb, verb, (None, "managed"))


def _under_way(verb: Any) -> Iterator[Raise]:
    """ "is planning to move", "are going to move", "would like to move"."""
    first = verb.nbor(-1) if verb.i else None
    inner, number = infinitive(verb), open_number(verb)
    if first is None or inner is None or number is None:
        return
    if verb.text == "like":
        if first.text != "would" or verb.tag_ != "VB":
            return
        levels: tuple[str | None, ...] = (None, f"will {inner.text}", f"will certainly {inner.text}")
    elif first.text not in {"is", "are"} or verb.tag_ != "VBG":
        return
    elif verb.text == "going":
        levels = (None, None, f"{first.text} certainly going to {inner.text}")
    else:
        levels = (f"{first.text} very likely to {inner.text}", f"will {inner.text}", f"will certainly {inner.text}")
    yield from replaced(first, inner, levels)


def _weighing(verb: Any) -> Iterator[Raise]:
    """ "is considering moving", "are thinking about moving"."""
    first = verb.nbor(-1) if verb.i else None
    if first is None or first.text not in {"is", "are"} or verb.i + 2 >= len(verb.doc) or open_number(verb) is None:
        return
    inner = verb.nbor(1)
    if verb.text == "thinking":
        if inner.text not in {"of", "about"}:
            return
        inner = verb.nbor(2)
    if inner.tag_ != "VBG" or inner.dep_ not in {"xcomp", "pcomp"}:
        return
    lemma = inner.lemma_
    levels = (f"{first.text} very likely to {lemma}", f"will {lemma}", f"will certainly {lemma}")
    yield from replaced(first, inner, levels)


def _made_for(word: Any) -> Iterator[Raise]:
    """ "a scheme designed to reduce crime": what something is meant to do made what it is sure to do."""
    inner = infinitive(word)
    before = word.nbor(-1) if word.i else None
    if inner is None or before is None or inner.lemma_ not in _AIMS or is_negated(word) or is_conditional(word):
        return
    bare = word.dep_ == "acl" and before.tag_ in {"NN", "NNS"}
    said = word.dep_ in {"ROOT", "ccomp", "relcl"} and before.lower_ in {"is", "are", "was", "were"}
    if bare or said:
        yield from replaced(word, word, _PURPOSE_LEVELS)
