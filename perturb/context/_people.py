"""Other names for people, with all their forms: full names, surnames, first names and what is short for them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import regex

from gaugeblock.perturb.context._lowered import is_word
from gaugeblock.perturb.context._naming import may_be_word
from gaugeblock.perturb.context._pools import CAPITAL, LEXICON, PEOPLE, fresh, has_word, initials_stand
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.first_names import FEMALE, MALE, PRONOUNS, gender_of
from gaugeblock.perturb.lexicon import lexicon

_MIDDLE = rf"(?:(?:{CAPITAL}|[\"“]{CAPITAL}(?:\ {CAPITAL})?[\"”]|de|da|del|van|von|der|la|bin|al)\ )"
_FEMALE_ENDING = regex.compile(r"(?:[bcdfghijklmnprstvz]a|beth|ette|elle|ine|lyn|lynn)$")
_CALLED_AFTER = rf"\ (?:\p{{Lu}}\p{{L}}+\ ){{0,2}}(?:{'|'.join(LEXICON['called_after']['kinds'])})(?!\w)"
_REGAL = tuple(lexicon(__file__)["regal"])
_GENDER_REACH = 250
_SHORTEST = 3  # code points of a short form of a first name
_INITIAL = 4  # code points: a capital with its full stop, or two; anything longer ends a sentence
_WORD = regex.compile(r"\p{L}+")
_PRONOUNS = frozenset[str]().union(*PRONOUNS.values())
_LAST_WORD = regex.compile(r"(\p{L}+)[\s,]*$")
_PEOPLE_WORDS = {"male": frozenset(PEOPLE["male_words"]), "female": frozenset(PEOPLE["female_words"])}


def person(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another name of the same gender for a person, for the full name and for each part that stands alone."""
    tokens = [token for token in name.split() if token.rstrip(".") not in PEOPLE["titles"]]
    while tokens and tokens[-1].rstrip(".,") in PEOPLE["suffixes"]:
        tokens.pop()
    tokens = [token.rstrip(",") for token in tokens]
    if not tokens or not all(regex.fullmatch(r"[\"“]?\p{L}[\p{L}\p{M}.'’-]*[\"”]?", token) for token in tokens):
        return None
    if not (tokens[0][0].isupper() and tokens[-1][0].isupper()):
        return None
    # "the Ann Ode Academy" is called after a person, and is renamed with her.
    if regex.search(rf"\b[Tt]he {regex.escape(' '.join(tokens))}(?!\w|{_CALLED_AFTER})", everything):
        return None  # a breed, a ship, a building
    if len(tokens) == 1:
        found = _full_name(tokens[0], everything)
        if found is None:
            return None
        tokens = found
    if initials_stand(tokens, everything) or (len(tokens) > 1 and _is_ambiguous(tokens, everything)):
        return None
    if any(token.lower() != token and has_word(token.lower(), everything) for token in (tokens[0], tokens[-1])):
        return None  # a name that is also a word
    if len(tokens) > 1 and _has_pet_name(tokens[0], tokens[-1], everything):
        return None
    return _single(name, tokens[0], everything, rng) if len(tokens) == 1 else _double(name, tokens, everything, rng)


def mononym(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another name for somebody who bears a single one, which is no word: a singer, a footballer.

    Args:
        name: the answer to a question about a person.
        everything: the texts of the example.
        rng: the source of chance.
    """
    escaped = regex.escape(name)
    if not regex.fullmatch(r"\p{Lu}\p{Ll}{3,}", name) or is_word(name) or has_word(name.lower(), everything):
        return None
    # A word before it with a capital is of a title ("Songs for Ode"); any other may be a first name.
    before = regex.findall(rf"(\p{{Lu}}[\p{{L}}.'’-]*)\ {escaped}(?!\w)", everything)
    if not all(map(is_word, before)) or regex.search(rf"\b[Tt]he {escaped}(?!\w)|{escaped}\ \p{{Lu}}", everything):
        return None
    new = fresh(_first_names(gender(name, everything, name)), everything, rng)
    return (
        Renaming("person", name, new, _with_plural({name: new, name.upper(): new.upper()}, everything)) if new else None
    )


def _full_name(word: str, everything: str) -> list[str] | None:
    """The words of the one full name that a word is part of; the word alone; None where it may be of several."""
    escaped = regex.escape(word)
    before = {
        match[1]
        for match in regex.finditer(rf"(?<!\w)({CAPITAL})\ {escaped}(?!\w)", everything)
        if match[1].rstrip(".") not in PEOPLE["titles"]
        and content_stems(match[1])
        and not _only_opens(match[1], match.start(), everything)
        and match[1][-2:] not in ("'s", "’s")
        and (not match[1].endswith(".") or len(match[1]) < _INITIAL)
    }
    after = {match[1] for match in regex.finditer(rf"(?<!\w){escaped}\ (\p{{Lu}}[\p{{L}}'’-]+)", everything)}
    if len(before) + len(after) > 1 or any(may_be_word(first) for first in before):
        return None  # "Sings Ode" may be a title
    return [*before, word, *after]


def _only_opens(word: str, start: int, everything: str) -> bool:
    """Whether an ordinary word has its capital from a sentence that it begins ("Obviously Ode's boat")."""
    opens = everything[:start].rstrip(" \t\"'“‘(")[-1:] in ("", ".", "!", "?", "…", ":", "\n")
    return opens and may_be_word(word)


def _is_ambiguous(tokens: Sequence[str], everything: str) -> bool:
    """Whether a nickname or the first name stands alone where it may be somebody else's.

    Relatives of the same surname are no trouble: the surname is changed for all who bear it.
    """
    own = {token.strip('"“”') for token in tokens}
    quoted = rf"{CAPITAL}[\"”]\ {regex.escape(tokens[-1])}(?!\w)"
    for match in regex.finditer(quoted, everything):
        word = match[0].split()[0].strip('"“”')
        short = _is_short_form(word, tokens[0])
        alone = rf"(?<!\w){regex.escape(word)}(?!\w|[\"”]|\ {regex.escape(tokens[-1])}(?!\w))"
        if not short and regex.search(alone, everything):
            return True
    if not regex.search(rf"(?<!\w){regex.escape(tokens[0])}(?!\w|\ \p{{Lu}})", everything):
        return False  # the first name never stands alone, so that nobody can take it for another's
    others = regex.findall(rf"(?<!\w){regex.escape(tokens[0])}\ ({CAPITAL})", everything)
    return any(other.strip(".,'’") not in own and not _continues(tokens, other, everything) for other in others)


def _has_pet_name(first: str, surname: str, everything: str) -> bool:
    """Whether the surname also stands behind another form of the first name ("Ted", "Edward").

    A form that begins alike ("Greg", "Gregory") is no trouble: it is changed with the name.
    """
    others = {name for group in PEOPLE["pet_names"] if first in group.split() for name in group.split()} - {first}
    behind = regex.findall(rf"(?<!\w)({CAPITAL})\ {regex.escape(surname)}(?!\w)", everything, regex.IGNORECASE)
    return any(name.title() in others and not (name[0].isupper() and _is_short_form(name, first)) for name in behind)


def _is_short_form(word: str, first: str) -> bool:
    """Whether a first name is the beginning of another one, shorter or longer: "Jeff" and "Jeffrey"."""
    least = min(len(word), len(first))
    return word != first and least >= _SHORTEST and word[:least].lower() == first[:least].lower()


def _continues(tokens: Sequence[str], other: str, everything: str) -> bool:
    """Whether a capitalised word behind the first name is a middle name that leads to the surname."""
    pattern = rf"{regex.escape(tokens[0])}\ {regex.escape(other)}\ {_MIDDLE}{{0,2}}{regex.escape(tokens[-1])}(?!\w)"
    return regex.search(pattern, everything) is not None


def gender(first: str, everything: str, around: str) -> str | None:
    """``male``, ``female`` or None: by the first name, else by the words of gender, those near a mention first."""
    for one in ("male", "female"):
        if gender_of(first) == one or first in PEOPLE[f"more_{one}"]:
            return one
    if _FEMALE_ENDING.search(first):
        # "Ilia's boat leaks and he is sad": there the ending tells nothing.
        he = rf"(?<!\w){regex.escape(first)}(?:['’]s)?\ [^.:\n]{{0,60}}\b(?:he|his|him)\b"
        return None if regex.search(he, everything) else "female"
    if regex.search(rf"(?<!\w){regex.escape(first)}\s?:", everything):
        return None  # a speaker: pronouns near by are of those who are spoken of
    counts = dict.fromkeys(_PEOPLE_WORDS, 0)
    mentions = list(regex.finditer(rf"(?<!\w){regex.escape(first)}(?!\w)", everything))
    for match in mentions:  # "his ex-wife Ann" says more than what is said around it
        before = _LAST_WORD.search(everything, max(0, match.start() - 20), match.start())
        for one, words in _PEOPLE_WORDS.items():
            if before and before[1].lower() in words - _PRONOUNS:
                return one
    for match in regex.finditer(rf"(?<!\w){regex.escape(around)}(?!\w)", everything):
        near = everything[max(0, match.start() - 30) : match.end() + _GENDER_REACH].lower()
        for word in _WORD.findall(near):
            for one, words in _PEOPLE_WORDS.items():
                counts[one] += word in words
    # Words of both genders near by are of two people: a name of either is then the one that cannot be wrong.
    if all(counts.values()) or not any(counts.values()):
        return None
    return max(counts, key=lambda one: counts[one])


def _first_names(one: str | None) -> list[str]:
    return PEOPLE[one] if one else PEOPLE["either"]


def _single(name: str, word: str, everything: str, rng: random.Random) -> Renaming | None:
    known = word in MALE or word in FEMALE
    speaks = regex.search(rf"(?<!\w){regex.escape(word)}\s?:", everything) is not None
    one = gender(word, everything, word)
    titled_name = regex.search(rf"(?:{'|'.join(PEOPLE['titles'])})\.?\ {regex.escape(word)}(?!\w)", everything)
    if not (known or speaks or titled_name):
        return None  # it may be no person at all: a club, a county
    if regex.search(rf"(?:{'|'.join(_REGAL)})\ {regex.escape(word)}(?!\w)", everything):
        return None  # Pope Francis has no surname to change
    pool = _first_names(one) if known or speaks else PEOPLE["surnames"]
    new = fresh(pool, everything, rng)
    if new is None:
        return None
    forms = _with_plural({word: new, word.upper(): new.upper()}, everything)
    return Renaming("person", name, name.replace(word, new), forms)


def _double(name: str, tokens: list[str], everything: str, rng: random.Random) -> Renaming | None:
    first, last = tokens[0], tokens[-1]
    new_last = fresh(PEOPLE["surnames"], everything, rng)
    initial = len(first.rstrip(".")) < 2 or "." in first
    new_first = first if initial else fresh(_first_names(gender(first, everything, last)), everything, rng)
    if new_last is None or new_first is None:
        return None
    forms = {last: new_last, last.upper(): new_last.upper()}
    # Lazy, for one sentence may be glued to the next ("by Ann Ode.Ann Maria Ode is").
    full = rf"(?<!\w){regex.escape(first)}\ ({_MIDDLE}{{0,3}}?){regex.escape(last)}(?!\w)"
    for match in regex.finditer(full, everything):
        if regex.search(r"\p{L}{2}\.\p{Lu}", match[0]):
            continue  # two sentences glued together
        # A nickname that is short for the first name goes with it.
        middle = "" if _is_short_form(match[1].strip(' "“”'), first) else match[1]
        forms[match[0]] = f"{new_first} {middle}{new_last}"
    for match in regex.finditer(rf"(?<!\w)({CAPITAL})\ {regex.escape(last)}(?!\w)", everything):
        if not initial and match[1].isalpha() and _is_short_form(match[1], first):
            forms[match[0]] = f"{new_first} {new_last}"
    apart = set()
    if not initial:
        forms[first] = new_first
        apart.add(first)
    forms = _with_plural(forms, everything)
    new = name.replace(last, new_last)
    new = forms.get(name, new if initial else new.replace(first, new_first, 1))
    return Renaming("person", name, new, forms, frozenset(apart))


def _with_plural(forms: dict[str, str], everything: str) -> dict[str, str]:
    plurals = {f"{old}s": f"{new}s" for old, new in forms.items() if " " not in old and has_word(f"{old}s", everything)}
    return {**forms, **plurals}
