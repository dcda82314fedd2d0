"""The metric contract: batches of examples in, a finite number or `Unscored` out for each."""

from __future__ import annotations

import inspect
import json
import math
import numbers
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, final

from gaugeblock.metrics.blame import describe_error, file_of
from gaugeblock.metrics.display import scrub, shown_path, shown_value, without_secrets
from gaugeblock.metrics.options import write_options
from gaugeblock.metrics.secrets import without_remembered
from gaugeblock.metrics.source import class_digest
from gaugeblock.perturb.errors import GaugeblockError
from gaugeblock.perturb.example import Example, content_hash
from gaugeblock.perturb.relations import CONSTRUCTS
from gaugeblock.perturb.written_numbers import decimal_of

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
    "missing",  # a file of scores has none for this item
    "refused",  # the model behind it would not answer
    "filtered",  # a content filter held the model's answer back
    "cut-off",  # the model's answer was cut at a length limit
    "unreadable",  # the model's answer holds no verdict, or several that cannot be told apart
    "service",  # the model's server refused the request, failed or was not reached
)
"""Why an item may have no score."""

PASSING_REASONS = ("timeout", "died", "service")
"""Reasons that say something of the machine or of a server, not of the metric: such an item is tried again, and nothing
is compared with it."""

_NAME = re.compile(r"[^\s\[\],=/\\:\x00-\x1f\x7f\ud800-\udfff]+")
_LONGEST_REPR = 10_000  # of what is searched for secrets, before it is cut
_LONGEST_DETAIL = 1_000


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
        # an unpaired surrogate, which no table can hold, is written out
        object.__setattr__(self, "detail", str(self.detail).encode("utf-8", "backslashreplace").decode("utf-8"))


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
        given: the options that `resolve` was given for it; shown and part of the fingerprint like `options`.
        origin: a digest of what else it was made from, such as a factory's code, set by `resolve`.
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
    given: Mapping[str, Any] = {}
    origin: str = ""
    source_spec: str | None = None

    @abstractmethod
    def score(self, examples: Sequence[Example]) -> Sequence[Score]:
        """One score an example, in order; `Unscored` for an item that cannot be scored."""

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """What is installed that can change a score, by name, with its version (see `versions.versions`)."""
        return {}

    def warm_up(self) -> None:  # noqa: B027 - most metrics have nothing to load
        """Load what `score` needs, before any time limit runs; by default nothing."""

    @property
    def spec(self) -> str:
        """How the command line names this metric: its name, and the options that are not as by default.

        Names stand in manifests and reports, so a secret among the options is hidden, and an absolute path is cut to
        its last two parts.
        """
        usual = self._defaults()
        options = {**self.given, **self.options}
        shown = {key: value for key, value in options.items() if key not in usual or usual[key] != value}
        return without_remembered(
            f"{self.name}{write_options({key: shown_path(shown_value(key, v)) for key, v in shown.items()})}"
        )

    def _defaults(self) -> Mapping[str, Any]:
        """What the options are where nothing is said."""
        return {name: parameter.default for name, parameter in inspect.signature(type(self)).parameters.items()}

    @final
    @property
    def fingerprint(self) -> str:
        """SHA-256 (hexadecimal) of all that can change a score, secrets left out; stored scores are found by it.

        For a class that is not Gaugeblock's own that includes its code, see `source.function_digest`. A subclass that
        knows better what of its settings changes a score overrides `fingerprint_parts`.
        """
        code = [class_digest(cls) for cls in type(self).__mro__ if cls not in Metric.__mro__ and not is_own(cls)]
        given: Mapping[str, Any] = {}
        if code or self.origin:  # a user's own class or factory; what was passed on as an option is among the parts
            declared = self.options
            given = {key: value for key, value in self.given.items() if key not in declared or declared[key] != value}
        parts = [*self.fingerprint_parts(), sorted(self.reads), list(self.bounds)]
        return content_hash([*parts, without_secrets(given), code, self.origin])

    def fingerprint_parts(self) -> Sequence[Any]:
        """What it is, and what of its settings and of what it runs on can change a score: JSON values."""
        return [self.name, self.version, without_secrets(self.options), dict(self.depends_on)]

    def blames(self, file: str) -> bool:
        """Whether a file, by its full path, is the metric's own: the line of an error is told in that file."""
        return file == file_of(type(self).score)

    def __repr__(self) -> str:
        return f"<metric {self.spec} ({self.construct}, version {self.version})>"


def is_own(thing: Any) -> bool:
    """Whether a class or a function is Gaugeblock's own, whose code is told by its version."""
    return str(getattr(thing, "__module__", "")).split(".")[0] == "gaugeblock"


def check_name(name: Any) -> str:
    """A metric's name, which must not be mistaken for a path or for options.

    Raises:
        ValueError: shows the name and what it may be.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name) or set(name) == {"."}:
        raise ValueError(
            f"a metric's name is a word without spaces, slashes, colons, commas, brackets or =, not {name!r}"
        )
    return name


def check_metric(metric: Metric) -> None:
    """Refuse a metric whose declarations make no sense, before anything is scored.

    Raises:
        ValueError: names the metric, the declaration and what it may be.
        GaugeblockError: a declaration is worked out, and raised it on purpose.
    """
    name = check_name(metric.name)
    construct = _declared(metric, "construct")
    if construct not in CONSTRUCTS:
        raise ValueError(f"{name}: construct must be one of {', '.join(CONSTRUCTS)}, not {construct!r}")
    _check_reads(name, _declared(metric, "reads"))
    _check_bounds(name, _declared(metric, "bounds"))
    batch_size = _declared(metric, "batch_size")
    if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size < 1:
        raise ValueError(f"{name}: batch_size must be a whole number of at least 1, not {batch_size!r}")
    for flag in ("higher_is_better", "deterministic", "batched", "by_context"):
        if not isinstance(_declared(metric, flag), bool):
            raise ValueError(f"{name}: {flag} takes True or False, not {_declared(metric, flag)!r}")
    long_input, version = _declared(metric, "long_input"), _declared(metric, "version")
    if not isinstance(long_input, str):
        raise ValueError(f"{name}: long_input takes a few words, such as 'whole', not {_shown(long_input)}")
    if isinstance(version, bool) or not isinstance(version, (str, int, float)):
        raise ValueError(f"{name}: version takes a text, such as '2', not {_shown(version)}")
    _check_json(name, "long_input", long_input)
    _check_json(name, "version", version)
    _check_entries(name, "options", _declared(metric, "options"))
    if not is_own(type(metric)):  # those of our own may have a parser to look for
        _check_entries(name, "depends_on", _declared(metric, "depends_on"))


def _declared(metric: Metric, declaration: str) -> Any:
    """A declaration of a metric, which a property may work out, and fail."""
    try:
        return getattr(metric, declaration)
    except (GaugeblockError, AttributeError):
        raise
    except (Exception, SystemExit) as error:
        raise ValueError(f"{metric.name}: {declaration} cannot be read: {describe_error(error)}") from error


def _check_entries(name: str, declaration: str, entries: Any) -> None:
    if not isinstance(entries, Mapping):
        raise ValueError(f"{name}: {declaration} must be JSON values by name, not {type(entries).__name__}")
    for key in entries:
        if not isinstance(key, str):
            raise ValueError(f"{name}: {declaration} must be JSON values by name, and {key!r} is no name: write a text")
    _check_json(name, declaration, dict(entries))


def _check_json(name: str, declaration: str, value: Any) -> None:
    """What a fingerprint and a manifest can hold: JSON values, without NaN, that can be written as UTF-8."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False, sort_keys=True).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(
            f"{name}: {declaration} holds an unpaired surrogate, which no UTF-8 file can hold; replace the character"
        ) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(
            f"{name}: {declaration} must be JSON values by name: texts, finite numbers, true, false, null, and lists "
            f"and mappings of them ({error})"
        ) from error


def _check_reads(name: str, reads: Any) -> None:
    if isinstance(reads, str) or not isinstance(reads, Collection) or not reads:
        # without any field all inputs would be one, and be scored once
        raise ValueError(f"{name}: reads is a set of fields such as {{'response', 'context'}}, not {reads!r}")
    unknown = [field for field in reads if not isinstance(field, str) or field not in READS]
    if unknown:
        named = ", ".join(sorted(map(str, unknown)))
        raise ValueError(f"{name}: reads names {named}; an example has {', '.join(READS)}")


def _check_bounds(name: str, bounds: Any) -> None:
    pair = isinstance(bounds, Sequence) and not isinstance(bounds, str) and len(bounds) == 2
    if not pair or not all(bound is None or _is_finite(bound) for bound in bounds):
        raise ValueError(f"{name}: bounds are two finite numbers, or None for no bound, not {_shown(bounds)}")
    low, high = bounds
    if low is not None and high is not None and low >= high:
        raise ValueError(f"{name}: bounds must be (low, high) with low < high, not {bounds!r}")


def _is_finite(value: Any) -> bool:
    """Whether it is a plain number, which JSON can hold, and one that a score can be compared with."""
    try:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number of over 300 digits
        return False


def coerce_score(value: Any, bounds: Bounds = (None, None)) -> Score:
    """What a metric returned for one item, as a finite number within the bounds or `Unscored`.

    Numbers of any kind are taken: Python, NumPy scalars, tensors of one element, and decimal numbers written as text.

    >>> coerce_score("0.8"), coerce_score(float("nan")).reason, coerce_score(98989.0, (0, 1)).reason
    (0.8, 'not-finite', 'out-of-bounds')
    """
    if isinstance(value, Unscored):
        detail = _cut(scrub(value.detail[:_LONGEST_REPR]), _LONGEST_DETAIL)
        return value if detail == value.detail else Unscored(value.reason, detail)
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
    try:
        return _converted(value)
    except OverflowError:  # a whole number of over 300 digits
        return math.inf
    except (Exception, SystemExit):  # text that is no number, an array of several elements, an object that fails
        return None


def _converted(value: Any) -> float | None:
    if isinstance(value, Decimal) and value.is_snan():  # which a float cannot be made of
        return math.nan
    if isinstance(value, str):
        return decimal_of(value)
    if isinstance(value, (numbers.Real, Decimal)):  # bool and NumPy scalars included
        return float(value)
    if callable(getattr(value, "item", None)):
        # NumPy's masked value, which stands for "no value", would give 0.0 as its item
        return None if bool(getattr(value, "mask", False)) else _number(value.item())
    return None


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except (Exception, SystemExit):  # an object's own __repr__ may raise
        text = f"an object of the class {type(value).__name__}"
    return _cut(scrub(text[:_LONGEST_REPR]), 80)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 3] + "..."
