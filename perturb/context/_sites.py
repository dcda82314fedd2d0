"""Whether a name can be changed with nothing left that belongs to it: a country's places, a firm's products."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from gaugeblock.perturb.context._pools import PEOPLE, PLACES, WORDS
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.context._standing import has_lost_capitals
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import analyse, parse

_PLACES = frozenset({"GPE", "LOC", "FAC", "NORP"})
_PRODUCTS = frozenset({"PRODUCT", "LAW"})
_NEVER = frozenset(WORDS["never"])
_TABLE = PLACES
_COUNTRIES = frozenset({*(name for name, _ in _TABLE["countries"]), *_TABLE["more_countries"]})
_MAKERS = ("firm", "acronym", "band")
_LEXICON: dict[str, list[str]] = lexicon(__file__)
_OFFICES = frozenset({*PEOPLE["titles"], *_LEXICON["offices"]})
_PREPOSITIONS = frozenset(_LEXICON["prepositions"])
_STATE_OFFICE = regex.compile(
    rf"\b(?:(?:{'|'.join(_LEXICON['offices_of'])}) of|(?:{'|'.join(_LEXICON['sits_for'])}) (?:for|from)) "
    r"(?:\p{Lu}\p{L}+ ?)+$"
)
_STATE_UNIVERSITY = regex.compile(r"\bUniversity of (?:\p{Lu}\p{L}+ ?)+$")
_OF_STATES = frozenset(_LEXICON["of_states"])
_OF_FIRMS = frozenset(_LEXICON["of_firms"])
_OPENERS = frozenset(_LEXICON["openers"])
_INITIAL = 3
_NEAR = 20  # code points
_LANDMARKS = frozenset({"FAC"})
_CAPITAL = regex.compile(r"\p{Lu}")
_AT_ONCE = 8  # sentences whose names are found together; the first that tells enough spares the rest


def is_no_name(written: str) -> bool:
    """Whether a capitalised word is a currency, a unit, a month, a language or a religion, and no name of anything.

    >>> is_no_name("Euros"), is_no_name("Harwell")
    (True, False)
    """
    return written.lower() in _NEVER or written.lower().removesuffix("s") in _NEVER


def leaves_behind(example: Example, renaming: Renaming, whole_answer: bool) -> bool:
    """Whether a context would keep something that belongs to what is renamed, and would contradict its new name.

    Args:
        example: with its documents.
        renaming: of a place or a firm; anything else leaves nothing behind.
        whole_answer: whether the renamed value is the response as a whole, an answer to a question.
    """
    if renaming.kind not in ("country", "state", "town", "firm", "acronym", "band"):
        return False
    everything = "\n".join([example.response, example.question or "", *example.context])
    if renaming.kind in ("country", "state", "town") and has_lost_capitals(everything):
        return True  # nothing tells the other places
    # "Conworth Air Inc. of Granport, Ohio" is renamed as a whole, with the towns.
    together = whole_answer and renaming.kind == "country" and bool(renaming.towns)
    if not together and _within_longer_name(renaming, everything, whole_answer):
        return True
    told = list(_telling(example, renaming, whole_answer, everything))
    for at in range(0, len(told), _AT_ONCE):
        near = told[at : at + _AT_ONCE]
        parse.together(sentence for sentence, _ in near if _CAPITAL.search(sentence))
        if any(_holds(sentence, kinds, renaming) for sentence, kinds in near):
            return True
    return False


def _telling(
    example: Example, renaming: Renaming, whole_answer: bool, everything: str
) -> Iterator[tuple[str, frozenset[str]]]:
    """The sentences of the context that may tell where or what the renamed is, and the kinds of names that would."""
    for document in example.context:
        for span in analyse(document).sentences:
            sentence = span.of(document)
            mentioned = renaming.mentions(sentence) > 0
            if renaming.kind in ("country", "state", "town"):
                # A made-up town in a real region is plausible; a renamed country beside its own towns is not.
                kinds = _LANDMARKS if renaming.kind == "town" else _PLACES
                # A nationality tells where somebody comes from, not where everything else in the text is.
                loose = renaming.kind == "town" or not any(has_country(form, everything) for form in renaming.forms)
                if whole_answer and (renaming.towns or (loose and renaming.kind == "country")):
                    kinds = _PLACES - {"NORP"}  # another nationality is somebody else's
                if renaming.kind == "state":
                    kinds = kinds - {"NORP"}  # an American or a Democrat is one in any state
                near = mentioned or not (whole_answer and (loose or renaming.towns))
                if near:
                    yield (_without_nation(sentence) if renaming.kind == "state" else sentence), kinds
            elif mentioned and renaming.kind != "band":  # which makes no products: what is read as one is a title
                yield sentence, _PRODUCTS


def has_country(form: str, everything: str) -> bool:
    """Whether a form is the name of a country, not its adjective, and stands in the text."""
    return form in _COUNTRIES and regex.search(rf"(?<!\w){regex.escape(form)}(?!\w)", everything) is not None


def _within_longer_name(renaming: Renaming, everything: str, whole_answer: bool) -> bool:
    """Whether a form stands within a longer capitalised name: "University of X", "X Transit", "X Phone 7".

    The university of a state that is asked for moves with it.
    """
    own = renaming.forms.keys() - renaming.towns  # an airport may be called after a town of any name
    forms = "|".join(regex.escape(form) for form in sorted(own, key=len, reverse=True))
    before = rf"\p{{Lu}}[\p{{L}}.'’-]*\ (?:of\ |de\ |for\ |at\ |and\ |&\ )?(?:the\ )?(?:{forms})(?!\w)"
    behind = rf"(?<!\w)(?:{forms})(?:['’]s?)?(?:\ |-|\ -\ )(?:\p{{Lu}}\p{{L}}|\d+(?!\d|\ (?:in|on|to)\b))"
    if regex.search(rf"(?<=\p{{L}})[-–](?:{forms})(?!\w)", everything):
        return True
    for match in regex.finditer(behind, everything):
        if match[0].endswith(tuple("0123456789")) and renaming.kind not in _MAKERS:
            continue
        if renaming.kind == "acronym" and regex.search(r"-\p{L}+$", match[0]):
            continue  # "QXR-LNP power" goes with either
        word = everything[: match.end()].split()[-1].rpartition("-")[2]
        word += "".join(regex.findall(r"^\p{L}+", everything[match.end() :]))
        if renaming.kind == "state" and word in _OF_STATES:
            continue
        if renaming.kind == "firm" and word in _OF_FIRMS:
            continue
        owned = regex.search(r"['’]s?[ -]", match[0]) is not None
        # "Oxworth's CEO" is no name, and "Oxworth Norway" is the firm in a country.
        if (owned and word in _OFFICES) or (renaming.kind in _MAKERS and word in _COUNTRIES):
            continue
        return True
    for match in regex.finditer(before, everything):
        first = match[0].split()[0]
        if first == "The" or first in _PREPOSITIONS:
            continue  # the article of the name itself, or a word that is part of none
        moves = whole_answer and renaming.kind == "state"
        if moves and _STATE_UNIVERSITY.search(everything, max(0, match.start() - _NEAR), match.end()):
            if regex.match(r",?\ \p{Lu}|\ (?:at|in)\ |[-–]\p{Lu}", everything[match.end() :]):
                return True  # one of several, told by its town
            continue
        if renaming.kind == "state" and _STATE_OFFICE.search(everything, max(0, match.start() - _NEAR), match.end()):
            continue
        opens = match.start() == 0 or everything[: match.start()].rstrip()[-1:] in (".", "!", "?", "\n", ":", "")
        ended = first.endswith(".") and len(first) > _INITIAL
        if not ended and not (opens and first.lower() in _OPENERS):
            return True
    return False


def _without_nation(sentence: str) -> str:
    """A sentence without what is said of the whole United States, which one state shares with another."""
    return regex.sub(r"(?<!\w)(?:the )?(?:United States(?: of America)?|U\.?S\.?A?\.?|American)(?!\w)", "it", sentence)


def _holds(sentence: str, kinds: frozenset[str], renaming: Renaming) -> bool:
    """Whether a sentence holds an entity of some kinds that is no form of what is renamed."""
    if not _CAPITAL.search(sentence):
        return False
    for entity in analyse(sentence).doc.ents:
        if entity.label_ not in kinds:
            continue
        rest = entity.text
        for form in sorted(renaming.forms, key=len, reverse=True):
            rest = regex.sub(rf"(?<!\w){regex.escape(form)}(?!\w)", "", rest)
        if _CAPITAL.search(rest):
            return True
    return False
