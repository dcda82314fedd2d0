"""`Bench`: judges cases under one law, and looks again before it blames a metric."""

from __future__ import annotations

from collections import Counter

from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._scorer import Afresh, OutOfTimeError, Scorer

REPEATS = 20
"""A law must be broken so many times in a row before a metric is blamed whose scores differ from call to call."""

SURE = 3
"""So many broken cases that were scored alike again make a metric one whose scores do not differ from call to call."""

ALIKE = 2
"""How often a case must be scored alike again to count as steady, where the metric calls itself deterministic."""


class Bench:
    """Judges each case once.

    Args:
        law: the law, with its tolerance.
        scorer: the metric.

    Attributes:
        judged: what the law says of each case, in the order in which they came; None where scores were missing.
        missing: why scores were missing, and how often.
        noisy: cases that broke the law at first, but not each time that they were scored again.
        late: whether the time was up before a case could be judged.
    """

    def __init__(self, law: Law, scorer: Scorer) -> None:
        self._law, self._scorer = law, scorer
        self.judged: dict[Case, Judgement | None] = {}
        self.missing: Counter[str] = Counter()
        self.noisy = 0
        self.late = False
        self._alike = 0  # broken cases whose scores were the same each time

    def judge(self, case: Case) -> Judgement | None:
        """What the law says of a case; None where scores are missing, or the time is up."""
        if case not in self.judged:
            try:
                self.judged[case] = self._looked_again(case, self._once(case, fresh=False))
            except OutOfTimeError:
                self.late = True
                return None
        return self.judged[case]

    def excess(self, case: Case) -> float:
        """By how much a case that was judged breaks the law, in score units; 0 where scores were missing."""
        judgement = self.judged[case]
        return 0.0 if judgement is None else judgement.excess

    def breaks(self, case: Case, by: float) -> bool:
        """Whether a case was judged and breaks the law by so much, in score units."""
        judgement = self.judged.get(case)
        return judgement is not None and judgement.broken and judgement.excess >= by

    def worst(self) -> float | None:
        """By how much the worst of all cases that were judged breaks the law; None where none does."""
        return max((found.excess for found in self.judged.values() if found is not None and found.broken), default=None)

    def _once(self, case: Case, fresh: bool) -> Judgement | None:
        judgement, missing = self._law.judged(case, Afresh(self._scorer) if fresh else self._scorer)
        self.missing.update(score.reason for score in missing)
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
                self.noisy += 1
                return None if again is None else again
            if again.excess < mildest.excess:
                mildest = again
            alike += again.excess == first.excess
            if self._scorer.metric.deterministic and alike == ALIKE and mildest is first:
                self._alike += 1
                return first
        return mildest
