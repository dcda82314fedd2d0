"""Scoring on a Ray cluster that is already there (or, without one, on a Ray of this machine)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from gaugeblock.harness.engines.base import Batch, describe, score_batch
from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.perturb.errors import UsageError, require
from gaugeblock.perturb.example import Example


class _Scorer:
    """The actor: a metric, resolved once."""

    def __init__(self, spec: str) -> None:
        from gaugeblock.metrics.resolve import resolve

        self._metric = resolve(spec)

    def score(self, examples: tuple[Example, ...]) -> list[Score]:
        return score_batch(self._metric, examples)


class RayEngine:
    """Scores batches in Ray actors.

    Args:
        spec: how the metric is resolved in an actor; the cluster's machines need it installed.
        workers: how many actors.
        timeout: seconds allowed for one item, None = no limit.
        address: of the cluster; None = ``RAY_ADDRESS``, else a Ray started on this machine.

    Raises:
        MissingExtraError: Ray is not installed.
    """

    def __init__(self, spec: str, workers: int = 1, timeout: float | None = None, address: str | None = None) -> None:
        self._ray: Any = require("ray", "ray", "The engine 'ray'")
        self._spec = spec
        self._workers = max(1, workers)
        self._timeout = timeout
        self._address = address or os.environ.get("RAY_ADDRESS")

    def run(self, batches: Iterable[Batch]) -> Iterator[tuple[int, list[Score]]]:
        """Scores of each batch, as they are finished.

        Raises:
            UsageError: the cluster cannot be reached, or the metric cannot be resolved there.
        """
        ray = self._ray
        waiting = list(batches)[::-1]
        if not waiting:
            return
        if not ray.is_initialized():
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            try:
                ray.init(
                    address=self._address,
                    log_to_driver=False,
                    include_dashboard=None if self._address else False,
                    num_cpus=None if self._address else self._workers,
                )
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise UsageError(
                    f"the Ray cluster at {self._address or 'this machine'} is not there: {error}"
                ) from error
        self._check()
        running: dict[Any, tuple[Any, Batch]] = {}
        actors = [self._actor() for _ in range(min(self._workers, len(waiting)))]
        for actor in actors:
            self._send(actor, waiting.pop(), running)
        try:
            while running:
                done, _ = ray.wait(list(running), num_returns=1, timeout=self._patience(running))
                for reference in done or list(running)[:1]:
                    actor, batch = running.pop(reference)
                    scores, alive = self._collect(reference, batch, finished=bool(done))
                    if not alive:
                        ray.kill(actor)
                        actor = self._actor()
                    if scores is None:  # find the culprit: the same items again, one by one
                        scores = [self._single(example) for example in batch[1]]
                    yield batch[0], scores
                    if waiting:
                        self._send(actor, waiting.pop(), running)
        finally:
            for actor, _ in running.values():
                ray.kill(actor)

    def _check(self) -> None:
        try:
            self._ray.get(self._actor().__ray_ready__.remote())
        except self._ray.exceptions.RayError as error:
            cause = error.__cause__ or error
            raise UsageError(
                f"the metric {self._spec!r} cannot be used on the Ray cluster: {describe(cause)}"
            ) from error

    def _actor(self) -> Any:
        return self._ray.remote(_Scorer).remote(self._spec)

    def _send(self, actor: Any, batch: Batch, running: dict[Any, tuple[Any, Batch]]) -> None:
        running[actor.score.remote(batch[1])] = (actor, batch)

    def _patience(self, running: dict[Any, tuple[Any, Batch]]) -> float | None:
        return None if self._timeout is None else self._timeout * max(len(batch[1]) for _, batch in running.values())

    def _collect(self, reference: Any, batch: Batch, *, finished: bool) -> tuple[list[Score] | None, bool]:
        """The scores (None where each item must be tried alone), and whether the actor can go on."""
        if finished:
            try:
                return self._ray.get(reference), True
            except self._ray.exceptions.RayError:
                pass
        if len(batch[1]) > 1:
            return None, False
        if finished:
            return [Unscored("died", "the Ray actor died")], False
        return [Unscored("timeout", f"took longer than {self._timeout:g} s")], False

    def _single(self, example: Example) -> Score:
        actor = self._actor()
        try:
            scores: list[Score] = self._ray.get(actor.score.remote((example,)), timeout=self._timeout)
            return scores[0]
        except self._ray.exceptions.GetTimeoutError:
            return Unscored("timeout", f"took longer than {self._timeout:g} s")
        except self._ray.exceptions.RayError:
            return Unscored("died", "the Ray actor died")
        finally:
            self._ray.kill(actor)
