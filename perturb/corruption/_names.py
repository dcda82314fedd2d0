"""The names of a text, as far as they can be told surely, and which of them could stand in another's place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from gaugeblock.perturb.corruption._claims import SEARCHED
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text

_NAME = regex.compile(r"\p{Lu}[\p{L}\p{M}.'’-]*(?:\ (?:\p{Lu}[\p{L}\p{M}.'’-]*|of|de|van|von|al|bin|and|the|for))*")
_INNER_WORD = regex.compile(r"(?<=[\p{Ll},] )\p{L}{2,}")
_LONG_WORD = regex.compile(r"\p{L}{2,}")
MODEL = regex.compile(r"[ -](?:\p{Lu}{1,3}[ -]?)?[0-9]")  # "Boeing 737", "Airbus A320"
_NAME_WORD = regex.compile(r"[\p{L}\p{M}]{2,}")
_WITH_CAPITAL = regex.compile(r"\p{Lu}\p{L}*")
_ENOUGH_WORDS = 20
_FEWEST_CAPITALS = 0.015
_OWN_ARTICLE = regex.compile(r"(?:[Tt]he|[Aa]n?)\ ")
_POSSESSIVE = regex.compile(r"['’]s?$")
_NO_PEOPLE = frozenset(lexicon(__file__)["no_people"])
_NAME_TAGS = frozenset({"NNP", "NNPS"})
COUNTRIES: tuple[str, ...] = tuple(lexicon(__file__)["countries"])
ERROR_TYPE = {"PERSON": "EntE", "ORG": "EntE", "NORP": "EntE", "GPE": "CircE", "LOC": "CircE"}
"""The types of names, and the error that a wrong one makes."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name and where it stands; `article` says whether "the" goes before it."""

    text: str
    kind: str
    start: int
    article: bool


def names_in(text: Text) -> Iterator[Name]:
    """The names of a text that are written as names, without article and possessive."""
    for entity in text.doc.ents:
        if entity.label_ not in ERROR_TYPE or not is_whole(entity):
            continue
        written, start = entity.text, entity.start_char
        article = _OWN_ARTICLE.match(written)
        if article:
            written, start = written[article.end() :], start + article.end()
        written = _POSSESSIVE.sub("", written)
        before = text.text[max(0, start - 4) : start].lower()
        glued = (
            text.text[max(0, start - 1) : start] in ("-", "@", "#", ".") or text.text[start + len(written) :][:1] == "-"
        )
        if (
            not _in_capitals(text, start)
            and not MODEL.match(text.text, start + len(written))
            and written not in lexicon(__file__)["not_names"]
            and len(written) > 2
            and written.split()[-1][:1].isupper()
            and _NAME.fullmatch(written)
            and not glued
            and not (written.isupper() and len(written) > 5)
        ):
            yield Name(written, entity.label_, start, article is not None or before == "the ")


def _in_capitals(text: Text, at: int) -> bool:
    """Whether most words of the sentence are in capitals, which then tell no name from another word."""
    sentence = text.sentence_at(at)
    words: list[str] = _LONG_WORD.findall(text.text if sentence is None else sentence.of(text.text))
    return 2 * sum(word.isupper() for word in words) > len(words)


def decapitalised(example: Example) -> bool:
    """Whether the example has lost the capitals of its names, as some corpora have: "Ann ode" might be one then."""
    words = capitals = 0
    for text in (example.response, *(document[:SEARCHED] for document in example.context)):
        found = _INNER_WORD.findall(text)
        words += len(found)
        capitals += sum(word[0].isupper() for word in found)
    return words >= _ENOUGH_WORDS and capitals < words * _FEWEST_CAPITALS


@lru_cache(maxsize=1024)
def mention(name: str) -> regex.Pattern[str]:
    """The pattern that finds a name wherever it stands on its own."""
    return regex.compile(rf"(?<![\w-]){regex.escape(name)}(?![\w-])")


def is_whole(entity: Any) -> bool:
    """Whether no other part of a name stands right beside the entity."""
    doc = entity.doc
    before = doc[entity.start - 1] if entity.start else None
    after = doc[entity.end] if entity.end < len(doc) else None
    if before is not None and not before.is_sent_start and before.text[:1].isupper() and before.tag_ in _NAME_TAGS:
        return False
    return after is None or after.tag_ not in _NAME_TAGS


def exchangeable(name: Name, other: Name) -> bool:
    """Whether the two fit the same place: both with an article or both without, and of one sort of place."""
    if name.article != other.article:
        return False
    if name.kind == "PERSON" and name_words(other.text) & _NO_PEOPLE:
        return False
    if name.kind == "PERSON":
        # A full name for a full name; a single one may be a surname or a first name.
        return (" " in name.text) == (" " in other.text)
    if name.kind == "ORG":
        return (" " in name.text) == (" " in other.text)
    if name.kind == "GPE":
        return (name.text in COUNTRIES) == (other.text in COUNTRIES)
    return name.kind != "NORP" or name.text.endswith("s") == other.text.endswith("s")


@lru_cache(maxsize=4096)
def name_words(name: str) -> frozenset[str]:
    """The words of a name that tell it from others, without their case."""
    return frozenset(word for word in _NAME_WORD.findall(name.casefold()) if word not in {"of", "the", "and", "for"})


def may_be_same(one: str, other: str) -> bool:
    """Whether two names may be the same thing: one within the other, or one the other's initials."""
    low, high = one.casefold().replace(".", ""), other.casefold().replace(".", "")
    initials = {"".join(word[0] for word in _WITH_CAPITAL.findall(name)).casefold() for name in (one, other)}
    known = lexicon(__file__)["same"]
    same = any(low in group and high in group for group in known)
    return low in high or high in low or low in initials or high in initials or low[:5] == high[:5] or same
