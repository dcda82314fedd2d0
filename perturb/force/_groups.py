"""The limits of a group taken away: "a small group of patients", "in older adults", "in this cohort", "in mice"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._asserted import is_asserted, verb_suits_plural
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.grammar import clause_verb, subject_of, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_LIMITED = frozenset(_LEXICON["limited"])
_GROUPS = frozenset(_LEXICON["groups"])
_GROUP_LEVELS: list[str] = _LEXICON["group_levels"]
_PEOPLE = frozenset(_LEXICON["people"])
_PEOPLE_LEVELS: list[str] = _LEXICON["people_levels"]
_SETTINGS: dict[str, str] = _LEXICON["setting"]
_ANIMALS: dict[str, list[str]] = _LEXICON["animals"]
_OF_AN_AGE = frozenset(_LEXICON["of_an_age"])
_EVIDENCE_OF = frozenset(_LEXICON["seen_in"])


def group(token: Any) -> Iterator[Raise]:
    """The claim raised where a token is a part of a group, or what a finding was made in."""
    if token.lower_ in _GROUPS:
        yield from _group(token)
    elif token.lower_ in _SETTINGS:
        yield from _setting(token)
    elif token.text in _ANIMALS:
        yield from _animals(token)


def people(token: Any) -> Iterator[Raise]:
    """The claim raised where a token names people of one kind."""
    if token.lower_ in _PEOPLE and token.tag_ == "NNS":
        yield from _people(token)


def _group(word: Any) -> Iterator[Raise]:
    """ "a small group of patients", "a limited number of sites"."""
    doc = word.doc
    if word.i < 2 or word.i + 2 >= len(doc) or doc[word.i + 1].lower_ != "of" or not is_asserted(word):
        return
    limit, article = doc[word.i - 1], doc[word.i - 2]
    inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
    if limit.lower_ not in _LIMITED or article.lower_ not in {"a", "one"} or not inside or inside[0].tag_ != "NNS":
        return
    if any(child.tag_ == "CD" for child in inside[0].children):
        return
    if word.dep_ in {"nsubj", "nsubjpass"} and not verb_suits_plural(word.head):
        return
    start, end = article.idx, doc[word.i + 1].idx + len("of")
    anchor = doc[word.i + 2 : inside[0].i + 1].text
    weak = written(article, doc[word.i + 1])
    for severity, level in enumerate(_GROUP_LEVELS, 1):
        yield Raise(severity, ((start, end, like_case(article.text, level)),), weak, level, anchor)


def _setting(noun: Any) -> Iterator[Raise]:
    """ "in this population": a finding in one place made one in all."""
    doc = noun.doc
    if noun.i < 2 or noun.dep_ != "pobj" or noun.head.lower_ not in {"in", "among"} or noun.tag_ != "NN":
        return
    limit, verb = doc[noun.i - 1], clause_verb(noun)
    if limit.lower_ not in {"this", "our"} or noun.head.i != noun.i - 2 or any(True for _ in noun.rights):
        return
    subject = None if verb is None else subject_of(verb)
    if not is_asserted(noun) or subject is None or subject.lower_ in {"we", "i", "they", "he", "she", "it", "you"}:
        return
    for severity, level in enumerate(("most", "nearly all", "all"), 1):
        strong = f"{level} {_SETTINGS[noun.lower_]}"
        yield Raise(severity, ((limit.idx, noun.idx + len(noun), strong),), written(limit, noun), strong, "")


def _animals(noun: Any) -> Iterator[Raise]:
    """ "in mice": what was seen in one animal said of others."""
    if noun.dep_ != "pobj" or noun.head.lower_ != "in" or list(noun.lefts) or not is_asserted(noun):
        return
    if any(child.dep_ in {"conj", "cc", "relcl", "acl", "prep"} for child in noun.children):
        return
    for severity, strong in enumerate(_ANIMALS[noun.text], 1):
        yield Raise(severity, ((noun.idx, noun.idx + len(noun), strong),), noun.text, strong, "")


def _people(noun: Any) -> Iterator[Raise]:
    """ "in older adults", "among women with asthma": the limits of the group go, then the group."""
    doc = noun.doc
    if noun.dep_ != "pobj" or noun.head.lower_ not in {"in", "among", "for"} or not is_asserted(noun):
        return
    first, last = noun.left_edge, noun
    limits = list(noun.lefts)
    plain = {"amod", "compound", "nmod"}
    if any(child.dep_ not in plain or child.tag_ not in {"JJ", "NN", "NNP", "VBN"} for child in limits):
        return
    if any(entity_type(child) in {"GPE", "NORP", "ORG"} and child.tag_ == "JJ" for child in limits):
        return
    if first.i != noun.head.i + 1 or any(child.dep_ in {"conj", "cc", "relcl"} for child in noun.children):
        return
    rights = [child for child in noun.rights if child.dep_ != "punct"]
    if rights and rights[0].lower_ == "in" and limits:
        rights = []  # "in young children in Norway": where they are stays
    elif any(child.dep_ not in {"prep"} and child.lower_ != "aged" for child in rights):
        return
    if rights and rights[0].lower_ not in {"with", "over", "under", "above", "below", "aged", "at"}:
        return
    if rights and rights[0].lower_ == "at" and not _of_risk(rights[0]):
        return
    if rights:
        last = _before_place(rights[0])
        if last.i - noun.i > 5 or any(
            entity_type(word) in {"GPE", "ORG", "PERSON"} for word in doc[noun.i : last.i + 1]
        ):
            return
    if last.i + 1 < len(doc) and doc[last.i + 1].lower_ == "but":
        return  # "in women with asthma but not in others"
    bare = not limits and not rights
    if (bare and noun.lower_ not in _OF_AN_AGE) or first.lower_ == "particular":
        return
    joined = noun.i + 1 < len(doc) and noun.nbor(1).lower_ in {"and", "or", "but"}
    if bare and (joined or not _EVIDENCE_OF.intersection(_lemmas(noun))):
        return
    if sum(word.lower_ == noun.lower_ for word in noun.sent) > 1:
        return  # "in control women but not in women with asthma"
    start, end = noun.head.idx, last.idx + len(last)
    weak = written(noun.head, last)
    for severity, level in enumerate(_PEOPLE_LEVELS, 1):
        if bare and level == "group":
            continue
        strong = f"{noun.head.text} {noun.text if level == 'group' else level}"
        yield Raise(severity, ((start, end, strong),), weak, strong, "")


def _before_place(right: Any) -> Any:
    """The last word of what limits a group, without the place behind it: "with asthma (in these schools)"."""
    for word in right.subtree:
        if word.lower_ == "in" and word.i > right.i + 1:
            return word.nbor(-1)
    return right.right_edge


def _of_risk(preposition: Any) -> bool:
    """Whether a group is "at high risk"."""
    return any(child.lower_ == "risk" for child in preposition.children)


def _lemmas(noun: Any) -> set[str]:
    """The words of the clause that a group stands in."""
    verb = clause_verb(noun)
    return set() if verb is None else {word.lemma_.lower() for word in (verb, *verb.children)}
