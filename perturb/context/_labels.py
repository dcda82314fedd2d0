"""Another name for a speaker who is told by a role or a number: "Project Manager:", "#Person1#:"."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.context._pools import LEXICON, fresh, has_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.example import Example

_SPEAKERS: dict[str, list[str]] = LEXICON["speakers"]
_ROLE_WORDS = frozenset(_SPEAKERS["role_words"])
_ROLE = regex.compile(r"(?m)^(\p{Lu}\p{Ll}+(?:\ \p{Lu}\p{Ll}+){1,2})\ ?:\ ")
_NUMBERED = regex.compile(r"(?m)^#?(\p{Lu}\p{Ll}{3,})(\d)#?\ ?:\ ")
_MOST_SPEAKERS = 9


def labelled_speakers(example: Example, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the speakers of the context whom the response tells by the same role or number.

    Args:
        example: with its documents.
        everything: the texts of the example.
        rng: the source of chance.
    """
    transcript = "\n".join(example.context)
    for role in dict.fromkeys(_ROLE.findall(transcript)):
        if role.split()[-1] in _ROLE_WORDS and has_word(role, example.response):
            made = _other_role(role, example.response, everything, rng)
            if made:
                yield made
    numbered = list(dict.fromkeys(_NUMBERED.findall(transcript)))
    rng.shuffle(numbered)
    for word, digit in numbered:
        made = _other_number(word, digit, everything, rng)
        if made and made.mentions(example.response):
            yield made


def _other_role(role: str, response: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another role; None where the response has a short form of the old one ("the designer")."""
    if has_word(role.split()[-1].lower(), response):
        return None
    new = fresh(_SPEAKERS["roles"], everything, rng)
    forms = {role: new, role.lower(): new.lower(), f"{role}s": f"{new}s"} if new else {}
    return Renaming("speaker", role, new, forms) if new else None


def _other_number(word: str, digit: str, everything: str, rng: random.Random) -> Renaming | None:
    """A number that no speaker has; None where the old one also stands in a spelling of another kind ("Person 1")."""
    low = word.lower()
    broken = rf"{low}[\s#]+{digit}(?!\d)|(?<!{low})#+{digit}#"
    if regex.search(broken, everything.lower()):
        return None
    taken = {int(number) for number in regex.findall(rf"{low}\s?(\d+)", everything.lower())}
    free = [number for number in range(1, _MOST_SPEAKERS + 1) if number not in taken]
    if not free:
        return None
    old, new = f"{word}{digit}", f"{word}{rng.choice(free)}"
    return Renaming("speaker", old, new, {old: new, old.lower(): new.lower(), old.upper(): new.upper()})
