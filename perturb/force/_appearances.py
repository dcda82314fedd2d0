"""What seems made what is: "appears to reduce", "seems calm", "it seems that"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, replaced
from gaugeblock.perturb.force._verb_groups import hoped_for, infinitive, is_manner, open_number
from gaugeblock.perturb.grammar import BE, inflect, is_conditional, is_negated, present
from gaugeblock.perturb.lexicon import lexicon

_SEEMING = frozenset(lexicon(__file__)["seeming"])
_NUMBERS = {"VBZ": "singular", "VBP": "plural"}


def appearance(token: Any) -> Iterator[Raise]:
    """The claim raised where a token says that something seems so."""
    if token.tag_ == "VBD" and token.text in {"seemed", "appeared"}:
        yield from _seemed(token)
    elif token.pos_ == "VERB" and token.lower_ in _SEEMING:
        yield from _seeming(token)


def _seeming(verb: Any) -> Iterator[Raise]:
    """ "appears to reduce", "seem to be"."""
    number = _NUMBERS.get(verb.tag_)
    if infinitive(verb) is None and number is not None:
        yield from _it_seems(verb)
        yield from _seeming_so(verb, number)
        yield from _seeming_to(verb, number)
    plain = hoped_for(verb)
    if plain is None:
        return
    inner, number = plain
    levels: list[str | None] = [f"{BE['present'][number]} very likely to {inner.text}"]
    if not any(child.dep_ == "conj" and child.tag_ == "VB" for child in inner.head.children):
        form = present(inner.text, number)
        after = inner.text == "be" or inner.dep_ == "aux"
        levels += [form, f"{form} certainly" if after else f"certainly {form}"]
    yield from replaced(verb, inner, levels)


def _it_seems(verb: Any) -> Iterator[Raise]:
    """ "It seems that the crew left" becomes "it is certain that the crew left"."""
    it = verb.nbor(-1) if verb.i else None
    clause = next((child for child in verb.rights if child.dep_ == "ccomp"), None)
    if it is None or it.lower_ != "it" or clause is None or is_negated(verb) or is_conditional(verb):
        return
    opener = verb.nbor()
    if clause.left_edge != opener or (opener.dep_ == "mark" and opener.lower_ != "that") or is_negated(clause):
        return
    yield from replaced(verb, verb, ("is fairly clear", "is certain", "is beyond doubt"))


def _seeming_so(verb: Any, number: str) -> Iterator[Raise]:
    """ "appears effective": what something seems made what it is."""
    following = verb.nbor(1) if verb.i + 1 < len(verb.doc) else None
    if (
        following is None
        or following.tag_ != "JJ"
        or following.head != verb
        or following.lower_ in {"likely", "unlikely"}
    ):
        return
    if any(child.dep_ in {"aux", "auxpass"} for child in verb.children) or open_number(verb) is None:
        return
    be = BE["present"][number]
    yield from replaced(verb, verb, (f"{be} very probably", be, f"{be} certainly"))


def _seeming_to(verb: Any, number: str) -> Iterator[Raise]:
    """ "appears to strongly regulate", with the manner before the verb."""
    if verb.i + 4 >= len(verb.doc) or verb.nbor(1).lower_ != "to" or open_number(verb) is None:
        return
    manner, inner = verb.nbor(2), verb.nbor(3)
    if not is_manner(manner, inner) or any(child.dep_ in {"aux", "auxpass"} for child in verb.children):
        return
    if any(child.dep_ == "conj" and child.tag_ == "VB" for child in inner.children):
        return
    form = f"{manner.text} {present(inner.text, number)}"
    levels = (f"{BE['present'][number]} very likely to {manner.text} {inner.text}", form)
    yield from replaced(verb, inner, levels)


def _seemed(verb: Any) -> Iterator[Raise]:
    """ "appeared to confirm it", "seemed calm": what something seemed made what it was."""
    number, inner = open_number(verb), infinitive(verb)
    following = verb.nbor(1) if verb.i + 1 < len(verb.doc) else None
    if number is None or following is None or any(child.dep_ in {"aux", "auxpass"} for child in verb.children):
        return
    be = BE["past"][number]
    if inner is None:
        if following.tag_ == "JJ" and following.head == verb and following.lower_ not in {"likely", "unlikely", "set"}:
            yield from replaced(verb, verb, (f"{be} very probably", be, f"{be} certainly"))
        return
    if inner.head != verb or any(child.dep_ == "conj" and child.tag_ == "VB" for child in inner.children):
        return
    past = be if inner.text == "be" else inflect(inner.lemma_, "VBD")
    if past is None or (inner.text != "be" and inner.dep_ in {"aux", "auxpass"}):
        return
    if inner.text == "be":
        yield from replaced(verb, inner, (f"{be} very probably", be, f"{be} certainly"))
    else:
        yield from replaced(verb, inner, (f"very probably {past}", past, f"certainly {past}"))
