"""Renamings of the names in a longer response."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import regex

from gaugeblock.perturb.context._locations import country, is_known_place, place
from gaugeblock.perturb.context._lowered import is_word
from gaugeblock.perturb.context._naming import is_read_as_name, may_be_word, speakers
from gaugeblock.perturb.context._people import person
from gaugeblock.perturb.context._pools import PEOPLE, has_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.context._sites import is_no_name
from gaugeblock.perturb.context._things import titled, work
from gaugeblock.perturb.evidence import evidence_for
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import Text, analyse

_NAME = regex.compile(r"\p{Lu}[\p{L}\p{M}.'’-]*(?:\ (?:\p{Lu}[\p{L}\p{M}.'’&-]*|of|the|de|van|von|and|for))*")
_OWN_ARTICLE = regex.compile(r"^(?:[Tt]he|[Aa]n?)\ ")
_POSSESSIVE = regex.compile(r"['’]s?$")
_COMPASS = frozenset({"north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"})
_EVIDENCE = 12  # sentences whose names are tried


def named(text: Text, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the names in a longer response."""
    seen: set[str] = set()
    for entity in text.doc.ents:
        written = _POSSESSIVE.sub("", _OWN_ARTICLE.sub("", entity.text))
        if (
            written in seen
            or is_no_name(written)
            or not _NAME.fullmatch(written)
            or len(written) < 3
            or not _whole(entity)
            or not _is_name(entity, written)
        ):
            continue
        seen.add(written)
        made = None
        if entity.label_ in ("PERSON", "ORG", "FAC", "LOC", "GPE"):
            made = titled(written, everything, rng)
        if made is None and entity.label_ == "PERSON" and not any(map(is_known_place, written.split()[1:])):
            made = person(written, everything, rng)
        elif made is None and entity.label_ in ("GPE", "NORP"):
            made = place(written, everything, rng) if entity.label_ == "GPE" else None
            made = made or country(written, everything, rng)
        parts = written.split()
        if any(is_known_place(part) or part.lower() in _COMPASS for part in parts) and len(parts) > 1:
            coined = None  # "Northeast Washington" is a part of a town
        else:
            coined = regex.search(r"\p{Ll}", written) and not (" " not in written and is_word(written))
        if made is None and entity.label_ in ("ORG", "PRODUCT") and coined:
            made = work(written, everything, rng, "firm")
        if made:
            yield made


def spoken(example: Example, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of those who speak in the context and of whom the response tells."""
    for name in sorted({name for document in example.context for name in speakers(document)}):
        if not is_no_name(name) and has_word(name, example.response):
            made = person(name, everything, rng)
            if made:
                yield made


def lowered(example: Example, text: Text, rng: random.Random) -> list[Renaming]:
    """Renamings for a response without any capital, from the names of the sentences that it rests on."""
    source = "\n".join([example.question or "", *example.context])
    made = []
    for sentence in evidence_for(text.text, example.context, _EVIDENCE):
        for renaming in named(analyse(sentence), source, rng):
            forms = {**renaming.forms, **{old.lower(): new.lower() for old, new in renaming.forms.items()}}
            low = replace(renaming, old=renaming.old.lower(), new=renaming.new.lower(), forms=forms)
            # In lower case, a name must not be a word of the context, nor its words stand in the response for others.
            clear = not any(has_word(old.lower(), source) for old in renaming.forms if old != old.lower())
            if clear and renaming.mentions(source) and low.mentions(text.text):
                made.append(low)
    return made


def _whole(entity: Any) -> bool:
    """Whether no other capitalised word stands right beside the name (a spaCy span)."""
    doc, start, end = entity.doc, entity.start, entity.end
    before = doc[start - 1].text if start else ""
    after = doc[end].text if end < len(doc) else ""
    opens = bool(start) and doc[start - 1].is_sent_start
    titled = before.rstrip(".") in PEOPLE["titles"]
    numbered = before[:1].isdigit() or after[:1].isdigit()
    return (
        (not before[:1].isupper() or opens or titled)
        and not numbered
        and not after[:1].isupper()
        and not after.startswith("-")
    )


def _is_name(entity: Any, written: str) -> bool:
    """Whether the parse reads every word as part of a name, and no ordinary word with the capital of its sentence."""
    if is_known_place(written) or regex.search(r"\p{Ll}\p{Lu}", written):
        return True
    first = next(token for token in entity if token.text[:1] == written[:1])
    return is_read_as_name(entity) and not (_opens(first) and may_be_word(written))


def _opens(token: Any) -> bool:
    """Whether a word begins a sentence, a line or what somebody says."""
    return token.is_sent_start or not token.i or not token.nbor(-1).text[-1:].isalnum()
