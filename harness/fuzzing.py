"""What a caller needs to hold a metric to several laws: the laws by name, a scorer, a budget, and what came of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis.database import ExampleDatabase

from gaugeblock.harness.properties import (
    BROKEN,
    HELD,
    NOT_APPLICABLE,
    UNDECIDED,
    Budget,
    Case,
    Counterexample,
    Law,
    Outcome,
    Scorer,
    Trial,
    called,
    examples_of,
    law_from,
    message,
    name_of,
    search,
    standard_laws,
    to_json,
    try_again,
    visible,
)
from gaugeblock.perturb.errors import NoCaseError, UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.options import split_names

FEW = 10
"""Cases below which a law that held is said to have held on too few."""


def laws_of(properties: str | Iterable[str | Law] | None) -> list[Law]:
    """The laws that are named, or the standard ones.

    Raises:
        UsageError: nothing is named, or options cannot be read.
        UnknownNameError: no law has that name.
    """
    if properties is None:
        return standard_laws()
    named = split_names(properties) if isinstance(properties, str) else list(properties)
    laws = [law_from(item) if isinstance(item, str) else item for item in named]
    if not laws:
        raise UsageError("no property is named; leave it out to try the standard ones")
    return laws


def try_law(
    law: Law,
    scorer: Scorer,
    among: Sequence[Example] | None,
    budget: Budget,
    database: ExampleDatabase | None = None,
) -> Outcome:
    """Search for a case that breaks a law; where the examples give no case, the law is undecided.

    Args:
        law: the law.
        scorer: the metric.
        among: examples to draw from; None = built ones.
        budget: how long to search.
        database: remembers what broke the law; None = nothing is remembered.
    """
    try:
        return search(law, scorer, among, budget, database)
    except NoCaseError as error:
        return Outcome(law, UNDECIDED, str(error), without_case=True)


def is_too_few(outcome: Outcome) -> bool:
    """Whether a law held on fewer cases than say anything."""
    return outcome.status == HELD and outcome.compared < FEW


def in_a_line(outcome: Outcome) -> str:
    """An outcome as one line: what came of the law, on how many cases, and what else should be known."""
    if is_too_few(outcome):
        status = "too few"
    else:
        status = outcome.status.upper() if outcome.status == BROKEN else outcome.status
    return f"{status:<14} {outcome.law.spec:<46} {_counts(outcome)}"


def _counts(outcome: Outcome) -> str:
    if not outcome.compared:
        return outcome.note
    cases = f"{outcome.compared} case{'' if outcome.compared == 1 else 's'}"
    if outcome.status == HELD:
        counted = f"held on {cases}" + (", too few to tell" if is_too_few(outcome) else "")
    else:
        counted = f"{outcome.violations} of {cases} break it"
    return f"{counted}; {outcome.note}" if outcome.note else counted


__all__ = [
    "BROKEN",
    "FEW",
    "HELD",
    "NOT_APPLICABLE",
    "UNDECIDED",
    "Budget",
    "Case",
    "Counterexample",
    "Law",
    "Outcome",
    "Scorer",
    "Trial",
    "called",
    "examples_of",
    "in_a_line",
    "is_too_few",
    "law_from",
    "laws_of",
    "message",
    "name_of",
    "to_json",
    "try_again",
    "try_law",
    "visible",
]
