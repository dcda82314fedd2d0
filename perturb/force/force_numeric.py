"""An inexact number made exact: "about 40" becomes "40", "exactly 40", and then an exact figure that nobody gave.

"More than 40" starts at "exactly 40": "40" alone follows from it where numbers are read as "at least".
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal
from gaugeblock.perturb.checks import same_entities
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._axis import force_perturbation
from gaugeblock.perturb.force._clock import about_times, says_exactly, time_of
from gaugeblock.perturb.force._exact import exact_figure, midpoint
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.force._vague import vague_count
from gaugeblock.perturb.grammar import is_negated
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.text import Text, analyse, tokens_of
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_BOUNDS: dict[str, list[float]] = _LEXICON["approximator"]
_AT_LEAST = frozenset(_LEXICON["at_least"])
_AMBIGUOUS = frozenset(_LEXICON["ambiguous"])
_NOT_A_RANGE = frozenset(_LEXICON["not_a_range"])
_TOPICS = frozenset(_LEXICON["topics"])
_UNITS = frozenset(_LEXICON["units"])
_KINDS = frozenset({"count", "decimal", "money", "percent", "measure", "fraction"})

_WORDS = "|".join(regex.escape(word) for word in sorted(_BOUNDS, key=len, reverse=True))
_TRIGGERS = (
    rf"\b(?:{_WORDS}|between|from|several|a few|few|multiple|numerous|a number of|handful of|dozens of|\w+s of)\b"
)
_BEFORE = regex.compile(rf"\b(?P<word>{_WORDS}) (?P<sign>[£$€] )?\Z", regex.IGNORECASE)
_VAGUE_BEFORE = regex.compile(rf"(?:\b(?:{_WORDS}|between|from)|\d to|~|≈|\bca?\.?) ?(?:[£$€] )?\Z", regex.IGNORECASE)
_VAGUE_AFTER = regex.compile(r"\A(?: \w+)? or (?:so|more|fewer|less|thereabouts)\b|\Aish\b|\A\+")
_GLUED = regex.compile(r"-|, \d")  # "a nearly two-minute film"; "55, 400" where the data parts what belongs together
_CUT = regex.compile(r"\.?\s*\Z|\. ?\d")
_WHOLE = 3  # figures
_INTERVAL = regex.compile(r"\b(?:CI|CrI|UI|IQR|SD|[Ii]ntervals?|[Rr]ange[ds]?|limits)\b[^.]{0,30}\Z")
_DETERMINED = ("the", "these", "those", "his", "her", "its", "their", "our", "my", "your")
_BETWEEN = regex.compile(r"\b(?P<word>between) \Z", regex.IGNORECASE)
_TIME = regex.compile(r"[ -](?:day|week|month|year|decade|hour|minute|second)s?\b")
_OLD = regex.compile(r"[ -]years?[ -]olds?\b|[ -]years olds?\b")
_WORD_BEFORE = regex.compile(r"(\p{L}+)\W*\Z")
_IN_N = r"(?:two|three|four|five|six|seven|eight|nine|ten|twenty|a hundred|[0-9]{1,3}0?)"
_ONE_IN = regex.compile(
    r"\b(?P<word>[Aa]bout|[Aa]round|[Rr]oughly|[Aa]pproximately|[Aa]lmost|[Nn]early) "
    rf"(?P<share>(?:one|1) in {_IN_N})\b(?![-,.][0-9])"
)
_OFFERING = frozenset(_LEXICON["offering"])
_VAGUE_WORD = rf"(?:{_WORDS})"
_NEAR = 60  # code points on either side of a number that are read for such words
_WORD_AFTER = regex.compile(r"\A\W?(\p{L}+|%)")


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    numbers = [number for number in text.numbers if number.kind in _KINDS]
    for position, number in enumerate(numbers):
        following = numbers[position + 1] if position + 1 < len(numbers) else None
        if following is not None:
            yield from _range(text, number, following)
        yield from _approximate(text, number, rng)
    yield from _one_in(text)
    yield from about_times(text)
    for token in tokens_of(text.syntax):
        yield from vague_count(token, rng)


def _follow(text: Text, end: int) -> str:
    match = _WORD_AFTER.search(text.text[end : end + _NEAR])
    return match[1] if match else ""


def _offered(up: Any, word: str) -> bool:
    """Whether "up to" goes with what is given or had, not with what moves: "offers up to three hours"."""
    return word == "up to" and up.i > 0 and up.nbor(-1).lemma_ in _OFFERING


def _one_in(text: Text) -> Iterator[Raise]:
    """ "about one in six people"."""
    for match in _ONE_IN.finditer(text.text):
        token = text.syntax.char_span(*match.span("word"), alignment_mode="expand")
        if token is None or any(is_negated(verb) for verb in token.root.ancestors):
            continue
        share, weak = match["share"], match[0]
        for severity, strong in enumerate((share, f"exactly {share}"), 2):
            yield Raise(severity, ((*match.span(), like_case(weak, strong)),), weak, strong, _follow(text, match.end()))


def _approximate(text: Text, number: Number, rng: random.Random) -> Iterator[Raise]:
    """ "about 40", "more than 200", "nearly half"."""
    match = _BEFORE.search(text.text, max(0, number.start - _NEAR), number.start)
    if (
        match is None
        or number.value is None
        or _GLUED.match(text.text, number.end)
        or (number.value < 2 and number.kind == "count")
    ):
        return
    if match["sign"] and len(number.text) < _WHOLE and _CUT.match(text.text, number.end):
        return  # "$ 7." may be "$ 7. 5 billion", where the data parts what belongs together
    word = match["word"].lower()
    token = text.syntax.char_span(match.start(), match.start() + len(word), alignment_mode="expand")
    if token is None:
        return
    if word in _AMBIGUOUS and not _offered(token[0], word) and token[0].dep_ not in {"quantmod", "advmod", "nmod"}:
        return
    if any(is_negated(verb) for verb in token.root.ancestors):
        return
    before = _WORD_BEFORE.search(text.text[max(0, match.start() - _NEAR) : match.start()])
    if before and before[1].lower() in {
        "no",
        "not",
        "aged",
        "age",
        "whether",
        "if",
        "or",
        "much",
        "any",
        "a",
        "an",
        *_DETERMINED,
    }:
        return
    if word == "about" and _TOPICS.intersection(
        text.text[max(0, match.start() - _NEAR) : match.start()].lower().split()[-3:]
    ):
        return
    if word in {"over", "under"} and _TIME.match(text.text, number.end):
        return  # "over 10 years" may say how long something took
    start, end, weak = match.start(), number.end, text.text[match.start() : number.end]
    follow = _follow(text, end)
    # "More than 200 guests came" entails "200 guests came", where that is read as "200 or more".
    sign = match["sign"] or ""  # tokenised text parts it from its number
    bare = None if word in _AT_LEAST else f"{sign}{number.text}"
    levels: list[str | None] = [bare, f"exactly {sign}{number.text}"]
    figure = exact_figure(number, _BOUNDS[word][0], _BOUNDS[word][1], rng)
    levels.append(None if figure is None else f"exactly {sign}{figure}")
    for severity, strong in enumerate(levels, 1):
        if strong is not None:
            yield Raise(severity, ((start, end, like_case(weak, strong)),), weak, strong, follow)


def _range(text: Text, low: Number, high: Number) -> Iterator[Raise]:
    """ "between 3 and 5 days", "3 to 5 days"."""
    joint = text.text[low.end : high.start]
    if len(joint) > len(" and "):
        return
    opening = _BETWEEN.search(text.text, max(0, low.start - _NEAR), low.start)
    if not (opening and joint == " and ") and not (joint == " to " and not opening):
        return
    start = opening.start() if opening else low.start
    before = _WORD_BEFORE.search(text.text[max(0, start - _NEAR) : start])
    if before and before[1].lower() in _NOT_A_RANGE:
        return
    follow = _follow(text, high.end)
    if _INTERVAL.search(text.text[max(0, start - _NEAR) : start]):
        return
    if not opening and follow not in _UNITS and high.kind not in {"percent", "measure"}:
        return
    middle = midpoint(low, high)
    if middle is None or _OLD.match(text.text, high.end):
        return
    weak = text.text[start : high.end]
    for severity, strong in enumerate((f"about {middle}", middle, f"exactly {middle}"), 1):
        yield Raise(severity, ((start, high.end, like_case(weak, strong)),), weak, strong, follow)


def _evidence_is_inexact(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses where the context gives the raised number without a word that makes it inexact."""
    if shared := _ONE_IN.fullmatch(proposal.details["from"]):
        stated_share = regex.compile(rf"(?<!{_VAGUE_WORD} ){regex.escape(shared['share'])}\b", regex.IGNORECASE)
        plain = any(stated_share.search(document) for document in original.context)
        return f"the context says {shared['share']!r} without reserve" if plain else None
    if time := time_of(proposal.details["from"]):
        exact = any(says_exactly(document, time) for document in original.context)
        return f"the context says {time!r} without reserve" if exact else None
    before, after = (analyse(proposal.details[key]).numbers for key in ("from", "to"))
    numbers = (*after, *(before if len(before) == 1 else ()))
    wanted = sorted({number.value for number in numbers if number.value is not None})
    for document in original.context:
        stated = _stated(document)
        if found := next((stated[value] for value in wanted if value in stated), None):
            return f"the context says {found!r} without reserve"
    return None


@lru_cache(maxsize=256)
def _stated(document: str) -> dict[float, str]:
    """The values that a document gives without a word that makes them inexact, each as it is first written."""
    stated: dict[float, str] = {}
    for number in analyse(document).numbers:
        before = document[max(0, number.start - _NEAR) : number.start]
        after = document[number.end : number.end + _NEAR]
        if number.value is not None and not _VAGUE_BEFORE.search(before) and not _VAGUE_AFTER.search(after):
            stated.setdefault(number.value, number.text)
    return stated


PERTURBATION = force_perturbation(
    "numeric",
    "Turns an inexact number or a range into an exact number.",
    _find,
    (_evidence_is_inexact, same_entities),
    triggers=_TRIGGERS,
    limits=(
        "Ages, scores and numbers within a compound are left alone. 'More than 40' is not raised to '40', which "
        "follows from it where numbers are read as 'at least'."
    ),
    illustration=Illustration(
        response="About 60 guests came to the fair.",
        after="60 guests came to the fair.",
        context=("The fair drew about 60 guests.",),
    ),
)
