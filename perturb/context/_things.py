"""Other names for institutions, works, bands and firms, with their short forms and their initials."""

from __future__ import annotations

import random

import regex

from gaugeblock.perturb.context._locations import is_known_place
from gaugeblock.perturb.context._lowered import EVERY_GIVEN
from gaugeblock.perturb.context._pools import FIRMS, WORKS, fresh, has_word, with_initials
from gaugeblock.perturb.context._renaming import Renaming

_LIVED_IN = (
    r"(?i:\b(?:in|around|near|across|outside|throughout)|"
    r"\b(?:live[sd]?|living|born|residents?|people) (?:in|on|of|from))\ {name}(?!\w)|"
    r"(?<!\w){name}\ (?:residents?|people|area|region|coast|hills)\b"
)
_KINDS = frozenset(FIRMS["kinds"])


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
    if not middle or not (front or back) or not middle[0][:1].isupper() or middle[-1] == "and":
        return None  # "Harwell and Times Square" are two
    own = " ".join(middle)
    whole = " ".join([*front, own, *back])
    if has_word(own[:3].upper(), everything.replace(whole, "")):
        return None  # a code that is made of the name
    elsewhere = has_word(own, everything.replace(whole, ""))
    if (is_known_place(own) and (front or elsewhere)) or (front and elsewhere):
        return None  # the Bank of Norway goes with Norway
    new = fresh(FIRMS["names"], everything, rng)
    if new is None or not regex.fullmatch(r"[\p{L}\p{M}\p{N} .,'’&–-]+", own):
        return None
    old_core, new_core = " ".join([*front, own, *back]), " ".join([*front, new, *back])
    forms = {old_core: new_core, old_core.upper(): new_core.upper()}
    if not has_word(own.lower(), everything) and not regex.search(
        rf"\b(?:in|near|around|outside|downtown) {regex.escape(own)}(?!\w)|(?<!\w){regex.escape(own)}, \p{{Lu}}",
        everything,
    ):
        forms[own] = new
        if has_word(f"{own}s", everything):
            forms[f"{own}s"] = f"{new}s"
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
    if kind == "firm" and core.lower() in EVERY_GIVEN:
        return None  # "Nathan, you must be happy"
    if kind == "firm" and regex.search(_LIVED_IN.format(name=regex.escape(core)), everything):
        return None  # where people live is a place
    if not with_article and regex.search(rf"\b(?:the|The|THE) {regex.escape(core)}(?!\w)", everything):
        return None  # "the Harwell Book"; no stand-in for a firm or a band takes an article
    short = len(core.split()) == 1
    pools = {
        "work": [t for t in WORKS["titles"] if t.startswith("The ") == with_article],
        "band": WORKS["bands"] if with_article else WORKS["bare_bands"],
        "firm": FIRMS["coined"],
    }
    pool = WORKS["short_titles"] if short and kind != "firm" else pools[kind]
    new = fresh(pool, everything, rng)
    small = kind == "firm" and _is_written_small(core, everything)
    if new is None or (short and not small and has_word(core.lower(), everything)):
        return None
    forms = {core: new, core.lower(): new.lower()} if small else {core: new}
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


def _is_written_small(name: str, everything: str) -> bool:
    """Whether a brand is also written in small letters, in quotation marks or at the head of a sentence only."""
    small = regex.escape(name.lower())
    if not regex.search(rf"\bstyli[sz]ed (?:\p{{Ll}}+ ){{1,3}}[\"“]?{small}(?!\w)", everything):
        return False
    own = regex.findall(rf"[\"“]{small}[\"”]|(?:^|[.!?]\s?){small}(?=\ [\p{{Lu}}(])", everything, regex.M)
    return len(own) == len(regex.findall(rf"(?<!\w){small}(?!\w)", everything))


def in_capitals(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another title for one that is a word in capitals, and stands in quotation marks with a single one ("Oar")."""
    small = name.title()
    if not regex.fullmatch(r"\p{Lu}{4,}", name) or not regex.search(rf"[\"“]{small}[,.]?[\"”]", everything):
        return None
    new = fresh(WORKS["short_titles"], everything, rng)
    if new is None or has_word(name.lower(), everything):
        return None
    return Renaming("work", name, new.upper(), {name: new.upper(), small: new})


def acronym(name: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another name in capitals for one that is written in capitals."""
    if not regex.fullmatch(r"\p{Lu}{2,6}", name) or has_word(name.lower(), everything.replace(name, "")):
        return None
    new = fresh(FIRMS["acronyms"], everything, rng)
    return Renaming("acronym", name, new, {name: new}) if new else None
