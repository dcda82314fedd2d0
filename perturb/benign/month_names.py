"""Names of months in dates abbreviated or written out: "Jan. 18" as "January 18"."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations, same_numbers, same_polarity
from gaugeblock.perturb.dates import MONTHS, Date, month_number
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import like_case

_SHORT: dict[str, str] = lexicon(__file__)["short"]
# The full stop of an abbreviation must not be taken for that of a sentence, nor do both at once.
_GOES_ON = regex.compile(r",? [0-9\p{Ll}]")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All months of the dates written out, else all abbreviated that newspapers abbreviate."""
    for direction in ("full", "short"):
        edits = [edit for date in text.dates if (edit := _renamed(text, date, direction)) is not None]
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


def _renamed(text: Text, date: Date, direction: str) -> Edit | None:
    if date.month is None or not free(text, date.start, date.end):
        return None
    written = date.month.of(text.text)
    month = month_number(written)
    if month is None or not written[0].isalpha() or _GOES_ON.match(text.text, date.month.end) is None:
        return None
    full = MONTHS[month - 1]
    if direction == "full":
        after = "" if written.lower() == full.lower() else full
    else:
        dated = date.day is not None and written.lower() == full.lower()
        after = _SHORT.get(full, "") if dated else ""
    if not after:
        return None
    cased = after.lower() if written.islower() else like_case(written.rstrip("."), after)
    return replace_span(text.text, date.month.start, date.month.end, cased)


PERTURBATION = RuleBased(
    name="month-names",
    family="benign",
    changes="form",
    summary="Writes abbreviated months of dates out, or abbreviates them.",
    propose=propose,
    # The month's name changes on purpose, and always into the other form of the same one.
    checks=(outside_protected, outside_quotations, same_numbers, same_polarity, not_doubled),
    limits="Changes months of dates only, and abbreviates neither March to July nor a month at the end of a sentence.",
    illustration=Illustration(
        response="The pier shut on Jan. 18 after a storm.",
        after="The pier shut on January 18 after a storm.",
    ),
)
