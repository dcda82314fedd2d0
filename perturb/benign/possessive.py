"""A name's genitive exchanged with "of": "the mother of Ann Ode" as "Ann Ode's mother"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import writes_names_low
from gaugeblock.perturb.grammar import written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_HEADS = frozenset(_LEXICON["heads"])
_COMPOUNDS = frozenset(_LEXICON["compounds"])
_REFUSED = frozenset(_LEXICON["refused"])
_DESCRIBES = frozenset({"JJ", "VBN"})
_MOST_DESCRIBING = 2
_NAMES = frozenset({"NNP", "NNPS"})
_LONGEST_NAME = 3
_KINDS = frozenset({"PERSON", "ORG", "GPE"})
_GOES_ON = frozenset({"'s", "’s", "'", "’", "-", "(", "of", "and", "or", "&", "/"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One such phrase after another, each on its own."""
    for noun in tokens_of(text.doc):
        if noun.i and noun.tag_ in {"NN", "NNS"} and (noun.lower_ in _HEADS or _compound(noun)):
            for edit in (*_to_genitive(text, noun), *_to_of(text, noun)):
                if free(text, edit.start, edit.end):
                    yield Proposal((edit,))


def _to_genitive(text: Text, noun: Any) -> Iterator[Edit]:
    """ "The mother of Ann Ode" as "Ann Ode's mother"."""
    the = noun.nbor(-1)
    if the.lower_ != "the" or noun.i + 2 >= len(text.doc) or noun.nbor().lower_ != "of":
        return
    name = _name(text.doc[noun.i + 2])
    if name and not _stands_on(text, name[-1], noun) and len(list(noun.rights)) == 1:
        yield _replaced(text, the, name[-1], f"{written(name[0], name[-1])}'s {noun.text}")


def _compound(noun: Any) -> bool:
    return f"{noun.nbor(-1).lower_} {noun.lower_}" in _COMPOUNDS


def _to_of(text: Text, noun: Any) -> Iterator[Edit]:
    """ "Ann Ode's mother" as "the mother of Ann Ode"."""
    what = noun.nbor(-1) if _compound(noun) else noun
    described = 0
    while what.i > 1 and what.nbor(-1).tag_ in _DESCRIBES and what.nbor(-1).lower_ not in _REFUSED:
        what = what.nbor(-1)
        described += 1
    if what.i < 2 or described > _MOST_DESCRIBING or what.nbor(-1).tag_ != "POS":
        return
    if what.nbor(-1).lower_ not in {"'s", "’s"}:
        return
    last = what.nbor(-2)
    first = last
    low = writes_names_low(noun.doc)
    while first.i and _may_name(first.nbor(-1), low) and last.i - first.i < _LONGEST_NAME:
        first = first.nbor(-1)
    name = _name(first)
    if not name or name[-1] != last or _stands_on(text, noun, noun):
        return
    if any(child.dep_ != "prep" or child.lower_ == "of" for child in noun.rights):
        return
    before: Any = first.nbor(-1) if first.i else None
    opens = before is None or first.is_sent_start
    if not opens and (
        before.tag_ in {"DT", "JJ", "NN", "NNS", "NNP", "NNPS", "CD", "PRP$", "CC"} or before.text in {",", "-", "&"}
    ):
        return
    capital = noun.sent.start == first.i
    head = written(what, noun)
    yield _replaced(text, first, noun, f"{'The' if capital else 'the'} {head} of {written(first, last)}")


def _name(first: Any) -> list[Any]:
    """The name that begins at a word: up to three words that are one entity and end in no "s".

    They have capitals, but where the text writes names without.
    """
    words: list[Any] = []
    low = writes_names_low(first.doc)
    for word in first.doc[first.i : first.i + _LONGEST_NAME + 1]:
        if not _may_name(word, low) or not (low or word.text[:1].isupper()) or word.ent_type_ not in _KINDS:
            break
        words.append(word)
    sound = words and len(words) <= _LONGEST_NAME and not words[-1].lower_.endswith("s")
    one = sound and len({word.ent_type_ for word in words}) == 1 and words[0].ent_iob_ == "B"
    return words if one and all(word.ent_iob_ == "I" for word in words[1:]) else []


def _may_name(word: Any, low: bool) -> bool:
    if not word.text.replace("-", "").replace("’", "").replace("'", "").isalpha():
        return False  # "Ltd." may end the sentence with its full stop
    return word.tag_ in _NAMES or (low and word.tag_ == "NN" and bool(word.ent_type_))


def _stands_on(text: Text, last: Any, noun: Any) -> bool:
    """Whether the phrase goes on behind its last word, with an apposition, another genitive or a longer name."""
    if last.i + 1 >= len(text.doc):
        return False
    after = last.nbor()
    return (
        after.lower_ in _GOES_ON or after.text == "," or after.tag_ in {"NN", "NNS", "NNP", "NNPS", "POS", "CD", "WP"}
    )


def _replaced(text: Text, first: Any, last: Any, after: str) -> Edit:
    return replace_span(text.text, first.idx, last.idx + len(last), after)


PERTURBATION = RuleBased(
    name="possessive",
    family="benign",
    summary='Exchanges a name\'s genitive and "of": "Ann Ode\'s mother", "the mother of Ann Ode".',
    propose=propose,
    checks=BENIGN,
    version="2",
    limits="Knows kin, offices and some nouns of states, clubs and lives only, and names that end in no s.",
    illustration=Illustration(
        response="On Friday the mother of Ann Ode sold the boat.",
        after="On Friday Ann Ode's mother sold the boat.",
    ),
)
