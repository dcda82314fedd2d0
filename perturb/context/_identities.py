"""Other names for people, places, firms and works, and other common nouns of the same kind, with all their forms."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import regex

from gaugeblock.perturb.context._naming import may_be_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.first_names import FEMALE, MALE, gender_of
from gaugeblock.perturb.grammar import inflect
from gaugeblock.perturb.lexicon import lexicon

_LEXICON = lexicon(__file__.replace("_identities", "counterfactual"))
_PEOPLE: dict[str, list[str]] = _LEXICON["people"]
_PLACES = _LEXICON["places"]
_WORKS: dict[str, list[str]] = _LEXICON["works"]
_FIRMS: dict[str, list[str]] = _LEXICON["firms"]
_KINDS = frozenset(_FIRMS["kinds"])
_COUNTRIES: dict[str, str] = dict(_PLACES["countries"])
_MORE_COUNTRIES = frozenset(_PLACES["more_countries"]) - _COUNTRIES.keys()
_CAPITAL = r"\p{Lu}[\p{L}\p{M}.'’-]*"
_NO_PLURAL = ("sh", "ch", "se", "ss")  # "a Portuguese", "two Portuguese"
_KINGDOM = ("England", "Scotland", "Wales", "UK", "U.K.", "Britain", "British")
_OF_AMERICA = r"(?<!\w)(?:America|US|U\.S\.|USA|United States)(?!\w)|-American|American-"
_COMPASS = r"(?:North|South|East|West|Northern|Southern|Eastern|Western|New|Central|Papua|Great)"
_MIDDLE = rf"(?:(?:{_CAPITAL}|[\"“]{_CAPITAL}(?:\ {_CAPITAL})?[\"”]|de|da|del|van|von|der|la|bin|al)\ )"
_FEMALE_ENDING = regex.compile(r"(?:[bcdfghijklmnprstvz]a|beth|ette|elle|ine|lyn|lynn)$")
_REGAL = ("Pope", "King", "Queen", "Saint", "St", "Prince", "Princess", "Emperor")
_GENDER_REACH = 250
_SHORTEST = 3  # code points of a short form of a first name
_INITIAL = 4  # code points: a capital with its full stop, or two; anything longer ends a sentence
_WORD = regex.compile(r"\p{L}+")
_PRONOUNS = frozenset({"he", "him", "his", "himself", "she", "her", "hers", "herself"})
_LAST_WORD = regex.compile(r"(\p{L}+)[\s,]*$")
_PEOPLE_WORDS = {"male": frozenset(_PEOPLE["male_words"]), "female": frozenset(_PEOPLE["female_words"])}


def fresh(pool: Iterable[str], everything: str, rng: random.Random) -> str | None:
    """A value of a pool, by chance, none of whose longer words stands anywhere in the example."""
    low = everything.lower()
    options = sorted(pool)
    rng.shuffle(options)
    for option in options:
        words = [word for word in regex.findall(r"\p{L}+", option.lower()) if len(word) > 3] or [option.lower()]
        if not any(regex.search(rf"(?<!\p{{L}}){regex.escape(word)}", low) for word in words):
            return option
    return None


def has_word(word: str, text: str) -> bool:
    """Whether a word stands in a text in just this spelling."""
    return regex.search(rf"(?<!\w){regex.escape(word)}(?!\w)", text) is not None


def with_initials(forms: dict[str, str], old: str, new: str, everything: str) -> dict[str, str] | None:
    """The forms with the initials of the name, where these stand for it; None where the new ones would be taken.

    >>> with_initials({}, "Harwell College", "Norwell College", "Harwell College (HC)")
    {'HC': 'NC'}
    """
    pairs = [("".join(regex.findall(r"\b\p{Lu}", name))) for name in (old, new)]
    dotted = "".join(f"{letter}." for letter in pairs[0])
    if len(pairs[0]) < 2 or not (has_word(pairs[0], everything) or dotted in everything):
        return forms
    if dotted in everything or len(pairs[1]) < 2 or pairs[0] == pairs[1] or has_word(pairs[1], everything):
        return None
    return {**forms, pairs[0]: pairs[1]}


def initials_stand(words: Sequence[str], everything: str) -> bool:
    """Whether the initials of a name stand in the text for the name."""
    initials = "".join(word[0] for word in words if word[:1].isupper())
    dotted = "".join(f"{letter}." for letter in initials)
    return len(initials) > 1 and (has_word(initials, everything) or dotted in everything)


def person(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another name of the same gender for a person, for the full name and for each part that stands alone."""
    tokens = [token for token in name.split() if token.rstrip(".") not in _PEOPLE["titles"]]
    while tokens and tokens[-1].rstrip(".,") in _PEOPLE["suffixes"]:
        tokens.pop()
    tokens = [token.rstrip(",") for token in tokens]
    if not tokens or not all(regex.fullmatch(r"[\"“]?\p{L}[\p{L}\p{M}.'’-]*[\"”]?", token) for token in tokens):
        return None
    if not (tokens[0][0].isupper() and tokens[-1][0].isupper()):
        return None
    if regex.search(rf"\b[Tt]he {regex.escape(' '.join(tokens))}(?!\w)", everything):
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
    return _single(name, tokens[0], everything, rng) if len(tokens) == 1 else _double(name, tokens, everything, rng)


def _full_name(word: str, everything: str) -> list[str] | None:
    """The words of the one full name that a word is part of; the word alone; None where it may be of several."""
    escaped = regex.escape(word)
    before = {
        match[1]
        for match in regex.finditer(rf"(?<!\w)({_CAPITAL})\ {escaped}(?!\w)", everything)
        if match[1].rstrip(".") not in _PEOPLE["titles"]
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
    quoted = rf"{_CAPITAL}[\"”]\ {regex.escape(tokens[-1])}(?!\w)"
    for match in regex.finditer(quoted, everything):
        word = match[0].split()[0].strip('"“”')
        short = _is_short_form(word, tokens[0])
        if not short and regex.search(rf"(?<!\w){regex.escape(word)}(?!\w|[\"”])", everything):
            return True
    if not regex.search(rf"(?<!\w){regex.escape(tokens[0])}(?!\w|\ \p{{Lu}})", everything):
        return False  # the first name never stands alone, so that nobody can take it for another's
    others = regex.findall(rf"(?<!\w){regex.escape(tokens[0])}\ ({_CAPITAL})", everything)
    return any(other.strip(".,'’") not in own and not _continues(tokens, other, everything) for other in others)


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
        if gender_of(first) == one:
            return one
    if _FEMALE_ENDING.search(first):
        return "female"
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
    return _PEOPLE[one] if one else _PEOPLE["either"]


def _single(name: str, word: str, everything: str, rng: random.Random) -> Renaming | None:
    known = word in MALE or word in FEMALE
    speaks = regex.search(rf"(?<!\w){regex.escape(word)}\s?:", everything) is not None
    one = gender(word, everything, word)
    titled_name = regex.search(rf"(?:{'|'.join(_PEOPLE['titles'])})\.?\ {regex.escape(word)}(?!\w)", everything)
    if not (known or speaks or titled_name):
        return None  # it may be no person at all: a club, a county
    if regex.search(rf"(?:{'|'.join(_REGAL)})\ {regex.escape(word)}(?!\w)", everything):
        return None  # Pope Francis has no surname to change
    pool = _first_names(one) if known or speaks else _PEOPLE["surnames"]
    new = fresh(pool, everything, rng)
    if new is None:
        return None
    forms = _with_plural({word: new, word.upper(): new.upper()}, everything)
    return Renaming("person", name, name.replace(word, new), forms)


def _double(name: str, tokens: list[str], everything: str, rng: random.Random) -> Renaming | None:
    first, last = tokens[0], tokens[-1]
    new_last = fresh(_PEOPLE["surnames"], everything, rng)
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
    for match in regex.finditer(rf"(?<!\w)({_CAPITAL})\ {regex.escape(last)}(?!\w)", everything):
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


def country(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another country for a country or for its adjective; both are changed together."""
    if name in _MORE_COUNTRIES and not regex.search(rf"(?<!\w){_COMPASS}\s{regex.escape(name)}(?!\w)", everything):
        other = fresh([one for one, _ in _PLACES["offered"]], everything, rng)
        return Renaming("country", name, other, {name: other, name.upper(): other.upper()}) if other else None
    found = next((pair for pair in _COUNTRIES.items() if name in pair), None)
    if found is None or found[0] in ("Britain", "New Zealand"):
        return None
    old, adjective = found
    if old == "America" and (name == old or regex.search(_OF_AMERICA, everything)):
        return None
    stems = {old[:4], adjective[:4]}
    if any(alias[:4] in stems and has_word(alias, everything) for alias in _PLACES["aliases"]):
        return None
    if old in _KINGDOM and any(has_word(alias, everything) for alias in _KINGDOM if alias != old):
        return None
    if regex.search(rf"(?<!\w){_COMPASS}\s(?:{regex.escape(old)}|{regex.escape(adjective)})(?!\w)", everything):
        return None
    offered = dict(_PLACES["offered"])
    new = fresh([one for one in offered if one != old and not has_word(offered[one], everything)], everything, rng)
    if new is None:
        return None
    forms = {old: new, adjective: offered[new], old.upper(): new.upper()}
    if has_word(f"{adjective}s", everything):
        if offered[new].endswith(_NO_PLURAL):
            return None
        forms[f"{adjective}s"] = f"{offered[new]}s"
    return Renaming("country", name, forms[name], forms)


def nationality(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another nationality for one that is only told by its adjective, before what somebody or something is."""
    country_of = {adjective: one for one, adjective in _COUNTRIES.items()}
    if name not in country_of or regex.search(
        _OF_AMERICA if name == "American" else rf"\b{country_of[name]}\b", everything
    ):
        return None
    told = rf"(?<!\w)(?:an?|two|both|of|is|are|former|\d{{4}})\ {name}(?=\ \p{{Ll}}|\W*$)"
    others = [alias for alias in _PLACES["aliases"] if name in ("American", "English", "Scottish", "Welsh", "British")]
    if any(has_word(alias, everything) for alias in others):
        return None
    if len(regex.findall(told, everything, flags=regex.M)) + 1 < len(regex.findall(rf"(?<!\w){name}", everything)):
        return None  # within the name of something, or told in another way
    offered = dict(_PLACES["offered"])
    new = fresh([offered[one] for one in offered if not has_word(one, everything)], everything, rng)
    return Renaming("country", name, new, {name: new}) if new and new != name else None


def place(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another state for a state, another town for any other place."""
    if name in MALE or name in FEMALE:
        return person(name, everything, rng)
    if name in _COUNTRIES or name in _COUNTRIES.values() or name in _MORE_COUNTRIES:
        return country(name, everything, rng)
    aliases = _PLACES["aliases"]
    if (
        name in aliases
        or initials_stand(name.split(), everything)
        or name in (*_PLACES["regions"], *_PLACES["articled"])
    ):
        return None
    if not regex.fullmatch(rf"{_CAPITAL}(?:\ (?:{_CAPITAL}|of|de|la|del|upon|on))*", name) or name.isupper():
        return None
    if regex.search(
        rf"\b(?:Hey|Hi|Hello|Dear|Thanks),? {regex.escape(name)}(?!\w)|(?<!\w){regex.escape(name)}\s?:", everything
    ):
        return None  # who is spoken to, or speaks, is a person
    if not regex.search(
        rf"\b(?:in|to|at|from|near|of|around|outside|through)\ {regex.escape(name)}(?!\w)", everything, regex.I
    ):
        return None  # nothing says that it is a place
    pool = _PLACES["states"] if name in _PLACES["states"] else _PLACES["towns"]
    kind = "state" if name in _PLACES["states"] else "town"
    if kind == "state" and regex.search(rf"(?<!\w)(?:West|South|North|New)\ {regex.escape(name)}(?!\w)", everything):
        return None
    new = None if has_word(name[:3].upper(), everything) else fresh(pool, everything, rng)
    if new is None or (kind == "town" and has_word(name.lower(), everything)):
        return None
    return Renaming(kind, name, new, {name: new, name.upper(): new.upper()})


def with_towns(made: Renaming, everything: str, rng: random.Random) -> Renaming | None:
    """The renaming of a country or a state with the towns that stand before it ("Granport, Ohio"), which would tell it.

    Args:
        made: of a country or a state.
        everything: the texts of the example.
        rng: the source of chance.
    """
    chain = rf"((?:{_CAPITAL}(?:\ (?:{_CAPITAL}|de|del|la|of|upon)){{0,3}},\ ){{1,3}}){regex.escape(made.old)}(?!\w)"
    names = [name for match in regex.finditer(chain, everything) for name in match[1].split(", ") if name]
    forms: dict[str, str] = {}
    for name in dict.fromkeys(names):
        words = name.split()
        while words and words[-1] in _KINDS:
            words.pop()
        town = " ".join(words)
        known = not town or is_known_place(town) or town in MALE or town in FEMALE or "." in town
        left = known or has_word(town.lower(), everything) or regex.search(rf"{regex.escape(town)}\p{{L}}", everything)
        new = None if left else fresh([one for one in _PLACES["towns"] if one not in forms.values()], everything, rng)
        if new is None:
            return None
        forms[town] = new
    if not forms or regex.search(rf"(?<!\w)(?:{'|'.join(map(regex.escape, made.forms))}): ", everything):
        return None  # "(Turkish: ...)" tells the language
    return Renaming(made.kind, made.old, made.new, {**made.forms, **forms}, towns=frozenset(forms))


def is_known_place(name: str) -> bool:
    """Whether a name is that of a country, a people, a state or a region.

    >>> is_known_place("Norway"), is_known_place("Harwell")
    (True, False)
    """
    pools = (*_PLACES["states"], *_PLACES["regions"], *_PLACES["articled"], *_PLACES["aliases"])
    return name in _COUNTRIES or name in _COUNTRIES.values() or name in _MORE_COUNTRIES or name in pools


def has_kind(name: str) -> bool:
    """Whether a name ends with a word that says what it is the name of ("Airport")."""
    return name.split()[-1].strip(".,") in _KINDS


def titled(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another name with the same word of kind: "Harwell County" becomes another county."""
    words = name.split()
    article = [words.pop(0)] if words and words[0] in ("The", "the") else []
    at = len(words)
    while at and words[at - 1].rstrip(",") in _KINDS:
        at -= 1
    if len(words) > 2 and words[0] in _KINDS and words[1] == "of":
        front, middle, back = words[:2], words[2:at], words[at:]
    else:
        front, middle, back = [], words[:at], words[at:]
    if not middle or not (front or back) or not middle[0][:1].isupper():
        return None
    own = " ".join(middle)
    whole = " ".join([*front, own, *back])
    if has_word(own[:3].upper(), everything.replace(whole, "")):
        return None  # a code that is made of the name
    elsewhere = has_word(own, everything.replace(whole, ""))
    if (is_known_place(own) and (front or elsewhere)) or (front and elsewhere):
        return None  # the Bank of Norway goes with Norway
    new = fresh(_FIRMS["names"], everything, rng)
    if new is None or not regex.fullmatch(r"[\p{L}\p{M}\p{N} .,'’&–-]+", own):
        return None
    old_core, new_core = " ".join([*front, own, *back]), " ".join([*front, new, *back])
    forms = {old_core: new_core, old_core.upper(): new_core.upper()}
    if not has_word(own.lower(), everything) and not regex.search(
        rf"\b(?:in|near|around|outside|downtown) {regex.escape(own)}(?!\w)|(?<!\w){regex.escape(own)}, \p{{Lu}}",
        everything,
    ):
        forms[own] = new
    known = with_initials(forms, old_core, new_core, everything)
    return Renaming("named-thing", name, " ".join([*article, new_core]), known) if known else None


def work(name: str, everything: str, rng: random.Random, kind: str = "work") -> Renaming | None:
    """Another title for a work, another name for a band or a firm, with or without "The" as before."""
    core = name.strip('"“”')
    if not core or not core[0].isalnum():
        return None
    with_article = core.startswith("The ")
    if regex.search(rf"(?<!\w){regex.escape(core)}\s?:\s", everything) and kind == "firm":
        return None  # who speaks is a person
    if not with_article and regex.search(rf"\b(?:the|The|THE) {regex.escape(core)}(?!\w)", everything):
        return None  # "the Harwell Book"; no stand-in for a firm or a band takes an article
    short = len(core.split()) == 1
    pools = {
        "work": [t for t in _WORKS["titles"] if t.startswith("The ") == with_article],
        "band": _WORKS["bands"] if with_article else _WORKS["bare_bands"],
        "firm": _FIRMS["coined"],
    }
    pool = _WORKS["short_titles"] if short and kind != "firm" else pools[kind]
    new = fresh(pool, everything, rng)
    if new is None or (short and has_word(core.lower(), everything)):
        return None
    forms = {core: new}
    if with_article:
        bare = core.removeprefix("The ")
        other = new.removeprefix("The ")
        if has_word(bare.lower(), everything):
            return None
        forms |= {f"the {bare}": f"the {other}", bare: other}
        if not new.startswith("The "):
            forms = {core: f"The {new}", f"the {bare}": f"the {new}", bare: new}
    known = with_initials(forms, core, forms[core], everything)
    return Renaming(kind, name, name.replace(core, forms[core]), known) if known else None


def acronym(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another name in capitals for one that is written in capitals."""
    if not regex.fullmatch(r"\p{Lu}{2,6}", name) or has_word(name.lower(), everything.replace(name, "")):
        return None
    new = fresh(_FIRMS["acronyms"], everything, rng)
    return Renaming("acronym", name, new, {name: new}) if new else None


def common_noun(word: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another noun of the same category, in the singular and the plural."""
    low = word.lower()
    for category, members in _LEXICON["categories"].items():
        plurals = {_plural(member): member for member in members}
        if low not in members and low not in plurals:
            continue
        title = rf"{low[:1].upper()}{regex.escape(low[1:])}"
        if regex.search(rf"\p{{Lu}}\p{{L}}+ (?:of |for |and )?{title}(?!\w)|(?<!\w){title} \p{{Lu}}", everything):
            return None  # part of a name
        old = low if low in members else plurals[low]
        related = {old[:4].lower()}
        new = fresh([member for member in members if member[:4].lower() not in related], everything, rng)
        if new is None:
            return None
        forms = {old: new, _plural(old): _plural(new)}
        forms |= {a[:1].upper() + a[1:]: b[:1].upper() + b[1:] for a, b in forms.items()}
        return Renaming(category, word, forms.get(word, new), forms)
    return None


def _plural(noun: str) -> str:
    head, _, last = noun.rpartition(" ")
    return f"{head} {inflect(last, 'NNS') or last + 's'}".strip()
