"""What a reader should hold against one run: its small numbers, its missing scores, its unread rows."""

from __future__ import annotations

from collections.abc import Iterator

from gaugeblock.reports.numerals import share
from gaugeblock.reports.results import MetricResult
from gaugeblock.reports.run import Run
from gaugeblock.reports.wording import FEW_CLUSTERS, stress_words

MANY_UNSCORED = 0.05
"""A share of unscored items above this is named among the limits of the run."""


def caveats(run: Run) -> list[str]:
    """The limits of this one run, in sentences; none where nothing stands out."""
    return [*_data(run), *(text for metric in run.metrics for text in _metric(run, metric))]


def _data(run: Run) -> Iterator[str]:
    data = run.facts.dataset
    if data.examples is not None and data.documents is not None and data.documents < data.examples:
        yield (
            f"The {data.examples:,} examples come from {data.documents:,} documents. Examples of one document are not "
            "independent, and every interval takes them as one."
        )
    if data.skipped_rows:
        yield f"{_count(len(data.skipped_rows), 'row')} of the data could not be read and took no part."
    if data.without_context and data.examples is not None:
        has, these = ("has", "this") if data.without_context == 1 else ("have", "these")
        yield (
            f"{data.without_context:,} of the {data.examples:,} examples {has} no context; a metric that reads it "
            f"scores {these} against nothing."
        )
    changed = run.facts.variants_of
    if changed is not None and data.examples is not None and changed < data.examples:
        yield (
            f"Variants were made of {changed:,} of the {data.examples:,} examples, a sample drawn by the seed "
            "(--variants-of); the tests that change nothing use all of them."
        )
    unknown = data.labels.get("unknown", 0)
    if unknown:
        yield (
            f"{_count(unknown, 'example')} without a label: edits that need a supported response may have met a wrong "
            "one."
        )


def _metric(run: Run, metric: MetricResult) -> Iterator[str]:
    facts = run.facts.metric(metric.name)
    if (metric.unscored_share or 0) > MANY_UNSCORED:
        yield (
            f"{metric.name}: {share(metric.unscored_share)} of the items have no score. The statistics describe the "
            "rest, which may be the easier part."
        )
    if facts.deterministic is False:
        yield f"{metric.name}: the metric says of itself that the same input may get another score each time."
    for test in metric.stress:
        sizes = [s.clusters for s in test.statistics if s.clusters and s.rule and s.level != 1 and not s.exact]
        if sizes and min(sizes) < FEW_CLUSTERS:
            title = stress_words(test.name).title.lower()
            rests = _count(min(sizes), "source document")
            yield f"{metric.name}, {title}: a rule rests on {rests}, so its interval is rough."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
