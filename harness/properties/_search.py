"""The search for the worst case of a law, and for the smallest texts that show it."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from hypothesis import Phase, Verbosity, find, settings, target
from hypothesis.database import ExampleDatabase, ReadOnlyDatabase
from hypothesis.errors import Flaky, NoSuchExample, Unsatisfiable
from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.harness.properties._law import SPREAD_SHARE, Law
from gaugeblock.harness.properties._scorer import Afresh, OutOfTimeError, Scorer
from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

HELD, BROKEN, UNDECIDED, NOT_APPLICABLE = "held", "broken", "undecided", "not applicable"
"""What a search can find: nothing, a counterexample, nothing that could be compared, no question to ask."""

SHOWN_SHARE = 0.25
"""The smallest texts are those that still break the law by this share of the worst case."""

REPEATS = 20
"""A law must be broken so many times in a row before a metric is blamed whose scores differ from call to call."""

SURE = 3
"""So many broken cases scored alike twice make a metric one whose scores do not differ from call to call."""

_SEARCH_SHARE = 0.7  # of the time goes to the search for the worst case, the rest to shrinking


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to search.

    Args:
        max_examples: cases that are tried.
        max_seconds: seconds that scoring may take; None = no limit.
        seed: the same seed draws the same cases.
    """

    max_examples: int = 100
    max_seconds: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.max_examples, bool) or not isinstance(self.max_examples, int) or self.max_examples < 1:
            raise UsageError(f"max_examples takes a whole number from 1 on, not {self.max_examples!r}")
        if self.max_seconds is not None and not self.max_seconds > 0:
            raise UsageError(f"max_seconds takes a number above 0 or None, not {self.max_seconds!r}")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise UsageError(f"seed takes a whole number, not {self.seed!r}")


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A case that breaks a law, shrunk.

    Args:
        law: the law, with the tolerance that was used.
        case: the smallest examples that break it by `SHOWN_SHARE` of the worst case, at least.
        scores: the metric's own, one an example.
        judgement: what the law says of them.
        worst: by how much the worst case that was seen breaks the law, in score units.
    """

    law: Law
    case: Case
    scores: tuple[Score, ...]
    judgement: Judgement
    worst: float


@dataclass(slots=True)
class Outcome:
    """What the search for one law found.

    Args:
        law: the law, with the tolerance that was used.
        status: one of `HELD`, `BROKEN`, `UNDECIDED`, `NOT_APPLICABLE`.
        note: why it is undecided or not applicable, or what else should be known.
        tried: cases that were drawn.
        compared: those of them that had the scores to be compared.
        violations: those of them that break the law.
        noisy: those that broke it at first, but not each time that they were scored again.
        perturbations: how often each was tried, by (family, name).
        counterexample: the smallest case that breaks it.
    """

    law: Law
    status: str = HELD
    note: str = ""
    tried: int = 0
    compared: int = 0
    violations: int = 0
    noisy: int = 0
    perturbations: Counter[tuple[str, str]] = field(default_factory=Counter)
    counterexample: Counterexample | None = None


def search(
    law: Law,
    scorer: Scorer,
    among: Sequence[Example] | None,
    budget: Budget,
    database: ExampleDatabase | None = None,
) -> Outcome:
    """Try a law on drawn cases, drawn towards the worst; shrink what breaks it.

    First come the cases that broke the law last time, then drawn ones. Cases are scored in batches ahead where the
    metric takes batches. Then the same cases run again, at no cost since their scores are known, and the first that
    breaks the law by a fair share of the worst is shrunk.

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
    scorer.deadline = None if budget.max_seconds is None else start + _SEARCH_SHARE * budget.max_seconds
    if law.tolerance is None:
        try:
            law = law.with_tolerance(_rounded(SPREAD_SHARE * scorer.spread))
        except OutOfTimeError:
            return Outcome(law, UNDECIDED, "the time was up before the metric's spread was known")
    trial = _Trial(law, scorer)
    cases = law.cases(scorer.metric.construct, among)
    key = f"gaugeblock {scorer.metric.name} {law.name} {sorted(law.options)}".encode()
    kept = None if database is None else ReadOnlyDatabase(database)
    drawing = [Phase.reuse, Phase.generate, Phase.target]
    if not law.in_batches and scorer.metric.batched and scorer.metric.batch_size > 1:
        scorer.ahead(_first_examples(cases, budget, _settings(budget, kept, drawing), key))
    _find(cases, trial.watch, budget, _settings(budget, kept, drawing), key)
    if trial.worst is not None:
        scorer.deadline = None if budget.max_seconds is None else start + budget.max_seconds
        shrinking = _settings(budget, database, [*drawing, Phase.shrink])
        _find(cases, trial.shows, budget, shrinking, key)
    scorer.deadline = None
    return trial.outcome()


class _Trial:
    """One law, one metric, and what is known so far."""

    def __init__(self, law: Law, scorer: Scorer) -> None:
        self._law, self._scorer = law, scorer
        self._outcome = Outcome(law)
        self._judged: dict[Case, Judgement | None] = {}
        self._seen: set[Case] = set()
        self._alike = 0  # broken cases whose scores were the same each time
        self.worst: Case | None = None
        self._smallest: Case | None = None
        self._threshold = 0.0
        self._late = False

    def watch(self, case: Case) -> bool:
        """Judge a case and remember it; says no each time, so that the search goes on."""
        judgement = self._judge(case)
        if self._late:
            return False
        out = self._outcome
        if case not in self._seen:
            self._seen.add(case)
            out.tried += 1
            out.compared += judgement is not None
            out.violations += judgement is not None and judgement.broken
            if case.perturbation:
                out.perturbations[case.family, case.perturbation] += 1
        if judgement is not None:
            target(max(-1e9, min(judgement.excess, 1e9)), label=self._law.spec)
            if judgement.broken and (self.worst is None or judgement.excess > self._excess(self.worst)):
                self.worst = case
                self._threshold = judgement.excess * SHOWN_SHARE
        return False

    def shows(self, case: Case) -> bool:
        """Whether a case breaks the law by a fair share of the worst."""
        judgement = self._judge(case)
        if judgement is None or not judgement.broken or judgement.excess < self._threshold:
            return False
        self._smallest = case
        return True

    def outcome(self) -> Outcome:
        """What was found."""
        out = self._outcome
        case = self._smallest or self.worst
        if case is not None and self.worst is not None:
            judgement = self._judged[case]
            assert judgement is not None, "a case that breaks a law was judged"
            out.status = BROKEN
            scores = self._scores(case)
            out.counterexample = Counterexample(self._law, case, scores, judgement, self._excess(self.worst))
        elif not out.compared:
            out.status = UNDECIDED
            out.note = "the time was up before anything was scored" if self._late else "no example had its scores"
        elif out.noisy:
            out.status = UNDECIDED
            out.note = f"{out.noisy} cases broke it, but not each time: the scores differ from call to call"
        return out

    def _scores(self, case: Case) -> tuple[Score, ...]:
        try:
            return tuple(self._scorer(case.examples))
        except OutOfTimeError:
            return tuple(Unscored("timeout", "the time was up") for _ in case.examples)

    def _excess(self, case: Case) -> float:
        judgement = self._judged[case]
        return 0.0 if judgement is None else judgement.excess

    def _judge(self, case: Case) -> Judgement | None:
        if case not in self._judged:
            try:
                self._judged[case] = self._looked_again(case, self._once(case, fresh=False))
            except OutOfTimeError:
                self._late = True
                return None
        return self._judged[case]

    def _once(self, case: Case, fresh: bool) -> Judgement | None:
        look = Afresh(self._scorer) if fresh else self._scorer
        return self._law.judge(case, look, self._law.tolerance or 0.0)

    def _looked_again(self, case: Case, first: Judgement | None) -> Judgement | None:
        """The judgement, once the case has been scored again: a metric whose scores differ must break it each time."""
        if first is None or not first.broken or not self._law.looks_again or self._alike >= SURE:
            return first
        mildest = first
        for repeat in range(REPEATS):
            again = self._once(case, fresh=True)
            if again is None or not again.broken:
                self._outcome.noisy += 1
                return None if again is None else again
            if again.excess < mildest.excess:
                mildest = again
            if repeat == 0 and again.excess == first.excess:
                self._alike += 1
                return first
        return mildest


def _first_examples(cases: SearchStrategy[Case], budget: Budget, how: settings, key: bytes) -> Iterator[Example]:
    """The examples of the first half of the cases, those before the search turns to the worst."""
    found: list[Case] = []

    def gather(case: Case) -> bool:
        found.append(case)
        return len(found) >= max(1, budget.max_examples // 2)

    _find(cases, gather, budget, replace_phases(how, [Phase.reuse, Phase.generate]), key)
    return (example for case in found for example in case.examples)


def replace_phases(how: settings, phases: Sequence[Phase]) -> settings:
    """The same settings with other phases."""
    return settings(how, phases=tuple(phases))


def _settings(budget: Budget, database: ExampleDatabase | None, phases: Sequence[Phase]) -> settings:
    return settings(
        max_examples=budget.max_examples,
        database=database,
        phases=tuple(phases),
        deadline=None,
        verbosity=Verbosity.quiet,
        derandomize=False,
    )


def _find(
    cases: SearchStrategy[Case], condition: Callable[[Case], bool], budget: Budget, how: settings, key: bytes
) -> None:
    # nothing is returned: the condition remembers what it saw, also where the search ends in an error of timing
    try:
        find(cases, condition, settings=how, random=random.Random(budget.seed), database_key=key)
    except (NoSuchExample, Unsatisfiable, Flaky):
        return


def _rounded(number: float) -> float:
    """Three significant digits, so that the line that replays a case can be read."""
    return float(f"{number:.3g}")
