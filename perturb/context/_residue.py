"""Whether a form of a renamed value is left somewhere: an inflection, a part, another case or spelling."""

from __future__ import annotations

import regex

from gaugeblock.perturb.context._locations import is_known_place
from gaugeblock.perturb.context._lowered import EVERY_GIVEN, is_word
from gaugeblock.perturb.context._naming import unmarked
from gaugeblock.perturb.context._pools import CATEGORIES, PEOPLE
from gaugeblock.perturb.context._renaming import TRIMMED, Renaming
from gaugeblock.perturb.context._sites import is_no_name
from gaugeblock.perturb.text import folded

_TOO_COMMON = 7  # code points; "In the" begins many titles
_STEM = 5
_NICKNAME = 3
_NEAR = 20  # code points
_PLAIN = 2  # words of a name: its own and its kind
_CALENDAR = ("number", "year", "date", "time", "weekday", "month")


def residue(renaming: Renaming, everything: str) -> bool:
    """Whether a form of the old value that is not known as one is left: an inflection, a part, another case."""
    if renaming.kind in _CALENDAR:
        return False
    edits = sorted(renaming.edits(everything, "response"))
    left, at = [], 0
    for edit in edits:
        left.append(everything[at : edit.start])
        at = edit.end
    rest = "\n".join([*left, everything[at:]])
    if renaming.kind == "person" and (_is_spelt_otherwise(renaming, rest) or _is_short_form(renaming, rest)):
        return True
    old = renaming.old.strip(TRIMMED)
    low = folded(rest)
    alone = rf"(?<!\w){regex.escape(old)}(?!\w)"
    again = regex.findall(alone, rest, regex.IGNORECASE) if folded(old) in low else []
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
        if word[0].islower() and renaming.kind not in CATEGORIES:
            continue
        if (word[0].isupper() or lowered) and (
            (word.capitalize() in rest and regex.search(rf"(?<=\p{{Ll}}){regex.escape(word.capitalize())}", rest))
            or (folded(word) in low and regex.search(rf"[@#_]\w*{regex.escape(word)}", rest, regex.IGNORECASE))
        ):
            return True  # part of a user's name
        if renaming.kind == "named-thing" and word not in renaming.forms and _is_elses(word, renaming.old, rest):
            continue  # Harwell College was renamed, the town of Harwell was not
        own = "|".join(map(regex.escape, renaming.old.split()))
        alone = rf"(?<!\p{{L}}){regex.escape(word)}(?!\w|\ (?!(?:{own})(?!\w))\p{{Lu}})"
        if word in renaming.apart and not regex.search(alone, rest):
            continue  # another person's first name
        stem = word if renaming.kind == "person" else word[: max(4, len(word) - 2)]
        found = regex.finditer(rf"(?<!\p{{L}}){regex.escape(stem)}\p{{L}}*", rest) if stem in rest else ()
        named = renaming.kind in ("work", "band", "firm", "named-thing")
        if any(not (named and _is_surname(word, match, rest)) for match in found):
            return True
    return False


def _is_spelt_otherwise(renaming: Renaming, rest: str) -> bool:
    """Whether a surname is left with other marks on its letters ("born Georg Händel" beside Handel)."""
    plain, last = unmarked(rest), unmarked(renaming.old.split()[-1])
    return plain != rest and regex.search(rf"(?<!\p{{L}}){regex.escape(last)}(?!\p{{L}})", plain) is not None


def _is_short_form(renaming: Renaming, rest: str) -> bool:
    """Whether a name of three letters is left in its long form: "Stuart", where Stu was renamed."""
    short = [regex.escape(word) for word in renaming.old.split() if len(word) == _NICKNAME]
    longer = regex.findall(rf"(?<!\p{{L}})(?:{'|'.join(short)})\p{{Ll}}{{2,}}", rest) if short else []
    return any(found.lower() in EVERY_GIVEN or not is_word(found) for found in longer)


def _is_shortened(title: str, everything: str, rest: str) -> bool:
    """Whether a title also stands in a shorter form, or in another language in brackets behind it."""
    words = title.split()
    half = " ".join(words[: max(2, len(words) // 2 + 1)])
    if len(half) > _TOO_COMMON and regex.search(rf"(?<!\w){regex.escape(half)}(?!\w)", rest):
        return True
    own = [word[:_STEM].lower() for word in regex.findall(r"\p{Lu}\p{L}{3,}", title)]
    behind = regex.findall(rf"{regex.escape(title)}[\"”]? ?\(([^)]*)\)", everything)
    return any(stem in bracket.lower() for bracket in behind for stem in own)


def _is_surname(word: str, match: regex.Match[str], rest: str) -> bool:
    """Whether what begins like a word is a surname of another stem: "Ann Parker" beside a park."""
    behind = regex.search(r"\p{Lu}\p{Ll}+\ $", rest[max(0, match.start() - _NEAR) : match.start()]) is not None
    return match[0] in (f"{word}er", f"{word}son", f"{word}man") and behind


def _is_elses(word: str, old: str, rest: str) -> bool:
    """Whether what is left of a word of a thing's name tells of something else: a town, a faith, another thing."""
    # The first word may stand for the whole ("the Catholics", of the Catholic Rowing Club).
    first = old.removeprefix("The ").removeprefix("the ").startswith(word)
    if not first and (is_no_name(word) or is_known_place(word)):
        return True
    if _is_site(word, rest):
        return True
    if len(old.split()) <= _PLAIN:
        return False  # the one word that tells the thing from others of its kind
    # "Harwell Captain Ann Ode" is of the Harwell Boat Club, and so is "a Harwell spokesman", but not a Harwell club.
    again, own = regex.escape(word), "|".join(map(regex.escape, [*old.split(), *PEOPLE["titles"]]))
    kinds = "|".join(regex.escape(one.lower()) for one in old.split() if one != word)
    other = (
        rf"(?<!\p{{L}}){again}\ (?!(?:{own})(?!\w))\p{{Lu}}|"  # another thing of the same owner
        rf"\b(?:an?|[Ww]hat|[Ww]hich)\ {again}\ (?:{kinds})(?!\w)|"  # what kind of thing it is
        rf"\b(?:in|near|around|outside|downtown|seat is|capital is|city of|town of)\ {again}(?!\w)|"
        rf"(?<!\w){again}(?=,\ \p{{Lu}})"
    )
    return len(regex.findall(rf"(?<!\p{{L}}){again}", rest, regex.IGNORECASE)) == len(regex.findall(other, rest))


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
