"""Scoring on a Ray cluster that is already there (or, without one, on a Ray of this machine)."""

from __future__ import annotations

import os
from typing import Any

from gaugeblock.harness.engines.base import score_batch
from gaugeblock.harness.engines.held import WorkersEngine
from gaugeblock.harness.engines.pool import START_SECONDS, MeteredWorker, WorkerFailedError
from gaugeblock.metrics.base import Score
from gaugeblock.metrics.display import scrub, shown_spec
from gaugeblock.metrics.usage import usage_of
from gaugeblock.perturb.errors import UsageError, require
from gaugeblock.perturb.example import Example


class _Scorer:
    """The actor: a metric, resolved once."""

    def __init__(self, spec: str) -> None:
        from gaugeblock.metrics.resolve import resolve

        self._metric = resolve(spec)
        self._metric.warm_up()

    def batched(self) -> bool:
        return self._metric.batched

    def score(self, examples: tuple[Example, ...]) -> tuple[list[Score], dict[str, Any]]:
        """The scores, and all that the metric has used so far."""
        return score_batch(self._metric, examples), usage_of(self._metric)


class ActorWorker(MeteredWorker):
    """A worker in a Ray actor.

    Args:
        ray: the module, initialised.
        spec: how the metric is resolved in the actor.
    """

    def __init__(self, ray: Any, spec: str) -> None:
        super().__init__()
        self._ray = ray
        self._spec = spec
        self._shown = shown_spec(spec)
        self._actor: Any = None
        self._waiting: list[Any] = []

    def start(self) -> bool:
        """Start the actor and wait until its metric is resolved."""
        self._actor = self._ray.remote(_Scorer).remote(self._spec)
        self._used.append({})
        try:
            return bool(self._ray.get(self._actor.batched.remote(), timeout=START_SECONDS))
        except self._ray.exceptions.RayError as error:
            self.stop()
            cause = " ".join(scrub(str(error.__cause__ or error)).split())[-300:]
            raise UsageError(f"the metric {self._shown!r} cannot be used on the Ray cluster: {cause}") from error

    def send(self, examples: tuple[Example, ...]) -> None:
        """Ask the actor for the batch, or for each example of it."""
        groups = [examples] if self.batched else [(example,) for example in examples]
        self._waiting = [self._actor.score.remote(group) for group in groups][::-1]

    def reply(self, seconds: float | None) -> list[Score]:
        """The scores of the next of these."""
        try:
            scores, self._used[-1] = self._ray.get(self._waiting.pop(), timeout=seconds)
        except self._ray.exceptions.GetTimeoutError:
            raise WorkerFailedError("timeout", f"took longer than {seconds:g} s") from None
        except self._ray.exceptions.RayError as error:
            raise WorkerFailedError("died", "the Ray actor died") from error
        found: list[Score] = scores
        return found

    def stop(self) -> None:
        """Kill the actor."""
        actor, self._actor = self._actor, None
        if actor is not None:
            self._ray.kill(actor)


class RayEngine(WorkersEngine):
    """Scores batches in Ray actors.

    Args:
        spec: how the metric is resolved in an actor; the cluster's machines need it installed.
        workers: how many actors.
        timeout: seconds allowed for one item, None = no limit. Loading the metric does not count.
        address: of the cluster; None = ``RAY_ADDRESS``, else a Ray started on this machine.

    Raises:
        MissingExtraError: Ray is not installed.
    """

    def __init__(self, spec: str, workers: int = 1, timeout: float | None = None, address: str | None = None) -> None:
        super().__init__(spec, workers, timeout)
        self._ray: Any = require("ray", "ray", "The engine 'ray'")
        self._address = address or os.environ.get("RAY_ADDRESS")

    def _new_worker(self) -> ActorWorker:
        self._connect()
        return ActorWorker(self._ray, self._spec)

    def _connect(self) -> None:
        if self._ray.is_initialized():
            return
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            self._ray.init(
                address=self._address,
                log_to_driver=False,
                include_dashboard=None if self._address else False,
                num_cpus=None if self._address else self._workers,
            )
        except (ConnectionError, RuntimeError, ValueError) as error:
            where = self._address or "this machine"
            raise UsageError(f"the Ray cluster at {where} is not there: {error}") from error
