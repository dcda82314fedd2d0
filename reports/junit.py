"""Runs as JUnit XML, for continuous-integration pages: one test case for each metric and stress test."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from gaugeblock.reports.marks import mark, side
from gaugeblock.reports.numerals import describe
from gaugeblock.reports.results import MetricResult, Pair, StressResult
from gaugeblock.reports.run import Run
from gaugeblock.reports.visible import one_line, visible
from gaugeblock.reports.wording import scores, verdict_words

AROUND_EDIT = 80
"""Code points of unchanged text left on each side of an edit."""


def render(runs: Sequence[Run]) -> str:
    """The document: a suite for each metric of each run; a failed test is a failure, an inconclusive one is skipped.

    A metric that no stress test was run on is an error, and so is a run without a metric, so that a page does not show
    it as clean.
    """
    root = ElementTree.Element("testsuites", name="gaugeblock")
    for run in runs:
        for metric in run.metrics:
            root.append(_suite(run, metric))
        if not run.metrics:
            root.append(_empty(run))
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _empty(run: Run) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=one_line(run.facts.dataset.name))
    for count, number in (("tests", 1), ("failures", 0), ("errors", 1), ("skipped", 0)):
        suite.set(count, str(number))
    case = ElementTree.SubElement(suite, "testcase", classname="gaugeblock", name="audit")
    ElementTree.SubElement(case, "error", message="the run has no metric")
    return suite


def _suite(run: Run, metric: MetricResult) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=one_line(f"{metric.name} on {run.facts.dataset.name}"))
    verdicts = [test.verdict for test in metric.stress]
    suite.set("tests", str(len(verdicts) or 1))
    suite.set("failures", str(verdicts.count("fail")))
    suite.set("errors", "0" if verdicts else "1")
    suite.set("skipped", str(verdicts.count("inconclusive")))
    if run.facts.created:
        suite.set("timestamp", one_line(run.facts.created))
    properties = ElementTree.SubElement(suite, "properties")
    facts = {
        "signature": run.facts.signature,
        "seed": "" if run.facts.seed is None else str(run.facts.seed),
        "command": run.facts.command,
        "verdict": metric.verdict,
        "items": "" if metric.items is None else str(metric.items),
        "unscored": "" if metric.unscored is None else str(metric.unscored),
    }
    for name, value in facts.items():
        ElementTree.SubElement(properties, "property", name=name, value=one_line(value))
    if not metric.stress:
        case = _case(suite, metric, "audit")
        ElementTree.SubElement(case, "error", message="no stress test was run on this metric")
    for test in metric.stress:
        _outcome(_case(suite, metric, test.name), test)
    return suite


def _case(suite: ElementTree.Element, metric: MetricResult, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", classname=one_line(f"gaugeblock.{metric.name}"), name=one_line(name)
    )


def _outcome(case: ElementTree.Element, test: StressResult) -> None:
    if test.verdict == "fail":
        failure = ElementTree.SubElement(case, "failure", type="fail", message=one_line(test.reason))
        failure.text = _details(test)
    elif test.verdict == "inconclusive":
        ElementTree.SubElement(case, "skipped", message=one_line(f"{verdict_words(test.shown).word}: {test.reason}"))


def _details(test: StressResult) -> str:
    lines = [f"{s.name} ({s.group or 'all'}): {describe(s)}" for s in test.statistics if s.verdict == "fail"]
    if test.pairs:
        lines += ["", "The worst pair:", *_pair(test.pairs[0])]
    return visible("\n".join([test.reason, *lines]))


def _pair(pair: Pair) -> list[str]:
    lines = [f"{one_line(pair.perturbation)}, example {one_line(pair.parent)}: {scores(pair)}"]
    for name, before in pair.before.items():
        pieces = mark(before, pair.after.get(name, ""), pair.edits_of(name))
        lines.append(f"{one_line(name)} - {side(pieces, 'removed', AROUND_EDIT)}")
        lines.append(f"{one_line(name)} + {side(pieces, 'added', AROUND_EDIT)}")
    return lines
