"""The metric contract: batches of examples in, a finite number or `Unscored` out for each."""

from __future__ import annotations

import inspect
import math
import numbers
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from gaugeblock.metrics.options import write_options
from gaugeblock.metrics.secrets import HIDDEN, is_secret
from gaugeblock.perturb.example import Example, content_hash
from gaugeblock.perturb.relations import CONSTRUCTS

READS = ("response", "context", "question", "label", "corrected", "id", "metadata")
"""The fields of an example that a metric can say it reads."""

UNSCORED_REASONS = (
    "raised",  # the metric raised an exception
    "timeout",  # it took longer than the time allowed for one item
    "died",  # its process ended
    "miscounted",  # the batch came back with another number of scores
    "not-a-number",  # None, a word, a list
    "not-finite",  # NaN or infinite
    "out-of-bounds",  # outside the bounds that the metric declares
    "declined",  # the metric itself says that it cannot score this item
)
"""Why an item may have no score."""


@dataclass(frozen=True, slots=True)
class Unscored:
    """An item without a score, and why. It is counted and shown, and never becomes a number.

    Args:
        reason: one of `UNSCORED_REASONS`.
        detail: the message behind it, for a person.
    """

    reason: str
    detail: str = ""

    def __post_init__(self) -> None:
        if self.reason not in UNSCORED_REASONS:
            raise ValueError(f"reason must be one of {', '.join(UNSCORED_REASONS)}, not {self.reason!r}")


Score = float | Unscored
Bounds = tuple[float | None, float | None]


class Metric(ABC):
    """A metric under test. Subclass it, or let `gaugeblock.metric` wrap a plain function.

    Class attributes declare what the metric is; an instance may override them.

    Attributes:
        name: registered name.
        version: raised whenever the same input can get another score.
        construct: what it claims to measure, one of `relations.CONSTRUCTS`.
        higher_is_better: whether a larger score means more of the construct.
        bounds: smallest and largest possible score; None = unbounded. A score outside is `Unscored`.
        deterministic: whether the same input always gets the same score.
        reads: the fields of an example that can change the score; two examples alike in them are scored once.
        batched: whether `score` works on a batch as a whole; where it takes items one by one anyway, they are handed
            over one by one, so that a time limit can be held for each.
        batch_size: how many examples `score` is given at a time, at most.
        by_context: whether a batch should hold examples of one context only, as metrics that encode it once want.
        long_input: how input longer than the model takes is cut, in a few words.
        options: the settings of this instance, JSON values; part of its fingerprint.
        source_spec: the text that `resolve` made it from, by which a worker process makes it again; None for an object
            that came as itself.
    """

    name: str
    version: str = "1"
    construct: str = "factual-consistency"
    higher_is_better: bool = True
    bounds: Bounds = (None, None)
    deterministic: bool = True
    reads: frozenset[str] = frozenset({"response", "context"})
    batched: bool = True
    batch_size: int = 64
    by_context: bool = False
    long_input: str = "whole"
    options: Mapping[str, Any] = {}
    source_spec: str | None = None

    @abstractmethod
    def score(self, examples: Sequence[Example]) -> Sequence[Score]:
        """One score an example, in order; `Unscored` for an item that cannot be scored."""

    @property
    def spec(self) -> str:
        """How the command line names this metric: its name, and the options that are not as by default.

        A secret among them is hidden, since names stand in manifests and reports.
        """
        usual = inspect.signature(type(self)).parameters
        shown = {key: v for key, v in self.options.items() if key not in usual or usual[key].default != v}
        shown |= {key: HIDDEN for key in shown if is_secret(key)}
        return f"{self.name}{write_options(shown)}"

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hexadecimal) of all that can change a score, secrets left out; stored scores are found by it."""
        options = {key: value for key, value in self.options.items() if not is_secret(key)}
        return content_hash([self.name, self.version, options, sorted(self.reads), list(self.bounds)])

    def __repr__(self) -> str:
        return f"<metric {self.spec} ({self.construct}, version {self.version})>"


def check_metric(metric: Metric) -> None:
    """Refuse a metric whose declarations make no sense.

    Raises:
        ValueError: names the declaration and what it may be.
    """
    if metric.construct not in CONSTRUCTS:
        raise ValueError(f"{metric.name}: construct must be one of {', '.join(CONSTRUCTS)}, not {metric.construct!r}")
    unknown = set(metric.reads) - set(READS)
    if unknown:
        raise ValueError(f"{metric.name}: reads names {', '.join(sorted(unknown))}; an example has {', '.join(READS)}")
    low, high = metric.bounds
    if low is not None and high is not None and low >= high:
        raise ValueError(f"{metric.name}: bounds must be (low, high) with low < high, not {metric.bounds!r}")
    if metric.batch_size < 1:
        raise ValueError(f"{metric.name}: batch_size must be at least 1, not {metric.batch_size!r}")


def coerce_score(value: Any, bounds: Bounds = (None, None)) -> Score:
    """What a metric returned for one item, as a finite number within the bounds or `Unscored`.

    Numbers of any kind are taken: Python, NumPy scalars, tensors of one element, and decimal numbers written as text.

    >>> coerce_score("0.8"), coerce_score(float("nan")).reason, coerce_score(98989.0, (0, 1)).reason
    (0.8, 'not-finite', 'out-of-bounds')
    """
    if isinstance(value, Unscored):
        return value
    number = _number(value)
    if number is None:
        return Unscored("not-a-number", f"the metric returned {_shown(value)}")
    if not math.isfinite(number):
        return Unscored("not-finite", f"the metric returned {number}")
    low, high = bounds
    if (low is not None and number < low) or (high is not None and number > high):
        allowed = f"[{'-inf' if low is None else low}, {'inf' if high is None else high}]"
        return Unscored("out-of-bounds", f"the metric returned {number}, outside {allowed}")
    return number


def _number(value: Any) -> float | None:
    if isinstance(value, (numbers.Real, Decimal)):  # bool and NumPy scalars included
        try:
            return float(value)
        except OverflowError:  # a whole number of over 300 digits
            return math.inf
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    if hasattr(value, "item") and callable(value.item):
        try:
            # NumPy's masked value, which stands for "no value", would give 0.0 as its item
            return None if bool(getattr(value, "mask", False)) else _number(value.item())
        except (ValueError, TypeError, RuntimeError):
            return None  # an array of several elements
    return None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
