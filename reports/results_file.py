"""The results of a run, read from what ``results.json`` holds."""

from __future__ import annotations

from typing import Any

from gaugeblock.perturb.errors import DataError, EditError
from gaugeblock.perturb.variant import Edit
from gaugeblock.reports.fields import Fields
from gaugeblock.reports.results import Comparison, MetricResult, Pair, Statistic, StressResult

SCHEMA = 1
"""The newest layout of ``results.json`` that this version reads."""

VERDICTS = ("pass", "fail", "inconclusive")
"""What a stress test or a metric can come out as."""


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
