"""Other names for countries, states and towns, with the adjectives and the towns that go with them."""

from __future__ import annotations

import random

import regex

from gaugeblock.perturb.context._people import person
from gaugeblock.perturb.context._pools import CAPITAL, FIRMS, PLACES, fresh, has_word, initials_stand
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.first_names import FEMALE, MALE
from gaugeblock.perturb.lexicon import lexicon

_KINDS = frozenset(FIRMS["kinds"])
_COUNTRIES: dict[str, str] = dict(PLACES["countries"])
_MORE_COUNTRIES = frozenset(PLACES["more_countries"]) - _COUNTRIES.keys()
_LEXICON: dict[str, list[str]] = lexicon(__file__)
_NO_PLURAL = tuple(_LEXICON["no_plural"])
_KINGDOM = frozenset(_LEXICON["kingdom"])
_OF_AMERICA = rf"(?<!\w)(?:{'|'.join(map(regex.escape, _LEXICON['of_america']))})(?!\w)|-American|American-"
_COMPASS = rf"(?:{'|'.join(_LEXICON['compass'])})"


def country(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another country for a country or for its adjective; both are changed together."""
    if name in _MORE_COUNTRIES and not regex.search(rf"(?<!\w){_COMPASS}\s{regex.escape(name)}(?!\w)", everything):
        other = fresh([one for one, _ in PLACES["offered"]], everything, rng)
        return Renaming("country", name, other, {name: other, name.upper(): other.upper()}) if other else None
    found = next((pair for pair in _COUNTRIES.items() if name in pair), None)
    if found is None or found[0] in ("Britain", "New Zealand"):
        return None
    old, adjective = found
    if old == "America" and (name == old or regex.search(_OF_AMERICA, everything)):
        return None
    stems = {old[:4], adjective[:4]}
    if any(alias[:4] in stems and has_word(alias, everything) for alias in PLACES["aliases"]):
        return None
    if old in _KINGDOM and any(has_word(alias, everything) for alias in _KINGDOM if alias != old):
        return None
    if regex.search(rf"(?<!\w){_COMPASS}\s(?:{regex.escape(old)}|{regex.escape(adjective)})(?!\w)", everything):
        return None
    offered = dict(PLACES["offered"])
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
    others = [alias for alias in PLACES["aliases"] if name in ("American", "English", "Scottish", "Welsh", "British")]
    if any(has_word(alias, everything) for alias in others):
        return None
    if len(regex.findall(told, everything, flags=regex.M)) + 1 < len(regex.findall(rf"(?<!\w){name}", everything)):
        return None  # within the name of something, or told in another way
    offered = dict(PLACES["offered"])
    new = fresh([offered[one] for one in offered if not has_word(one, everything)], everything, rng)
    return Renaming("country", name, new, {name: new}) if new and new != name else None


def place(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another state for a state, another town for any other place."""
    if name in MALE or name in FEMALE:
        return person(name, everything, rng)
    if name in _COUNTRIES or name in _COUNTRIES.values() or name in _MORE_COUNTRIES:
        return country(name, everything, rng)
    aliases = PLACES["aliases"]
    if name in aliases or initials_stand(name.split(), everything) or name in (*PLACES["regions"], *PLACES["articled"]):
        return None
    if not regex.fullmatch(rf"{CAPITAL}(?:\ (?:{CAPITAL}|of|de|la|del|upon|on))*", name) or name.isupper():
        return None
    if regex.search(
        rf"\b(?:Hey|Hi|Hello|Dear|Thanks),? {regex.escape(name)}(?!\w)|(?<!\w){regex.escape(name)}\s?:", everything
    ):
        return None  # who is spoken to, or speaks, is a person
    of_town = name in PLACES["states"] and regex.search(rf"\p{{Ll}},\ {regex.escape(name)}(?!\w)", everything)
    if not of_town and not regex.search(
        rf"\b(?:in|to|at|from|near|of|around|outside|through)\ {regex.escape(name)}(?!\w)", everything, regex.I
    ):
        return None  # nothing says that it is a place
    pool = PLACES["states"] if name in PLACES["states"] else PLACES["towns"]
    kind = "state" if name in PLACES["states"] else "town"
    if kind == "state" and regex.search(rf"(?<!\w)(?:West|South|North|New)\ {regex.escape(name)}(?!\w)", everything):
        return None
    new = None if has_word(name[:3].upper(), everything) else fresh(pool, everything, rng)
    if new is None or (kind == "town" and has_word(name.lower(), everything)):
        return None
    return Renaming(kind, name, new, {name: new, name.upper(): new.upper()})


def coined_place(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """A made-up name for a county, a valley or the like, which may lie beside real ones.

    Args:
        name: of what the context calls so.
        everything: the texts of the example.
        rng: the source of chance.
    """
    if any(word in _KINDS for word in name.split()):
        return None
    if is_known_place(name) or not regex.fullmatch(rf"{CAPITAL}(?:\ {CAPITAL}){{0,2}}", name) or name.isupper():
        return None
    escaped = regex.escape(name)
    # Within a longer name, or with an article, it may be something else.
    if regex.search(rf"\b[Tt]he\ {escaped}(?!\w)|\p{{Lu}}\p{{L}}*[ -]{escaped}|{escaped}\w*[ -]\p{{Lu}}", everything):
        return None
    if has_word(name.lower(), everything) or has_word(name[:3].upper(), everything):
        return None
    new = fresh(PLACES["towns"], everything, rng)
    return Renaming("region", name, new, {name: new, name.upper(): new.upper()}) if new else None


def with_towns(made: Renaming, everything: str, rng: random.Random) -> Renaming | None:
    """The renaming of a country or a state with the towns that stand before it ("Granport, Ohio"), which would tell it.

    Args:
        made: of a country or a state.
        everything: the texts of the example.
        rng: the source of chance.
    """
    chain = rf"((?:{CAPITAL}(?:\ (?:{CAPITAL}|de|del|la|of|upon)){{0,3}},\ ){{1,3}}){regex.escape(made.old)}(?!\w)"
    names = [name for match in regex.finditer(chain, everything) for name in match[1].split(", ") if name]
    forms: dict[str, str] = {}
    for name in dict.fromkeys(names):
        words = name.split()
        while words and words[-1] in _KINDS:
            words.pop()
        town = " ".join(words)
        known = not town or is_known_place(town) or town in MALE or town in FEMALE or "." in town
        left = known or has_word(town.lower(), everything) or regex.search(rf"{regex.escape(town)}\p{{L}}", everything)
        new = None if left else fresh([one for one in PLACES["towns"] if one not in forms.values()], everything, rng)
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
    pools = (*PLACES["states"], *PLACES["regions"], *PLACES["articled"], *PLACES["aliases"])
    return name in _COUNTRIES or name in _COUNTRIES.values() or name in _MORE_COUNTRIES or name in pools
