"""Answers of a closed kind, which a pool can replace: parties, genres, peoples of old, offices and nicknames."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.context._lowered import EVERY_GIVEN, is_word
from gaugeblock.perturb.context._pools import LEXICON, fresh, has_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.example import Example

_CLOSED: list[dict[str, Any]] = LEXICON["closed"]
_OFFICES: list[str] = LEXICON["offices"]["values"]
_LEADS = rf"\b(?:{LEXICON['offices']['leads']})\b"
_NICKNAMES: dict[str, Any] = LEXICON["nicknames"]
_STEM = 5
_ARTICLE = regex.compile(r"^[Tt]he\ ")


def closed_answers(example: Example, name: str, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Another value of the same closed kind for an answer.

    Args:
        example: with its question.
        name: the answer.
        everything: the texts of the example.
        rng: the source of chance.
    """
    question = example.question or ""
    for table in _CLOSED:
        if regex.search(rf"\b(?:{table['asks']})\b", question, regex.I) and (
            made := _of_table(table, name, everything, rng)
        ):
            yield made
    if made := _office(name, everything, rng):
        yield made
    if regex.search(rf"\b(?:{_NICKNAMES['asks']})\b", question, regex.I) and (
        made := _nickname(name, example, everything, rng)
    ):
        yield made


def is_nickname(example: Example, name: str) -> bool:
    """Whether a question asks what somebody is called, and an answer begins with an ordinary word ("Iron Mike").

    Args:
        example: with its question.
        name: the answer.
    """
    first = _ARTICLE.sub("", name).split()[0]
    asked = regex.search(rf"\b(?:{_NICKNAMES['asks']})\b", example.question or "", regex.I) is not None
    return asked and " " in name and is_word(first) and first.lower() not in EVERY_GIVEN


def _of_table(table: dict[str, Any], name: str, everything: str, rng: random.Random) -> Renaming | None:
    core = _ARTICLE.sub("", name)
    values: list[str] = table["values"]
    old = next((one for one in values if core == one or core.startswith(f"{one} ")), None)
    if old is None or any(has_word(word, everything) for word in table.get("never", ())):
        return None
    mentions = regex.findall(rf"(?<!\w){regex.escape(old)}(?!\w)", everything)
    behind = table.get("behind")
    if behind and len(regex.findall(rf"(?<!\w){regex.escape(old)}(?={behind})", everything)) + (core == old) != len(
        mentions
    ):
        return None  # the word also means something else
    new = fresh(values, everything, rng)
    if new is None:
        return None
    forms = {old: new}
    other = (old.removesuffix("s"), new.removesuffix("s")) if old.endswith("s") else (f"{old}s", f"{new}s")
    if old[0].isupper():
        forms[other[0]] = other[1]
        alike = regex.findall(rf"(?<!\p{{L}}){regex.escape(old[:_STEM])}\p{{L}}*", everything)
        if not forms.keys() >= set(alike):
            return None  # the land beside its people
    return Renaming(str(table["kind"]), name, name.replace(old, new, 1), forms)


def _office(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another office in the same house, where it is the only one that the texts tell of."""
    old = next((one for one in _OFFICES if name.startswith((f"{one} of ", f"{one} at "))), None)
    if old is None or has_word(old, everything.replace(name, "")) or regex.search(_LEADS, everything, regex.I):
        return None
    new = fresh(_OFFICES, everything, rng)
    return Renaming("office", name, (other := new + name[len(old) :]), {name: other}) if new else None


def _nickname(name: str, example: Example, everything: str, rng: random.Random) -> Renaming | None:
    """Another nickname for one that is made of ordinary words; what has a name's words is a name of its own."""
    core = _ARTICLE.sub("", name).strip('"“”')
    told = rf"\b(?:{_NICKNAMES['told']})\ [\"“]?(?:[Tt]he\ )?{regex.escape(core)}(?!\w)"
    words = core.split()
    if len(words) < 2 or not all(map(is_word, words)) or not all(word[:1].isupper() for word in words):
        return None
    # "The Red Oars" are several, and Will Oar is a person.
    if words[-1].endswith("s") or words[0].lower() in EVERY_GIVEN:
        return None
    if not any(regex.search(told, document) for document in example.context):
        return None
    new = fresh(_NICKNAMES["values"], everything, rng)
    return Renaming("nickname", name, name.replace(core, new), {core: new}) if new else None
