"""Renamings of a short answer as a whole, by what the question asks for and what the context says it is."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.context._closed import closed_answers, is_nickname
from gaugeblock.perturb.context._locations import coined_place, nationality, place, with_towns
from gaugeblock.perturb.context._naming import is_read_as_name, may_be_word, stands_within
from gaugeblock.perturb.context._nouns import common_noun, one_of_several, other_head
from gaugeblock.perturb.context._parts import part_of_answer
from gaugeblock.perturb.context._people import mononym, person
from gaugeblock.perturb.context._pools import LEXICON, PEOPLE, WORDS
from gaugeblock.perturb.context._renaming import TRIMMED, Renaming
from gaugeblock.perturb.context._sites import is_no_name
from gaugeblock.perturb.context._things import acronym, has_kind, in_capitals, titled, work
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import Text, analyse

_NATIONALITY = regex.compile(r"\bnationalit(?:y|ies)\b|\bcountry of origin\b", regex.IGNORECASE)
_NOUN_MENTIONS = 4
_BY_LABEL = {"PERSON": "person", "GPE": "place", "LOC": "place", "NORP": "country", "ORG": "firm"}
_NO_PERSON = frozenset({"ORG", "GPE", "LOC", "FAC", "NORP"})
_SOON = 70  # code points of a description in which it says what something is
_THINGS = [(kind, regex.compile(rf"^(?:[\w'’-]+ ){{0,6}}(?:{words})\b", regex.I)) for kind, words in WORDS["things"]]
_QUESTION_KINDS = [(kind, regex.compile(rf"\b(?:{words})\b", regex.I)) for kind, words in WORDS["asks"]]


def answer_renamings(
    example: Example, text: Text, answer: str, everything: str, rng: random.Random
) -> Iterator[Renaming]:
    """Renamings of a short answer as a whole, by what the question asks for and what the context says it is."""
    name = answer.strip(TRIMMED)
    quoted = answer[:1] in '"“'
    yield from one_of_several(name, example, everything, rng)
    if not any(name in document for document in example.context):
        return
    yield from _as_words(example, name, everything, rng)
    titled_in_digits = name[:1].isdecimal() and _asked(example.question or "") == "work" and _in_quotes(example, name)
    if not name[:1].isupper() and not quoted and not titled_in_digits:
        return
    if not regex.search(r"\p{Ll}", name):
        made = in_capitals(name, everything, rng) or acronym(name, everything, rng)
        if made:
            yield made
        return
    if _NATIONALITY.search(example.question or "") and (made := nationality(name, everything, rng)):
        yield made
    if is_no_name(name) and not quoted:
        return
    town, comma, region = name.partition(", ")
    if comma and region[:1].isupper() and not quoted:
        # "Harwell, Ohio" is a town with its region, which stays.
        if made := place(town, everything, rng):
            yield made
        return
    yield from _as_name(example, text, name, quoted, everything, rng)


def _as_words(example: Example, name: str, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of an answer that may be no name: a noun, one of a closed kind, a part that stands alone."""
    if head := other_head(name, everything, rng):
        yield head
    common = common_noun(name, everything, rng)
    if common is not None and sum(common.mentions(document) for document in example.context) <= _NOUN_MENTIONS:
        yield common
    yield from closed_answers(example, name, everything, rng)
    yield from part_of_answer(example, name, everything, rng)


def _as_name(
    example: Example, text: Text, name: str, quoted: bool, everything: str, rng: random.Random
) -> Iterator[Renaming]:
    """Renamings of a name: with its kind of title, else as whatever it may be the name of."""
    asked = _asked(example.question or "")
    label = _label(example, name)
    if not quoted and _keeps_its_title(example, name, asked, label) and (made := titled(name, everything, rng)):
        yield made
    for kind in _kinds(name, asked, label, quoted, example):
        if kind == "person":
            if made := _other_person(example, text, name, asked, label, everything, rng):
                yield made
        elif kind == "region":
            if made := coined_place(name, everything, rng):
                yield made
        elif kind in ("place", "town", "state", "country"):
            made = place(name, everything, rng)
            if made and made.kind in ("country", "state") and (wider := with_towns(made, everything, rng)):
                yield wider
            if made:
                yield made
        elif kind in ("work", "band", "firm") and (made := work(name, everything, rng, kind)):
            yield made


def _keeps_its_title(example: Example, name: str, asked: str | None, label: str) -> bool:
    """Whether a name may have a title or a kind in it that stays: "Lake Orvo", "Queen Ode"; the title of a work not."""
    if label == "WORK_OF_ART" or (asked == "work" and not has_kind(name)):
        return False
    if label == "PERSON" and asked == "person" and len(name.split()) == 2:
        return False
    return not any(f"{mark}{name}" in document for mark in '"“' for document in example.context)


def _other_person(
    example: Example, text: Text, name: str, asked: str | None, label: str, everything: str, rng: random.Random
) -> Renaming | None:
    """Another person's name for one that is read as such; a single name where those who go by one are asked for."""
    if is_nickname(example, name):
        return None  # whose last word may be the first name
    made = person(name, everything, rng) if _is_person(example, name, text) else None
    if made is None and asked == "person" and label not in _NO_PERSON and _bears_one_name(example):
        made = mononym(name, everything, rng)
    return made


def _bears_one_name(example: Example) -> bool:
    """Whether a question asks for somebody of those who go by a single name; "who" may be a club that won."""
    asked = rf"\b(?:which|what)\ (?:[\w'-]+\ ){{0,6}}(?:{LEXICON['single_names']['asks']})\b"
    return regex.search(asked, example.question or "", regex.IGNORECASE) is not None


def _is_person(example: Example, name: str, text: Text) -> bool:
    """Whether an answer is read as a name, in itself or where the context has it, and is no ordinary word."""
    texts = [*example.context, example.question or ""]
    born = " " in name and _described(name, example) == "person"
    titles = "|".join(PEOPLE["titles"])
    if any(regex.search(rf"\b(?:{titles})\.?\ {regex.escape(name)}(?!\w)", one) for one in texts):
        return True
    if may_be_word(name) and not born and not any(stands_within(name, one) for one in texts):
        return False
    sentences = (_first_sentence(document, name) for document in example.context)
    for parsed in (text, *(analyse(sentence) for sentence in sentences if sentence)):
        at = parsed.text.find(name)
        span = parsed.doc.char_span(at, at + len(name)) if at >= 0 else None
        if span is not None and is_read_as_name(span):
            return True
    return False


def _first_sentence(document: str, name: str) -> str:
    """The first sentence of a document that holds a name; empty where none does."""
    at = document.find(name)
    sentence = analyse(document).sentence_at(at) if at >= 0 else None
    return sentence.of(document) if sentence else ""


def _kinds(name: str, asked: str | None, label: str, quoted: bool, example: Example) -> list[str]:
    """What an answer may be, likeliest first; only what something speaks for."""
    places = ("place", "town", "state", "country", "region")
    found = [kind for kind in (_described(name, example), asked, _BY_LABEL.get(label)) if kind]
    in_quotes = _in_quotes(example, name)
    if in_quotes and asked == "work" and _described(name, example) != "person":
        return ["work"]  # whatever the parse takes a title for
    if label in ("GPE", "LOC", "NORP", "LANGUAGE"):
        return [kind for kind in found if kind in places] if not quoted else ["work"]
    if quoted or label == "WORK_OF_ART" or (in_quotes and asked != "person"):
        found = ["work", *found]
    if asked in ("firm", "band", "region") and _described(name, example) != "person":
        found = [kind for kind in found if kind != "person"]  # what is asked for goes before what the parse guesses
    if "person" in found:
        return ["person"]
    if not found and label == "PRODUCT" and not has_kind(name):
        found = ["firm"]
    plain = "," not in name and not has_kind(name)
    return [kind for kind in found if plain or kind in places or (kind == "work" and (quoted or in_quotes))]


def _in_quotes(example: Example, name: str) -> bool:
    """Whether the context has a name in quotation marks, as it has titles."""
    return any(f"{mark}{name}{end}" in text for mark, end in ('""', "“”") for text in example.context)


def _described(name: str, example: Example) -> str | None:
    """What the context says that a name is: "Ode (born 1960)", "Saltmarsh is a 1990 film"."""
    written = regex.escape(name)
    for document in example.context:
        if regex.fullmatch(r"(?:\p{Lu}\p{Ll}+\ )?(?:\p{Lu}\.\ ?)+\p{Lu}\p{Ll}[\p{L}'’-]+", name):
            return "person"  # with initials
        if name.split()[0].rstrip(".") in PEOPLE["titles"]:
            return "person"
        if regex.search(rf"{written} \((?:[^()]*\b)?born\b|{written} \([^()]*\d{{4}} ?[–-] ?[^()]*\d{{4}}\)", document):
            return "person"
        said = regex.search(
            rf"{written}[\"”]?(?: \([^()]*\))?,? (?:is|was|are|were) (?:an?|the) ([^.,;]{{3,90}})", document
        )
        if said:
            for kind, words in _THINGS:
                if (match := words.search(said[1])) and match.end() < _SOON:
                    return str(kind)
    return None


def _asked(question: str) -> str | None:
    """What sort of thing a question asks for: that which it names first."""
    question = " ".join(question.split())
    found = [(match.start(), kind) for kind, words in _QUESTION_KINDS if (match := words.search(question))]
    # A "who" within the question is more often a relative pronoun than what is asked.
    things = [one for one in found if one[1] != "person"]
    person_first = question.lower().lstrip().startswith(("who", "whose"))
    return min(found if person_first or not things else things)[1] if found else None


def _label(example: Example, name: str) -> str:
    """What the parse of a sentence of the context takes a name for."""
    for document in example.context:
        sentence = _first_sentence(document, name)
        if sentence:
            for entity in analyse(sentence).doc.ents:
                if entity.text.strip(TRIMMED).removeprefix("the ") == name:
                    return str(entity.label_)
    return ""
