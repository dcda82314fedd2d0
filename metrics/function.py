"""A plain function as a metric: `FunctionMetric`, and the decorator `metric` that makes one."""

from __future__ import annotations

import functools
import inspect
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, overload

from gaugeblock.metrics.arguments import arguments_of
from gaugeblock.metrics.base import Bounds, Metric, Score, check_metric, check_name
from gaugeblock.metrics.batch import call_batch
from gaugeblock.metrics.blame import file_of
from gaugeblock.metrics.source import function_digest
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example


class FunctionMetric(Metric):
    """A metric that calls a function; it is still called like the function.

    An item on which the function raises (or calls `sys.exit`) is `Unscored`, with the line of the function's file. A
    batch function that raises, or returns another number of scores, is called again for each item on its own, so that
    only the culprits go without a score (see `batch.call_batch`).

    Args:
        function: scores one item, or a batch; see `arguments.arguments_of` for its parameters.
        name: the metric's name; None = the function's.
        construct: what it claims to measure, one of `relations.CONSTRUCTS`.
        bounds: smallest and largest possible score; None = unbounded.
        higher_is_better: whether a larger score means more of the construct.
        deterministic: whether the same input always gets the same score.
        batch: whether the function takes lists; None = told by its parameters' names.
        version: raise it when something outside the function's own file changes the scores.
        reads: the fields of an example that can change the score; None = those that the function is given.
        batch_size: how many examples are scored at a time, at most.
        options: settings of the function, kept for its `spec` and fingerprint.

    Raises:
        UsageError: the function cannot be taken as a metric, or a declaration makes no sense.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str | None = None,
        construct: str = "factual-consistency",
        bounds: Bounds = (None, None),
        higher_is_better: bool = True,
        deterministic: bool = True,
        batch: bool | None = None,
        version: str = "1",
        reads: Iterable[str] | None = None,
        batch_size: int = 64,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.function = function
        self.name = _checked_name(_name_of(function) if name is None else name)
        _refuse_async(function, self.name)
        self.arguments = arguments_of(function, self.name, batch)
        self.construct = construct
        self.bounds = _checked_bounds(self.name, bounds)
        self.higher_is_better = higher_is_better
        self.deterministic = deterministic
        self.version = str(version) if isinstance(version, (int, float)) else version
        self.reads = self.arguments.reads if reads is None else _checked_reads(self.name, reads)
        self.batched = self.arguments.batch
        self.batch_size = batch_size
        self.options = dict(options) if isinstance(options, Mapping) else {} if options is None else options
        self._file = file_of(function)
        self._digest = function_digest(function)
        try:
            check_metric(self)
        except (TypeError, ValueError) as error:
            raise UsageError(str(error)) from error
        functools.update_wrapper(self, function, updated=())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function itself returns."""
        return self.function(*args, **kwargs)

    def __reduce__(self) -> Any:
        if self.source_spec is not None:
            from gaugeblock.metrics.resolve import resolve

            return resolve, (self.source_spec,)
        if _found(self) is self:  # decorated: the name in the module stands for this object, not for the function
            return self.__qualname__
        return super().__reduce__()

    def copied(self) -> FunctionMetric:
        """The same metric as an object of its own, which may be told another name and origin."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def with_options(self, options: Mapping[str, Any]) -> FunctionMetric:
        """The same metric with further arguments of its function set.

        Args:
            options: values by argument, each a JSON value.
        """
        made = FunctionMetric(
            functools.partial(self.function, **options),
            name=str(self.name),
            construct=self.construct,
            bounds=self.bounds,
            higher_is_better=self.higher_is_better,
            deterministic=self.deterministic,
            batch=self.arguments.batch,
            version=self.version,
            reads=self.reads,
            batch_size=self.batch_size,
            options={**self.options, **options},
        )
        made._digest = self._digest  # of the function alone: what it is given stands among the options, without secrets
        return made

    def _defaults(self) -> Mapping[str, Any]:
        return {}  # an option of the function may be called like a declaration: all that were set are shown

    def fingerprint_parts(self) -> Sequence[Any]:
        """The declarations and the function, see `source.function_digest`."""
        return [*super().fingerprint_parts(), self._digest, self.arguments.batch]

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, in order; nothing that the function does to one item costs another its score."""
        if self.arguments.batch:
            return call_batch(self._call, examples, self.bounds, self.blames)
        return [score for one in examples for score in call_batch(self._call, [one], self.bounds, self.blames)]

    def blames(self, file: str) -> bool:
        """Whether a file is the function's own."""
        return file == self._file

    def _call(self, examples: Sequence[Example]) -> Any:
        returned = self.arguments.call(self.function, examples)
        return returned if self.arguments.batch else [returned]


@overload
def metric(fn: Callable[..., Any], /) -> FunctionMetric: ...


@overload
def metric(
    fn: None = None,
    /,
    *,
    name: str | None = None,
    construct: str = "factual-consistency",
    bounds: Bounds = (None, None),
    higher_is_better: bool = True,
    deterministic: bool = True,
    batch: bool | None = None,
    version: str = "1",
    reads: Iterable[str] | None = None,
    batch_size: int = 64,
) -> Callable[[Callable[..., Any]], FunctionMetric]: ...


def metric(
    fn: Callable[..., Any] | None = None, /, **declared: Any
) -> FunctionMetric | Callable[[Callable[..., Any]], FunctionMetric]:
    """Declare a function to be a metric; what can be declared is listed at `FunctionMetric`.

    Used bare or with declarations. The function is still called as before.

    Raises:
        UsageError: see `FunctionMetric`.

    >>> @metric(construct="grounding", bounds=(0, 1))
    ... def mentions(context: str, response: str) -> float:
    ...     return float(response in context)
    >>> mentions("The fee is 40 euros.", "40"), mentions.score([Example(response="50", context="It is 40.")])
    (1.0, [0.0])
    """
    if fn is not None and not callable(fn):
        raise UsageError(f"metric takes a function, not {type(fn).__name__}: {fn!r}; names are given as name=...")
    known = [name for name in inspect.signature(FunctionMetric).parameters if name != "function"]
    for name in declared:
        if name not in known:
            raise UsageError(f"metric takes no {name!r}; what can be declared is {', '.join(known)}")
    if fn is None:
        return functools.partial(FunctionMetric, **declared)
    return FunctionMetric(fn, **declared)


def _name_of(function: Any) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    name = str(getattr(function, "__name__", None) or type(function).__name__)
    return "lambda" if name == "<lambda>" else name


def _checked_name(name: Any) -> str:
    try:
        return check_name(name)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _checked_bounds(name: str, bounds: Any) -> Bounds:
    """Bounds as a pair of finite numbers; an infinite one is no bound."""
    try:
        low, high = map(_bound, bounds)
    except OverflowError:  # a whole number of over 300 digits, which is not shown
        raise UsageError(f"{name}: bounds must be within what a float can hold; write None for no bound") from None
    except (TypeError, ValueError):
        low = high = math.nan
    if any(bound is not None and math.isnan(bound) for bound in (low, high)):
        raise UsageError(f"{name}: bounds are a pair of numbers such as (0, 1), not {bounds!r}")
    return None if low == -math.inf else low, None if high == math.inf else high


def _bound(value: Any) -> float | None:
    if isinstance(value, (str, bytes)):  # "01" is no pair of numbers
        raise TypeError
    return None if value is None else float(value)


def _checked_reads(name: str, reads: Any) -> frozenset[str]:
    if isinstance(reads, str) or not isinstance(reads, Iterable):
        raise UsageError(f"{name}: reads is a list of fields such as ['response', 'context'], not {reads!r}")
    fields = tuple(reads)
    if not all(isinstance(field, str) for field in fields):
        raise UsageError(f"{name}: reads is a list of fields such as ['response', 'context'], not {reads!r}")
    return frozenset(fields)


def _refuse_async(function: Any, name: str) -> None:
    called = (function, type(function).__call__)
    if any(inspect.iscoroutinefunction(f) or inspect.isasyncgenfunction(f) for f in called):
        raise UsageError(
            f"{name} is an async function, which is not taken; wrap it: "
            f"def metric(context, response): return asyncio.run({name}(...))"
        )


def _found(wrapped: Any) -> Any:
    """What the module of a function holds under the function's name."""
    found: Any = sys.modules.get(str(getattr(wrapped, "__module__", "")))
    for part in str(getattr(wrapped, "__qualname__", "?")).split("."):
        found = getattr(found, part, None)
    return found
