"""`Exploration`: variants that a metric's own scores ask for, scored as they come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gaugeblock.harness.plan import Plan
from gaugeblock.harness.progress import Progress
from gaugeblock.harness.rows import cluster_key, example_of, planned_rows
from gaugeblock.harness.scoring import Job, Tally, input_hash, plan_jobs, score_row
from gaugeblock.harness.store import Key
from gaugeblock.harness.stress_test import Explores
from gaugeblock.harness.tables import SCORES, VARIANTS, write_part
from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.perturb.example import Example


@dataclass(slots=True)
class Exploration:
    """The search of the stress tests for what one metric rewards.

    Args:
        metric: the metric.
        scores: those of the variants of the plan, and so of all originals.
        run: scores further items.
        stored: the inputs whose scores the store held when the run began.
        tally: where scores came from, to which is added.
        progress: told what is going on.
        counted: the inputs that stand in the tally, however often they are asked for.
    """

    metric: Metric
    scores: Mapping[Key, Score]
    run: Callable[[Metric, Sequence[Job]], tuple[Mapping[Key, Score], Tally]]
    stored: frozenset[Key]
    tally: Tally
    progress: Progress
    counted: set[Key]

    def write(self, plan: Plan, folder: Path, number: int) -> None:
        """Explore with each test that does so, and write the variants and their scores as parts of their own."""
        tests = [test for test in plan.tests if isinstance(test, Explores)]
        if not tests:
            return
        self.progress.start(f"searching for what {self.metric.spec} rewards", 1)  # how many calls that takes is open
        rows = self._explored_rows(plan, tests)
        name = f"metric-{number:02d}-explored.parquet"
        write_part(folder / "explored" / name, rows, VARIANTS)
        write_part(folder / "scores" / name, self._score_rows(rows), SCORES)
        self.progress.advance(1)

    def ask(self, examples: Sequence[Example]) -> list[Score]:
        """The scores of further examples, turned round where lower is better."""
        return [score if isinstance(score, Unscored) else self._turned(score) for score in self._scored(examples)]

    def _explored_rows(self, plan: Plan, tests: Sequence[Explores]) -> list[dict[str, Any]]:
        examples = plan.dataset.examples
        known = {
            example.id: self._turned(score)
            for example in examples
            if not isinstance(score := self.scores[self._key(example)], Unscored)
        }
        clusters = {example.id: cluster_key(example) for example in examples}
        rows: list[dict[str, Any]] = []
        seen: set[str] = set()
        for test in tests:
            for planned in test.explore(examples, known, self.ask, plan.seed, plan.search_calls):
                for row in planned_rows(planned, clusters[planned.parent]):
                    if row["variant_id"] is None or row["variant_id"] not in seen:
                        seen.add(row["variant_id"])
                        rows.append(row | {"metric": self.metric.spec})
        return rows

    def _score_rows(self, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        examples = [example_of(row) for row in rows if row["outcome"] != "skip"]
        return [
            score_row(self.metric.spec, example.id, self._key(example), score)
            for example, score in zip(examples, self._scored(examples), strict=True)
        ]

    def _scored(self, examples: Sequence[Example]) -> list[Score]:
        """The scores of further examples as the metric gives them; each input is counted once."""
        found, tally = self.run(self.metric, plan_jobs(self.metric, examples))
        fresh = found.keys() - self.counted
        self.counted |= fresh
        self.tally.scored_now += tally.scored_now
        self.tally.from_store += len(fresh & self.stored)
        self.tally.unscored += sum(isinstance(found[key], Unscored) for key in fresh)
        return [found[self._key(example)] for example in examples]

    def _key(self, example: Example) -> Key:
        return Key(input_hash(self.metric, example))

    def _turned(self, score: float) -> float:
        return (1.0 if self.metric.higher_is_better else -1.0) * score
