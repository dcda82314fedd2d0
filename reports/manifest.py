"""What ``manifest.json`` holds, typed: which data, which metrics, which settings a run had."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gaugeblock.reports.fields import Fields, compact


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedRow:
    """A row of the data that could not be read, and why."""

    file: str
    line: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFacts:
    """The data of a run."""

    name: str = ""
    source: str = ""
    digest: str = ""
    examples: int | None = None
    documents: int | None = None
    without_context: int | None = None
    labels: Mapping[str, int] = field(default_factory=dict)
    skipped_rows: tuple[SkippedRow, ...] = ()
    mapping: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricFacts:
    """A metric as it declared itself."""

    name: str
    spec: str = ""
    version: str = ""
    construct: str = ""
    higher_is_better: bool | None = None
    bounds: str = ""
    deterministic: bool | None = None
    reads: tuple[str, ...] = ()
    long_input: str = ""
    fingerprint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Everything that a run was made from."""

    gaugeblock: str = ""
    signature: str = ""
    command: str = ""
    created: str = ""
    seconds: float | None = None
    seed: int | None = None
    dataset: DataFacts = field(default_factory=DataFacts)
    metrics: tuple[MetricFacts, ...] = ()
    stress: tuple[str, ...] = ()
    policy: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    variants_of: int | None = None
    usage: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def metric(self, name: str) -> MetricFacts:
        """How a metric declared itself; only its name where the manifest does not say."""
        return next((facts for facts in self.metrics if facts.name == name), MetricFacts(name=name))


def parse_manifest(fields: Fields) -> Manifest:
    """The typed content of a ``manifest.json``.

    Raises:
        DataError: a value is of the wrong type.
    """
    return Manifest(
        gaugeblock=fields.text("gaugeblock"),
        signature=fields.text("signature"),
        command=fields.text("command"),
        created=fields.text("created"),
        seconds=fields.number("seconds"),
        seed=fields.whole("seed"),
        dataset=_dataset(fields.object("dataset")),
        metrics=tuple(_metric(name, inner) for name, inner in fields.named("metrics")),
        stress=fields.texts("stress"),
        policy=fields.map("policy"),
        versions={n: v for n, v in fields.text_map("versions").items() if v != "null"},
        counts=fields.counts("counts"),
        variants_of=fields.whole("variants_of"),
        usage={name: inner.text_map("used") for name, inner in _usage(fields)},
    )


def _usage(fields: Fields) -> Iterator[tuple[str, Fields]]:
    """What metrics have used of their servers, each as an object of its own so that its values can be read as text."""
    for name, inner in fields.named("usage"):
        yield name, Fields({"used": inner.value}, inner.where)


def _dataset(fields: Fields) -> DataFacts:
    return DataFacts(
        name=fields.text("name"),
        source=fields.text("source"),
        digest=fields.text("digest"),
        examples=fields.whole("examples"),
        documents=fields.whole("documents"),
        without_context=fields.whole("without_context"),
        labels=fields.counts("labels"),
        skipped_rows=tuple(
            SkippedRow(file=inner.text("file"), line=_plain(inner.value.get("line")), reason=inner.text("reason"))
            for inner in fields.objects("skipped_rows")
        ),
        mapping=fields.text_map("mapping"),
    )


def _metric(name: str, fields: Fields) -> MetricFacts:
    return MetricFacts(
        name=name,
        spec=fields.text("spec"),
        version=_plain(fields.value.get("version")),
        construct=fields.text("construct"),
        higher_is_better=fields.flag("higher_is_better"),
        bounds=_bounds(fields.value.get("bounds")),
        deterministic=fields.flag("deterministic"),
        reads=fields.texts("reads"),
        long_input=fields.text("long_input"),
        fingerprint=fields.text("fingerprint"),
    )


def _bounds(value: Any) -> str:
    if not isinstance(value, list) or len(value) != 2:
        return _plain(value)
    low, high = value
    if low is None and high is None:
        return "unbounded"
    return f"{'no lower bound' if low is None else low} to {'no upper bound' if high is None else high}"


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else compact(value)
