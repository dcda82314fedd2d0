"""Ages before or behind their noun: "a five-year-old boy" as "a boy aged five"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_names import gender_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.number_words import number_word_pattern
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span
from gaugeblock.perturb.wording import starts_with_vowel_sound

_NOUNS = "|".join(lexicon(__file__)["nouns"])
_FIRST = r"(?<![\w-])(?P<first>an?|two|three|four|five|six)"
_BEFORE = regex.compile(rf"{_FIRST} (?P<age>[\w-]+?)-year-old (?P<noun>{_NOUNS})(?![\w'’-])", regex.IGNORECASE)
_BEHIND = regex.compile(rf"{_FIRST} (?P<noun>{_NOUNS}) aged (?P<age>[\w-]+)(?![\w'’-])", regex.IGNORECASE)
_BESIDE = regex.compile(r"(?<=[\p{L}.])(?P<gap>,\s)(?P<aged>aged )?(?P<age>[0-9]{1,3}),(?=\s\p{L})")
_RANGE_AFTER = regex.compile(r"\s+(?:to|and|or|between|years?|months?|weeks?)\b|\s*[–/+]")
_NAME_TAGS = frozenset({"NNP", "NNPS", "NN", "NNS", "JJ"})
# What can follow a person that is described no further by a noun.
_NOUN_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS", "POS", "CD"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each such age on its own."""
    for pattern, behind in ((_BEFORE, True), (_BEHIND, False)):
        for match in pattern.finditer(text.text):
            if not _is_age(match["age"]) or not free(text, match.start(), match.end()):
                continue
            if _RANGE_AFTER.match(text.text, match.end()) or not _ends(text, match.end()):
                continue
            word = f"{match['noun']} aged {match['age']}" if behind else f"{match['age']}-year-old {match['noun']}"
            after = f"{_article(match['first'], word)} {word}"
            yield Proposal((replace_span(text.text, match.start(), match.end(), after),))
    for match in _BESIDE.finditer(text.text):
        if _is_age(match["age"]) and free(text, match.start(), match.end()) and _is_person(text, match.start()):
            after = f"{match['gap']}{'' if match['aged'] else 'aged '}{match['age']},"
            yield Proposal((replace_span(text.text, match.start(), match.end(), after),))


def _is_person(text: Text, end: int) -> bool:
    """Whether a person's name of two words or more ends here."""
    last: Any = next((token for token in tokens_of(text.doc) if token.idx + len(token) == end), None)
    if last is None or not last.i or last.tag_ not in _NAME_TAGS or last.ent_type_ not in {"PERSON", ""}:
        return False
    first = last.nbor(-1)
    return first.ent_type_ == "PERSON" or (first.tag_ in _NAME_TAGS and gender_of(first.text) is not None)


def _is_age(written: str) -> bool:
    if written.isascii() and written.isdecimal():
        return 2 <= int(written) <= 120
    return number_word_pattern().fullmatch(written) is not None and written.lower() != "one"


def _article(first: str, word: str) -> str:
    """The first word, as "a" or "an" if it is an article."""
    if first.lower() not in {"a", "an"}:
        return first
    return first[0] + ("n" if starts_with_vowel_sound(word) else "")


def _ends(text: Text, end: int) -> bool:
    """Whether the noun phrase ends here, so that no other noun and no second age follows."""
    after: Any = next((token for token in tokens_of(text.doc) if token.idx >= end), None)
    return after is None or (after.tag_ not in _NOUN_TAGS and after.lower_ not in {"aged", "of", "and", "or"})


PERTURBATION = RuleBased(
    name="age-form",
    family="benign",
    summary='Writes an age another way: "a five-year-old boy", "a boy aged five"; "Ann Ode, 44,", "Ann Ode, aged 44,".',
    version="2",
    propose=propose,
    checks=BENIGN,
    limits=(
        "Knows a few nouns for people after an indefinite article or a small number, persons' names of two words or "
        "more, and ages in years only."
    ),
    illustration=Illustration(
        response="A five-year-old boy found the anchor.",
        after="A boy aged five found the anchor.",
    ),
)
