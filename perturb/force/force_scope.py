"""Some made all, a subgroup made everyone: "some patients" becomes "many", "most" and "all patients"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.checks import same_entities
from gaugeblock.perturb.force._axis import Raise, evidence_is_not_strong, force_perturbation, not_stated
from gaugeblock.perturb.grammar import clause_verb, is_conditional, is_negated, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_QUANTIFIERS: dict[str, list[str]] = _LEXICON["quantifier"]
_ADVERBS: dict[str, list[str]] = _LEXICON["adverb"]
_NOT_COUNTED = frozenset(_LEXICON["not_counted"])
_PREPOSITIONS = frozenset(_LEXICON["prepositions"])
_NAMING = frozenset({"know", "call", "refer", "describe", "term", "name"})
_NOT_BEFORE = frozenset(_LEXICON["not_before"])
_LIMITED = frozenset(_LEXICON["limited"])
_GROUPS = frozenset(_LEXICON["groups"])
_GROUP_LEVELS: list[str] = _LEXICON["group_levels"]
_PEOPLE = frozenset(_LEXICON["people"])
_PEOPLE_LEVELS: list[str] = _LEXICON["people_levels"]
_BE_FREQUENCY = frozenset({"am", "is", "are", "was", "were"})


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    for token in text.doc:
        if token.lower_ in _QUANTIFIERS:
            yield from _quantifier(token)
        elif token.lower_ in _GROUPS:
            yield from _group(token)
        elif token.text in _ADVERBS and token.pos_ == "ADV":
            yield from _adverb(token)
    for token in text.doc:
        if token.lower_ in _PEOPLE and token.tag_ == "NNS":
            yield from _people(token)


def _is_asserted(token: Any) -> bool:
    verb = clause_verb(token)
    return verb is not None and not is_negated(verb) and not is_conditional(token)


def _quantifier(word: Any) -> Iterator[Raise]:
    """ "some patients", "many of the", "most users" as a subject or after a preposition."""
    doc = word.doc
    if word.i + 1 >= len(doc) or (word.i and doc[word.i - 1].lower_ in _NOT_BEFORE) or not _is_asserted(word):
        return
    partitive = doc[word.i + 1].lower_ == "of"
    if partitive:
        if word.i + 2 >= len(doc) or doc[word.i + 2].lower_ not in {
            "the",
            "these",
            "those",
            "its",
            "their",
            "his",
            "her",
            "our",
        }:
            return
        inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
        if not inside or inside[0].tag_ not in {"NNS", "NNPS"}:
            return
        noun, phrase_head = inside[0], word
    else:
        noun = word.head
        if noun.tag_ != "NNS" or word.dep_ not in {"det", "amod"} or noun.i < word.i or noun.i - word.i > 4:
            return
        if any(child.dep_ == "nummod" or child.tag_ == "CD" for child in noun.children):
            return
        phrase_head = noun
    if phrase_head.dep_ == "pobj" and phrase_head.head.head.lower_ in {"one", "each", "any", "none", "part"}:
        return
    if noun.lower_ in _NOT_COUNTED or (
        word.lower_ == "most" and not partitive and doc[word.i + 1].tag_ in {"JJ", "RB", "VBN"}
    ):
        return
    if (
        phrase_head.dep_ not in {"nsubj", "nsubjpass"}
        and not (phrase_head.dep_ == "pobj" and phrase_head.head.lower_ in _PREPOSITIONS)
        and not (phrase_head.dep_ == "dobj" and partitive)
    ):
        return
    start, end = word.idx, word.idx + len(word)
    anchor = doc[word.i + 1 : noun.i + 1].text
    for severity, level in enumerate(_QUANTIFIERS[word.lower_], 1):
        yield Raise(severity, ((start, end, like_case(word.text, level)),), word.text, level, anchor)


def _group(word: Any) -> Iterator[Raise]:
    """ "a small group of patients", "a limited number of sites"."""
    doc = word.doc
    if word.i < 2 or word.i + 2 >= len(doc) or doc[word.i + 1].lower_ != "of" or not _is_asserted(word):
        return
    limit, article = doc[word.i - 1], doc[word.i - 2]
    inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
    if limit.lower_ not in _LIMITED or article.lower_ not in {"a", "one"} or not inside or inside[0].tag_ != "NNS":
        return
    if any(child.tag_ == "CD" for child in inside[0].children):
        return
    if word.dep_ in {"nsubj", "nsubjpass"} and not _verb_suits_plural(word.head):
        return
    start, end = article.idx, doc[word.i + 1].idx + len("of")
    anchor = doc[word.i + 2 : inside[0].i + 1].text
    weak = written(article, doc[word.i + 1])
    for severity, level in enumerate(_GROUP_LEVELS, 1):
        yield Raise(severity, ((start, end, like_case(article.text, level)),), weak, level, anchor)


def _verb_suits_plural(verb: Any) -> bool:
    finite = [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]
    return not any(word.tag_ == "VBZ" or word.lower_ == "was" for word in finite)


def _adverb(adverb: Any) -> Iterator[Raise]:
    """ "often", "sometimes", "usually" within a clause."""
    doc = adverb.doc
    if adverb.i == 0 or adverb.i + 1 >= len(doc) or not _is_asserted(adverb):
        return
    before, after = doc[adverb.i - 1], doc[adverb.i + 1]
    if not after.is_alpha or before.lower_ in _NOT_BEFORE or after.lower_ in {"than", "not", "only"}:
        return
    if adverb.head.lemma_ in _NAMING or adverb.nbor(1).lemma_ in _NAMING:
        return
    if adverb.head.pos_ not in {"VERB", "AUX"} and before.lower_ not in _BE_FREQUENCY:
        return
    for severity, level in enumerate(_ADVERBS[adverb.text], 1):
        start, end = adverb.idx, adverb.idx + len(adverb)
        yield Raise(severity, ((start, end, level),), adverb.text, level, after.text)


def _people(noun: Any) -> Iterator[Raise]:
    """ "in older adults", "among women with asthma": the limits of the group go, then the group."""
    doc = noun.doc
    if noun.dep_ != "pobj" or noun.head.lower_ not in {"in", "among", "for"} or not _is_asserted(noun):
        return
    first, last = noun.left_edge, noun
    limits = list(noun.lefts)
    if any(child.dep_ not in {"amod", "compound"} or child.tag_ not in {"JJ", "NN", "VBN"} for child in limits):
        return
    if first.i != noun.head.i + 1 or any(child.dep_ in {"conj", "cc", "relcl", "acl"} for child in noun.children):
        return
    rights = [child for child in noun.rights if child.dep_ != "punct"]
    if len(rights) > 1 or (
        rights
        and (rights[0].dep_ != "prep" or rights[0].lower_ not in {"with", "over", "under", "above", "below", "aged"})
    ):
        return
    if rights:
        last = rights[0].right_edge
        if last.i - noun.i > 4 or any(word.ent_type_ in {"GPE", "ORG", "PERSON"} for word in doc[noun.i : last.i + 1]):
            return
    if not limits and not rights:
        return
    start, end = first.idx, last.idx + len(last)
    weak = written(first, last)
    for severity, level in enumerate(_PEOPLE_LEVELS, 1):
        strong = noun.text if level == "group" else level
        yield Raise(severity, ((start, end, strong),), weak, strong, "")


PERTURBATION = force_perturbation(
    "scope",
    "Turns a claim about some, or about a subgroup, into a claim about all.",
    _find,
    (not_stated, evidence_is_not_strong(_LEXICON["strong_evidence"]), same_entities),
)
