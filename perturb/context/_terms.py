"""Other acronyms and names of methods for those of a technical text: "EEG", "Graph Lattice Learning (GLL)"."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.context._pools import FIRMS, WORDS, fresh, has_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.context._things import acronym
from gaugeblock.perturb.example import Example

_ACRONYM = regex.compile(r"(?<![\w'’.])\p{Lu}{3,6}(?![\w'’.])")
_DEFINED = regex.compile(r"(?<!\w)((?:\p{Lu}\p{Ll}+[ -]){1,4}\p{Lu}\p{Ll}+)\ \((\p{Lu}{2,6})\)")
_METHODS = frozenset(WORDS["method_words"])
_COMMON = frozenset(WORDS["common_acronyms"])
_SHOUTED = 3  # words in capitals beside each other are a heading


def technical_terms(example: Example, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the methods and the acronyms of a response.

    Args:
        example: with its documents.
        everything: the texts of the example.
        rng: the source of chance.
    """
    for name, initials in dict.fromkeys(_DEFINED.findall("\n".join(example.context))):
        if made := _method(name, initials, example.response, everything, rng):
            yield made
    for short in dict.fromkeys(_ACRONYM.findall(example.response)):
        if short not in _COMMON and not _is_explained(short, everything) and not _is_shouted(short, everything):
            made = acronym(short, everything, rng)
            if made:
                yield made


def _method(name: str, initials: str, response: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another first word for a method that the context defines with its initials; a made-up one, as of an author."""
    words = regex.split(r"[ -]", name)
    if "".join(word[0] for word in words) != initials or words[-1] not in _METHODS:
        return None
    new = fresh(FIRMS["names"], everything, rng)
    taken = new is None or new[0] == initials[0] or has_word(new[0] + initials[1:], everything)
    if new is None or taken:
        return None
    other = new + name[len(words[0]) :]
    forms = {name: other, initials: new[0] + initials[1:]}
    # Written small, the name keeps the capital of the author that it is called after.
    forms |= {name.lower(): new + name[len(words[0]) :].lower()}
    forms |= {name[0] + name[1:].lower(): forms[name.lower()]}
    written = next((form for form in forms if has_word(form, response)), None)
    return Renaming("method", written, forms[written], forms) if written else None


def _is_explained(short: str, everything: str) -> bool:
    """Whether a text says what an acronym stands for, so that another would contradict it."""
    letters = r"[\w]*[\ -](?:(?:of|the|and|for|in|on|to)\ )?".join(short)
    return regex.search(rf"\({short}s?\)|(?<!\w){short}s?\ \(|(?<!\w){letters}\w*", everything, regex.I) is not None


def _is_shouted(short: str, everything: str) -> bool:
    """Whether a word in capitals stands among others, as in a heading, and is no acronym."""
    return (
        regex.search(
            rf"(?:\b\p{{Lu}}{{2,}}\ ){{{_SHOUTED - 1}}}{short}\b|\b{short}(?:\ \p{{Lu}}{{2,}}){{2}}", everything
        )
        is not None
    )
