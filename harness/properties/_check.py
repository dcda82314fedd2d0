"""A law as a function of a metric, and as a decorator of a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from hypothesis import settings

from gaugeblock.harness.data import load
from gaugeblock.harness.properties._budget import Budget
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._message import message
from gaugeblock.harness.properties._outcome import NOT_APPLICABLE, UNDECIDED, Outcome
from gaugeblock.harness.properties._replay import called
from gaugeblock.harness.properties._scorer import Scorer
from gaugeblock.harness.properties._search import search
from gaugeblock.metrics.resolve import resolve
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example


class SearchOptions(TypedDict, total=False):
    """What every law takes besides its own arguments.

    Keys:
        among: examples to try the law on, as `gaugeblock.load` takes data: ``"sample"``, a path, a list; None = built
            ones.
        max_examples: how many cases are tried, 100 by default.
        max_seconds: how long to go on; None = no limit.
        seed: the same seed draws the same cases; 0 by default.
    """

    among: Any
    max_examples: int
    max_seconds: float | None
    seed: int


_SCORED = "_gaugeblock_scored"
_LAWS = "_gaugeblock_laws"
_Held = tuple[Law, SearchOptions]


def apply(law: Law, metric: Any, options: SearchOptions) -> Any:
    """Check a metric now, or without one return the decorator.

    Raises:
        AssertionError: the law is broken, or undecided.
        UsageError: an argument makes no sense.
    """
    __tracebackhide__ = True
    unknown = set(options) - set(SearchOptions.__annotations__)
    if unknown:
        known = ", ".join([*law.options, *SearchOptions.__annotations__])
        raise UsageError(f"{law.name} has no option {sorted(unknown)[0]!r}; its options are {known}")
    _budget(options)  # a wrong number is said now, also by the decorator
    if metric is None:
        return lambda function: _as_test(function, law, options)
    called_like = getattr(metric, "__name__", "")
    if called_like == "test" or called_like.startswith("test_"):
        name = law.name.replace("-", "_")
        raise UsageError(f"write @{name}() with parentheses above a test; without them {name} checks a metric at once")
    check(law, metric, options)
    return None


def check(law: Law, metric: Any, options: SearchOptions) -> Outcome:
    """Search for a case that breaks the law.

    Raises:
        AssertionError: there is one, or the law is undecided, as where nothing has a score.
        UsageError: the law asks nothing of such a metric, or the data cannot be used.
    """
    __tracebackhide__ = True
    among = examples_of(options.get("among"))
    resolved = resolve(metric)
    found = search(law, Scorer(resolved, among), among, _budget(options), settings().database)
    if found.status == NOT_APPLICABLE:
        raise UsageError(f"{law!r} asks nothing of {resolved.name}: {found.note}")
    if found.counterexample is not None:
        raise AssertionError(message(found.counterexample, called(metric)))
    if found.status == UNDECIDED:
        raise AssertionError(f"{found.law!r} is undecided for {called(metric)}: {found.note}")
    return found


def examples_of(data: Any) -> Sequence[Example] | None:
    """The examples of data as `gaugeblock.load` takes them; None for None."""
    return None if data is None else load(data).examples


def _budget(options: SearchOptions) -> Budget:
    return Budget(options.get("max_examples", 100), options.get("max_seconds"), options.get("seed", 0))


def _as_test(function: Any, law: Law, options: SearchOptions) -> Callable[[], None]:
    """A test without arguments, which holds the scores that a function returns to the laws above it."""
    if not callable(function):
        raise UsageError(f"{law!r} decorates a function that scores one item, not {type(function).__name__}")
    scored = getattr(function, _SCORED, function)
    laws: list[_Held] = [(law, options), *getattr(function, _LAWS, [])]

    def test() -> None:
        __tracebackhide__ = True
        for each, how in laws:
            check(each, scored, how)

    # not functools.wraps: pytest would look through __wrapped__ and take the item's fields for fixtures
    for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(test, attribute, getattr(scored, attribute, None))
    if marks := getattr(function, "pytestmark", None):  # skip, xfail and the like, below the law
        test.pytestmark = list(marks)  # type: ignore[attr-defined]
    setattr(test, _SCORED, scored)
    setattr(test, _LAWS, laws)
    return test
