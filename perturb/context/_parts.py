"""Answers of which one part is the name: "indie band Oxworth", "Oxworth Comet" of a maker, "Oxworth card"."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.context._locations import is_known_place
from gaugeblock.perturb.context._lowered import EVERY_GIVEN, is_word
from gaugeblock.perturb.context._naming import stands_within
from gaugeblock.perturb.context._pools import FIRMS, LEXICON, WORDS, fresh, has_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.context._sites import is_no_name
from gaugeblock.perturb.context._things import work
from gaugeblock.perturb.example import Example

_DESCRIBED = regex.compile(r"^(?:the\ )?((?:\p{Ll}[\w-]*\ )+)(\p{Lu}\p{L}+(?:\ \p{Lu}\p{L}+){0,2})$")
_MODIFIED = regex.compile(r"^(?:[Tt]he\ )?(\p{Lu}\p{Ll}+)\ (\p{Ll}+)$")
_MODEL = regex.compile(r"^(\p{Lu}\p{L}+)\ (\p{Lu}\p{Ll}+)$")
_THINGS = [(kind, regex.compile(rf"(?<![\w-])(?:{words})\s$")) for kind, words in WORDS["things"]]


def part_of_answer(example: Example, name: str, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the part of an answer that is a name.

    Args:
        example: with its question and documents.
        name: the answer.
        everything: the texts of the example.
        rng: the source of chance.
    """
    if match := _DESCRIBED.match(name):
        kind = next((kind for kind, words in _THINGS if words.search(match[1])), None)
        if kind in ("work", "band", "firm") and (made := work(match[2], everything, rng, kind)):
            yield made
    elif match := _MODIFIED.match(name):
        if made := _modifier(match[1], match[2], example, everything, rng):
            yield made
    elif (match := _MODEL.match(name)) and (made := _model(match[1], match[2], example, everything, rng)):
        yield made


def _modifier(name: str, noun: str, example: Example, everything: str, rng: random.Random) -> Renaming | None:
    """Another name before a common noun, where the context says what the two words together are."""
    whole = f"{name} {noun}"
    defined = rf"(?<!\w){regex.escape(whole)}(?:\ \([^()]*\))?,?\ (?:is|was|are|were)\ "
    if is_known_place(name) or is_no_name(name) or name.lower() in EVERY_GIVEN or not is_word(noun):
        return None
    if not any(regex.search(defined, document) for document in example.context):
        return None
    # "Solar wind" may have its capital from the sentence that it begins.
    if has_word(name.lower(), everything) or (is_word(name) and not stands_within(name, everything)):
        return None
    new = fresh(FIRMS["coined"], everything, rng)
    forms = {whole: f"{new} {noun}", f"{whole}s": f"{new} {noun}s", whole.title(): f"{new} {noun.title()}"}
    return Renaming("modifier", whole, forms[whole], forms) if new else None


def _model(maker: str, name: str, example: Example, everything: str, rng: random.Random) -> Renaming | None:
    """Another name of its own for what has its maker's name before it; the maker stays."""
    asked = rf"\b(?:which|what)\ (?:[\w'-]+\ ){{0,3}}(?:{LEXICON['models']['asks']})\b"
    if not regex.search(asked, example.question or "", regex.I) or name.lower() in EVERY_GIVEN:
        return None
    if has_word(name.lower(), everything) or is_known_place(name):
        return None
    if not has_word(maker, everything.replace(f"{maker} {name}", "")):
        return None  # nothing says that the first word is a maker
    new = fresh(FIRMS["coined"], everything, rng)
    return Renaming("model", f"{maker} {name}", f"{maker} {new}", {name: new}) if new else None
