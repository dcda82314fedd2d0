"""Counts that what is counted may contradict: people who are also named, or counted in parts."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from gaugeblock.perturb.context._pools import WORDS
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text, analyse

_PEOPLE = frozenset(WORDS["people"])
_PEOPLE_ENDINGS = tuple(WORDS["people_endings"])
_SMALL = 12  # so many people may be named one by one
_FAR = 5  # words between a number and what it counts
_STEM = 5
_MOST_PARSED = 8
_BEHIND = regex.compile(r"(?:[\s-]+[\p{L}'’-]+){1,4}")
_OLD = regex.compile(r"[\s-]years?[\s-]olds?\b", regex.IGNORECASE)
_AGE = ("year-old",)


def is_tied_count(same: Sequence[tuple[Text, Number]], everywhere: Sequence[tuple[Text, Number]]) -> bool:
    """Whether a count is a small one of people or of nothing said, or another count of the same stands in the texts.

    Args:
        same: the mentions of the count.
        everywhere: all numbers of the example.
    """
    for text, one in same[:_MOST_PARSED]:
        noun = counted(text, one)
        people = noun is None or is_person_word(noun)
        if noun is None and _is_age(text.text, one):
            continue
        if people and (one.value or 0) <= _SMALL:
            return True
        if any(
            other.value != one.value and other.kind == "count" and _counts_alike(place.text, other, noun, people)
            for place, other in everywhere
        ):
            return True
    return len(same) > _MOST_PARSED


def counted(text: Text, number: Number) -> str | None:
    """The noun that a number counts, in the singular; None where none follows it.

    Args:
        text: where it stands.
        number: one of its numbers.
    """
    if _OLD.match(text.text, number.end):
        return _AGE[0]
    sentence = text.sentence_at(number.start)
    if sentence is None:
        return None
    doc = analyse(sentence.of(text.text)).syntax
    at = number.end - sentence.start
    token = next((one for one in doc if one.idx < at <= one.idx + len(one)), None)
    if token is None:
        return None
    joined = regex.match(r"-(\p{L}+)", text.text, pos=number.end)
    if joined:
        return joined[1].lower()
    while token.tag_ == "CD" and token.head.tag_ == "CD" and token.head.i > token.i:
        token = token.head
    noun = token.head
    if token.i + 1 < len(doc) and doc[token.i + 1].lower_ == "of":
        noun = next((child for child in doc[token.i + 1].children if child.dep_ == "pobj"), noun)
    if not 0 < noun.i - token.i <= _FAR or not noun.tag_.startswith("NN"):
        return None
    return str(noun.lemma_.lower() if noun.tag_ in ("NN", "NNS") else noun.text)


def is_person_word(noun: str) -> bool:
    """Whether a noun stands for people; so does one with a capital ("two Norwegians").

    >>> is_person_word("gunman"), is_person_word("Norwegians"), is_person_word("boat")
    (True, True, False)
    """
    low = noun.lower()
    forms = {low, low.removesuffix("s"), low.removesuffix("es")}
    return noun[:1].isupper() or not forms.isdisjoint(_PEOPLE) or low.endswith(_PEOPLE_ENDINGS)


def _is_age(text: str, number: Number) -> bool:
    """Whether a number without a noun is somebody's age: "Ann, 52,", "aged 52"."""
    before, after = text[max(0, number.start - 8) : number.start], text[number.end : number.end + 1]
    return before.endswith(("aged ", " (")) or (before.endswith(", ") and after in tuple(",.;)"))


def _counts_alike(text: str, other: Number, noun: str | None, people: bool) -> bool:
    """Whether another number counts the same, or people where the first does."""
    if _OLD.match(text, other.end) or noun in _AGE:
        return noun in _AGE and _OLD.match(text, other.end) is not None
    behind = _BEHIND.match(text, other.end)
    words = regex.findall(r"\p{L}+", behind[0]) if behind else []
    if people and (not words or any(is_person_word(word) for word in words)):
        return not _is_age(text, other)
    return noun is not None and any(_stem(word) == _stem(noun) for word in words)


def _stem(noun: str) -> str:
    """What the singular and the plural of a noun share: "city" and "cities", "boat" and "boats"."""
    low = noun.lower().removesuffix("s")
    return (low.removesuffix("ie") if low.endswith("ie") else low.removesuffix("y"))[:_STEM]
