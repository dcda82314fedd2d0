"""Part of a number made all of it: "some patients", "parts of the town", "almost all", "one of the oldest"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.force._asserted import DEFINITE, NOT_BEFORE, is_asserted, verb_suits_plural
from gaugeblock.perturb.force._raise import Raise, word_after
from gaugeblock.perturb.grammar import written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_QUANTIFIERS: dict[str, list[str]] = _LEXICON["quantifier"]
_NOT_COUNTED = frozenset(_LEXICON["not_counted"])
_PREPOSITIONS = frozenset(_LEXICON["prepositions"])
_UNCOUNTED = frozenset({"for", "with", "to", "on", "at"})
_PARTS = frozenset({"part", "parts"})
_PART_LEVELS: list[str] = _LEXICON["part_levels"]
_KINDS_BEFORE = frozenset(_LEXICON["kinds_before"])
_KINDS = frozenset(_LEXICON["kinds"])
_TIMES = frozenset(_LEXICON["times"])
_OWNER = frozenset({"DT", "PRP$", "NNP", "NNPS", "NN", "NNS", "JJ", "POS"})
_REST = regex.compile(
    r"\b(?:one|two|three|some|many|most|few|none) of (?:them|these|those|whom)\b|\b(?:others|the (?:rest|others?))\b"
)

WHOLES = frozenset(_LEXICON["wholes"])
"""Wholes that "almost" and "nearly" fall short of."""


def quantity(token: Any) -> Iterator[Raise]:
    """The claim raised where a token says that something holds of a part."""
    if token.lower_ in _QUANTIFIERS:
        yield from _quantifier(token)
        yield from _share(token)
    elif token.lower_ in {"almost", "nearly"}:
        yield from _nearly_all(token)
    elif token.lower_ == "one" and not any(child.dep_ == "conj" for child in token.children):
        yield from _top(token)
    elif token.lower_ in _PARTS:
        yield from _part(token)
    elif token.lower_ in _KINDS_BEFORE:
        yield from _kinds(token)
    elif token.text == "majority":
        yield from _majority(token)


def _has_rest(word: Any) -> bool:
    """Whether a sentence goes on to speak of the others: "some refused, but one of them came"."""
    later = " ".join(token.lower_ for token in word.sent if token.i > word.i)
    return bool(_REST.search(later))


def _quantifier(word: Any) -> Iterator[Raise]:
    """ "some patients", "many of the", "most users" as a subject or after a preposition."""
    doc = word.doc
    if word.i + 1 >= len(doc) or (word.i and doc[word.i - 1].lower_ in NOT_BEFORE) or not is_asserted(word):
        return
    if (word.i > word.sent.start and doc[word.i - 1].tag_ in {"NN", "NNP", "NNPS"}) or _has_rest(word):
        return  # "the boat Many Winds sank"; "some refused, but one of them came"
    partitive = doc[word.i + 1].lower_ == "of"
    if partitive:
        inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
        owned = any(child.dep_ == "poss" for child in inside[0].children) if inside else False
        if word.i + 2 >= len(doc) or not (owned or doc[word.i + 2].lower_ in DEFINITE | {"these", "those"}):
            return
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
    if word.lower_ == "some" and not partitive and phrase_head.dep_ == "pobj" and phrase_head.head.lower_ in _UNCOUNTED:
        return  # "ready for some friends": not part of them
    start, end = word.idx, word.idx + len(word)
    anchor = doc[word.i + 1 : noun.i + 1].text
    for severity, level in enumerate(_QUANTIFIERS[word.lower_], 1):
        yield Raise(severity, ((start, end, like_case(word.text, level)),), word.text, level, anchor)


def _share(word: Any) -> Iterator[Raise]:
    """ "some of the damage": part of what is not counted."""
    doc = word.doc
    if word.lower_ not in {"some", "most"} or word.i == 0 or word.i + 3 >= len(doc) or not is_asserted(word):
        return
    inside = [child for child in word.nbor(1).children if child.dep_ == "pobj"]
    if word.nbor(1).lower_ != "of" or word.nbor(2).lower_ not in DEFINITE or not inside or inside[0].tag_ != "NN":
        return
    if word.dep_ not in {"dobj", "pobj"} or word.nbor(-1).lower_ in NOT_BEFORE or inside[0].lower_ in _TIMES:
        return
    if any(child.dep_ == "relcl" for child in inside[0].children) or inside[0].left_edge.i < word.i + 2:
        return
    anchor = doc[word.i + 1 : inside[0].i + 1].text
    for severity, level in enumerate(_QUANTIFIERS[word.lower_], 1):
        yield Raise(severity, ((word.idx, word.idx + len(word), level),), word.text, level, anchor)


def _nearly_all(word: Any) -> Iterator[Raise]:
    """ "almost all of the tenants", "nearly every house", "almost always"."""
    following = word.nbor(1) if word.i + 2 < len(word.doc) else None
    if following is None or not is_asserted(word) or _has_rest(word):
        return
    if word.i and word.nbor(-1).lower_ in NOT_BEFORE:
        return
    if following.lower_ in WHOLES:
        change = (word.idx, following.idx + len(following), like_case(word.text, following.lower_))
        yield Raise(2, (change,), written(word, following), following.lower_, word_after(following))
    if following.lower_ != "all":
        return
    start, end = word.idx, following.idx + len(following)
    for severity, level in enumerate(("all", "absolutely all"), 2):
        anchor = word.nbor(2).text
        yield Raise(severity, ((start, end, like_case(word.text, level)),), f"{word.text} all", level, anchor)


def _top(one: Any) -> Iterator[Raise]:
    """ "one of the oldest mills": what shares a place at the top made the only one there."""
    doc = one.doc
    if one.i + 4 >= len(doc) or one.nbor(1).lower_ != "of" or not is_asserted(one):
        return
    best = next((word for word in doc[one.i + 2 : one.i + 8] if word.tag_ in {"JJS", "RBS"}), None)
    owner = doc[one.i + 2 : best.i] if best is not None else doc[one.i : one.i]
    if best is None or not len(owner) or any(word.tag_ not in _OWNER for word in owner):
        return
    if owner[-1].tag_ != "POS" and owner.text.lower() not in DEFINITE:
        return
    most = best.lower_ == "most" and best.i + 1 < len(doc) and best.nbor(1).tag_ in {"JJ", "VBN"}
    if not most and (best.tag_ != "JJS" or best.lower_ in {"most", "least", "last"}):
        return
    inside = [child for child in one.nbor(1).children if child.dep_ == "pobj"]
    if not inside or inside[0].tag_ != "NNS" or not 0 < inside[0].i - best.i <= 5:
        return
    noun = inside[0]
    if any(child.dep_ in {"relcl", "conj", "appos"} or child.like_num for child in noun.children):
        return
    if any(w.tag_ not in {"JJ", "JJS", "NN", "NNP", "RB", "RBS", "HYPH", "VBN", "VBG"} for w in doc[best.i : noun.i]):
        return
    leads = one.dep_ in {"nsubj", "nsubjpass"} and not verb_suits_plural(one.head)
    if (
        not (leads or one.dep_ in {"attr", "pobj", "dobj", "appos"})
        or not noun.lemma_.islower()
        or noun.lemma_ == noun.lower_
    ):
        return
    if noun.lower_ in _TIMES or (one.i and one.nbor(-1).lower_ in NOT_BEFORE | {"or"}):
        return
    start, before = one.idx, doc[one.i : best.i].text
    for severity, level in enumerate((owner.text, f"{owner.text} very"), 2):
        if severity == 3 and (most or best.lower_ not in {"best", "oldest", "youngest", "worst", "latest"}):
            continue
        strong = like_case(one.text, f"{level} ")
        changes = ((start, best.idx, strong), (noun.idx, noun.idx + len(noun), noun.lemma_))
        anchor = f"{doc[best.i : noun.i].text} {noun.lemma_}"
        yield Raise(severity, changes, before, strong.strip(), anchor)


def _part(word: Any) -> Iterator[Raise]:
    """ "parts of the town", "part of the harvest"."""
    doc = word.doc
    if word.i + 3 >= len(doc) or doc[word.i + 1].lower_ != "of" or list(word.lefts) or not is_asserted(word):
        return
    inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
    if word.dep_ not in {"pobj", "dobj"} or not inside or inside[0].tag_ not in {"NN", "NNS", "NNP", "NNPS"}:
        return
    definite = doc[word.i + 2].lower_ in DEFINITE or entity_type(inside[0]) in {"GPE", "LOC"}
    if not definite or (word.dep_ == "pobj" and word.head.lower_ in {"as", "for", "with"}):
        return
    if word.dep_ == "dobj" and word.head.lemma_ in {"be", "form", "become", "make", "play", "take", "constitute"}:
        return
    anchor = doc[word.i + 2 : inside[0].i + 1].text
    for severity, level in enumerate(_PART_LEVELS, 1):
        yield Raise(severity, ((word.idx, doc[word.i + 1].idx + 2, level),), f"{word.text} of", level, anchor)


def _kinds(word: Any) -> Iterator[Raise]:
    """ "different kinds of units", "certain types of cancer"."""
    noun = word.nbor(1) if word.i + 1 < len(word.doc) else None
    if noun is None or noun.lower_ not in _KINDS or list(noun.lefts) != [word] or not is_asserted(word):
        return
    for severity, level in enumerate(("most", "nearly all", "all"), 1):
        yield Raise(severity, ((word.idx, word.idx + len(word), level),), word.text, level, f"{noun.text} of")


def _majority(word: Any) -> Iterator[Raise]:
    """ "the majority of meals"."""
    doc = word.doc
    if word.i < 1 or word.i + 2 >= len(doc) or doc[word.i + 1].lower_ != "of" or not is_asserted(word):
        return
    article = doc[word.i - 1]
    inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
    if article.lower_ not in {"the", "a"} or not inside or inside[0].tag_ not in {"NNS", "NNPS"}:
        return
    if word.dep_ in {"nsubj", "nsubjpass"} and not verb_suits_plural(word.head):
        return
    if word.dep_ not in {"nsubj", "nsubjpass", "dobj", "pobj"} or any(t.tag_ == "CD" for t in inside[0].children):
        return
    of = " of" if doc[word.i + 2].lower_ in DEFINITE | {"these", "those"} else ""
    start, end = article.idx, doc[word.i + 1].idx + 2
    anchor = doc[word.i + 2 : inside[0].i + 1].text
    weak = written(article, doc[word.i + 1])
    for severity, level in enumerate((f"nearly all{of}", f"virtually all{of}", f"all{of}"), 1):
        yield Raise(severity, ((start, end, like_case(weak, level)),), weak, level, anchor)
