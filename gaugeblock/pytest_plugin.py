"""The pytest plug-in: law tests of a metric without a test file.

    pytest --gaugeblock-metric path/to/file.py:score
    pytest --gaugeblock-metric rouge2 --gaugeblock-properties "bounded,never-rewards[family=gaming]"

Whoever merely has Gaugeblock installed pays nothing: nothing of it is imported until a metric is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gaugeblock.harness.fuzzing import Law, Scorer
    from gaugeblock.metrics.base import Metric

_SECTION = "gaugeblock"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, all with the prefix ``--gaugeblock``."""
    group = parser.getgroup("gaugeblock", "hold a text-evaluation metric to laws")
    group.addoption("--gaugeblock-metric", metavar="METRIC", help="a metric, as `gaugeblock audit` takes it")
    group.addoption(
        "--gaugeblock-properties",
        metavar="NAME,...",
        help="the laws that it is held to, with options in brackets; by default the standard ones",
    )
    group.addoption(
        "--gaugeblock-max-examples", metavar="N", type=int, default=100, help="examples for each law (default: 100)"
    )
    group.addoption(
        "--gaugeblock-strict", action="store_true", help="fail a law that is undecided; by default it is skipped"
    )
    group.addoption("--gaugeblock-data", metavar="DATA", help="data to start from; by default examples are built")


class Session:
    """The metric of a test session and what it is held to.

    Args:
        config: the configuration, with ``--gaugeblock-metric``.

    Raises:
        GaugeblockError: the metric, a law or the data cannot be read.
    """

    def __init__(self, config: pytest.Config) -> None:
        from gaugeblock.harness.fuzzing import Budget, Scorer, examples_of, laws_of
        from gaugeblock.metrics.display import redact
        from gaugeblock.metrics.resolve import resolve

        text = config.getoption("gaugeblock_metric")
        self.shown = redact(text)
        self.metric: Metric = resolve(text)
        self.laws: list[Law] = laws_of(config.getoption("gaugeblock_properties"))
        self.among = examples_of(config.getoption("gaugeblock_data"))
        self.budget = Budget(config.getoption("gaugeblock_max_examples"))
        self.scorer: Scorer = Scorer(self.metric, self.among)


_KEY = pytest.StashKey[Session]()


def pytest_configure(config: pytest.Config) -> None:
    """Resolve the metric now, so that a wrong name ends the run with one line."""
    named = config.getoption("gaugeblock_metric")
    if named is None:
        for name in ("properties", "data"):  # the others may stand in a configuration file for when there is one
            if config.getoption(f"gaugeblock_{name}") is not None:
                raise pytest.UsageError(f"--gaugeblock-{name} needs --gaugeblock-metric METRIC")
        return
    from gaugeblock.perturb.errors import GaugeblockError

    try:
        config.stash[_KEY] = Session(config)
    except GaugeblockError as error:
        raise pytest.UsageError(str(error)) from error


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for each law."""
    held = config.stash.get(_KEY, None)
    if held is None:
        return
    parent = _Metric.from_parent(session, name=held.shown, nodeid=f"gaugeblock::{held.shown}")
    items.extend(parent.collect())


class _Metric(pytest.Collector):
    def collect(self) -> Iterator[LawItem]:
        for law in self.config.stash[_KEY].laws:
            yield LawItem.from_parent(self, name=law.spec)


class LawItem(pytest.Item):
    """The test of one law."""

    def runtest(self) -> None:
        """Search for a case that breaks the law.

        Raises:
            AssertionError: there is one, or with ``--gaugeblock-strict`` the law is undecided.
        """
        from hypothesis import settings

        from gaugeblock.harness.fuzzing import NOT_APPLICABLE, UNDECIDED, in_a_line, law_from, message, try_law

        held = self.config.stash[_KEY]
        found = try_law(law_from(self.name), held.scorer, held.among, held.budget, settings().database)
        self.user_properties.append((_SECTION, in_a_line(found)))
        if found.status == UNDECIDED and self.config.getoption("gaugeblock_strict"):
            raise AssertionError(f"{found.law!r} is undecided for {held.shown!r}: {found.note}")
        if found.status in (NOT_APPLICABLE, UNDECIDED):
            pytest.skip(f"{found.status}: {found.note}")
        if found.counterexample is not None:
            raise AssertionError(message(found.counterexample, repr(held.shown)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The counterexample or an error raised on purpose alone; the traceback of any other."""
        from gaugeblock.perturb.errors import GaugeblockError

        if isinstance(excinfo.value, (AssertionError, GaugeblockError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where the test stands in reports: by the metric and the law."""
        return self.path, None, f"{self.config.stash[_KEY].shown} {self.name}"


@pytest.fixture(scope="session")
def gaugeblock_metric(request: pytest.FixtureRequest) -> Metric:
    """The metric that ``--gaugeblock-metric`` names, for tests of one's own."""
    held = request.config.stash.get(_KEY, None)
    if held is None:
        raise pytest.UsageError("the fixture gaugeblock_metric needs --gaugeblock-metric METRIC")
    return held.metric


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A section with one line for each law."""
    lines = [
        line
        for outcome in ("passed", "failed", "skipped")
        for report in terminalreporter.stats.get(outcome, [])
        for name, line in getattr(report, "user_properties", [])
        if name == _SECTION and getattr(report, "when", "") == "call"
    ]
    if lines:
        terminalreporter.section(_SECTION)
        for line in lines:
            terminalreporter.line(line)
