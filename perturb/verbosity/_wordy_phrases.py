"""Short expressions of two or three words, and verbs, that a longer phrase can stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import regex

from gaugeblock.perturb.grammar import neighbour
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, dict[str, Any]] = lexicon(__file__)
_LIGHT_VERBS = ("use", "visit", "investigate")
_OBJECT_STARTS = frozenset({"DET", "NOUN", "PROPN", "PRON", "ADJ", "NUM"})
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_HOUR = regex.compile(r"(?:at|by|until|before|after) ([0-9]{1,2})(?:[:.][0-9]{2})? ?([ap])\.?m\.?\b")


def _child(token: Any, *kinds: str) -> Any | None:
    return next((child for child in token.children if child.dep_ in kinds), None)


def _plain_verb(verb: Any) -> bool:
    """Whether a verb has an object of its own right after it and is neither passive nor one of several in a row."""
    thing, after = _child(verb, "dobj"), neighbour(verb)
    if verb.pos_ != "VERB" or thing is None or after is None or thing.i < verb.i or after.pos_ not in _OBJECT_STARTS:
        return False
    if thing.pos_ not in {"NOUN", "PROPN"} or after not in thing.subtree:
        return False
    if _child(verb, "auxpass", "nsubjpass", "prt", "neg", "dative", "oprd", "ccomp") is not None:
        return False
    coordinated = any(child.dep_ in {"cc", "conj"} and child.i < thing.i for child in verb.children)
    return not coordinated and verb.dep_ not in {"amod", "compound", "conj", "acl"}


def light_verb(token: Any) -> str | None:
    """The verb "use" and others as a verb and a noun: "make use of"."""
    for name in _LIGHT_VERBS:
        form: str | None = _LEXICON[name].get(token.lower_)
        if form is not None:
            before = neighbour(token, -1)
            dangling = token.tag_ == "VBG" and before is not None and before.pos_ in {"VERB", "AUX"}
            fits = not dangling and (token.tag_ != "VBN" or _child(token, "aux") is not None)
            return form if fits and _plain_verb(token) else None
    return None


def discuss(token: Any) -> str | None:
    """What several people discuss, they have a discussion about."""
    form: str | None = _LEXICON["discuss"].get(token.lower_)
    if form is None or not _plain_verb(token) or token.tag_ == "VBN":
        return None
    subject = _child(token, "nsubj")
    if subject is None or subject.lower_ in {"i", "you", "he", "she", "it", "who", "which", "that"}:
        return None
    several = subject.lower_ in {"they", "we"} or (_child(subject, "conj") is not None and subject.pos_ == "PROPN")
    return form if several else None


def to_do(token: Any) -> str | None:
    """To try, plan, promise or offer to do something, as a noun with its verb."""
    form: str | None = _LEXICON["to_do"].get(token.lower_)
    after, beyond = neighbour(token), neighbour(token, 2)
    if form is None or token.pos_ != "VERB" or after is None or beyond is None:
        return None
    if after.lower_ != "to" or beyond.tag_ != "VB" or not _active(token):
        return None
    before = neighbour(token, -1)
    return None if before is not None and (before.pos_ == "ADV" or before.lower_ in {"and", "or"}) else form


def that_so(token: Any) -> str | None:
    """To claim or think that something is so, as a noun with its verb; "that" is written out."""
    form: str | None = _LEXICON["that_so"].get(token.lower_)
    clause, after = _child(token, "ccomp"), neighbour(token)
    if form is None or token.pos_ != "VERB" or clause is None or after is None or not _active(token):
        return None
    if _child(clause, "nsubj", "nsubjpass") is None or clause.i < token.i or after not in clause.subtree:
        return None
    if _child(token, "nsubj") is None and token.tag_ != "VBG":
        return None
    finite = any(word.tag_ in {"VBZ", "VBP", "VBD", "MD"} for word in (clause, *clause.children))
    if (
        not finite
        or after.is_punct
        or after.tag_ in {"WP", "WRB", "WDT", "TO"}
        or after.lower_ in {"so", "if", "whether"}
    ):
        return None
    return form if after.lower_ == "that" else f"{form} that"


def _active(verb: Any) -> bool:
    """Whether a verb says what its subject does: no passive, no negation, no participle that describes a noun."""
    if _child(verb, "auxpass", "nsubjpass", "neg", "dobj") is not None or verb.dep_ in {"acl", "amod", "relcl"}:
        return False
    return bool(verb.tag_ != "VBN" or _child(verb, "aux") is not None)


def by_means(token: Any) -> str | None:
    """By doing something is by means of doing it."""
    verb = _child(token, "pcomp")
    if token.lower_ != "by" or token.dep_ != "prep" or verb is None or verb.tag_ != "VBG" or verb.i != token.i + 1:
        return None
    if token.head.pos_ != "VERB" or token.head.lemma_.lower() in _LEXICON["by_means"]["not_after"]:
        return None
    return "by means of"


def for_the_purpose(token: Any) -> str | None:
    """A method for doing something is there for the purpose of doing it."""
    verb = _child(token, "pcomp")
    if token.lower_ != "for" or token.dep_ != "prep" or verb is None or verb.tag_ != "VBG" or verb.i != token.i + 1:
        return None
    noun = neighbour(token, -1)
    return "for the purpose of" if noun is not None and noun.lower_ in _LEXICON["purpose_noun"]["nouns"] else None


def compared(token: Any) -> str | None:
    """Compared with something is as compared with it, where the word is no verb of its clause."""
    before, after = neighbour(token, -1), neighbour(token)
    if token.lower_ != "compared" or after is None or after.lower_ not in {"with", "to"}:
        return None
    if before is not None and (
        before.pos_ in {"AUX", "ADV", "PART", "SCONJ", "CCONJ"} or before.lower_ in {"as", "when"}
    ):
        return None
    subject = _child(token, "nsubj", "nsubjpass", "aux", "auxpass", "dobj")
    return "as compared" if token.dep_ in {"prep", "advcl"} and token.tag_ == "VBN" and subject is None else None


def on_account(token: Any) -> str | None:
    """Because of something is on account of it; only the first of the two words is replaced."""
    after = neighbour(token)
    if token.lower_ != "because" or after is None or after.lower_ != "of":
        return None
    before = neighbour(token, -1)
    plain = before is None or before.pos_ in {"NOUN", "PROPN", "VERB", "ADJ", "ADV", "PUNCT"}
    return "on account" if plain and (before is None or before.lower_ not in {"not", "just", "only"}) else None


def about(token: Any) -> str | None:
    """Talk about something is talk on the subject of it; a concern about it is one with regard to it."""
    thing, head, before = _child(token, "pobj"), token.head, neighbour(token, -1)
    if token.lower_ != "about" or token.dep_ != "prep" or thing is None or thing.pos_ not in {"NOUN", "PROPN"}:
        return None
    if before is None or before != head or thing.lower_ == "what":
        return None
    if head.pos_ == "NOUN" and head.lower_ in _LEXICON["about"]["worries"]:
        return "with regard to"
    if head.pos_ == "NOUN" and head.lower_ in _LEXICON["about"]["nouns"]:
        return "on the subject of"
    return "on the subject of" if head.pos_ == "VERB" and head.lemma_ in _LEXICON["about"]["verbs"] else None


def near(token: Any) -> str | None:
    """Near a place is in the vicinity of it."""
    place = _child(token, "pobj")
    if token.lower_ != "near" or token.dep_ != "prep" or place is None or place.ent_type_ not in _PLACES:
        return None
    before = neighbour(token, -1)
    return "in the vicinity of" if before is None or before.pos_ not in {"ADV", "NUM", "ADP"} else None


def at_present(token: Any) -> str | None:
    """What is so now is so at the present time."""
    before, after = neighbour(token, -1), neighbour(token)
    if token.lower_ != "now" or token.dep_ != "advmod" or before is None or after is None:
        return None
    if before.lower_ not in {"is", "are"} or token.head.tag_ not in {"VBG", "VBZ", "VBP"}:
        return None
    return "at the present time" if after.tag_ in {"VBG", "DT", "IN"} and after.lower_ != "that" else None


def very_same(token: Any) -> str | None:
    """The same day is the very same day; the first time is the very first time."""
    before, after = neighbour(token, -1), neighbour(token)
    if before is None or after is None or before.lower_ != "the" or token.dep_ != "amod":
        return None
    if token.lower_ == "same" and after.lower_ in _LEXICON["same"]["nouns"] and token.head == after:
        lead = token.nbor(-2).lower_ if token.i - 2 >= token.sent.start else ""
        simultaneous = lead == "at" and after.lower_ == "time"
        return None if simultaneous else "very same"
    return "very first" if token.lower_ == "first" and after.lower_ == "time" and token.head == after else None


def aged(token: Any) -> str | None:
    """Years old are years of age."""
    before, after = neighbour(token, -1), neighbour(token)
    if token.lower_ != "old" or before is None or before.lower_ != "years" or token.dep_ not in {"acomp", "amod"}:
        return None
    if after is not None and not after.is_punct and after.pos_ not in {"CCONJ", "ADP", "SCONJ", "AUX"}:
        return None
    return "of age"


def sum_of(token: Any) -> str | None:
    """Money that is paid is a sum of so much; the verb is what gets the words after it."""
    number = neighbour(token)
    if token.pos_ != "VERB" or token.lower_ not in _LEXICON["sum"]["forms"] or number is None:
        return None
    if number.text not in {"$", "£", "€", "₹", "¥"}:
        return None
    last = number.head if number.head.i > number.i and number.head.pos_ in {"NUM", "NOUN"} else number
    amount = _child(token, "dobj")
    whole = (
        amount is not None
        and amount.i >= number.i
        and (amount.like_num or amount.text == number.text or amount == last)
    )
    whole = whole and amount is not None and (amount.pos_ in {"NUM", "SYM"} or amount.ent_type_ == "MONEY")
    return f"{token.text} a sum of" if whole else None


def time_of_day(token: Any) -> str | None:
    """The hour of a clock time says the part of the day again: "7 pm in the evening"."""
    after = neighbour(token)
    if token.lower_ not in {"am", "pm", "a.m.", "p.m."} or token.i < token.sent.start + 2:
        return None
    if after is not None and not after.is_punct and after.pos_ not in {"ADP", "CCONJ", "SCONJ", "AUX", "VERB"}:
        return None
    if (after is not None and after.text in {"-", "–", "—", "/"}) or (after is not None and after.lower_ == "in"):
        return None
    window = str(token.doc[max(token.sent.start, token.i - 4) : token.i + 1].text).lower()
    found = [match for match in _HOUR.finditer(window) if match.end() >= len(window) - 1]
    if not found:
        return None
    hour, half = int(found[-1][1]), found[-1][2]
    part = {"a": "morning" if 5 <= hour <= 11 else "", "p": _afternoon(hour)}[half]
    return f"{token.text} in the {part}" if part else None


def _afternoon(hour: int) -> str:
    """The part of the day that an hour after noon certainly belongs to; empty where people differ."""
    if 1 <= hour <= 4:
        return "afternoon"
    return "evening" if 6 <= hour <= 9 else ""


RULES: tuple[tuple[Callable[[Any], str | None], tuple[str, ...]], ...] = (
    (light_verb, tuple(form for name in _LIGHT_VERBS for form in _LEXICON[name])),
    (discuss, tuple(_LEXICON["discuss"])),
    (to_do, tuple(_LEXICON["to_do"])),
    (that_so, tuple(_LEXICON["that_so"])),
    (by_means, ("by",)),
    (for_the_purpose, ("for",)),
    (compared, ("compared",)),
    (on_account, ("because",)),
    (about, ("about",)),
    (near, ("near",)),
    (at_present, ("now",)),
    (very_same, ("same", "first")),
    (aged, ("old",)),
    (time_of_day, ("am", "pm", "a.m.", "p.m.")),
    (sum_of, tuple(_LEXICON["sum"]["forms"])),
)
"""Each rule with the words that it looks at."""
