"""People in texts that have lost their capitals ("ann ode said"): told by a known first name and a rare surname."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import regex

from gaugeblock.perturb.context._pools import PEOPLE
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.context._standing import has_lost_capitals
from gaugeblock.perturb.first_names import FEMALE, MALE
from gaugeblock.perturb.text import Text, pipeline

_GIVEN = {
    gender: frozenset(name.lower() for name in (*known, *PEOPLE[gender], *PEOPLE[f"more_{gender}"]))
    for gender, known in (("male", MALE), ("female", FEMALE))
}
EVERY_GIVEN = _GIVEN["male"] | _GIVEN["female"]
"""Every first name that is known, in lower case."""

_PAIR = regex.compile(r"(?<![\w'’-])(\p{L}+)\ (\p{L}{3,})(?![\w-])")
_ENDINGS = ("", "s", "ed", "d", "ing", "er", "r", "es", "ly", "ness", "ful", "less", "able")
_DOUBLED = regex.compile(r"(\p{L})\1(?:ed|ing|er|est)$")
_FROM_Y = regex.compile(r"i(?:ed|es|er|est|ly|ness)$")


@cache
def _table(name: str) -> tuple[Any, ...]:
    """The entries of a table of the pipeline's lemmatizer, for each part of speech; none where it is not there."""
    lookups = pipeline().get_pipe("lemmatizer").lookups
    table = lookups.get_table(name) if lookups.has_table(name) else {}
    return tuple(table.values())


@cache
def _dictionary() -> frozenset[str]:
    stop_words: set[str] = pipeline().Defaults.stop_words
    return frozenset(word for words in _table("lemma_index") for word in words) | stop_words


@lru_cache(maxsize=8192)
def is_word(word: str) -> bool:
    """Whether a word is in the dictionary of the English pipeline, in whatever form; true where there is none.

    >>> is_word("babies"), is_word("Dragged"), is_word("went"), is_word("from"), is_word("oxworth")
    (True, True, True, True, False)
    """
    low = word.lower()
    if not _dictionary():
        return True
    if any(low in entries for entries in _table("lemma_exc")):
        return True
    stems = {low, *(low.removesuffix(ending) for ending in _ENDINGS)}
    stems |= {
        low.removesuffix(ending) + other
        for rules in _table("lemma_rules")
        for ending, other in rules
        if low.endswith(ending)
    }
    if doubled := _DOUBLED.search(low):
        stems.add(low[: doubled.start()] + doubled[1])
    if changed := _FROM_Y.search(low):
        stems.add(f"{low[: changed.start()]}y")
    return any(stem in _dictionary() or f"{stem}e" in _dictionary() for stem in stems if len(stem) > 2 or stem == low)


def lowered_people(text: Text, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the people of a response, first name and surname, where nothing tells names by capitals."""
    if not has_lost_capitals(everything):
        return
    for match in _PAIR.finditer(text.text, overlapped=True):
        first, last = match[1].lower(), match[2].lower()
        if first not in EVERY_GIVEN or is_word(last) or last in EVERY_GIVEN:
            continue
        made = _renamed(first, last, everything, rng)
        if made:
            yield made


def _renamed(first: str, last: str, everything: str, rng: random.Random) -> Renaming | None:
    low = everything.lower()
    # A relative, or a second bearer of either name, is told by another word beside it.
    befores = {word for word in regex.findall(rf"(\p{{L}}+) {last}(?!\w)", low) if word in EVERY_GIVEN}
    afters = {word for word in regex.findall(rf"(?<!\w){first} (\p{{L}}+)", low) if not is_word(word)}
    if (
        befores != {first}
        or afters - {last}
        or regex.search(rf"{last}(?:s|es|-|–)(?!\w)|[-–@#]{last}|{last}\ -\ ", low)
    ):
        return None
    if len(regex.findall(rf"{last}", low)) != len(regex.findall(rf"(?<!\w){last}(?!\w)", low)):
        return None
    gender = "male" if first in _GIVEN["male"] else "female"
    surnames = [name for name in PEOPLE["surnames"] if not is_word(name) and name.lower() not in low]
    givens = [name for name in PEOPLE[gender] if name.lower() not in low and not is_word(name)]
    if not surnames or not givens:
        return None
    new_first, new_last = rng.choice(givens), rng.choice(surnames)
    forms = {last: new_last.lower(), last.capitalize(): new_last}
    first_forms = {first: new_first.lower(), first.capitalize(): new_first}
    alone = {form for form in first_forms if is_word(first)}
    forms |= {f"{a} {last}": f"{b} {new_last.lower()}" for a, b in first_forms.items()}
    if alone and regex.search(rf"(?<!\w){first}(?!\w| {last})", low):
        return None  # "mark" alone may be no name
    forms |= first_forms
    return Renaming("person", f"{first} {last}", f"{new_first.lower()} {new_last.lower()}", forms)
