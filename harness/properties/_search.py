"""The search for the worst case of a law, and for the smallest texts that show it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from hypothesis.database import ExampleDatabase

from gaugeblock.harness.properties._budget import Budget
from gaugeblock.harness.properties._draws import (
    TOWARDS_THE_SMALLEST,
    TOWARDS_THE_WORST,
    explore,
    go_through,
    planned,
)
from gaugeblock.harness.properties._hunt import Hunt
from gaugeblock.harness.properties._law import SPREAD_SHARE, Law
from gaugeblock.harness.properties._memory import Memory
from gaugeblock.harness.properties._outcome import NOT_APPLICABLE, UNDECIDED, Outcome
from gaugeblock.harness.properties._scorer import OutOfTimeError, Scorer
from gaugeblock.perturb.example import Example


def search(
    law: Law,
    scorer: Scorer,
    among: Sequence[Example] | None,
    budget: Budget,
    database: ExampleDatabase | None = None,
) -> Outcome:
    """Try a law on drawn cases, drawn towards the worst; shrink what breaks it.

    First come the cases that broke the law last time, beside the budget, then drawn ones. Cases are scored in batches
    ahead where the metric takes batches. Then the same cases run again, at no cost since their scores are known, and
    the first that breaks the law by a fair share of the worst is shrunk.

    Args:
        law: the law.
        scorer: the metric.
        among: examples to draw from; None = built ones.
        budget: how long to search.
        database: remembers what broke the law; None = nothing is remembered.

    Raises:
        UsageError: the examples give no case of this law.
    """
    if why := law.not_for(scorer.metric):
        return Outcome(law, NOT_APPLICABLE, why)
    start = time.monotonic()
    scorer.deadline = budget.search_ends(start)
    if law.tolerance is None:
        try:
            law = law.with_tolerance(_rounded(SPREAD_SHARE * scorer.spread))
        except OutOfTimeError:
            return Outcome(law, UNDECIDED, "the time was up before the metric's spread was known")
    hunt = Hunt(law, scorer, budget)
    memory = Memory(database, scorer.metric.name, law, among)
    hunt.recall(memory.cases())
    cases = law.cases(scorer.metric.construct, among)
    if not law.in_batches and scorer.metric.batched and scorer.metric.batch_size > 1:
        scorer.ahead(example for case in planned(cases, budget) for example in case.examples)
    explore(cases, hunt.explored, budget)
    go_through(cases, hunt.watch, budget, hunt.climb_from_the_best(), TOWARDS_THE_WORST)
    if hunt.begin_shrinking():
        scorer.deadline = budget.ends(start)
        go_through(cases, hunt.shows, budget, hunt.seed_that_shows(), TOWARDS_THE_SMALLEST)
    scorer.deadline = None
    found = hunt.outcome()
    memory.keep(found.counterexample, hunt.holds)
    return found


def _rounded(number: float) -> float:
    """Three significant digits, so that the line that replays a case can be read."""
    return float(f"{number:.3g}")
