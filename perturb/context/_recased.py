"""Names in texts that have lost their capitals: capitals are put back where they are certain, and taken off again.

A word that no dictionary has is a name, or part of one; an ordinary word is one only behind a first name, and only
where it stands nowhere in the example as itself. Of firms and towns, only those are renamed that it calls so.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import regex

from gaugeblock.perturb.context._lowered import EVERY_GIVEN, is_word
from gaugeblock.perturb.context._people import person
from gaugeblock.perturb.context._pools import CATEGORIES, FIRMS, PEOPLE, PLACES, WORDS, fresh, has_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.context._standing import has_lost_capitals
from gaugeblock.perturb.context._things import titled
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.variant import Edit, replace_span

_WORD = regex.compile(r"\p{L}+")
_SHORTEST = 3  # code points of a word that is taken for a name
_TITLES = frozenset(title.lower() for title in PEOPLE["titles"])
_LEXICON: dict[str, list[str]] = lexicon(__file__)
_SHORT_TITLES = tuple(_LEXICON["short_titles"])
_KINDS = frozenset(kind.lower() for kind in FIRMS["kinds"])
_THINGS = regex.compile(
    rf"(?<!\w)\p{{Lu}}[\p{{L}}-]+\ (?:{'|'.join(sorted(map(str.capitalize, _KINDS - {'f.c.', 'inc.'})))})(?!\w)"
)
_ROLES = frozenset(
    {*_TITLES, *WORDS["people"], *WORDS["roles"], *(noun.split()[-1] for noun in CATEGORIES["professions"])}
)
_NEVER = frozenset(WORDS["never"])

_NAME = regex.compile(r"(?<![\w'’-])\p{Lu}[\p{L}\p{M}-]+")
_OPENS = regex.compile(r"(?:^|[.!?:,\n]['\"”’]?\s|[\"”]\s)['\"“‘]?$")
_BEHIND_SURNAME = regex.compile(
    r"\s?(?:['’]s\b|,|\.|:|\s(?:said|says|told|tells|was|is|has|had|who|and|will|made|still|also|left|\p{L}{2,}ed|\p{L}{3,}s)\b)"
)
_OWNS = regex.compile(r"['’]s?\s\p{L}")
_BEFORE_OWNER = frozenset(_LEXICON["before_owner"])
_SAYS = frozenset(_LEXICON["says"])
_CLAUSE_OPENERS = frozenset(_LEXICON["clause_openers"])
_BETWEEN = 12  # words between a name and a pronoun of the same sentence
_PARTICLES = rf"\b(?:{'|'.join(_LEXICON['particles'])})\.?"
_FIRM_NOUNS = "|".join(WORDS["firm_nouns"])
_BEHIND_FIRM = "|".join([*_LEXICON["of_firms"], rf"(?:{'|'.join(_LEXICON['speakers_of_firms'])})(?! of)"])
_MOST_TRIES = 20


def recased(example: Example) -> Example | None:
    """The example with the capitals of its names, as long as before in every text; None where capitals are not lost.

    Args:
        example: with its documents.
    """
    everything = "\n".join([example.response, *example.context])
    if not has_lost_capitals(everything) or not _keeps_places("\n".join([everything, example.question or ""])):
        return None
    names = _names(everything)
    return replace(
        example,
        response=_with_capitals(example.response, names),
        context=tuple(_with_capitals(document, names) for document in example.context),
        question=_with_capitals(example.question, names) if example.question else example.question,
    )


def recased_names(example: Example, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the people and the titled things of a response whose capitals were put back.

    Args:
        example: as `recased` gives it.
        rng: the source of chance.
    """
    everything = "\n".join([example.response, example.question or "", *example.context])
    for last in dict.fromkeys(_NAME.findall(example.response)):
        firsts = {
            match[1]
            for match in regex.finditer(rf"(?<!\w)(\p{{Lu}}[\p{{L}}-]+)\ {regex.escape(last)}(?!\w)", everything)
            if match[1].lower() not in _TITLES
        }
        if len(firsts) != 1:
            continue
        first = firsts.pop()
        if first == last:
            continue
        full = f"{first} {last}"
        written = full if has_word(full, example.response) else last
        if not _is_person(first, last, everything):
            continue
        for _ in range(_MOST_TRIES):
            made = person(written, everything, rng)
            # In lower case, a surname that is also a word would be read as that.
            if made and not is_word(made.new.split()[-1]):
                yield made
                break
    yield from _firms_and_towns(example.response, everything, rng)
    for name in dict.fromkeys(_THINGS.findall(example.response)):
        made = titled(name, everything, rng)
        # "De La Salle College" has lost the capitals of its particles, too.
        longer = rf"(?:\p{{Lu}}\p{{L}}*|{_PARTICLES})\ {name}"
        if made and not is_word(name.split()[0]) and not regex.search(longer, everything):
            yield made


def _firms_and_towns(response: str, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of one word that the text calls a firm or a town: "the retailer oxworth", "the town of sevro"."""
    for name in dict.fromkeys(_NAME.findall(response)):
        if is_word(name) or "-" in name or regex.search(rf"\p{{Lu}}[\p{{L}}-]*\ {name}(?!\w)", everything):
            continue  # it may be part of a longer name
        is_firm = rf"\b(?:{_FIRM_NOUNS})\ {name}(?!\w)|(?<!\w){name}(?:['’]s)?,?\ (?:{_BEHIND_FIRM})\b"
        is_town = rf"\b(?:town|city|village|suburb|province|district)\ of\ {name}(?!\w)"
        for kind, said, pool in (("firm", is_firm, FIRMS["coined"]), ("town", is_town, PLACES["towns"])):
            new = fresh(pool, everything, rng) if regex.search(said, everything, regex.I) else None
            if new:
                yield Renaming(kind, name, new, {name: new})
                break


def lowered_edits(edits: tuple[Edit, ...], example: Example) -> tuple[Edit, ...]:
    """The edits of a recased example as edits of the example, without the capitals.

    Args:
        edits: of the recased example.
        example: the one that has lost its capitals.
    """
    return tuple(
        replace_span(
            text := example.text(edit.field),
            edit.start,
            edit.end,
            _in_case_of(text[edit.start : edit.end], edit.after),
            edit.field,
        )
        for edit in edits
    )


def is_left(renaming: Renaming, edits: tuple[Edit, ...], example: Example) -> bool:
    """Whether any word of the old name is left in a lowered example, alone or within another word.

    Args:
        renaming: of the recased example.
        edits: all edits that it makes.
        example: the one that has lost its capitals.
    """
    words = {word.lower() for word in _WORD.findall(renaming.old) if len(word) >= _SHORTEST}
    words -= {word.lower() for word in _WORD.findall(renaming.new)}
    for field in {edit.field for edit in edits}:
        text, at, left = example.text(field), 0, []
        for edit in sorted(edit for edit in edits if edit.field == field):
            left.append(text[at : edit.start])
            at = edit.end
        rest = "\n".join([*left, text[at:]]).lower()
        if any(regex.search(rf"(?<!\p{{L}}){word}|{word}(?!\p{{L}})", rest) for word in words):
            return True
    return False


def _names(everything: str) -> frozenset[str]:
    """The words that are names wherever they stand, in lower case; two words where the second is one of kind."""
    low = everything.lower()
    words = {word for word in _WORD.findall(low) if len(word) >= _SHORTEST}
    sure = {word for word in words if not is_word(word) and word not in _NEVER}
    pairs = regex.findall(r"(?<![\w'’-])(\p{L}+)\ (\p{L}{3,})(?![\w-])", low, overlapped=True)
    given = {word for word in words & EVERY_GIVEN if not is_word(word)}
    given |= {first for first, last in pairs if first in EVERY_GIVEN and last in sure and _is_given(first, low)}
    doubtful = {last for first, last in pairs if first in given} - sure - given
    surnames = {last for last in doubtful if _is_surname(last, frozenset(given), low)}
    for first, last in pairs:
        # "striker dean oxley": both may be words, but what stands before them is said of people.
        plain = first in EVERY_GIVEN - given and last not in sure | given | surnames
        if (
            plain
            and _is_given(first, low)
            and _has_role(first, last, low)
            and _is_surname(last, frozenset({first}), low)
        ):
            given |= {first}
            surnames |= {last}
    titled_names = {f"{first} {last}" for first, last in pairs if first in sure and last in _KINDS}
    return frozenset(sure | given | surnames | titled_names)


def _is_given(word: str, low: str) -> bool:
    """Whether a first name that is also a word is always the one before the same surname ("mark oxworth")."""
    return len(set(regex.findall(rf"(?<!\w){word}\ (\p{{L}}+)", low))) == 1 and not regex.search(
        rf"(?<!\w){word}(?!\w|\ \p{{L}})", low
    )


def _has_role(first: str, last: str, low: str) -> bool:
    """Whether what somebody is stands before a full name, or an age behind it."""
    before = regex.findall(rf"(\p{{L}}+)\ {first}\ {last}(?!\w)", low)
    return any(word in _ROLES for word in before) or regex.search(rf"{first}\ {last},\ \d\d,", low) is not None


def _is_surname(word: str, given: frozenset[str], low: str) -> bool:
    """Whether an ordinary word is a surname wherever it stands: behind a first name or a role, or where one speaks.

    Args:
        word: in lower case.
        given: the first names of the text.
        low: the text in lower case.
    """
    if word in _ROLES or word in _KINDS or len(word) < _SHORTEST or not content_stems(word):
        return False
    behind_name = 0
    for match in regex.finditer(rf"(?<!\w){word}(?!\w)", low):
        before = regex.search(r"(\p{L}+)\.?\ $", low[max(0, match.start() - 20) : match.start()])
        behind = low[match.end() : match.end() + 14]
        if before and (before[1] in given | EVERY_GIVEN or before[1] in _SHORT_TITLES):
            behind_name += 1
            continue
        opens = _OPENS.search(low[max(0, match.start() - 4) : match.start()]) is not None
        opens = opens or (before is not None and before[1] in _CLAUSE_OPENERS)
        told = before is not None and (before[1] in _SAYS or before[1] in _ROLES)
        plain = before is None or content_stems(before[1]) or before[1] in _BEFORE_OWNER
        owns = plain and _OWNS.match(behind) is not None
        if not told and not owns and not (opens and _BEHIND_SURNAME.match(behind)):
            return False
    return behind_name > 0


def _keeps_places(text: str) -> bool:
    """Whether each letter is one in lower case, too ("İ" is two), so that places are the same in both."""
    return all(len(character.lower()) == 1 for character in text)


def _capital(letter: str) -> str:
    """The capital of a letter; the letter itself where it has none that is one letter and leads back ("ß", "ﬁ", "ı").

    >>> _capital("o"), _capital("ß")
    ('O', 'ß')
    """
    capital = letter.upper()
    return capital if len(capital) == 1 and capital.lower() == letter.lower() else letter


def _with_capitals(text: str, names: frozenset[str]) -> str:
    characters = list(text)
    low = text.lower()
    for match in _WORD.finditer(low):
        # What a contraction leaves ("don't") is no word of its own.
        if match[0] in names and low[max(0, match.start() - 1) : match.start()] not in ("'", "’"):
            characters[match.start()] = _capital(characters[match.start()])
    for match in regex.finditer(r"(\p{L}+) (\p{L}+)", low, overlapped=True):
        if match[0] in names and match[2] in _KINDS:
            characters[match.start(2)] = _capital(characters[match.start(2)])
        if match[1] in _SHORT_TITLES and match[2] in names:
            characters[match.start()] = _capital(characters[match.start()])
    return "".join(characters)


def _is_person(first: str, last: str, everything: str) -> bool:
    """Whether a full name is that of a person: by its first name, a title, an age or what stands before it."""
    if first.lower() in EVERY_GIVEN:
        return True
    titles = "|".join(_SHORT_TITLES)
    full = rf"{regex.escape(first)}\ {regex.escape(last)}(?!\w)"
    if regex.search(rf"(?<!\w)(?:{titles})\.?\ {regex.escape(last)}(?!\w)|{full},\ \d\d,", everything, regex.I):
        return True
    before = regex.findall(rf"(\p{{Ll}}+)\ {full}", everything)
    if any(word in _ROLES for word in before):
        return True
    # A club or a firm is no he or she; with no other name and no role between them, the pronoun is of the name.
    surname = regex.escape(last)
    between = rf"(?:\ (?!(?:{'|'.join(sorted(_ROLES))})\b)[\p{{Ll}},'’0-9-]+){{1,{_BETWEEN}}}"
    pronoun = regex.search(rf"(?<!\w){surname}{between}?\ (?:he|she|his|her|him)\b", everything)
    many = regex.search(
        rf"(?<!\w){surname}(?:\ [\p{{Ll}}'’]+){{1,4}}\ (?:its|they|their)\b|(?<!\w)[Tt]he {full}", everything
    )
    return pronoun is not None and many is None


def _in_case_of(before: str, after: str) -> str:
    low = after.lower()
    return low[:1].upper() + low[1:] if before[:1].isupper() else low
