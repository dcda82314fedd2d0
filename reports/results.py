"""What a run found, typed: verdicts, statistics, coverage and the worst pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gaugeblock.perturb.variant import Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """One number of a stress test; `value` is None where it could not be computed.

    Args:
        exact: whether the interval holds for any number of documents, as Clopper-Pearson's does.
        level: coverage of the interval; 1 = the value is a count of all there is, and no estimate.
        n: rows (pairs, scores) behind the value.
        clusters: independent source documents behind the rows.
        rule: what must hold, in words; None where nothing must.
        limit: the number in the rule.
        p: two-sided probability of a value at least as far from nothing, where a test was made.
        detectable: the smallest distance from the rule's limit that so many rows would show four times in five.
        documents_needed: about how many source documents would settle the rule; None where no number would soon.
        tests: further numbers by name: the median, an effect size, probabilities of the paired tests.
    """

    name: str
    group: str = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    level: float | None = None
    exact: bool = False
    n: int | None = None
    clusters: int | None = None
    rule: str | None = None
    limit: float | None = None
    verdict: str | None = None
    p: float | None = None
    detectable: float | None = None
    documents_needed: int | None = None
    tests: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two metrics set against each other on the same rows.

    Args:
        test: name of the stress test.
        name: of the statistic.
        group: the rows it is over.
        difference: the first metric's value minus the second's.
        p_holm: probability of no difference, corrected for the number of comparisons.
    """

    test: str
    name: str
    group: str
    first: str
    second: str
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    p: float | None = None
    p_holm: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """An original and a variant, with their scores (None = unscored) and what lies between them.

    Args:
        before: the texts of the changed fields in the original, by field name.
        after: the same fields in the variant.
    """

    parent: str = ""
    variant: str = ""
    perturbation: str = ""
    family: str = ""
    severity: int | None = None
    relation: str = ""
    score_before: float | None = None
    score_after: float | None = None
    change: float | None = None
    note: str = ""
    question: str = ""
    label: float | None = None
    context: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    before: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, str] = field(default_factory=dict)

    def edits_of(self, name: str) -> list[Edit]:
        """The edits of one field."""
        return [edit for edit in self.edits if edit.field == name]


@dataclass(frozen=True, slots=True, kw_only=True)
class StressResult:
    """What one stress test found about one metric.

    Args:
        applies: whether the test says anything about what the metric claims to measure.
    """

    name: str
    verdict: str
    reason: str = ""
    applies: bool = True
    statistics: tuple[Statistic, ...] = ()
    coverage: Mapping[str, int] = field(default_factory=dict)
    pairs: tuple[Pair, ...] = ()

    @property
    def shown(self) -> str:
        """The verdict as a report shows it: ``not-applicable`` where the test does not apply."""
        return self.verdict if self.applies else "not-applicable"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricResult:
    """What all stress tests found about one metric.

    Args:
        spread: standard deviation of its scores on the unchanged responses, which some rules are set in.
        unscored_share: share of the items without a score.
        failed_share: the same without the items that the metric itself declined.
        unscored_messages: the commonest messages behind missing scores: reason, message, how many.
    """

    name: str
    verdict: str
    reason: str = ""
    construct: str = ""
    spread: float | None = None
    items: int | None = None
    unscored: int | None = None
    unscored_share: float | None = None
    failed_share: float | None = None
    unscored_reasons: Mapping[str, int] = field(default_factory=dict)
    unscored_messages: tuple[tuple[str, str, int], ...] = ()
    stress: tuple[StressResult, ...] = ()

    @property
    def shown(self) -> str:
        """The verdict as a report shows it."""
        return self.verdict

    def test(self, name: str) -> StressResult | None:
        """The result of one stress test, None where it was not run."""
        return next((result for result in self.stress if result.name == name), None)
