"""What a language model's rewording must keep, besides what every benign edit must keep."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import regex

from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.calendar_words import month_number
from gaugeblock.perturb.checks import same_polarity
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.language import guess_language
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.quantities import quantities
from gaugeblock.perturb.text import analyse

PROMPTS: dict[str, Any] = lexicon(str(Path(__file__).with_name("llm.py")))
"""Prompts and word lists of the language-model perturbations."""

_WORDS: dict[str, Any] = PROMPTS["words"]
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’-]*|\p{N}+")
_NEW_STEMS = 0.25  # of the stems of a shortened text, how many may be new in it
_FEWEST_ADDED, _MOST_ADDED = 0.25, 3  # of the words of a text, how many a padded one has besides
_KEPT_STEMS = 0.6  # of the stems of a text, how many a shortened one must keep


def words_of(text: str) -> list[str]:
    """The words of a text in lower case.

    >>> words_of("It's 40% up.")
    ["it's", '40', 'up']
    """
    return [word.lower() for word in _WORD.findall(text)]


def plain_text(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The reply is a text in the same language, without a word about itself."""
    if not changed.response.strip():
        return "the text is empty"
    wrapper = _wrapper().match(changed.response.strip())
    if wrapper is not None and _wrapper().match(original.response.strip()) is None:
        return f"the text opens with {wrapper[0].lower()!r}"
    before, after = guess_language(original.response), guess_language(changed.response)
    return None if before == after else f"the language is {after}, not {before}"


@cache
def _wrapper() -> regex.Pattern[str]:
    wrappers, assents = ("|".join(map(regex.escape, _WORDS[name])) for name in ("wrappers", "assents"))
    return regex.compile(rf"(?:{wrappers})(?:(?<=:)|(?![\w'’]))|(?:{assents})(?=\s*[,!.:–—])", regex.IGNORECASE)


def same_quantities(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The response states the same amounts, each with its sign and unit, and the same ordinals, however written."""
    before, after = quantities(original.response), quantities(changed.response)
    lost, gained = (
        ", ".join(" ".join(filter(None, quantity)) for quantity in found) or "nothing"
        for found in (before - after, after - before)
    )
    return None if before == after else f"an amount changed: {lost} became {gained}"


def same_dates(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The response names the same dates, however they are written."""
    return None if _dates(original.response) == _dates(changed.response) else "a date changed"


def _dates(text: str) -> Counter[tuple[str, ...]]:
    return Counter(
        tuple("" if part is None else _date_part(part.of(text)) for part in (date.day, date.month, date.year))
        for date in analyse(text).dates
    )


def _date_part(written: str) -> str:
    month = month_number(written)
    return written.lstrip("0") if month is None else str(month)


def same_force(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """No hedge is dropped or brought in altogether, and no absolute word comes in."""
    before, after = set(words_of(original.response)), set(words_of(changed.response))
    hedges = set(_WORDS["hedges"])
    if bool(before & hedges) != bool(after & hedges):
        return "a hedge was dropped" if before & hedges else "a hedge was brought in"
    gained = (after - before) & set(_WORDS["absolutes"])
    return f"{min(gained)!r} makes a claim stronger" if gained and not before & set(_WORDS["absolutes"]) else None


def not_turned_round(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """No word gives way to its opposite."""
    before, after = set(words_of(original.response)), set(words_of(changed.response))
    for one, other in _opposites():
        if one in before - after and other in after - before:
            return f"{one!r} became {other!r}"
    return None


@cache
def _opposites() -> tuple[tuple[str, str], ...]:
    return tuple(pair for one, other in _WORDS["opposites"] for pair in ((one, other), (other, one)))


def about_as_long(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The length is between two thirds and one and a half times the old one, give or take three words."""
    before, after = len(words_of(original.response)), len(words_of(changed.response))
    return None if before / 1.5 - 3 <= after <= before * 1.5 + 3 else f"{before} words became {after}"


def shorter(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """At least a tenth of the words is gone, and what is left was there."""
    before, after = len(words_of(original.response)), len(words_of(changed.response))
    if after > 0.9 * before:
        return f"{before} words became {after}, which is hardly shorter"
    old, new = content_stems(original.response), content_stems(changed.response)
    if len(new - old) > _NEW_STEMS * len(new):
        return f"much is new in it: {', '.join(sorted(new - old)[:5])}"
    return None if len(old & new) >= _KEPT_STEMS * len(old) else "too much was left out"


def longer_with_nothing_lost(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The old words stand in the new text in their order, and a quarter to three times as many are added."""
    before, after = words_of(original.response), words_of(changed.response)
    if not _FEWEST_ADDED * len(before) <= len(after) - len(before) <= _MOST_ADDED * len(before):
        return f"{len(before)} words became {len(after)}"
    rest = iter(after)
    lost = next((word for word in before if word not in rest), None)  # `in` reads on in the iterator
    return f"{lost!r} was lost" if lost is not None else None


def simpler(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The automated readability index is lower (Smith and Senter 1967)."""
    before, after = readability_index(original.response), readability_index(changed.response)
    return None if after < before else f"it reads no easier ({before:.1f} became {after:.1f})"


def readability_index(text: str) -> float:
    """4.71 times characters per word plus 0.5 times words per sentence, less 21.43; higher is harder.

    >>> round(readability_index("The cat sat. The dog ran."), 2)
    -5.8
    """
    words = words_of(text)
    if not words:
        return 0.0
    sentences = max(1, len(analyse(text).sentences))
    return 4.71 * sum(map(len, words)) / len(words) + 0.5 * len(words) / sentences - 21.43


def less_diverse(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Fewer different words, for their number; how many there may be is for `about_as_long` to say."""
    before, after = words_of(original.response), words_of(changed.response)
    if not before or not after or len(set(after)) / len(after) < len(set(before)) / len(before):
        return None
    return "the vocabulary is no smaller"


def other_polarity(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """A negation has come or gone, in one place."""
    if same_polarity(original, changed, proposal) is None:
        return "no negation came or went"
    size = sum(len(edit.before.split()) + len(edit.after.split()) for edit in proposal.edits)
    return None if size <= 12 and len(proposal.edits) <= 4 else "more than one claim was reworded"
