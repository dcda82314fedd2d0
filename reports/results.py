"""What ``results.json`` holds, typed: verdicts, statistics, coverage and the worst pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gaugeblock.perturb.errors import DataError, EditError
from gaugeblock.perturb.variant import Edit
from gaugeblock.reports.fields import Fields

SCHEMA = 1
"""The newest layout of ``results.json`` that this version reads."""

VERDICTS = ("pass", "fail", "inconclusive")
"""What a stress test or a metric can come out as."""


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


def parse_results(results: Fields) -> tuple[MetricResult, ...]:
    """The metrics of a ``results.json``.

    Raises:
        DataError: it was written by a newer version, or a value is of the wrong type.
    """
    schema = results.whole("schema")
    if schema is None:
        raise DataError(f"{results.where} has no schema number, so it is not the results of an audit")
    if schema > SCHEMA:
        raise DataError(
            f"{results.where} has schema {schema} and this version reads up to {SCHEMA}: "
            "a newer Gaugeblock wrote it; upgrade this one"
        )
    return tuple(_metric(name, fields) for name, fields in results.named("metrics"))


def parse_comparisons(results: Fields) -> tuple[Comparison, ...]:
    """The comparisons of a ``results.json``; none where it has none.

    Raises:
        DataError: a value is of the wrong type.
    """
    tests = results.object("comparisons")
    return tuple(
        Comparison(
            test=test,
            name=fields.text("name"),
            group=fields.text("group"),
            first=fields.text("first"),
            second=fields.text("second"),
            difference=fields.number("difference"),
            low=fields.number("low"),
            high=fields.number("high"),
            n=fields.whole("n"),
            p=fields.number("p"),
            p_holm=fields.number("p_holm"),
        )
        for test in tests.value
        for fields in tests.objects(test)
    )


def _metric(name: str, fields: Fields) -> MetricResult:
    unscored = fields.object("unscored")
    return MetricResult(
        name=name,
        verdict=_verdict(fields),
        reason=fields.text("reason"),
        construct=fields.text("construct"),
        spread=fields.number("spread"),
        items=fields.whole("items"),
        unscored=unscored.whole("count"),
        unscored_share=unscored.number("share"),
        failed_share=unscored.number("failed_share"),
        unscored_reasons=unscored.counts("reasons"),
        unscored_messages=tuple(
            (inner.text("reason"), inner.text("message"), inner.whole("count") or 0)
            for inner in unscored.objects("messages")
        ),
        stress=tuple(_stress(test, inner) for test, inner in fields.named("stress")),
    )


def _stress(name: str, fields: Fields) -> StressResult:
    return StressResult(
        name=name,
        verdict=_verdict(fields),
        reason=fields.text("reason"),
        applies=fields.value.get("applies") is not False,
        statistics=tuple(_statistic(inner) for inner in fields.objects("statistics")),
        coverage=fields.counts("coverage"),
        pairs=tuple(_pair(inner) for inner in fields.objects("examples")),
    )


def _statistic(fields: Fields) -> Statistic:
    return Statistic(
        name=fields.text("name"),
        group=fields.text("group"),
        value=fields.number("value"),
        low=fields.number("low"),
        high=fields.number("high"),
        level=fields.number("level"),
        exact=fields.flag("exact") is True,
        n=fields.whole("n"),
        clusters=fields.whole("clusters"),
        rule=fields.optional_text("rule"),
        limit=fields.number("limit"),
        p=fields.number("p"),
        detectable=fields.number("detectable"),
        documents_needed=fields.whole("documents_needed"),
        tests=_numbers(fields.object("tests")),
        verdict=_verdict(fields) if fields.value.get("verdict") is not None else None,
    )


def _pair(fields: Fields) -> Pair:
    return Pair(
        parent=fields.text("parent"),
        variant=fields.text("variant"),
        perturbation=fields.text("perturbation"),
        family=fields.text("family"),
        severity=fields.whole("severity"),
        relation=fields.text("relation"),
        score_before=fields.number("score_before"),
        score_after=fields.number("score_after"),
        change=fields.number("change"),
        note=fields.text("note"),
        question=fields.text("question"),
        label=fields.number("label"),
        context=fields.texts("context"),
        edits=tuple(_edit(inner) for inner in fields.objects("edits")),
        before=_texts(fields, "before"),
        after=_texts(fields, "after"),
    )


def _numbers(fields: Fields) -> dict[str, float | None]:
    return {name: fields.number(name) for name in fields.value}


def _texts(fields: Fields, key: str) -> dict[str, str]:
    inner = fields.object(key)
    return {name: inner.text(name) for name in inner.value}


def _edit(fields: Fields) -> Edit:
    start, end = fields.whole("start"), fields.whole("end")
    try:
        return Edit(fields.text("field"), start or 0, end or 0, fields.text("before"), fields.text("after"))
    except EditError as error:
        raise DataError(f"{fields.where}: {error}") from None


def _verdict(fields: Fields) -> str:
    value: Any = fields.value.get("verdict")
    if value not in VERDICTS:
        raise DataError(f"{fields.where}.verdict must be one of {', '.join(VERDICTS)}, not {value!r}")
    return str(value)
