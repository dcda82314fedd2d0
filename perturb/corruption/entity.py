"""A name changed for another of the same type, from the context where it has one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import regex

from gaugeblock.perturb.base import Proposal, RuleBased
from gaugeblock.perturb.corruption._claims import CHECKS, SEARCHED, changeable, claim, distinct, documents
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import article_clash

_NAME = regex.compile(r"\p{Lu}[\p{L}\p{M}.'’-]*(?:\ (?:\p{Lu}[\p{L}\p{M}.'’-]*|of|de|van|von|al|bin|and|the|for))*")
_INNER_WORD = regex.compile(r"(?<=[\p{Ll},] )\p{L}{2,}")
_LONG_WORD = regex.compile(r"\p{L}{2,}")
_MODEL = regex.compile(r"[ -](?:\p{Lu}{1,3}[ -]?)?[0-9]")  # "Boeing 737", "Airbus A320"
_ENOUGH_WORDS = 20
_FEWEST_CAPITALS = 0.015
_OWN_ARTICLE = regex.compile(r"(?:[Tt]he|[Aa]n?)\ ")
_POSSESSIVE = regex.compile(r"['’]s?$")
_PRONOUN = regex.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", regex.IGNORECASE)
_NAME_TAGS = frozenset({"NNP", "NNPS"})
_ERROR_TYPE = {"PERSON": "EntE", "ORG": "EntE", "NORP": "EntE", "GPE": "CircE", "LOC": "CircE"}


@dataclass(frozen=True, slots=True)
class _Name:
    """A name and where it stands; `article` says whether "the" goes before it."""

    text: str
    kind: str
    start: int
    article: bool


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each name, in random order: names of its type from the context, then from the pool."""
    if _decapitalised(example):
        return
    names = [
        name
        for name in _names(text)
        if changeable(text, name.start, name.start + len(name.text))
        and not _doubtful(example, name)
        and not _part_stands_alone(text.text, name.text)
        and not _part_of_longer(text, name.text)
        and not _is_taken_up(text.text, name)
        and not any(_MODEL.match(text.text, mention.end()) for mention in _mention(name.text).finditer(text.text))
    ]
    rng.shuffle(names)
    offered = [name for document in documents(example) for name in _names(document)]
    rng.shuffle(offered)
    # A name that the tagger puts in two types is offered in neither.
    kinds: dict[str, set[str]] = {}
    for name in offered:
        kinds.setdefault(name.text, set()).add(name.kind)
    used = {word for name in names for word in _words(name.text)}
    for name in names:
        from_context = [
            other.text
            for other in offered
            if other.kind == name.kind and len(kinds[other.text]) == 1 and _exchangeable(name, other)
        ]
        pool = _pool(name)
        rng.shuffle(pool)
        for other, source in distinct([(n, "context") for n in from_context] + [(n, "lexicon") for n in pool]):
            if used & _words(other) or _alias(name.text, other) or article_clash(text.text, name.start, other):
                continue
            yield _replaced_everywhere(text, name, other, source)


def _replaced_everywhere(text: Text, name: _Name, other: str, source: str) -> Proposal:
    """The name changed wherever it stands, so that the response still agrees with itself."""
    edits: list[Edit] = [
        replace_span(text.text, *match.span(), other)
        for match in _mention(name.text).finditer(text.text)
        if match.start() == name.start or not touched(text.protected, *match.span())
    ]
    one = claim(edits[0], _ERROR_TYPE[name.kind], source, old=name.text, new=other)
    return Proposal(tuple(edits), details=one.details)


def _names(text: Text) -> Iterator[_Name]:
    """The names of a text that are written as names, without article and possessive."""
    for entity in text.doc.ents:
        if entity.label_ not in _ERROR_TYPE or not _whole(entity):
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
            and not _MODEL.match(text.text, start + len(written))
            and written not in lexicon(__file__)["not_names"]
            and len(written) > 2
            and _NAME.fullmatch(written)
            and not glued
            and not (written.isupper() and len(written) > 5)
        ):
            yield _Name(written, entity.label_, start, article is not None or before == "the ")


def _in_capitals(text: Text, at: int) -> bool:
    """Whether most words of the sentence are in capitals, which then tell no name from another word."""
    sentence = text.sentence_at(at)
    words: list[str] = _LONG_WORD.findall(text.text if sentence is None else sentence.of(text.text))
    return 2 * sum(word.isupper() for word in words) > len(words)


def _decapitalised(example: Example) -> bool:
    """Whether the example has lost the capitals of its names, as some corpora have: "Ann ode" might be one then."""
    words = capitals = 0
    for text in (example.response, *(document[:SEARCHED] for document in example.context)):
        found = _INNER_WORD.findall(text)
        words += len(found)
        capitals += sum(word[0].isupper() for word in found)
    return words >= _ENOUGH_WORDS and capitals < words * _FEWEST_CAPITALS


def _doubtful(example: Example, name: _Name) -> bool:
    """Whether the context writes the name without its capital, or has it as a speaker though it is tagged as a firm."""
    if name.kind != "PERSON" and any(f"{name.text}:" in document for document in example.context):
        return True
    lower = regex.compile(rf"(?<![\w-]){regex.escape(name.text.lower())}(?![\w-])")
    return any(lower.search(document) for document in example.context)


def _is_taken_up(response: str, name: _Name) -> bool:
    """Whether a pronoun may take the person up again, whose gender the new name need not have."""
    return name.kind == "PERSON" and _PRONOUN.search(response) is not None


def _part_stands_alone(response: str, name: str) -> bool:
    """Whether a part of the name names the same elsewhere ("Ann Ode said Ann left"), where it would stay behind."""
    parts = [part for part in name.split() if regex.match(r"\p{Lu}\p{L}", part)]
    rest = _mention(name).sub(" ", response)
    return len(parts) > 1 and any(regex.search(rf"(?<!\w){regex.escape(part)}(?!\w)", rest) for part in parts)


def _part_of_longer(text: Text, name: str) -> bool:
    """Whether a mention of the name is part of a longer one, which would be changed in part."""
    spans = (text.doc.char_span(*match.span()) for match in _mention(name).finditer(text.text))
    return any(span is not None and not _whole(span) for span in spans)


def _mention(name: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?<![\w-]){regex.escape(name)}(?![\w-])")


def _whole(entity: Any) -> bool:
    """Whether no other part of a name stands right beside the entity."""
    doc = entity.doc
    before = doc[entity.start - 1] if entity.start else None
    after = doc[entity.end] if entity.end < len(doc) else None
    if before is not None and not before.is_sent_start and before.text[:1].isupper() and before.tag_ in _NAME_TAGS:
        return False
    return after is None or after.tag_ not in _NAME_TAGS


def _exchangeable(name: _Name, other: _Name) -> bool:
    """Whether the two fit the same place: both with an article or both without, and of one sort of place."""
    if name.article != other.article:
        return False
    if name.kind == "PERSON":
        # A full name for a full name; a single one may be a surname or a first name.
        return (" " in name.text) == (" " in other.text)
    if name.kind == "GPE":
        return (name.text in lexicon(__file__)["countries"]) == (other.text in lexicon(__file__)["countries"])
    return name.kind != "NORP" or name.text.endswith("s") == other.text.endswith("s")


def _pool(name: _Name) -> list[str]:
    """Made-up or well-known names that fit the place of this one."""
    kinds = {
        "PERSON": ("people" if " " in name.text else "surnames",),
        "GPE": ("countries", "cities"),
        "NORP": ("nationalities",),
    }
    for pool in kinds.get(name.kind, ("companies",) if name.kind == "ORG" else ()):
        names: list[str] = lexicon(__file__)[pool]
        # A country for a country, and a nationality for one that is known as such.
        if pool not in ("countries", "nationalities") or name.text in names:
            return list(names) if not name.article or pool == "nationalities" else []
    return []


def _words(name: str) -> set[str]:
    return {
        word for word in regex.findall(r"[\p{L}\p{M}]{2,}", name.casefold()) if word not in {"of", "the", "and", "for"}
    }


def _alias(one: str, other: str) -> bool:
    """Whether two names may be the same thing: one within the other, or one the other's initials."""
    low, high = one.casefold().replace(".", ""), other.casefold().replace(".", "")
    initials = {"".join(word[0] for word in regex.findall(r"\p{Lu}\p{L}*", name)).casefold() for name in (one, other)}
    known = lexicon(__file__)["same"]
    same = any(low in group and high in group for group in known)
    return low in high or high in low or low in initials or high in initials or low[:5] == high[:5] or same


PERTURBATION = RuleBased(
    name="entity",
    family="corruption",
    summary="Changes a name for another of the same type.",
    propose=propose,
    checks=CHECKS,
    keeps_label=False,
    needs_supported=True,
)
