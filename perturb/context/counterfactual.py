"""One value that response and context share, changed in one of them, or consistently in both.

With the original itself these are the four conditions of "Do Automatic Factuality Metrics Measure Factuality?"
(section 4.2): (a) both original; (b) both counterfactual, which is supported although it is not true of the world;
(c) the original context with the counterfactual response, and (d) the counterfactual context with the original
response, which are not supported.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context import _identities as identities
from gaugeblock.perturb.context import _values as values
from gaugeblock.perturb.context import _verdicts as verdicts
from gaugeblock.perturb.context._calendar import calendar_words, time_of_day
from gaugeblock.perturb.context._documents import KEPT, LOST, field_name, prose
from gaugeblock.perturb.context._lowered import is_word, lowered_people
from gaugeblock.perturb.context._naming import is_read_as_name, may_be_word, speakers, stands_within, unmarked
from gaugeblock.perturb.context._renaming import Renaming, clear_of_protected
from gaugeblock.perturb.context._sites import is_no_name, leaves_behind
from gaugeblock.perturb.dates import Date
from gaugeblock.perturb.evidence import evidence_for
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit

_ANSWER_WORDS = 7
_NAME = regex.compile(r"\p{Lu}[\p{L}\p{M}.'’-]*(?:\ (?:\p{Lu}[\p{L}\p{M}.'’&-]*|of|the|de|van|von|and|for))*")
_OWN_ARTICLE = regex.compile(r"^(?:[Tt]he|[Aa]n?)\ ")
_POSSESSIVE = regex.compile(r"['’]s?$")
_COMPASS = frozenset({"north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"})
_NATIONALITY = regex.compile(r"\bnationalit(?:y|ies)\b|\bcountry of origin\b", regex.IGNORECASE)
_TRIMMED = ' ."“”'
_TOO_COMMON = 7  # code points; "In the" begins many titles
_STEM = 5
_MOST_MENTIONS = 60
_NOUN_MENTIONS = 4
_EVIDENCE = 3  # sentences whose names are tried
_LONGEST = 60_000  # code points of the example; more is not searched in good time
_BY_LABEL = {"PERSON": "person", "GPE": "place", "LOC": "place", "NORP": "country", "ORG": "firm"}
_SOON = 70  # code points of a description in which it says what something is
_THINGS = [
    (kind, regex.compile(rf"^(?:[\w'’-]+ ){{0,6}}(?:{words})\b", regex.I))
    for kind, words in lexicon(__file__)["words"]["things"]
]
_QUESTION_KINDS = [
    (kind, regex.compile(rf"\b(?:{words})\b", regex.I)) for kind, words in lexicon(__file__)["words"]["asks"]
]


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The three conditions for the first value whose change leaves nothing behind that contradicts it."""
    everything = "\n".join([example.response, example.question or "", *example.context])
    if not example.context_text.strip() or len(everything) > _LONGEST:
        return
    for renaming in _renamings(example, text, everything, rng):
        made = _conditions(example, renaming, everything)
        if made:
            yield from made
            return
    for flip in verdicts.flips(example, rng):
        if clear_of_protected(example, flip.in_response + flip.in_context):
            yield from _proposals(flip, flip.in_response, flip.in_context, ())
            return


def _conditions(example: Example, renaming: Renaming, everything: str) -> tuple[Proposal, ...]:
    in_response = tuple(renaming.edits(example.response, "response"))
    in_context = tuple(
        edit for at, document in enumerate(example.context) for edit in renaming.edits(document, field_name(at))
    )
    in_question = tuple(renaming.edits(example.question, "question")) if example.question else ()
    every = in_response + in_context + in_question
    if not in_response or not in_context or len(every) > _MOST_MENTIONS or not clear_of_protected(example, every):
        return ()
    short = len(example.response.split()) <= _ANSWER_WORDS
    whole_answer = (
        bool(example.question) and short and example.response.strip(_TRIMMED).startswith(renaming.old.strip(_TRIMMED))
    )
    if _residue(renaming, everything) or leaves_behind(example, renaming, whole_answer):
        return ()
    return _proposals(renaming, in_response, in_context, in_question)


def _proposals(
    change: Renaming | verdicts.Flip,
    in_response: tuple[Edit, ...],
    in_context: tuple[Edit, ...],
    in_question: tuple[Edit, ...],
) -> tuple[Proposal, ...]:
    shared = {"from": change.old, "to": change.new, "kind": change.kind}
    every = in_response + in_context + in_question
    return (
        # What supports a response is the context, true or not: the score must be that of the original.
        Proposal(every, details={**shared, "condition": "b"}, relation=KEPT, keeps_label=True),
        Proposal(in_response, details={**shared, "condition": "c"}, relation=LOST, keeps_label=False),
        Proposal(in_context + in_question, details={**shared, "condition": "d"}, relation=LOST, keeps_label=False),
    )


def _residue(renaming: Renaming, everything: str) -> bool:
    """Whether a form of the old value that is not known as one is left: an inflection, a part, another case."""
    if renaming.kind in _CALENDAR:
        return False
    edits = sorted(renaming.edits(everything, "response"))
    left, at = [], 0
    for edit in edits:
        left.append(everything[at : edit.start])
        at = edit.end
    rest = "\n".join([*left, everything[at:]])
    if renaming.kind == "person" and _is_spelt_otherwise(renaming, rest):
        return True
    old = renaming.old.strip(_TRIMMED)
    again = regex.findall(rf"(?<!\w){regex.escape(old)}(?!\w)", rest, regex.IGNORECASE)
    # "Chess Weekly is a chess weekly": what has no capital is no name.
    if any(found != found.lower() or old == old.lower() for found in again):
        return True
    kept = set(regex.findall(r"\p{L}+", renaming.new))
    words = [word for word in regex.findall(r"\p{L}[\p{L}\p{M}]+", renaming.old) if len(word) > 3 and word not in kept]
    title = renaming.kind == "work" and len(renaming.old.split()) > 2
    lowered = renaming.old == renaming.old.lower()
    if title and _is_shortened(old, everything, rest):
        return True
    for word in words if not title else ():
        if word[0].islower() and renaming.kind not in lexicon(__file__)["categories"]:
            continue
        if (word[0].isupper() or lowered) and (
            regex.search(rf"(?<=\p{{Ll}}){regex.escape(word.capitalize())}", rest)
            or regex.search(rf"[@#_]\w*{regex.escape(word)}", rest, regex.IGNORECASE)
        ):
            return True  # part of a user's name
        if renaming.kind == "named-thing" and word not in renaming.forms and _is_site(word, rest):
            continue  # Harwell College was renamed, the town of Harwell was not
        own = "|".join(map(regex.escape, renaming.old.split()))
        alone = rf"(?<!\p{{L}}){regex.escape(word)}(?!\w|\ (?!(?:{own})(?!\w))\p{{Lu}})"
        if word in renaming.apart and not regex.search(alone, rest):
            continue  # another person's first name
        stem = regex.escape(word if renaming.kind == "person" else word[: max(4, len(word) - 2)])
        if regex.search(rf"(?<!\p{{L}}){stem}", rest):
            return True
    return False


def _is_spelt_otherwise(renaming: Renaming, rest: str) -> bool:
    """Whether a surname is left with other marks on its letters ("born Georg Händel" beside Handel)."""
    plain, last = unmarked(rest), unmarked(renaming.old.split()[-1])
    return plain != rest and regex.search(rf"(?<!\p{{L}}){regex.escape(last)}(?!\p{{L}})", plain) is not None


def _is_shortened(title: str, everything: str, rest: str) -> bool:
    """Whether a title also stands in a shorter form, or in another language in brackets behind it."""
    words = title.split()
    half = " ".join(words[: max(2, len(words) // 2 + 1)])
    if len(half) > _TOO_COMMON and regex.search(rf"(?<!\w){regex.escape(half)}(?!\w)", rest):
        return True
    own = [word[:_STEM].lower() for word in regex.findall(r"\p{Lu}\p{L}{3,}", title)]
    behind = regex.findall(rf"{regex.escape(title)}[\"”]? ?\(([^)]*)\)", everything)
    return any(stem in bracket.lower() for bracket in behind for stem in own)


def _is_site(word: str, rest: str) -> bool:
    """Whether a name stands for a place wherever it is left: "in Harwell", "Harwell, Ohio"."""
    found = list(regex.finditer(rf"(?<!\w){regex.escape(word)}(?!\w)", rest, regex.IGNORECASE))
    places = list(
        regex.finditer(rf"\b(?:in|near|around|outside|downtown) {regex.escape(word)}(?!\w|\ \p{{Lu}}|['’])", rest)
    )
    places += [
        match
        for match in regex.finditer(rf"(?<!\w){regex.escape(word)}(?=, \p{{Lu}})", rest)
        if not regex.search(r"\b(?:in|near|around|outside|downtown) $", rest[: match.start()])
    ]
    return bool(found) and len(places) == len(found)


def _renamings(example: Example, text: Text, everything: str, rng: random.Random) -> Iterator[Renaming]:
    answer = text.text.strip()
    if example.question and 0 < len(answer.split()) <= _ANSWER_WORDS and "\n" not in answer:
        yield from _for_answer(example, text, answer, everything, rng)
    found = (
        [*_for_names(text, everything, rng), *_for_speakers(example, everything, rng)]
        if text.text.lower() != text.text
        else _for_lowered(example, text, rng)
    )
    rng.shuffle(found)
    yield from sorted(found, key=lambda one: _SAFEST.index(one.kind) if one.kind in _SAFEST else len(_SAFEST))
    texts = [text, *(analyse(prose(document)) for document in example.context)]
    texts += [analyse(example.question)] if example.question else []
    places: list[Number | Date] = [*text.dates, *(number for number in text.numbers if number.kind != "date")]
    rng.shuffle(places)
    for place in places:
        if not _shared(text, place.of(text.text), example):
            continue
        if isinstance(place, Number) and place.kind == "time":
            made = time_of_day(place, texts, rng)
        elif isinstance(place, Number):
            made = values.number(place, texts, rng, answers=_counts(example))
        else:
            made = values.date(place, text, texts, rng)
        if made:
            yield made
    yield from lowered_people(text, everything, rng)
    yield from calendar_words(text, texts, rng)


_CALENDAR = ("number", "year", "date", "time", "weekday", "month")
_SAFEST = ("person", "named-thing", "town", "state", "country", "firm")


def _shared(text: Text, written: str, example: Example) -> bool:
    digits = regex.findall(r"\d+", written)
    return any(all(part in document for part in digits or [written]) for document in example.context)


def _for_names(text: Text, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the names in a longer response."""
    seen: set[str] = set()
    for entity in text.doc.ents:
        written = _POSSESSIVE.sub("", _OWN_ARTICLE.sub("", entity.text))
        if (
            written in seen
            or is_no_name(written)
            or not _NAME.fullmatch(written)
            or len(written) < 3
            or not _whole(entity, written)
            or not _is_name(entity, written)
        ):
            continue
        seen.add(written)
        made = None
        if entity.label_ in ("PERSON", "ORG", "FAC", "LOC", "GPE"):
            made = identities.titled(written, everything, rng)
        if made is None and entity.label_ == "PERSON":
            made = identities.person(written, everything, rng)
        elif made is None and entity.label_ in ("GPE", "NORP"):
            made = identities.place(written, everything, rng) if entity.label_ == "GPE" else None
            made = made or identities.country(written, everything, rng)
        parts = written.split()
        if any(identities.is_known_place(part) or part.lower() in _COMPASS for part in parts) and len(parts) > 1:
            coined = None  # "Northeast Washington" is a part of a town
        else:
            coined = regex.search(r"\p{Ll}", written) and not (" " not in written and is_word(written))
        if made is None and entity.label_ in ("ORG", "PRODUCT") and coined:
            made = identities.work(written, everything, rng, "firm")
        if made:
            yield made


def _for_speakers(example: Example, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of those who speak in the context and of whom the response tells."""
    for name in sorted({name for document in example.context for name in speakers(document)}):
        if not is_no_name(name) and identities.has_word(name, example.response):
            made = identities.person(name, everything, rng)
            if made:
                yield made


def _for_lowered(example: Example, text: Text, rng: random.Random) -> list[Renaming]:
    """Renamings for a response without any capital, from the names of the sentences that it rests on."""
    source = "\n".join([example.question or "", *example.context])
    made = []
    for sentence in evidence_for(text.text, example.context, _EVIDENCE):
        for renaming in _for_names(analyse(sentence), source, rng):
            forms = {**renaming.forms, **{old.lower(): new.lower() for old, new in renaming.forms.items()}}
            low = replace(renaming, old=renaming.old.lower(), new=renaming.new.lower(), forms=forms)
            # In lower case, a name must not be a word of the context, nor its words stand in the response for others.
            clear = not any(identities.has_word(old.lower(), source) for old in renaming.forms if old != old.lower())
            if clear and renaming.mentions(source) and low.mentions(text.text):
                made.append(low)
    return made


def _whole(entity: object, written: str) -> bool:
    """Whether no other capitalised word stands right beside the name."""
    doc, start, end = getattr(entity, "doc", ()), getattr(entity, "start", 0), getattr(entity, "end", 0)
    before = doc[start - 1].text if start else ""
    after = doc[end].text if end < len(doc) else ""
    opens = bool(start) and doc[start - 1].is_sent_start
    titled = before.rstrip(".") in lexicon(__file__)["people"]["titles"]
    numbered = before[:1].isdigit() or after[:1].isdigit()
    return (
        (not before[:1].isupper() or opens or titled)
        and not numbered
        and not after[:1].isupper()
        and not after.startswith("-")
    )


def _is_name(entity: Any, written: str) -> bool:
    """Whether the parse reads every word as part of a name, and no ordinary word with the capital of its sentence."""
    if identities.is_known_place(written):
        return True
    first = next(token for token in entity if token.text[:1] == written[:1])
    return is_read_as_name(entity) and not (_opens(first) and may_be_word(written))


def _opens(token: Any) -> bool:
    """Whether a word begins a sentence, a line or what somebody says."""
    return token.is_sent_start or not token.i or not token.nbor(-1).text[-1:].isalnum()


def _counts(example: Example) -> bool:
    """Whether the response is the short answer to a question of how many."""
    asked = regex.search(r"\bhow many\b", example.question or "", regex.IGNORECASE) is not None
    return asked and len(example.response.split()) <= _ANSWER_WORDS


def _for_answer(example: Example, text: Text, answer: str, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of a short answer as a whole, by what the question asks for and what the context says it is."""
    name = answer.strip(_TRIMMED)
    quoted = answer[:1] in '"“'
    if not any(name in document for document in example.context):
        return
    common = identities.common_noun(name, everything, rng)
    if common is not None and sum(common.mentions(document) for document in example.context) <= _NOUN_MENTIONS:
        yield common
    titled_in_digits = name[:1].isdecimal() and _asked(example.question or "") == "work" and _in_quotes(example, name)
    if not name[:1].isupper() and not quoted and not titled_in_digits:
        return
    if not regex.search(r"\p{Ll}", name):
        made = identities.acronym(name, everything, rng)
        if made:
            yield made
        return
    if _NATIONALITY.search(example.question or "") and (made := identities.nationality(name, everything, rng)):
        yield made
    if is_no_name(name) and not quoted:
        return
    town, comma, region = name.partition(", ")
    if comma and region[:1].isupper() and not quoted:
        # "Harwell, Ohio" is a town with its region, which stays.
        if made := identities.place(town, everything, rng):
            yield made
        return
    asked = _asked(example.question or "")
    label = _label(example, name)
    kinds = _kinds(name, asked, label, quoted, example)
    titled = not quoted and label != "WORK_OF_ART" and (asked != "work" or identities.has_kind(name))
    titled = titled and not (label == "PERSON" and asked == "person" and len(name.split()) == 2)
    titled = titled and not any(f"{mark}{name}" in document for mark in '"“' for document in example.context)
    if titled and (made := identities.titled(name, everything, rng)):
        yield made
    for kind in kinds:
        if kind == "person":
            made = identities.person(name, everything, rng) if _is_person(example, name, text) else None
        elif kind in ("place", "town", "state", "country"):
            made = identities.place(name, everything, rng)
            if made and made.kind in ("country", "state") and (wider := identities.with_towns(made, everything, rng)):
                yield wider
        elif kind in ("work", "band", "firm"):
            made = identities.work(name, everything, rng, kind)
        else:
            continue
        if made:
            yield made


def _is_person(example: Example, name: str, text: Text) -> bool:
    """Whether an answer is read as a name, in itself or where the context has it, and is no ordinary word."""
    texts = [*example.context, example.question or ""]
    born = " " in name and _described(name, example) == "person"
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
    places = ("place", "town", "state", "country")
    found = [kind for kind in (_described(name, example), asked, _BY_LABEL.get(label)) if kind]
    in_quotes = _in_quotes(example, name)
    if in_quotes and asked == "work" and _described(name, example) != "person":
        return ["work"]  # whatever the parse takes a title for
    if label in ("GPE", "LOC", "NORP", "LANGUAGE"):
        return [kind for kind in found if kind in places] if not quoted else ["work"]
    if quoted or label == "WORK_OF_ART" or (in_quotes and asked != "person"):
        found = ["work", *found]
    if asked in ("firm", "band") and _described(name, example) != "person":
        found = [kind for kind in found if kind != "person"]  # what is asked for goes before what the parse guesses
    if "person" in found:
        return ["person"]
    if not found and label == "PRODUCT" and not identities.has_kind(name):
        found = ["firm"]
    plain = "," not in name and not identities.has_kind(name)
    return [kind for kind in found if plain or kind in places or (kind == "work" and (quoted or in_quotes))]


def _in_quotes(example: Example, name: str) -> bool:
    """Whether the context has a name in quotation marks, as it has titles."""
    return any(f"{mark}{name}{end}" in text for mark, end in ('""', "“”") for text in example.context)


def _described(name: str, example: Example) -> str | None:
    """What the context says that a name is: "Ode (born 1960)", "Saltmarsh is a 1990 film"."""
    written = regex.escape(name)
    for document in example.context:
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
                if entity.text.strip(_TRIMMED).removeprefix("the ") == name:
                    return str(entity.label_)
    return ""


def condition_of(proposal: Proposal) -> object:
    """The slot of a proposal: its condition."""
    return proposal.details["condition"]


PERTURBATION = RuleBased(
    name="counterfactual",
    family="context",
    summary="Changes a name, number or date that both texts share: in both (the score stays), or in one (it falls).",
    propose=propose,
    version="3",
    relation=KEPT,
    needs_supported=True,
    group=condition_of,
    limits="Changes one value. Most answers of yes or no, abbreviated names, small counts of people, and numbers that "
    "others may be worked out from are left alone, and so is a place or a firm beside others that belong to it.",
    illustration=Illustration(
        response="Ann Ode founded the rowing club.",
        context=("The rowing club was founded by Ann Ode. Members say that Ode never missed a race.",),
        after="The rowing club was founded by Henrietta Sorley. Members say that Sorley never missed a race.",
        shows="context[0]",
    ),
)
