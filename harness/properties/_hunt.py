"""`Hunt`: what is known so far of one law and one metric, and which way to go from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import target

from gaugeblock.harness.properties._bench import Bench
from gaugeblock.harness.properties._budget import Budget
from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._outcome import BROKEN, SHOWN_SHARE, UNDECIDED, Counterexample, Outcome
from gaugeblock.harness.properties._scorer import Scorer
from gaugeblock.perturb.variant import diff_edits


class Hunt:
    """Takes cases as they come, counts them, and draws towards those that break the law worse.

    Args:
        law: the law, with its tolerance.
        scorer: the metric.
        budget: how many cases are tried.
    """

    def __init__(self, law: Law, scorer: Scorer, budget: Budget) -> None:
        self._law, self._budget = law, budget
        self._bench = Bench(law, scorer)
        self._outcome = Outcome(law)
        self._smallest: Case | None = None
        self._threshold = 0.0
        self._seeds: dict[Case, int] = {}  # the run of Hypothesis in which each drawn case came first
        self._seed = 0

    def recall(self, cases: Sequence[Case]) -> None:
        """Judge cases of an earlier run; they count as compared, but not as tried."""
        for case in cases:
            judgement = self._bench.judge(case)
            if self._bench.late:
                return
            self._outcome.recalled += 1
            self._count(judgement)

    def explored(self, case: Case, seed: int) -> bool:
        """Note a case of a run; says yes when as many were tried as are not kept for the search towards the worst."""
        self._seed = seed
        return self.watch(case) or self._outcome.tried >= self._budget.explored

    def climb_from_the_best(self) -> int:
        """The run of Hypothesis that came nearest to breaking the law, or broke it worst; what comes now is of it."""
        judged = [case for case in self._seeds if self._bench.judged.get(case) is not None]
        self._seed = self._seeds[max(judged, key=self._bench.excess)] if judged else self._budget.seed
        return self._seed

    def watch(self, case: Case) -> bool:
        """Note a case, and draw towards worse ones; says yes when enough were tried, which ends the search."""
        if self._is_over(case):
            return True
        judgement = self._note(case)
        if judgement is not None:
            _aim(judgement, self._law)
        return self._is_over(None)

    def begin_shrinking(self) -> bool:
        """Set how far a case must break the law to be shown, by the worst so far; says no where none breaks it."""
        worst = self._bench.worst()
        self._threshold = 0.0 if worst is None else worst * SHOWN_SHARE
        return worst is not None

    def seed_that_shows(self) -> int:
        """The run of Hypothesis in which the shortest case came that breaks the law by a fair share of the worst."""
        fair = [case for case in self._seeds if self._is_fair(case)]
        return self._seeds[min(fair, key=_length)] if fair else self._budget.seed

    def shows(self, case: Case) -> bool:
        """Whether a case breaks the law by a fair share of the worst that was known when shrinking began."""
        judgement = self._bench.judge(case)
        if judgement is not None:
            _aim(judgement, self._law)
        if not self._is_fair(case):
            return False
        self._smallest = case
        return True

    def holds(self, case: Case) -> bool:
        """Whether a case was judged, had its scores, and keeps the law."""
        judgement = self._bench.judged.get(case)
        return judgement is not None and not judgement.broken

    def outcome(self) -> Outcome:
        """What was found."""
        out = self._outcome
        out.noisy = self._bench.noisy
        worst = self._bench.worst()
        if worst is not None:
            out.status = BROKEN
            out.counterexample = self._counterexample(worst)
        elif not out.compared:
            out.status = UNDECIDED
            out.note = self._why_nothing_was_compared()
        elif out.noisy:
            out.status = UNDECIDED
        if out.noisy:
            out.note = f"{out.noisy} cases broke it, but not each time: the scores differ from call to call"
        return out

    def _is_over(self, case: Case | None) -> bool:
        return self._bench.late or (self._outcome.tried >= self._budget.max_examples and case not in self._seeds)

    def _note(self, case: Case) -> Judgement | None:
        """Judge a drawn case and count it once."""
        known = case in self._bench.judged
        judgement = self._bench.judge(case)
        if self._bench.late:
            return None
        if case not in self._seeds:
            self._seeds[case] = self._seed
            self._outcome.tried += 1
            if not known:  # else it was recalled, and is counted already
                self._count(judgement)
            if case.perturbation:
                self._outcome.perturbations[case.family, case.perturbation] += 1
        return judgement

    def _count(self, judgement: Judgement | None) -> None:
        self._outcome.compared += judgement is not None
        self._outcome.violations += judgement is not None and judgement.broken

    def _is_fair(self, case: Case) -> bool:
        return self._bench.breaks(case, by=self._threshold)

    def _counterexample(self, worst: float) -> Counterexample:
        self._threshold = worst * SHOWN_SHARE  # shrinking may have met a worse case than the search
        # what was remembered is shrunk already, so where nothing new is found the shortest of all stands
        smallest = self._smallest if self._smallest is not None and self._is_fair(self._smallest) else None
        case = smallest or min(filter(self._is_fair, self._bench.judged), key=_length)
        judgement = self._bench.judged[case]
        assert judgement is not None, "a case that breaks a law was judged"
        if not self._law.in_batches:
            case, judgement = _only_shown(case, judgement)
        return Counterexample(self._law, case, judgement, worst)

    def _why_nothing_was_compared(self) -> str:
        if self._bench.late:
            return "the time was up before anything was scored"
        reasons = ", ".join(f"{reason} {count} times" for reason, count in self._bench.missing.most_common())
        return f"no example had its scores ({reasons or 'none was drawn'})"


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
