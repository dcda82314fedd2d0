"""Hedges that are a word of their own: "probably", "a possible cause", "preliminary evidence"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, worded
from gaugeblock.perturb.grammar import clause_verb, is_conditional, is_negated
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.wording import like_case, starts_with_vowel_sound

_LEXICON: dict[str, Any] = lexicon(__file__)
_ADVERBS: dict[str, list[str]] = _LEXICON["adverb"]
_ADJECTIVES: dict[str, list[str]] = _LEXICON["adjective"]
_BEFORE_ADJECTIVE = frozenset({"DT", "JJ", "IN", "VBG", "VBZ", "VBD", "VBP", "VB", "PRP$"})
_OF_EVIDENCE = frozenset(_LEXICON["of_evidence"])
_STILL_AHEAD = frozenset(_LEXICON["still_ahead"])
_NOT_BEHIND = frozenset(_LEXICON["not_behind"])


def hedge(token: Any) -> Iterator[Raise]:
    """The claim raised where a token is an adverb or an adjective of doubt."""
    if token.dep_ == "amod" and token.text in _ADJECTIVES:
        yield from _adjective(token)
    elif token.pos_ == "ADV" and token.text in _ADVERBS:
        yield from _adverb(token)


def _adjective(adjective: Any) -> Iterator[Raise]:
    """ "a possible cause"."""
    doc = adjective.doc
    noun = adjective.head
    if adjective.i == 0 or adjective.i + 1 >= len(doc) or not 1 <= noun.i - adjective.i <= 3:
        return
    if any(word.tag_ not in {"JJ", "NN", "VBN", "VBG"} for word in doc[adjective.i + 1 : noun.i]):
        return
    before, following = doc[adjective.i - 1], doc[adjective.i + 1]
    verb = clause_verb(noun)
    if adjective.text in _OF_EVIDENCE and noun.lower_ != "evidence":
        return
    if adjective.text == "potential" and noun.lemma_ in _STILL_AHEAD:
        return  # a reward that one takes a risk for is no surer for being called a reward
    if before.tag_ not in _BEFORE_ADJECTIVE or noun.tag_ not in {"NN", "NNS"}:
        return
    if before.lower_ in {"no", "any", "as", "every", "all"} or verb is None or is_negated(verb) or is_conditional(noun):
        return
    start, end = adjective.idx, adjective.idx + len(adjective)
    for severity, strong in worded(_ADJECTIVES[adjective.text]):
        anchor = following.text if strong else f"{before.text} {following.text}"
        last = end if strong else following.idx
        vowel = starts_with_vowel_sound(strong or following.text)
        article = before.lower_ in {"a", "an"} and (before.lower_ == "an") != vowel
        change = (start, last, strong)
        if article:
            put = "an" if before.lower_ == "a" else "a"
            change = (before.idx, last, f"{like_case(before.text, put)} {strong}")
            anchor = anchor if strong else f"{put} {following.text}"
        yield Raise(severity, (change,), adjective.text, strong, anchor)


def _adverb(adverb: Any) -> Iterator[Raise]:
    """ "probably", "possibly", "potentially" inside a clause."""
    if adverb.i + 1 >= len(adverb.doc) or not adverb.nbor(1).is_alpha or is_conditional(adverb):
        return
    if adverb.i == 0 or is_negated(adverb.head):
        return
    if not adverb.nbor(-1).is_alpha and not (adverb.nbor(-1).text == "," and adverb.nbor(1).tag_ == "VBG"):
        return  # ", possibly causing leaks"
    joined = adverb.nbor(-1).lower_ == "and" and adverb.text == "potentially" and adverb.nbor(1).tag_ == "JJ"
    if not joined and adverb.nbor(-1).lower_ in _NOT_BEHIND:
        return
    follow = adverb.nbor(1)
    start, end = adverb.idx, adverb.idx + len(adverb)
    for severity, strong in enumerate(_ADVERBS[adverb.text], 1):
        last = end if strong else follow.idx
        yield Raise(
            severity,
            ((start, last, strong),),
            adverb.text,
            strong,
            f"{adverb.nbor(-1).text} {follow.text}" if not strong else follow.text,
        )
