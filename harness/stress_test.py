"""The stress-test contract: plan variants from examples, then judge their scores. A test is one file of `stress/`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

import pandas as pd

from gaugeblock.harness.defaults import SEARCH_CALLS
from gaugeblock.harness.outcome import Comparison, Outcome
from gaugeblock.harness.trial import Trial
from gaugeblock.metrics.base import Score
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.registry import Registry
from gaugeblock.perturb.select import made
from gaugeblock.perturb.variant import Skip, Variant

_LOG = logging.getLogger(__name__)


class StressTest(Protocol):
    """What the harness needs of a stress test; any object that has it will do."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def families(self) -> tuple[str, ...]:
        """The families of the variants that it judges."""
        ...

    @property
    def arranged(self) -> int:
        """How many examples, from the first, are scored in the extra arrangements too (`scoring.ARRANGEMENTS`)."""
        ...

    def plan(self, examples: Sequence[Example], position: int, seed: int) -> Iterator[Variant | Skip]:
        """The variants of ``examples[position]`` that this test wants scored; the others may lend text."""
        ...

    def judge(self, trial: Trial) -> Outcome:
        """Findings from the scores of one metric."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A stress test that needs to know something of the examples which no score tells, such as surface features."""

    def prepare(self, examples: Sequence[Example]) -> pd.DataFrame:
        """A table with one row an example and its id in the column ``variant_id``; kept in the run folder."""
        ...


@runtime_checkable
class Explores(Protocol):
    """A stress test whose variants depend on the metric: phrases that are mined from its scores, or searched for."""

    def explore(
        self,
        examples: Sequence[Example],
        scores: Mapping[str, float],
        ask: Callable[[Sequence[Example]], Sequence[Score]],
        seed: int,
        calls: int = SEARCH_CALLS,
    ) -> Iterator[Variant | Skip]:
        """Further variants for one metric.

        Args:
            examples: those of the data.
            scores: the scores of those that have one, by id, turned round where lower is better.
            ask: scores further examples, turned round likewise; each distinct input costs a call once.
            seed: of the run.
            calls: how many examples may be asked for at most.
        """
        ...


@runtime_checkable
class Compares(Protocol):
    """A stress test that sets the metrics of a run against each other."""

    def compare(self, trials: Sequence[Trial]) -> Sequence[Comparison]:
        """Differences between every two metrics, on the same rows."""
        ...


STRESS: Registry[StressTest] = Registry(
    "stress test", folders=("gaugeblock.harness.stress",), attribute="TEST", group="gaugeblock.stress"
)
"""Every stress test by name; a module of the folder is an entry."""


def perturbation_variants(family: str, example: Example, seed: int) -> Iterator[Variant | Skip]:
    """The variants that every perturbation of a family makes of an example, by name; see `variants_by`."""
    for name in perturbations_of(family):
        yield from variants_by(name, example, seed)


def variants_by(name: str, example: Example, seed: int) -> Iterator[Variant | Skip]:
    """The variants that one perturbation makes of an example.

    A perturbation that raises costs its own variants of this example, as a skip that says so, and not the run.
    """
    try:
        yield from made(name, example, seed)
    except Exception as error:  # a plug-in's perturbation may raise anything
        detail = f"the perturbation raised {type(error).__name__}: {error}"
        _LOG.warning("%s on example %r: %s", name, example.id, detail)
        yield Skip(example.id, name, PERTURBATIONS.get(name).family, "rejected", detail)


def perturbations_of(family: str) -> list[str]:
    """The names of a family's perturbations, in alphabetical order."""
    return [name for name in PERTURBATIONS if PERTURBATIONS.get(name).family == family]
