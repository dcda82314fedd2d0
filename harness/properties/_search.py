"""The search for the worst case of a law, and for the smallest texts that show it."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from hypothesis import Phase, Verbosity, find, settings, target
from hypothesis.database import ExampleDatabase
from hypothesis.errors import Flaky, NoSuchExample, Unsatisfiable
from hypothesis.strategies import SearchStrategy

from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.harness.properties._law import SPREAD_SHARE, Law
from gaugeblock.harness.properties._scorer import Afresh, OutOfTimeError, Scorer
from gaugeblock.perturb.arguments import count, seconds, whole
from gaugeblock.perturb.example import Example, content_hash
from gaugeblock.perturb.variant import diff_edits

HELD, BROKEN, UNDECIDED, NOT_APPLICABLE = "held", "broken", "undecided", "not applicable"
"""What a search can find: nothing, a counterexample, nothing that could be compared, no question to ask."""

SHOWN_SHARE = 0.25
"""The smallest texts are those that still break the law by this share of the worst case."""

REPEATS = 20
"""A law must be broken so many times in a row before a metric is blamed whose scores differ from call to call."""

SURE = 3
"""So many broken cases that were scored alike again make a metric one whose scores do not differ from call to call."""

ALIKE = 2
"""How often a case must be scored alike again to count as steady, where the metric calls itself deterministic."""

RECALLED = 10
"""So many cases that broke a law before are tried again in one run, at most; the others stay for the next."""

DRAWS = 2
"""Draws for each case that is tried: some give the same case as another, which is not tried twice."""

_FRESH = 10
"""Draws of a run before Hypothesis begins to make them alike, mixing parts of one into another."""

_RUNS = 1_000_003  # runs that one seed can have, so that no two seeds share one

_PHASES = (Phase.generate, Phase.target, Phase.shrink)

_EXPLORED_SHARE = 0.7
"""Of the examples go to runs so short that the draws are unlike, the rest to one that climbs from the best of them."""

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
        object.__setattr__(self, "max_examples", count("max_examples", self.max_examples, 1))
        if self.max_seconds is not None:
            seconds("max_seconds", self.max_seconds)
        object.__setattr__(self, "seed", whole("seed", self.seed))


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A case that breaks a law, shrunk.

    Args:
        law: the law, with the tolerance that was used.
        case: the smallest examples that break it by `SHOWN_SHARE` of the worst case, at least.
        judgement: what the law says of them, with the scores that it judged.
        worst: by how much the worst case that was seen breaks the law, in score units; `judgement.excess` at least.
    """

    law: Law
    case: Case
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
        recalled: cases of earlier runs that were judged again.
        compared: those of both that had the scores to be compared.
        violations: those of them that break the law.
        noisy: those that broke it at first, but not each time that they were scored again.
        perturbations: how often each was tried, by (family, name).
        counterexample: the smallest case that breaks it.
        without_case: whether it is undecided since the examples give no case of the law.
    """

    law: Law
    status: str = HELD
    note: str = ""
    tried: int = 0
    recalled: int = 0
    compared: int = 0
    violations: int = 0
    noisy: int = 0
    perturbations: Counter[tuple[str, str]] = field(default_factory=Counter)
    counterexample: Counterexample | None = None
    without_case: bool = False


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
    scorer.deadline = None if budget.max_seconds is None else start + _SEARCH_SHARE * budget.max_seconds
    if law.tolerance is None:
        try:
            law = law.with_tolerance(_rounded(SPREAD_SHARE * scorer.spread))
        except OutOfTimeError:
            return Outcome(law, UNDECIDED, "the time was up before the metric's spread was known")
    trial = _Trial(law, scorer, budget.max_examples)
    memory = _Memory(database, scorer.metric.name, law, among)
    trial.recall(memory.cases())
    cases = law.cases(scorer.metric.construct, among)
    if not law.in_batches and scorer.metric.batched and scorer.metric.batch_size > 1:
        planned = _Planned(budget)
        _explore(cases, planned, budget)
        scorer.ahead(example for case in planned.cases for example in case.examples)
    _explore(cases, trial, budget)
    trial.seed = trial.seed_of_the_best(budget.seed)
    _find(cases, trial.watch, budget, trial.seed, [Phase.generate, Phase.target])
    if trial.begin_shrinking():
        scorer.deadline = None if budget.max_seconds is None else start + budget.max_seconds
        _find(cases, trial.shows, budget, trial.seed_that_shows(budget.seed), _PHASES)
    scorer.deadline = None
    found = trial.outcome()
    memory.keep(found.counterexample, trial.holds)
    return found


class _Memory:
    """What broke a law last time, in the database of Hypothesis.

    The cases themselves are kept, not the choices that lead to them, so that they outlive a change of the strategies.

    Args:
        database: where; None = nowhere.
        metric: the metric's name. Its code does not count: what it is mended for is to be tried again.
        law: the law; its tolerance does not count.
        among: the data that cases are drawn from, so that none of other data comes up; None = built examples.
    """

    def __init__(
        self, database: ExampleDatabase | None, metric: str, law: Law, among: Sequence[Example] | None
    ) -> None:
        self._database = database
        options = {name: value for name, value in law.options.items() if name != "tolerance"}
        data = "built" if among is None else content_hash(sorted({example.digest for example in among}))
        self._key = f"gaugeblock {metric} {replace(law, options=options).spec} {data}".encode()
        self._old: dict[Case, bytes] = {}

    def cases(self) -> list[Case]:
        """The shortest cases, the shortest first; what cannot be read is forgotten."""
        if self._database is None:
            return []
        for written in sorted(self._database.fetch(self._key), key=len):
            try:
                self._old[Case.from_json(json.loads(written))] = written
            except (ValueError, KeyError, TypeError):
                self._database.delete(self._key, written)
        return list(self._old)[:RECALLED]

    def keep(self, found: Counterexample | None, holds: Callable[[Case], bool]) -> None:
        """Remember a case, and forget those that were judged again and hold now.

        Args:
            found: what was found; None = nothing.
            holds: whether the law was tried on a case and held; no for a case that was not tried.
        """
        if self._database is None:
            return
        for case, written in self._old.items():
            if holds(case):
                self._database.delete(self._key, written)
        if found is not None:
            written = json.dumps(found.case.to_json()).encode()
            self._database.save(self._key, written)


class _Trial:
    """One law, one metric, and what is known so far."""

    def __init__(self, law: Law, scorer: Scorer, most: int) -> None:
        self._law, self._scorer, self._most = law, scorer, most
        self._outcome = Outcome(law)
        self._judged: dict[Case, Judgement | None] = {}
        self._missing: Counter[str] = Counter()  # why scores were missing
        self._alike = 0  # broken cases whose scores were the same each time
        self._smallest: Case | None = None
        self._threshold = 0.0
        self._late = False
        self._seeds: dict[Case, int] = {}  # the run of Hypothesis in which each drawn case came first
        self.seed = 0

    def seed_of_the_best(self, otherwise: int) -> int:
        """The run of Hypothesis that came nearest to breaking the law, or broke it worst."""
        judged = [case for case in self._seeds if self._judged.get(case) is not None]
        return self._seeds[max(judged, key=self._excess)] if judged else otherwise

    def seed_that_shows(self, otherwise: int) -> int:
        """The run of Hypothesis in which the shortest case came that breaks the law by a fair share of the worst."""
        fair = [case for case in self._seeds if self._is_fair(case)]
        return self._seeds[min(fair, key=_length)] if fair else otherwise

    def explored(self, case: Case, seed: int) -> bool:
        """Note a case of a run; says yes when as many were tried as are not kept for the search towards the worst."""
        self.seed = seed
        return self.watch(case) or self._outcome.tried >= _EXPLORED_SHARE * self._most

    def watch(self, case: Case) -> bool:
        """Note a case, and draw towards worse ones; says yes when enough were tried, which ends the search."""
        if self._is_over(case):
            return True
        judgement = self._note(case)
        if judgement is not None:
            _aim(judgement, self._law)
        return self._is_over(None)

    def _is_over(self, case: Case | None) -> bool:
        return self._late or (self._outcome.tried >= self._most and case not in self._seeds)

    def recall(self, cases: Sequence[Case]) -> None:
        """Judge cases of an earlier run; they count as compared, but not as tried."""
        for case in cases:
            judgement = self._judge(case)
            if self._late:
                return
            self._outcome.recalled += 1
            self._count(judgement)

    def holds(self, case: Case) -> bool:
        """Whether a case was judged, had its scores, and keeps the law."""
        judgement = self._judged.get(case)
        return judgement is not None and not judgement.broken

    def _note(self, case: Case) -> Judgement | None:
        """Judge a drawn case and count it once."""
        known = case in self._judged
        judgement = self._judge(case)
        if self._late:
            return None
        if case not in self._seeds:
            self._seeds[case] = self.seed
            self._outcome.tried += 1
            if not known:  # else it was recalled, and is counted already
                self._count(judgement)
            if case.perturbation:
                self._outcome.perturbations[case.family, case.perturbation] += 1
        return judgement

    def _count(self, judgement: Judgement | None) -> None:
        self._outcome.compared += judgement is not None
        self._outcome.violations += judgement is not None and judgement.broken

    def begin_shrinking(self) -> bool:
        """Set how far a case must break the law to be shown, by the worst so far; says no where none breaks it."""
        worst = self._worst()
        self._threshold = 0.0 if worst is None else worst * SHOWN_SHARE
        return worst is not None

    def shows(self, case: Case) -> bool:
        """Whether a case breaks the law by a fair share of the worst that was known when shrinking began."""
        judgement = self._judge(case)
        if judgement is not None:
            _aim(judgement, self._law)
        if not self._is_fair(case):
            return False
        self._smallest = case
        return True

    def _is_fair(self, case: Case) -> bool:
        judgement = self._judged.get(case)
        return judgement is not None and judgement.broken and judgement.excess >= self._threshold

    def _worst(self) -> float | None:
        """By how much the worst of all cases that were judged breaks the law, those met in shrinking included."""
        return max(
            (found.excess for found in self._judged.values() if found is not None and found.broken), default=None
        )

    def outcome(self) -> Outcome:
        """What was found."""
        out = self._outcome
        worst = self._worst()
        if worst is not None:
            self._threshold = worst * SHOWN_SHARE  # shrinking may have met a worse case than the search
            # what was remembered is shrunk already, so where nothing new is found the shortest of all stands
            smallest = self._smallest if self._smallest is not None and self._is_fair(self._smallest) else None
            case = smallest or min(filter(self._is_fair, self._judged), key=_length)
            judgement = self._judged[case]
            assert judgement is not None, "a case that breaks a law was judged"
            out.status = BROKEN
            if not self._law.in_batches:
                case, judgement = _only_shown(case, judgement)
            out.counterexample = Counterexample(self._law, case, judgement, worst)
        elif not out.compared:
            out.status = UNDECIDED
            reasons = ", ".join(f"{reason} {count} times" for reason, count in self._missing.most_common())
            missing = f"no example had its scores ({reasons or 'none was drawn'})"
            out.note = "the time was up before anything was scored" if self._late else missing
        elif out.noisy:
            out.status = UNDECIDED
        if out.noisy:
            out.note = f"{out.noisy} cases broke it, but not each time: the scores differ from call to call"
        return out

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
        judgement, missing = self._law.judged(case, Afresh(self._scorer) if fresh else self._scorer)
        self._missing.update(score.reason for score in missing)
        return judgement

    def _looked_again(self, case: Case, first: Judgement | None) -> Judgement | None:
        """The judgement, once the case has been scored again.

        A metric that calls itself deterministic needs few repetitions that come out alike; any other, and one whose
        scores differ, must break the law each time, however alike the scores are.
        """
        if first is None or not first.broken or not self._law.looks_again or self._alike >= SURE:
            return first
        mildest = first
        alike = 0
        for _ in range(REPEATS):
            again = self._once(case, fresh=True)
            if again is None or not again.broken:
                self._outcome.noisy += 1
                return None if again is None else again
            if again.excess < mildest.excess:
                mildest = again
            alike += again.excess == first.excess
            if self._scorer.metric.deterministic and alike == ALIKE and mildest is first:
                self._alike += 1
                return first
        return mildest


def _only_shown(case: Case, judgement: Judgement) -> tuple[Case, Judgement]:
    """The two examples of a longer case that show it, with what leads from one to the other."""
    first, second = judgement.shown
    if first == second:
        single = replace(case, examples=(case.examples[first],))
        return single, replace(judgement, shown=(0, 0), scores=(judgement.scores[first],))
    if len(case.examples) <= 2:
        return case, judgement
    pair = case.examples[first], case.examples[second]
    shorter = replace(case, examples=pair, edits=diff_edits(pair[0].response, pair[1].response))
    scores = judgement.scores[first], judgement.scores[second]
    return shorter, replace(judgement, shown=(0, 1), scores=scores)


def _aim(judgement: Judgement, law: Law) -> None:
    """Tell Hypothesis how far a case goes, so that it looks for one that goes further."""
    target(max(-1e9, min(judgement.excess, 1e9)), label=law.spec)


def _length(case: Case) -> int:
    return sum(len(example.response) for example in case.examples)


class _Planned:
    """The cases that will be explored, drawn without being judged."""

    def __init__(self, budget: Budget) -> None:
        self.cases: list[Case] = []
        self._most = _EXPLORED_SHARE * budget.max_examples

    def explored(self, case: Case, seed: int) -> bool:
        """Note a case; says yes when there are enough."""
        if case not in self.cases:
            self.cases.append(case)
        return len(self.cases) >= self._most


def _explore(cases: SearchStrategy[Case], trial: _Trial | _Planned, budget: Budget) -> None:
    """Draw cases in short runs, each with a seed of its own, until there are enough or only known ones come."""
    for run in range(2 + DRAWS * budget.max_examples // _FRESH):
        seed = budget.seed * _RUNS + run
        drawn = 0
        enough = False

        def take(case: Case, seed: int = seed) -> bool:
            nonlocal drawn, enough
            drawn += 1
            enough = enough or trial.explored(case, seed)
            return enough or drawn >= _FRESH

        _find(cases, take, budget, seed, [Phase.generate])
        if enough:
            return


def _find(
    cases: SearchStrategy[Case], condition: Callable[[Case], bool], budget: Budget, seed: int, phases: Sequence[Phase]
) -> None:
    """Draw cases until the condition says yes, and shrink the one that it said it of, where that is a phase.

    What is drawn depends on the seed and the number of examples alone, so that a run can be gone through again.
    """
    how = settings(
        max_examples=max(DRAWS * budget.max_examples, DRAWS * _FRESH),
        database=None,
        phases=tuple(phases),
        deadline=None,
        verbosity=Verbosity.quiet,
        derandomize=False,
    )
    # nothing is returned: the condition remembers what it saw, also where the search ends without an answer
    try:
        find(cases, condition, settings=how, random=random.Random(seed))
    except (NoSuchExample, Unsatisfiable, Flaky):
        return


def _rounded(number: float) -> float:
    """Three significant digits, so that the line that replays a case can be read."""
    return float(f"{number:.3g}")
