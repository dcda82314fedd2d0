"""Another common noun of the same kind for one that is an answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.context._pools import CATEGORIES, LEXICON, fresh, has_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import inflect

_FEWEST_ITEMS = 2
_ALSO_VERBS = "food"
# What holds of one noun and not of all of its category: `kinds` of it among them, words by which a text `tells` it from
# the others, and for each adjective that is its own what the others have `instead_of` it.
_OWN: dict[str, Any] = LEXICON["nouns"]
_AS_VERB = (
    r"\b(?:to|can|could|may|might|will|would|should|must|not|never|they|we|you|i|who|people|and|or)\ {noun}s?\b|"
    r"\b{noun}s?\ (?:it|them|the|an?|this|these|more|less|too|on|up)\b"
)


def common_noun(word: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another noun of the same category, in the singular and the plural."""
    low = word.lower()
    for category, members in CATEGORIES.items():
        plurals = {plural(member): member for member in members}
        if low not in members and low not in plurals:
            continue
        title = rf"{low[:1].upper()}{regex.escape(low[1:])}"
        if regex.search(rf"\p{{Lu}}\p{{L}}+ (?:of |for |and )?{title}(?!\w)|(?<!\w){title} \p{{Lu}}", everything):
            return None  # part of a name
        old = low if low in members else plurals[low]
        if category == _ALSO_VERBS and regex.search(_AS_VERB.format(noun=old), everything, regex.IGNORECASE):
            return None
        own = _OWN.get(old, {})
        if own and _is_told_apart(old, everything):
            return None
        related = {old[:4].lower()}
        others = [
            member for member in members if member[:4].lower() not in related and member not in own.get("kinds", ())
        ]
        new = fresh(others, everything, rng)
        if new is None:
            return None
        forms = plain = {old: new, plural(old): plural(new)}
        for adjective, instead in own.get("instead_of", {}).items():  # "flowering plants" are made "burrowing mammals"
            forms = forms | {f"{adjective} {a}": f"{instead[new]} {b}" for a, b in plain.items()}
        forms |= {a[:1].upper() + a[1:]: b[:1].upper() + b[1:] for a, b in forms.items()}
        return Renaming(category, word, forms.get(word, new), forms)
    return None


def _is_told_apart(noun: str, everything: str) -> bool:
    """Whether a text tells of a noun what it could not tell of the others of its category."""
    own = _OWN[noun]
    adjectives = rf"\b(?:{'|'.join(own['instead_of'])}) (?=(?:{noun}|{plural(noun)})\b)"
    rest = regex.sub(adjectives, "", everything, flags=regex.IGNORECASE)
    return regex.search(rf"\b(?:{'|'.join(own['tells'])})\b", rest, regex.IGNORECASE) is not None


def other_head(phrase: str, everything: str, rng: random.Random) -> Renaming | None:
    """Another head for a compound whose head also stands alone: "film director" and "director" become producers.

    Args:
        phrase: the answer.
        everything: the texts of the example.
        rng: the source of chance.
    """
    modifier, _, head = phrase.lower().rpartition(" ")
    options = [one.rpartition(" ")[2] for one in LEXICON["heads"].get(phrase.lower(), ())]
    new = fresh(options, everything, rng)
    if new is None:
        return None
    forms = {head: new, plural(head): plural(new)}
    forms |= {a.capitalize(): b.capitalize() for a, b in forms.items()}
    return Renaming("professions", phrase, phrase[: len(modifier) + 1] + new, forms)


def one_of_several(answer: str, example: Example, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Another noun for one of those that an answer lists ("singer, actor"), each of which stands in the context.

    Args:
        answer: two nouns or more, with commas or "and" between them.
        example: with its documents.
        everything: the texts of the example.
        rng: the source of chance.
    """
    items = [item.strip() for item in regex.split(r",\ (?:and\ )?|\ and\ |\ &\ ", answer)]
    known = {member for members in CATEGORIES.values() for member in members}
    if len(items) < _FEWEST_ITEMS or not all(
        item.lower() in known and any(has_word(item, document) for document in example.context) for item in items
    ):
        return
    rng.shuffle(items)
    for item in items:
        # "songwriter" within "singer-songwriter" would be left.
        joined = regex.search(rf"[\w-]{regex.escape(item)}|{regex.escape(item)}-", everything, regex.I)
        made = None if joined else common_noun(item, everything, rng)
        if made:
            yield made


def plural(noun: str) -> str:
    """The plural of a noun, of its last word where it has several.

    >>> plural("film director"), plural("comedy")
    ('film directors', 'comedies')
    """
    head, _, last = noun.rpartition(" ")
    return f"{head} {inflect(last, 'NNS') or last + 's'}".strip()
