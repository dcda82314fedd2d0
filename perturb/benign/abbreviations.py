"""An abbreviation exchanged with the full form that the text itself gives: "World Food Body (WFB)"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._pairs import exchange
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations, same_numbers, same_polarity
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit

_GIVEN = regex.compile(r"(?<![\p{L}'’-])((?:[\p{L}'’-]++ ){1,9}[\p{L}'’-]+) \(([\p{L}]{2,7})\)")
_SMALL = frozenset({"of", "and", "the", "for", "in", "on", "to", "a", "de"})
# Beside a bracket, which a treebank writes as a word, the other form stands already.
_NOT_GIVEN = r"(?![\p{L}\p{N}-]| ?(?:[()]|-[lr]rb-)|['’]\p{L})"
_ARTICLE = regex.compile(r"\b(the|an?) \Z", regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form and what it is said to stand for; `article` is whether "the" goes before the full form."""

    short: str
    full: str
    article: bool


def abbreviations(example: Example) -> list[Abbreviation]:
    """The abbreviations that the response or the context spells out, none that it spells out in two ways."""
    found: dict[str, Abbreviation] = {}
    unclear: set[str] = set()
    for document in (example.response, *example.context):
        for match in _GIVEN.finditer(document):
            if (full := _spelled_out(match[1], match[2])) is None:
                continue
            start = match.start() + len(match[1]) - len(full)
            article = _ARTICLE.search(document[max(0, start - 4) : start])
            given = Abbreviation(match[2], full, article is not None and article[1].lower() == "the")
            if found.setdefault(match[2], given).full.lower() != full.lower():
                unclear.add(match[2])
    return [given for short, given in found.items() if short not in unclear]


def _spelled_out(words: str, short: str) -> str | None:
    """The last words of a phrase whose first letters are those of the short form, small words aside."""
    letters = short.removesuffix("s") if short[-1:] == "s" and short[:-1].isupper() else short
    if not letters.isupper() or len(letters) < 2:
        return None
    parts = words.split(" ")
    for start in range(len(parts) - len(letters), -1, -1):
        tail = parts[start:]
        if tail[0].lower() in _SMALL:
            continue
        initials = "".join(part[0] for part in tail if part and part.lower() not in _SMALL)
        if initials.upper() == letters:
            plural = short != letters
            return " ".join(tail) if plural == tail[-1].endswith("s") or not plural else None
        if len(initials) > len(letters):
            return None
    return None


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The first mention of each short form in full, else of each full form in short."""
    known = abbreviations(example)
    for direction in ("full", "short"):
        edits: list[Edit] = []
        for given in sorted(known, key=lambda given: -len(given.full)):  # a longer name may hold a shorter one
            one, other = (given.short, given.full) if direction == "full" else (given.full, given.short)
            found = list(_exchanged(text, one, other, given))
            if not any(edit.start <= kept.end and kept.start <= edit.end for edit in found for kept in edits):
                edits += found
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


def _exchanged(text: Text, one: str, other: str, given: Abbreviation) -> Iterator[Edit]:
    pattern = regex.compile(rf"(?<![\p{{L}}\p{{N}}(-]){regex.escape(one)}{_NOT_GIVEN}")
    for match in pattern.finditer(text.text):
        article = _ARTICLE.search(text.text[max(0, match.start() - 4) : match.start()])
        the = article is not None and article[1].lower() == "the"
        capital = other[0].upper() + other[1:] if text.opens_sentence(match.start()) else other
        if the == given.article and free(text, *match.span()):
            yield from exchange(text.text, *match.span(), capital, cased=True)
            return


PERTURBATION = RuleBased(
    name="abbreviations",
    family="benign",
    changes="word",
    summary="Exchanges an abbreviation and the full form that the response or the context gives for it.",
    propose=propose,
    # The name changes its form on purpose; the text itself vouches for it.
    checks=(outside_protected, outside_quotations, same_numbers, same_polarity, not_doubled),
    limits=(
        "Knows abbreviations of first letters only, where their full form stands right before them in brackets, and "
        "exchanges one mention of each. A text in which names have no capitals gives it nothing."
    ),
    illustration=Illustration(
        response="The WFB sent two ships of grain.",
        context=("The World Food Body (WFB) sent grain on two ships in June.",),
        after="The World Food Body sent two ships of grain.",
    ),
)
