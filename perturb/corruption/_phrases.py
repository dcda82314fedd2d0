"""Noun phrases that can be taken whole and put elsewhere, and the exchange of two of them."""

from __future__ import annotations

from typing import Any

import regex

from gaugeblock.perturb.places import is_name
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

_PARTS = frozenset(
    {"det", "amod", "compound", "poss", "nummod", "case", "quantmod", "nmod", "prep", "pobj", "advmod", "punct"}
)
_HEADS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_LONGEST = 8  # words; a longer phrase is often one that the parse has put together wrongly
_INNER_MARK = regex.compile(r"[-’'.,$£€%]")
_DETERMINERS = frozenset({"the", "a", "an", "his", "her", "their", "its", "this", "that", "these", "those", "some"})


def phrase_of(head: Any, *, of_only: bool = True, trimmed: bool = False) -> Span | None:
    """The whole noun phrase of a head; None where it has clauses, appositions, coordination or marks in it.

    Args:
        head: a noun (spaCy token).
        of_only: whether "of" is the only preposition that may be in it; others may belong to the verb.
        trimmed: whether a phrase behind it with another preposition is left where it is: "sued the firm over fees".
    """
    tokens = list(head.subtree)
    if trimmed:
        behind = [child for child in head.rights if child.dep_ == "prep" and child.lower_ != "of"]
        tokens = [token for token in tokens if not behind or token.i < behind[0].left_edge.i]
    if head.tag_ not in _HEADS or not tokens or len(tokens) > _LONGEST or tokens[-1].i - tokens[0].i + 1 != len(tokens):
        return None
    for token in tokens:
        if token == head:
            continue
        if token.dep_ not in _PARTS or token.tag_ in {"PRP", "PRP$", "WDT", "WP"}:
            return None
        if token.dep_ == "prep" and of_only and token.lower_ != "of":
            return None
        if token.is_punct and not _INNER_MARK.fullmatch(token.text):
            return None
        if token.text in {",", "."}:
            return None
    return Span(tokens[0].idx, tokens[-1].idx + len(tokens[-1]))


def exchanged(text: Text, one: Span, other: Span) -> tuple[Edit, Edit] | None:
    """The edits that put each of two phrases in the place of the other; None where a capital cannot be settled."""
    first, second = sorted((one, other))
    if first.end > second.start:
        return None
    opening = _first_token(text, first)
    moved = _first_token(text, second)
    if opening is None or moved is None:
        return None
    to_front, to_back = second.of(text.text), first.of(text.text)
    if opening.is_sent_start and to_back[:1].isupper():
        to_front = to_front[:1].upper() + to_front[1:]
        if opening.lower_ in _DETERMINERS:
            to_back = to_back[:1].lower() + to_back[1:]
        elif not (is_name(opening) or opening.pos_ == "PROPN"):
            if not opening.text[1:].islower():
                return None
            to_back = to_back[:1].lower() + to_back[1:]
    return replace_span(text.text, first.start, first.end, to_front), replace_span(
        text.text, second.start, second.end, to_back
    )


def _first_token(text: Text, span: Span) -> Any | None:
    found = text.doc.char_span(span.start, span.end)
    return None if found is None else found[0]


def is_plain(head: Any) -> bool:
    """Whether nothing is joined to a noun and nothing explains it, so that it stands for one thing alone."""
    return not any(child.dep_ in {"conj", "cc", "appos", "relcl", "acl"} for child in head.children)


def finite_number(verb: Any) -> str | None:
    """The number that the form of a verb shows: ``singular``, ``plural``, or None where it fits either."""
    parts = [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]
    first = min(parts, key=lambda part: int(part.i))
    word = first.lower_
    if word in {"was", "is", "has", "does", "'s", "’s"} or first.tag_ == "VBZ":
        return "singular"
    if word in {"were", "are", "have", "do"} or first.tag_ == "VBP":
        return "plural"
    return None


def order_can_turn(clause: Any) -> bool:
    """Whether "after" and "before" can change places at a clause: "has called for it before he was accused" cannot be.

    Args:
        clause: the verb of the clause that the word opens (a spaCy token); a noun, as in "after the match", always can.
    """
    if clause.pos_ not in {"VERB", "AUX"} or clause.tag_ == "VBG":
        return True
    main = clause.head
    finite = {part.tag_ for part in (main, *main.children) if part == main or part.dep_ in {"aux", "auxpass"}}
    own = {part.tag_ for part in (clause, *clause.children) if part == clause or part.dep_ in {"aux", "auxpass"}}
    return "VBD" not in own or not finite & {"MD", "VBZ", "VBP"}
