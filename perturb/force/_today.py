"""Days and moments that date a statement of everyday life: "on Friday", "tomorrow", "at the moment", "temporarily"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.calendar_words import WEEKDAY
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.grammar import clause_verb, is_conditional, is_negated
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_HABITS = frozenset(_LEXICON["habits"])
_PLANS = frozenset(_LEXICON["plans"])
_STATES = frozenset(_LEXICON["states"])
_ONCE = frozenset(_LEXICON["once"])
_LEVELS: dict[str, list[str]] = _LEXICON["levels"]
_PASSING: dict[str, list[str]] = _LEXICON["passing"]

_AFTER = r"(?![\w'’-]| (?:at|to|until|and|or|from|morning|afternoon|evening|night|[0-9]))"
_PLACES = {
    "weekday": regex.compile(rf"\b(?:[Oo]n|[Tt]his|[Nn]ext) (?P<day>{WEEKDAY}){_AFTER}"),
    "day": regex.compile(rf"\b(?:[Tt]oday|[Tt]omorrow|[Yy]esterday){_AFTER}"),
    "evening": regex.compile(rf"\b(?:[Tt]onight|[Tt]his evening|[Tt]omorrow (?:night|evening)){_AFTER}"),
    "weekend": regex.compile(rf"\b(?:[Tt]his|[Nn]ext|[Aa]t the) weekend{_AFTER}"),
    "week": regex.compile(rf"\b(?:[Tt]his|[Nn]ext) week{_AFTER}"),
    "moment": regex.compile(r"\b(?:[Aa]t the moment|[Rr]ight now|[Aa]t present|[Ff]or now)\b(?!['’-])"),
}


def everyday(text: Text) -> Iterator[Raise]:
    """The places of a text where a day or a moment dates a statement."""
    found = [(match, kind) for kind, place in _PLACES.items() for match in place.finditer(text.text)]
    for match, kind in sorted(found, key=lambda pair: pair[0].start()):
        sentence = text.sentence_at(match.start())
        if sum(text.sentence_at(other.start()) == sentence for other, _ in found) == 1:
            yield from _dated(text, match, kind)
    for token in tokens_of(text.syntax):
        if token.text in _PASSING and token.pos_ == "ADV":
            yield from _passing(token)


def _dated(text: Text, match: regex.Match[str], kind: str) -> Iterator[Raise]:
    start, end = match.span()
    phrase = text.syntax.char_span(start, end, alignment_mode="expand")
    verb = None if phrase is None else clause_verb(phrase.root if phrase.root.pos_ == "ADV" else phrase.root.head)
    if verb is None or is_negated(verb) or is_conditional(verb) or not _is_close(verb, phrase):
        return
    if kind == "moment" and phrase.start == verb.sent.start:
        return  # "All the time, they are few" is no English
    weak = text.text[start:end]
    for severity, level in enumerate(_levels(verb, kind), 1):
        strong = level.replace("DAY", match["day"]) if kind == "weekday" else level
        yield Raise(severity, ((start, end, like_case(weak, strong)),), weak, strong)


def _is_close(verb: Any, phrase: Any) -> bool:
    """Whether the phrase dates this verb and no other: none stands between them, or it opens the sentence."""
    if phrase.start == verb.sent.start:
        return True
    between = verb.doc[verb.i + 1 : phrase.start] if verb.i < phrase.start else verb.doc[phrase.end : verb.i]
    return len(between) <= 12 and not any(word.pos_ in {"VERB", "AUX"} or word.text in {":", ";"} for word in between)


def _levels(verb: Any, kind: str) -> list[str]:
    """The raised wordings that suit the verb: none for what happens once."""
    if any(word.lemma_.lower() in _ONCE for word in verb.subtree):
        return []
    auxiliaries = {child.lower_ for child in verb.children if child.dep_ in {"aux", "auxpass"}}
    if any(child.dep_ in {"auxpass", "expl"} for child in verb.children) or auxiliaries & {"has", "have", "had", "to"}:
        return []
    if kind == "moment" or (kind in {"day", "week"} and verb.lemma_ in _STATES):
        state = verb.lemma_ in _STATES and verb.tag_ in {"VBZ", "VBP"} and not auxiliaries
        return _LEVELS["moment" if kind == "moment" else kind] if state else []
    ahead = bool(auxiliaries & {"will", "is", "are"}) and verb.tag_ in {"VB", "VBG"}
    if ahead and verb.lemma_ in _PLANS | _HABITS and not any(word.tag_ == "TO" for word in verb.children):
        return _LEVELS[kind]
    return _LEVELS[kind] if verb.tag_ == "VBD" and not auxiliaries and verb.lemma_ in _HABITS else []


def _passing(adverb: Any) -> Iterator[Raise]:
    """ "temporarily closed"."""
    verb = clause_verb(adverb)
    if verb is None or is_negated(verb) or is_conditional(adverb):
        return
    start, end = adverb.idx, adverb.idx + len(adverb)
    for severity, level in enumerate(_PASSING[adverb.text], 1):
        yield Raise(severity, ((start, end, level),), adverb.text, level)
