"""Scoring: the variants of a run through one metric, each distinct input once, from the store where it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gaugeblock.harness.engines.base import Engine
from gaugeblock.harness.statistics.scale import LARGEST
from gaugeblock.harness.store import Key, ScoreStore
from gaugeblock.metrics.base import PASSING_REASONS, Metric, Score, Unscored
from gaugeblock.perturb.example import Example, content_hash

MAIN = "main"
"""The arrangement of ordinary scoring."""

ARRANGEMENTS = ("repeat", "alone", "reversed", "duplicated")
"""How the laws lay a batch out: again, one by one, backwards, everything twice."""


@dataclass(frozen=True, slots=True)
class Job:
    """A batch to score: keys and the examples behind them, of equal length."""

    keys: tuple[Key, ...]
    examples: tuple[Example, ...]


def input_hash(metric: Metric, example: Example) -> str:
    """Hash of the fields that the metric reads: two examples alike in them get one score."""
    fields = example.to_json()
    return content_hash({name: fields[name] for name in metric.reads})


def plan_jobs(metric: Metric, examples: Iterable[Example]) -> list[Job]:
    """The batches that score each distinct input once.

    Which inputs share a batch depends on the examples alone, not on workers or shards, so that a metric whose last
    digits depend on its batch still gives the same digits in every run. A batch is kept whole or not at all; only a
    store that other runs have filled with a part of a batch leaves the rest of it to be scored by itself.
    """
    unique: dict[str, Example] = {}
    for example in examples:
        unique.setdefault(input_hash(metric, example), example)
    items = list(unique.items())
    if metric.by_context:
        first_seen: dict[tuple[str, ...], int] = {}
        for _, example in items:
            first_seen.setdefault(example.context, len(first_seen))
        items.sort(key=lambda item: first_seen[item[1].context])
    jobs: list[Job] = []
    for group in _groups(items, metric):
        jobs.append(Job(tuple(Key(name) for name, _ in group), tuple(example for _, example in group)))
    return jobs


def _groups(items: Sequence[tuple[str, Example]], metric: Metric) -> Iterator[list[tuple[str, Example]]]:
    group: list[tuple[str, Example]] = []
    for item in items:
        other_context = bool(group) and metric.by_context and group[-1][1].context != item[1].context
        if group and (len(group) >= metric.batch_size or other_context):
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def plan_arrangements(metric: Metric, examples: Sequence[Example]) -> list[Job]:
    """The extra batches that the laws compare with the ordinary ones (see `ARRANGEMENTS`)."""
    jobs: list[Job] = []
    for job in plan_jobs(metric, examples):
        names = [key.input for key in job.keys]
        pairs = list(zip(names, job.examples, strict=True))
        jobs += [
            _job("repeat", pairs),
            *(_job("alone", [pair]) for pair in pairs),
            _job("reversed", pairs[::-1]),
            _job("duplicated", [pair for pair in pairs for _ in range(2)]),
        ]
    return jobs


def _job(arrangement: str, pairs: Sequence[tuple[str, Example]]) -> Job:
    seen: dict[str, int] = {}
    keys = []
    for name, _ in pairs:
        keys.append(Key(name, arrangement, seen.get(name, 0)))
        seen[name] = seen.get(name, 0) + 1
    return Job(tuple(keys), tuple(example for _, example in pairs))


@dataclass(slots=True)
class Tally:
    """How many items came from where, and what a metric that asks a server has used for them."""

    from_store: int = 0
    scored_now: int = 0
    unscored: int = 0
    usage: Mapping[str, Any] = field(default_factory=dict)


def run_jobs(
    metric: Metric,
    jobs: Sequence[Job],
    engine: Engine,
    store: ScoreStore,
    on_progress: Callable[[int], None] = lambda count: None,
    on_start: Callable[[int, int], None] = lambda count, stored: None,
    known: dict[Key, Score] | None = None,
    fingerprint: str | None = None,
) -> tuple[Mapping[Key, Score], Tally]:
    """Score what the store does not hold yet, and keep it batch by batch.

    Args:
        on_progress: called with the number of items that were scored since the last call.
        on_start: called before, with the number of items to score and of those that the store holds.
        known: what earlier calls for this metric have found, to which is added; read from the store by default.
        fingerprint: the metric's, where it was taken before; the scores of one run belong together, whatever becomes
            of the metric's files meanwhile.

    Returns:
        every score of these jobs by key, and where they came from.
    """
    fingerprint = metric.fingerprint if fingerprint is None else fingerprint
    known = store.load(fingerprint) if known is None else known
    tally = Tally()
    open_jobs: list[tuple[int, tuple[Example, ...]]] = []
    missing: dict[int, list[Key]] = {}
    for number, job in enumerate(jobs):
        absent = [(key, example) for key, example in zip(job.keys, job.examples, strict=True) if key not in known]
        tally.from_store += len(job.keys) - len(absent)
        if absent:
            open_jobs.append((number, tuple(example for _, example in absent)))
            missing[number] = [key for key, _ in absent]
    on_start(sum(map(len, missing.values())), tally.from_store)
    for number, scores in engine.run(open_jobs):
        done = list(zip(missing[number], map(usable, scores), strict=True))
        # time limits, dead processes and servers say something of the machine, not of the metric: they are tried again
        lasting = [(key, score) for key, score in done if not _is_passing(score)]
        store.save(fingerprint, lasting)
        known.update(done)
        tally.scored_now += len(done)
        on_progress(len(done))
    tally.usage = dict(getattr(engine, "usage", {}))
    wanted = {key: known[key] for job in jobs for key in job.keys}
    tally.unscored = sum(isinstance(score, Unscored) for score in wanted.values())
    return wanted, tally


def usable(score: Score) -> Score:
    """The score, or `Unscored` in place of a number so large that the difference of two may be infinite."""
    if isinstance(score, Unscored) or abs(score) <= LARGEST:
        return score
    return Unscored("not-finite", f"the metric returned {score:g}, which is too large to calculate with")


def _is_passing(score: Score) -> bool:
    return isinstance(score, Unscored) and score.reason in PASSING_REASONS


def score_row(metric_name: str, variant_id: str, key: Key, score: Score) -> dict[str, Any]:
    """A row of the score table."""
    failed = isinstance(score, Unscored)
    return {
        "metric": metric_name,
        "variant_id": variant_id,
        "input": key.input,
        "arrangement": key.arrangement,
        "repeat": key.repeat,
        "score": None if failed else score,
        "unscored": score.reason if isinstance(score, Unscored) else None,
        "detail": score.detail if isinstance(score, Unscored) else None,
    }


def score_examples(
    metric: Metric,
    examples: Sequence[Example],
    engine: Engine,
    on_progress: Callable[[int], None] = lambda count: None,
) -> list[Score]:
    """The scores of some examples, in order, each distinct input scored once and nothing kept."""
    with TemporaryDirectory(prefix="gaugeblock-") as folder, ScoreStore(Path(folder) / "scores.sqlite") as store:
        scores, _ = run_jobs(metric, plan_jobs(metric, examples), engine, store, on_progress)
    return [scores[Key(input_hash(metric, example))] for example in examples]
