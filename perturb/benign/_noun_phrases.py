"""Noun phrases that can be moved as a whole: where they end for certain, and whether they name something definite."""

from __future__ import annotations

from typing import Any

from gaugeblock.perturb.benign._syntax import FOCUS, SCOPE, phrase
from gaugeblock.perturb.lexicon import lexicon

_WORDS: dict[str, Any] = lexicon(__file__)
_COMPLEMENTS: dict[str, list[str]] = _WORDS["complements"]
_INFINITIVES = frozenset(_WORDS["infinitives"])
_COUNTING = frozenset(_WORDS["counting"])
_DEFINITE = frozenset(_WORDS["definite"])


def complete(noun: Any, loose: bool = False) -> list[Any] | None:
    """The words of a noun phrase, None where the parse may have given it too many or too few of them.

    A phrase that follows a noun is its own only if the noun calls for it ("plans for", "of"): elsewhere nobody can be
    sure that it is not the verb's.

    Args:
        noun: its head.
        loose: whether it makes no difference to which of the two a phrase belongs ("reduces pain in adults").
    """
    words = phrase(noun)
    if words is None or len(words) > _WORDS["longest"]:
        return None
    if noun.pos_ not in {"NOUN", "PROPN", "PRON"} or any(word.text in {",", ":", ";", "-"} for word in words):
        return None
    return words if all(_belongs(word, loose) for word in words if word.i > noun.i) else None


def before_verb(noun: Any) -> list[Any] | None:
    """The words of a subject, all of which are its own, since the verb comes after them; None where commas part it."""
    words = phrase(noun)
    plain = words is not None and len(words) <= _WORDS["longest"] and noun.pos_ in {"NOUN", "PROPN", "PRON"}
    if words is None or not plain or any(word.text in {",", ":", ";"} for word in words):
        return None
    return words


def _belongs(word: Any, loose: bool) -> bool:
    """Whether a word after its noun can hang on nothing else."""
    if word.dep_ == "prep":
        if loose and word.lower_ in _WORDS["loose"]:
            return True
        return word.lower_ == "of" or word.lower_ in _COMPLEMENTS.get(word.head.lemma_.lower(), ())
    if word.dep_ == "acl" and loose:
        return word.tag_ == "VBN" or any(child.tag_ == "TO" for child in word.lefts)
    if word.dep_ == "acl":
        return word.head.lemma_.lower() in _INFINITIVES and any(child.tag_ == "TO" for child in word.lefts)
    if word.dep_ == "appos":
        return word.pos_ == "PROPN" or word.tag_ in {
            "NN",
            "NNP",
        }  # "train operator Ode Rail"; one with commas is refused
    if word.dep_ == "relcl":
        return bool(word.left_edge.tag_ in {"WDT", "WP", "WP$"})
    return word.dep_ not in {"advcl", "npadvmod", "parataxis", "ccomp", "nmod", "dep"} or word.i < word.head.i


def is_plain(noun: Any) -> bool:
    """Whether a noun is a name, a pronoun or a common noun that needs no more words."""
    return noun.tag_ in {"NN", "NNS", "NNP", "NNPS", "PRP"} and noun.lower_ not in _WORDS["not_plain"]


def is_definite(noun: Any) -> bool:
    """Whether a noun phrase names something that is known: a name, a pronoun, "the", "her"."""
    if noun.tag_ in {"NNP", "NNPS", "PRP"}:
        return True
    return any(child.lower_ in _DEFINITE or child.dep_ == "poss" for child in noun.children)


def quantified(noun: Any) -> bool:
    """Whether a noun phrase counts: "three men", "many schools", "some of the doctors", "a film"."""
    return any(
        child.dep_ == "nummod" or child.like_num or child.lower_ in _COUNTING for child in (noun, *noun.children)
    )


def scoped(noun: Any) -> bool:
    """Whether a word of a noun phrase reaches over what it stands before: "every", "no", "only", "different"."""
    heads = [noun, *(word for word in noun.subtree if word.dep_ == "pobj" and word.head.lower_ == "of")]
    return any(word.lower_ in SCOPE | FOCUS for head in heads for word in (head, *head.lefts)) or any(
        word.dep_ == "neg" for word in noun.lefts
    )
