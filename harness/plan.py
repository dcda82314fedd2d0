"""`Plan`: all that settles what an audit will find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gaugeblock.harness.data import Dataset
from gaugeblock.harness.defaults import SEARCH_CALLS, VARIANTS_OF
from gaugeblock.harness.judging import SCHEMA
from gaugeblock.harness.policy import Policy
from gaugeblock.harness.stress_test import StressTest
from gaugeblock.metrics.base import Metric
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.arguments import count, whole
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import content_hash
from gaugeblock.perturb.text import pipeline_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that settles what an audit will find, whoever runs it and wherever.

    Args:
        metrics: with different names.
        dataset: the examples.
        tests: the stress tests, in the order of the report.
        policy: the margins.
        seed: of everything that is drawn.
        variants_of: how many examples variants are made of at most, a sample drawn by the seed; None for all.
        search_calls: how many further examples a search for what a metric rewards may have scored.
        command: how to run it again, for the manifest.

    Raises:
        UsageError: two metrics have one name, or a number makes no sense.
    """

    metrics: Sequence[Metric]
    dataset: Dataset
    tests: Sequence[StressTest]
    policy: Policy
    seed: int = 0
    variants_of: int | None = VARIANTS_OF
    search_calls: int = SEARCH_CALLS
    command: str = ""

    def __post_init__(self) -> None:
        names = [metric.spec for metric in self.metrics]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise UsageError(f"two metrics are called {', '.join(twice)}: give one of them another name")
        if not names:
            raise UsageError("an audit needs at least one metric")
        if self.variants_of is not None:
            object.__setattr__(self, "variants_of", count("variants_of", self.variants_of, 1))
        object.__setattr__(self, "search_calls", count("search_calls", self.search_calls))
        object.__setattr__(self, "seed", whole("seed", self.seed))

    @property
    def planning_signature(self) -> str:
        """SHA-256 (hexadecimal) of all that the variants depend on: neither metrics nor margins."""
        return content_hash(
            [
                list(versions("gaugeblock", "spacy").values()),
                pipeline_name(),
                self.dataset.digest,
                [[test.name, test.version] for test in self.tests],
                {name: PERTURBATIONS.get(name).version for name in PERTURBATIONS},
                self.seed,
                None if self.variants_of is None else min(self.variants_of, len(self.dataset.examples)),
            ]
        )

    @property
    def signature(self) -> str:
        """SHA-256 (hexadecimal) of everything above but the command, and of the versions that variants depend on.

        Equal signatures give equal results, up to a metric that is not a function of its input and items that ran out
        of time.
        """
        return content_hash(
            [
                SCHEMA,
                self.planning_signature,
                [[m.spec, m.fingerprint, m.construct, m.higher_is_better, m.deterministic] for m in self.metrics],
                {table: dict(entries) for table, entries in self.policy.items()},
                self.search_calls,
            ]
        )
