"""Runs as Markdown, for a pull request or a notebook; text of the data stands in code, where nothing is markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gaugeblock.reports.caveats import caveats
from gaugeblock.reports.marks import mark, side
from gaugeblock.reports.numerals import (
    further,
    interval,
    interval_title,
    number,
    other_level,
    probability,
    share,
    signed,
    usual_level,
)
from gaugeblock.reports.results import MetricResult, Pair, Statistic, StressResult
from gaugeblock.reports.run import Run
from gaugeblock.reports.side_by_side import SideBySide, side_by_side
from gaugeblock.reports.visible import one_line, visible
from gaugeblock.reports.wording import (
    explain,
    general_limits,
    headline,
    plain_note,
    plain_reason,
    scores,
    statistic_words,
    stress_words,
    verdict_words,
    worst_first,
)

AROUND_EDIT = 120
"""Code points of unchanged text left on each side of an edit."""

PAIRS_SHOWN = 3
"""Pairs shown of each stress test."""


def render(runs: Sequence[Run]) -> str:
    """The document."""
    lines = ["# Gaugeblock audit", ""]
    for position, run in enumerate(runs, 1):
        if len(runs) > 1:
            lines += [f"## Run {position}: {code(run.facts.dataset.name)}", ""]
        lines += _run(run)
    lines += ["## How to read this", "", *_reading(runs), "", "## Limits", ""]
    for position, run in enumerate(runs, 1):
        which = f"Run {position}. " if len(runs) > 1 else ""
        lines += [f"- {which}{escaped(text)}" for text in caveats(run)]
    lines += [f"- {text}" for text in general_limits()]
    return "\n".join(lines) + "\n"


def code(text: str) -> str:
    """A text as a code span on one line, whatever it holds; in a table it is to be a `cell`.

    >>> code("a|b"), code("x`y")
    ('`a|b`', '`` x`y ``')
    """
    flat = one_line(text).strip() or " "
    longest = max((len(run) for run in re.findall("`+", flat)), default=0)
    fence = "`" * (longest + 1)
    space = " " if longest or flat == " " else ""
    return f"{fence}{space}{flat}{space}{fence}"


def cell(text: str) -> str:
    """A code span in a table, which ends a column at every bar that is not escaped, in code too.

    >>> print(cell("a|b"))
    `a\\|b`
    """
    return code(text).replace("|", "\\|")


def escaped(text: str) -> str:
    """A sentence with every character that Markdown or HTML might read as markup escaped.

    >>> escaped("*a* <b>")
    '\\\\*a\\\\* &lt;b&gt;'
    """
    flat = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_{}\[\]()#!|~@])", r"\\\1", flat)


def fenced(text: str) -> list[str]:
    """A text as a fenced block, its fence longer than any in the text."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", text, fence]


def _run(run: Run) -> Iterator[str]:
    if not run.metrics:
        yield from ("This run holds no metric, so there is no verdict.", "")
    for metric in worst_first(run.metrics):
        reason = escaped(plain_reason(metric.reason, metric.stress))
        yield f"- {_verdict(metric.verdict)} {code(metric.name)}: {reason} {_unscored(metric)}"
    yield from ("", *_what_was_run(run), "")
    if run.metrics and run.stress:
        yield from (*_matrix(run), "")
    for table in side_by_side(run):
        yield from (*_beside(table), "")
    if run.comparisons:
        yield from (*_comparisons(run), "")
    for metric in run.metrics:
        reason = escaped(plain_reason(metric.reason, metric.stress))
        yield from (f"## {code(metric.name)}: {metric.verdict}", "", reason, "")
        for test in worst_first(metric.stress):
            yield from _test(test)


def _what_was_run(run: Run) -> Iterator[str]:
    manifest, data = run.facts, run.facts.dataset
    yield from ("| What was run | |", "| --- | --- |")
    yield f"| Data | {cell(data.name)} |"
    if data.examples is not None:
        documents = f" from {data.documents:,} documents" if data.documents is not None else ""
        yield f"| Examples | {data.examples:,}{documents} |"
    if data.labels:
        yield f"| Labels | {', '.join(f'{count:,} {escaped(label)}' for label, count in data.labels.items())} |"
    if data.skipped_rows:
        yield f"| Rows that could not be read | {len(data.skipped_rows):,} |"
    yield f"| Seed | {'not recorded' if manifest.seed is None else manifest.seed} |"
    yield f"| Signature | {cell(manifest.signature)} |"
    if manifest.command:
        yield f"| Command, folders left out | {cell(manifest.command)} |"


def _matrix(run: Run) -> Iterator[str]:
    yield "| Metric | Overall | " + " | ".join(escaped(stress_words(name).title) for name in run.stress) + " |"
    yield "| --- " * (len(run.stress) + 2) + "|"
    for metric in run.metrics:
        cells = [_cell(metric.test(name)) for name in run.stress]
        yield f"| {cell(metric.name)} | {_verdict(metric.verdict)} | " + " | ".join(cells) + " |"


def _comparisons(run: Run) -> Iterator[str]:
    yield from ("### Metrics against each other", "")
    yield (
        "On the same rows: those that both metrics scored, except that a force pair without a score counts as a "
        "violation. Probabilities are corrected for the number of comparisons."
    )
    yield ""
    yield "| First | Second | Test | Statistic | Group | First minus second | Interval | p (Holm) |"
    yield "| --- | --- | --- | --- | --- | ---: | --- | ---: |"
    for row in run.comparisons:
        ends = "none" if row.low is None or row.high is None else escaped(f"[{number(row.low)}, {number(row.high)}]")
        yield (
            f"| {cell(row.first)} | {cell(row.second)} | {escaped(stress_words(row.test).title)} | {cell(row.name)} "
            f"| {cell(row.group)} | {signed(row.difference)} | {ends} | {escaped(probability(row.p_holm))} |"
        )


def _beside(table: SideBySide) -> Iterator[str]:
    yield from (f"### {escaped(table.test)}, metric by metric", "")
    yield f"| Metric | {' | '.join(escaped(title) for title in table.columns)} |"
    yield "| --- " + "| ---: " * len(table.columns) + "|"
    for name, statistics in table.rows:
        cells = [f"{number(s.value)} {escaped(interval(s))}".rstrip() if s is not None else "none" for s in statistics]
        yield f"| {cell(name)} | {' | '.join(cells)} |"


def _cell(test: StressResult | None) -> str:
    if test is None:
        return "not run"
    main = headline(test)
    shown = "" if main is None else f", {escaped(main.name)} {number(main.value)}"
    return f"{_verdict(test.shown)}{shown}"


def _test(test: StressResult) -> Iterator[str]:
    words = stress_words(test.name)
    yield from (f"### {escaped(words.title)}: {verdict_words(test.shown).word}", "")
    if words.asks:
        yield from (words.asks, "")
    yield from (escaped(plain_reason(test.reason, [test])), "")
    if test.statistics:
        usual = usual_level(test.statistics)
        yield f"| Statistic | Group | Value | {interval_title(usual)} | n | Documents | Rule | Verdict |"
        yield "| --- | --- | ---: | --- | ---: | ---: | --- | --- |"
        yield from (_row(statistic, usual) for statistic in test.statistics)
        yield ""
    if test.coverage:
        yield "Coverage: " + ", ".join(f"{n:,} {escaped(name.replace('_', ' '))}" for name, n in test.coverage.items())
        yield ""
    for pair in test.pairs[:PAIRS_SHOWN]:
        yield from (*_pair(pair), "")


def _row(statistic: Statistic, usual: float | None) -> str:
    wider = other_level(statistic, usual)
    shown = interval(statistic) + (f" at {wider}" if wider else "")
    cells = [
        cell(statistic.name),
        cell(statistic.group or "all"),
        number(statistic.value),
        (escaped(shown) or "none") + (f"; {escaped(further(statistic))}" if further(statistic) else ""),
        "none" if statistic.n is None else f"{statistic.n:,}",
        "none" if statistic.clusters is None else f"{statistic.clusters:,}",
        escaped(statistic.rule or "no rule"),
        _verdict(statistic.verdict) if statistic.verdict else "none",
    ]
    return f"| {' | '.join(cells)} |"


def _pair(pair: Pair) -> Iterator[str]:
    note = f" {escaped(plain_note(pair.note))}" if pair.note else ""
    yield f"Worst pair, {code(pair.perturbation)}, example {code(pair.parent)}: {escaped(scores(pair))}.{note}"
    yield ""
    lines = []
    for name, before in pair.before.items():
        pieces = mark(before, pair.after.get(name, ""), pair.edits_of(name))
        lines.append(f"{one_line(name)} - {side(pieces, 'removed', AROUND_EDIT)}")
        lines.append(f"{one_line(name)} + {side(pieces, 'added', AROUND_EDIT)}")
    if lines:
        yield from fenced("\n".join(lines))


def _reading(runs: Sequence[Run]) -> Iterator[str]:
    names = dict.fromkeys(
        s.name for run in runs for metric in run.metrics for test in metric.stress for s in test.statistics
    )
    for name in names:
        words = statistic_words(name)
        means = words.means or "A statistic of an added stress test; its documentation says what it means."
        yield f"- {code(name)}, {escaped(words.title)}: {means}"
    groups = dict.fromkeys(
        s.group for run in runs for metric in run.metrics for test in metric.stress for s in test.statistics
    )
    for group in groups:
        if explained := explain("group", group):
            yield f"- {code(group)}: {explained}."
    for term in ("items", "n", "spread"):
        yield f"- {term}: {explain('term', term)}"
    for verdict in ("pass", "fail", "inconclusive", "not-applicable"):
        yield f"- {_verdict(verdict)}: {verdict_words(verdict).meaning}"
    yield "- In a pair, `[-this-]` stood in the original only and `{+this+}` stands in the variant only."


def _verdict(verdict: str) -> str:
    words = verdict_words(verdict)
    return f"{words.shape} **{words.word}**"


def _unscored(metric: MetricResult) -> str:
    if metric.items is None:
        return ""
    reasons = ", ".join(f"{count:,} {escaped(reason)}" for reason, count in metric.unscored_reasons.items())
    why = f": {reasons}" if reasons else ""
    return visible(f"({metric.items:,} items, {share(metric.unscored_share)} without a score{why})")
