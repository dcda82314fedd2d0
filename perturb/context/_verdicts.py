"""Comparisons of two things that the context defines one by one: the definition of one changes, and so the answer.

"Are X and Y both lawyers?", "Are X and Y of the same nationality?" and "Which opened first, X or Y?" have answers that
do not stand in the context; what they rest on does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import regex

from gaugeblock.perturb.context._nouns import plural
from gaugeblock.perturb.context._pools import CATEGORIES, PLACES
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.documents import field_name
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.number_words import spell
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import Edit, replace_span

_ADJECTIVES: dict[str, str] = {adjective: country for country, adjective in PLACES["countries"]}
_OFFERED: list[str] = [adjective for _, adjective in PLACES["offered"]]
_PROFESSIONS: list[str] = CATEGORIES["professions"]
_OF_AMERICA = r"America|United States|USA?|U\.S\.(?:A\.)?"
_PLACES = frozenset({"GPE", "LOC", "FAC", "NORP"})
_DEFINED = regex.compile(
    r"(?:^|(?<=[.!?\"”)\n])\s*)(?P<name>\p{Lu}[^.!?()\n,:;]{1,60}?)(?:\ ?\([^()]{0,250}\))?(?:,[^.,]{1,60},)?"
    r"\ (?:(?:is|was|are|were)\ an?|are)\ (?P<said>[^.;\n]{3,160})"
)
_SAME = regex.compile(
    r"\b(?:same|shared?|common) (?:nationalit(?:y|ies)|citizenship)\b|\bfrom the same country\b", regex.I
)
_SAME_GROUP = regex.compile(r"\bsame (?P<group>family|genus|order|tribe|subfamily)\b")
_OF_GROUP = regex.compile(r"\bboth\b.*\b(?P<group>family|genus|order|tribe|subfamily) (?P<name>\p{Lu}\p{Ll}+)(?=\W*$)")
_BOTH_ARE = regex.compile(r"\bboth (?:(?:types|kinds|sorts|forms) of )?(?P<nouns>\p{Ll}+)\W*$")
_FREE_KINDS = ("food", "groups")
_BEHIND = r"(?:that|which|who|from|formed|made|founded|based|sold|produced)\b"
_BOTH = regex.compile(r"^\s*(?:are|were|is|was)\b.*\b(?:and|&)\b", regex.IGNORECASE | regex.DOTALL)
_OTHER_MEASURE = regex.compile(r"\b(?:not|only|all|than|different|or)\b", regex.IGNORECASE)
_FIRST = regex.compile(
    r"\b(?:first|earlier|earliest|older|oldest|later|latest|newer|newest|younger|youngest|more recent(?:ly)?)\b",
    regex.I,
)
_BEGUN = regex.compile(
    r"\b(?:born|released|founded|established|formed|opened|published|built|created|started|launched)\b", regex.I
)
_CAPITALS = r"\p{Lu}[\p{L}\p{M}\p{N}.'’&-]*(?:\ (?:\p{Lu}[\p{L}\p{M}\p{N}.'’&-]*|of|the|de|and|for|in))*"
_YEAR = regex.compile(r"(?<![\d,.$£€-])(?:1[5-9]|20)\d\d(?!\d|,\d|s\b|['’]s\b|[-–/])")
_COMPARED = regex.compile(
    r"\b(?:largest|larger|biggest|bigger|smallest|smaller|most|more|fewer|fewest|than|many|few)\b", regex.I
)
_MORE = regex.compile(r"\bmore (?P<noun>\p{Ll}+s)\b(?! (?:than|or)\b)")
_COUNT = rf"(?<![\w.,])(?:\d[\d,]*(?:[–-]\d[\d,]*)?|{'|'.join(spell(number) for number in range(2, 21))})(?![\w–-])"
_DECADE = regex.compile(
    r"\b\d{3}0s\b|\bcentur(?:y|ies)\b|\b(?:years?|months?) (?:later|earlier|after|before|old)\b|\bdied\b", regex.I
)
_LONG = 3  # code points; shorter words name nothing


@dataclass(frozen=True)
class Flip:
    """Edits of the context that turn an answer into its opposite."""

    kind: str
    old: str
    new: str
    in_response: tuple[Edit, ...]
    in_context: tuple[Edit, ...]


@dataclass(frozen=True)
class _Definition:
    """What the context says that one of two things is, and the part of a document that is about it."""

    document: int
    name_start: int
    start: int
    end: int
    until: int
    said: str


def flips(example: Example, rng: random.Random) -> Iterator[Flip]:
    """The changes of the context that answer a comparison the other way.

    Args:
        example: with a question; its response is a whole short answer.
        rng: the source of chance.
    """
    question, answer = " ".join((example.question or "").split()), example.response.strip(' ."“”')
    if not question or not answer:
        return
    if answer.lower() in ("yes", "no"):
        yield from _yes_or_no(example, question, answer, rng)
    elif flipped := _first_of_two(example, question, answer) or _more_of_two(example, question, answer):
        yield flipped


def _yes_or_no(example: Example, question: str, answer: str, rng: random.Random) -> Iterator[Flip]:
    pair = _pair(example, question)
    if pair is None:
        return
    order = [pair, pair[::-1]]
    rng.shuffle(order)
    agreed = answer.lower() == "yes"
    for one, other in order:
        change = _change(example, question, one, other, agreed, rng)
        if change is None:
            continue
        kind, old, new = change
        text = example.context[one.document]
        edits = tuple(
            edit
            for edit in Renaming(kind, old, new, {old: new}).edits(text, field_name(one.document))
            if edit.start >= one.name_start and one.start < edit.end <= one.end
        )
        opposite = "no" if agreed else "yes"
        opposite = opposite.capitalize() if answer[0].isupper() else opposite
        at = example.response.find(answer)
        if len(edits) == 1:
            response = replace_span(example.response, at, at + len(answer), opposite, "response")
            yield Flip(kind, old, new, (response,), edits)


def _pair(example: Example, question: str) -> tuple[_Definition, _Definition] | None:
    """The definitions of the two things that a question names; None where there are not just two."""
    found: list[tuple[frozenset[str], _Definition]] = []
    for at, document in enumerate(example.context):
        # What is said of something that is not asked for ("It is a ...") still belongs to the one before.
        every = [match for match in _DEFINED.finditer(document) if _words(match["name"]) & _words(question)]
        for match, following in pairwise([*every, None]):
            assert match is not None
            asked = frozenset(_words(match["name"]) & _words(question))
            until = following.start() if following else len(document)
            found.append((asked, _Definition(at, match.start(), *match.span("said"), until, match["said"])))
    if len(found) != 2 or found[0][0] & found[1][0]:
        return None
    return found[0][1], found[1][1]


def _words(text: str) -> set[str]:
    """The words that name something, in the singular; "A spritz", which a definition has in small letters, as well."""
    if small := regex.match(r"(?:An?|The) (?=\p{Ll})", text):
        text = text[small.end() :].title()
    found = regex.findall(r"\p{Lu}[\p{L}\p{M}'’-]+", text)
    return {word.removesuffix("s") for word in found if len(word) >= _LONG and word != "The"}


def _shared_group(
    example: Example, question: str, one: _Definition, other: _Definition, agreed: bool
) -> tuple[str, str, str] | None:
    """The family, genus or order of one thing, changed to that of the other, where a question asks for that."""
    asked = _SAME_GROUP.search(question)
    if asked is None or agreed:
        return None
    group = asked["group"]
    values = []
    for place in (one, other):
        document = example.context[place.document]
        about = document[place.start : place.until]
        found = set(regex.findall(rf"\b{group} (\p{{Lu}}\p{{Ll}}+)|(\p{{Lu}}\p{{Ll}}+) {group}\b", about))
        named = {before or behind for before, behind in found}
        if len(named) != 1 or about.count(value := named.pop()) != 1:
            return None
        values.append(value)
    return (group, values[0], values[1]) if values[0] != values[1] else None


def _asked_group(
    example: Example, question: str, one: _Definition, other: _Definition, agreed: bool
) -> tuple[str, str, str] | None:
    """The family of one thing, changed to that which a question names, where the other is of it."""
    asked = _OF_GROUP.search(question)
    if asked is None or agreed:
        return None
    group, wanted = asked["group"], asked["name"]
    parts = [example.context[place.document][place.start : place.until] for place in (one, other)]
    found = [set(regex.findall(rf"\b{group} (\p{{Lu}}\p{{Ll}}+)", part)) for part in parts]
    if found[1] != {wanted} or len(found[0]) != 1 or wanted in found[0]:
        return None
    old = found[0].pop()
    return (group, old, wanted) if parts[0].count(old) == 1 else None


def _change(
    example: Example, question: str, one: _Definition, other: _Definition, agreed: bool, rng: random.Random
) -> tuple[str, str, str] | None:
    """The kind, the old and the new word of a definition whose change turns the answer."""
    if group := _asked_group(example, question, one, other, agreed):
        return group
    if not _BOTH.match(question) and not _SAME.search(question):
        return None
    if group := _shared_group(example, question, one, other, agreed):
        return group
    nationality, beside = _nationality(one.said), _nationality(other.said)
    if _SAME.search(question) and not agreed and beside is None:
        beside = _two_nationalities(other.said)  # one may become "Irish-Australian" as the other is
    asked = [word for word in regex.findall(r"\p{Lu}\p{L}+", question) if word in _ADJECTIVES]
    named = [noun for noun in _PROFESSIONS if _has_noun(noun, question)]
    if _SAME.search(question) or (len(asked) == 1 and regex.search(rf"\b{asked[0]}\b(?=[\p{{Ll}}\ -]*\?*$)", question)):
        if nationality is None or beside is None or not _is_free(example, one, nationality):
            return None
        if agreed:
            options = [adjective for adjective in _OFFERED if adjective not in example.context_text]
            fits = nationality == beside and (not asked or asked[0] == nationality)
            return ("nationality", nationality, rng.choice(options)) if fits and options else None
        fits = nationality != beside and (not asked or (asked[0] == beside and not named))
        return ("nationality", nationality, beside) if fits else None
    if asked or _OTHER_MEASURE.search(question):
        return None
    if not named and agreed:
        return _other_kind(example, question, one, rng)
    if len(named) != 1:
        return None
    return _profession(example, named[0], one, other, agreed, rng)


def _other_kind(example: Example, question: str, one: _Definition, rng: random.Random) -> tuple[str, str, str] | None:
    """Another kind for one of two things that a question calls by one noun: "Are X and Y both drinks?"."""
    match = _BOTH_ARE.search(question)
    about = example.context[one.document][one.start : one.until].lower()
    for category in _FREE_KINDS if match else ():
        asked = next((noun for noun in CATEGORIES[category] if match and plural(noun) == match["nouns"].lower()), None)
        options = [noun for noun in CATEGORIES[category] if noun != asked and noun not in about]
        # As the head of the definition: what is said behind it then goes with either.
        if asked and options and about.count(asked) == 1 and regex.search(rf"\b{asked}(?:$|\ {_BEHIND})", one.said):
            return (category, asked, rng.choice(options))
    return None


def _nationality(said: str) -> str | None:
    """The nationality that a definition begins with; None where it is one of two ("Irish-American")."""
    match = regex.match(r"(?:former\ |retired\ )?(\p{Lu}\p{L}+)\ \p{Ll}", said)
    return match[1] if match and match[1] in _ADJECTIVES else None


def _two_nationalities(said: str) -> str | None:
    """The two nationalities that a definition begins with: "Irish-Australian"."""
    match = regex.match(r"(?:former\ |retired\ )?(\p{Lu}\p{L}+)-(\p{Lu}\p{L}+)\ \p{Ll}", said)
    return f"{match[1]}-{match[2]}" if match and match[1] in _ADJECTIVES and match[2] in _ADJECTIVES else None


def _is_free(example: Example, one: _Definition, nationality: str) -> bool:
    """Whether nothing else that is said of a thing tells its country."""
    document = example.context[one.document]
    about = document[one.start : one.until]
    country = _OF_AMERICA if nationality == "American" else regex.escape(_ADJECTIVES[nationality])
    if len(regex.findall(rf"(?<!\w){nationality}", about)) != 1 or regex.search(rf"(?<!\w)(?:{country})(?!\w)", about):
        return False
    # What stands in brackets behind the name may tell where somebody was born; where a film plays is no matter.
    opening = document[one.name_start : one.start] + one.said.partition(",")[0]
    entities = analyse(opening.strip()).doc.ents
    return not any(entity.label_ in _PLACES and nationality not in entity.text for entity in entities)


def _has_noun(noun: str, text: str) -> bool:
    return (
        regex.search(rf"(?<![\w-]){regex.escape(noun)}(?![\w-])|(?<![\w-]){regex.escape(plural(noun))}(?![\w-])", text)
        is not None
    )


def _profession(
    example: Example, asked: str, one: _Definition, other: _Definition, agreed: bool, rng: random.Random
) -> tuple[str, str, str] | None:
    """The change of what somebody does, to what a question asks for or away from it."""
    own = [noun for noun in _PROFESSIONS if _has_noun(noun, one.said)]
    own = [noun for noun in own if not any(noun != longer and noun in longer for longer in own)]
    if not own or not _has_noun(asked, other.said) or (asked in own) != agreed:
        return None
    about = example.context[one.document][one.start : one.until].lower()
    # "a punk rock lawyer": what stands before the noun must be no trade of its own.
    plain = [
        noun for noun in own if regex.search(rf"(?:^|(?:^|\ )\p{{Lu}}\p{{L}}+\ |, |\band ){noun}(?![\w-])", one.said)
    ]
    if agreed:
        stem = asked[:4]
        if own != [asked] or asked not in plain or about.count(stem) != 1:
            return None
        options = [noun for noun in _PROFESSIONS if noun[:3] not in about and noun[:4] != stem and " " not in noun]
        return ("professions", asked, rng.choice(options)) if options else None
    return ("professions", plain[0], asked) if plain and about.count(plain[0]) == 1 else None


def _first_of_two(example: Example, question: str, answer: str) -> Flip | None:
    """The two years of a comparison in each other's place."""
    if not _FIRST.search(question) or not _BEGUN.search(question):
        return None
    rival = _rival(question, answer)
    if rival is None or len(example.context) > 1 or not example.context:
        return None
    text = example.context[0]
    places = sorted((text.find(name), name) for name in (answer, rival))
    if places[0][0] < 0 or text.count(places[0][1], places[1][0]) or _DECADE.search(text):
        return None
    years = [
        list(_YEAR.finditer(text, places[0][0], places[1][0])),
        list(_YEAR.finditer(text, places[1][0])),
    ]
    if [len(found) for found in years] != [1, 1] or len(regex.findall(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)", text)) != 2:
        return None
    first, second = years[0][0], years[1][0]
    if first[0] == second[0]:
        return None
    at = example.response.find(answer)
    return Flip(
        "year",
        answer,
        rival,
        (replace_span(example.response, at, at + len(answer), rival, "response"),),
        (
            replace_span(text, *first.span(), second[0], field_name(0)),
            replace_span(text, *second.span(), first[0], field_name(0)),
        ),
    )


def _more_of_two(example: Example, question: str, answer: str) -> Flip | None:
    """The two counts of a comparison ("Which club has more members, X or Y?") in each other's place."""
    asked = _MORE.search(question)
    rival = _rival(question, answer) or _rival(question, answer.removesuffix("s"))
    if asked is None or rival is None or len(example.context) != 1:
        return None
    text = example.context[0]
    places = sorted((text.find(name), name) for name in (answer, rival))
    counts = list(regex.finditer(rf"{_COUNT}(?=\ {asked['noun']}(?!\w))", text))
    if places[0][0] < 0 or text.count(places[0][1], places[1][0]) or len(counts) != 2:
        return None
    first, second = counts
    apart = places[0][0] < first.start() < places[1][0] < second.start()
    if (
        not apart
        or first[0].lower() == second[0].lower()
        or len(regex.findall(_COUNT, text)) != 2
        or _COMPARED.search(text)
    ):
        return None  # another number may be worked out from these
    at = example.response.find(answer)
    return Flip(
        "count",
        answer,
        rival,
        (replace_span(example.response, at, at + len(answer), rival, "response"),),
        (
            replace_span(text, *first.span(), second[0], field_name(0)),
            replace_span(text, *second.span(), first[0], field_name(0)),
        ),
    )


def _rival(question: str, answer: str) -> str | None:
    """The other of the two things that a question names with "or" between them."""
    written = rf"[\"“]?{regex.escape(answer)}[\"”]?"
    quoted = r"[\"“](?P<title>[^\"”]+)[\"”]"
    behind = regex.search(rf"{written},? or (?:{quoted}|(?P<name>{_CAPITALS}))", question)
    before = regex.search(rf"(?:{quoted}|(?P<name>{_CAPITALS})),? or {written}(?!\w)", question)
    match = behind or before
    if match is None or (behind and before):
        return None
    name = str(match["title"] or match["name"])
    return None if name.split()[0] in ("Which", "Who", "What", "Was", "Were", "Is", "Are") else name
