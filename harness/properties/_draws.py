"""Draws of cases, made by Hypothesis: short runs that explore, and one that goes on to a condition."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from hypothesis import Phase, Verbosity, find, settings
from hypothesis.errors import Flaky, NoSuchExample, Unsatisfiable
from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._budget import Budget
from gaugeblock.harness.properties._case import Case

DRAWS = 2
"""Draws for each case that is tried: some give the same case as another, which is not tried twice."""

TOWARDS_THE_WORST = (Phase.generate, Phase.target)
"""The phases of a search for the case that breaks a law the most."""

TOWARDS_THE_SMALLEST = (Phase.generate, Phase.target, Phase.shrink)
"""The phases of a search for the smallest texts that break a law."""

_FRESH = 10
"""Draws of a run before Hypothesis begins to make them alike, mixing parts of one into another."""

_RUNS = 1_000_003  # runs that one seed can have, so that no two seeds share one


def planned(cases: SearchStrategy[Case], budget: Budget) -> list[Case]:
    """The cases that `explore` will come to, drawn without being judged."""
    found: list[Case] = []

    def take(case: Case, seed: int) -> bool:
        if case not in found:
            found.append(case)
        return len(found) >= budget.explored

    explore(cases, take, budget)
    return found


def explore(cases: SearchStrategy[Case], is_enough: Callable[[Case, int], bool], budget: Budget) -> None:
    """Draw cases in short runs, each with a seed of its own, until there are enough or only known ones come.

    Args:
        cases: what to draw from.
        is_enough: given each case and the seed of its run; says yes when there are enough.
        budget: how many are tried at most, and the seed.
    """
    for run in range(2 + DRAWS * budget.max_examples // _FRESH):
        seed = budget.seed * _RUNS + run
        drawn = 0
        enough = False

        def take(case: Case, seed: int = seed) -> bool:
            nonlocal drawn, enough
            drawn += 1
            enough = enough or is_enough(case, seed)
            return enough or drawn >= _FRESH

        go_through(cases, take, budget, seed, [Phase.generate])
        if enough:
            return


def go_through(
    cases: SearchStrategy[Case], condition: Callable[[Case], bool], budget: Budget, seed: int, phases: Sequence[Phase]
) -> None:
    """Draw cases until the condition says yes, and shrink the one that it said it of, where that is a phase.

    What is drawn depends on the seed and the number of examples alone, so that a run can be gone through again.
    Nothing is returned: the condition remembers what it saw, also where the search ends without an answer.
    """
    how = settings(
        max_examples=max(DRAWS * budget.max_examples, DRAWS * _FRESH),
        database=None,
        phases=tuple(phases),
        deadline=None,
        verbosity=Verbosity.quiet,
        derandomize=False,
    )
    try:
        find(cases, condition, settings=how, random=random.Random(seed))
    except (NoSuchExample, Unsatisfiable, Flaky):
        return
