"""A name repeated where a pronoun stood: "Ode left. She was tired." as "Ode left. Ode was tired."."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations, same_numbers, same_polarity
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_names import PRONOUNS, gender_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_PEOPLE = frozenset(lexicon(__file__)["people"])
_ONE = frozenset({"he", "she", "his", "her"})
_SEVERAL = frozenset({"they", "their"})
_MOST_SENTENCES = 50  # a longer text names too many for any pronoun to be certain
_OPENINGS = tuple(sorted(_ONE | _SEVERAL))
_HE, _SHE = PRONOUNS["male"], PRONOUNS["female"]
_CLAUSE_OPENERS = frozenset({"nsubj", "nsubjpass"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The pronoun that a sentence opens with as the name, or the two names, that the sentence before has."""
    if not 2 <= len(text.sentences) <= _MOST_SENTENCES or "#" in text.text:
        return  # "#Person1#" is a person that no parser sees
    edits = []
    for before, here in pairwise(text.sentences):
        if edit := _repeated(text, before, here):
            edits.append(edit)
    if edits:
        yield Proposal(tuple(edits[:2]))
    for edit in edits[2:]:
        yield Proposal((edit,))


def _repeated(text: Text, before: Span, here: Span) -> Edit | None:
    if not text.text[here.start : here.end].lower().startswith(_OPENINGS):
        return None  # spares a search of the whole parse
    pronoun = next((token for token in tokens_of(text.doc) if token.idx == here.start), None)
    if (
        pronoun is None
        or pronoun.lower_ not in _ONE | _SEVERAL
        or not free(text, here.start, here.start + len(pronoun))
    ):
        return None
    subject = pronoun if pronoun.dep_ in _CLAUSE_OPENERS else pronoun.head
    if pronoun.tag_ not in {"PRP", "PRP$"} or (pronoun.tag_ == "PRP") != (subject == pronoun):
        return None
    if subject.dep_ not in _CLAUSE_OPENERS:
        return None
    so_far = [token for token in tokens_of(text.doc) if token.idx < here.start]
    sentence = [token for token in tokens_of(text.doc) if here.start <= token.idx < here.end]
    names = _names(so_far)
    if names is None or any(_is_person(token) for token in so_far):
        return None
    # A pronoun of the other gender anywhere says that somebody else is meant by one of them.
    said = {token.lower_ for token in tokens_of(text.doc)}
    if said & _HE and said & _SHE:
        return None
    known = {word.casefold() for name in names for word in name.split()}
    if any(token.lower_ in known for token in sentence):
        return None
    if any(_is_unseen_name(token) for token in so_far):
        return None
    if pronoun.lower_ in _ONE and len(names) == 1:
        name = names[0]
        gender = gender_of(name)
        if gender is None or pronoun.lower_ not in PRONOUNS[gender]:
            return None
    elif pronoun.lower_ in _SEVERAL and len(names) == 2 and (joined := _joined(text, before, names)):
        name = joined
    else:
        return None
    if not any(name in text.text[before.start : before.end] for name in names):
        return None
    if pronoun.tag_ == "PRP$":
        if name.endswith("s"):
            return None
        name += "'s"
    return replace_span(text.text, here.start, here.start + len(pronoun), name)


def _names(tokens: list[Any]) -> list[str] | None:
    """The names in a stretch, each once, a first or last name taken with the full one; None where one may be a place.

    Every capitalised word within a sentence has to be part of a person's name, a month, or the like: what the parser
    takes for a place may be a person.
    """
    names: list[str] = []
    word: list[str] = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.ent_type_ == "PERSON" and token.tag_ == "NNP" and token.text[:1].isupper():
            word.append(token.text)
            if after is not None and after.ent_type_ == "PERSON" and after.ent_iob_ == "I" and after.tag_ == "NNP":
                continue
            if after is not None and after.tag_ == "NNP" and after.text[:1].islower():
                return None  # a surname without its capital
            names.append(" ".join(word))
            word = []
        elif token.tag_ in {"NNP", "NNPS"} and token.ent_type_ not in {"DATE", "TIME", "MONEY", "CARDINAL", "ORDINAL"}:
            if token.ent_type_ not in {"GPE", "ORG", "LOC", "FAC", "EVENT", "WORK_OF_ART", "PRODUCT", "NORP"}:
                return None
            if _may_be_person(token):
                return None
    distinct: list[str] = []
    for name in sorted(set(names), key=lambda name: (-len(name), names.index(name))):
        if not any(set(name.split()) <= set(other.split()) for other in distinct):
            distinct.append(name)
    return sorted(distinct, key=names.index) if distinct else None


def _is_unseen_name(token: Any) -> bool:
    """Whether a word is a first name that the parser takes for something else, as it may at the start of a sentence."""
    return token.ent_type_ != "PERSON" and gender_of(token.text) is not None


def _may_be_person(token: Any) -> bool:
    """Whether a name that the parser takes for a place or a body is the subject or object of a verb, as people are."""
    return token.dep_ in {"nsubj", "nsubjpass", "dobj", "dative", "conj", "poss"} and token.ent_type_ != "NORP"


def _is_person(token: Any) -> bool:
    return token.tag_ in {"NN", "NNS"} and token.lemma_.lower() in _PEOPLE


def _joined(text: Text, before: Span, names: list[str]) -> str | None:
    """The two names as the sentence before joins them at its start."""
    both = f"{names[0]} and {names[1]}"
    return both if text.text.startswith(both, before.start) else None


PERTURBATION = RuleBased(
    name="less-diverse",
    family="benign",
    summary="Repeats a name where a pronoun stood at the start of a sentence.",
    propose=propose,
    # The name is said once more, on purpose.
    checks=(outside_protected, outside_quotations, same_numbers, same_polarity, not_doubled),
    limits=(
        "Changes only pronouns that open a sentence and can mean but one person, or the two that the sentence before "
        "opens with. Names without capitals are not seen."
    ),
    illustration=Illustration(
        response="Ann Ode sold the boat in June. She had bought it in spring.",
        after="Ann Ode sold the boat in June. Ann Ode had bought it in spring.",
    ),
)
