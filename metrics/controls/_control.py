"""What the controls share: a sound score to start from, and chance that depends on the input alone."""

from __future__ import annotations

import math
import random
from typing import Any, ClassVar, Literal

from gaugeblock.metrics.base import Bounds, Metric, Score, Unscored
from gaugeblock.metrics.words import words
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example, content_hash

Base = Literal["oracle", "overlap"]


class Control(Metric):
    """A metric whose flaw is known.

    Attributes:
        flaw: the flaw in a few words; empty for a control that has none.
        caught_by: the stress tests that must fail it.
    """

    bounds: Bounds = (0.0, 1.0)
    reads = frozenset({"response", "context", "question", "label"})
    batched = False
    flaw: ClassVar[str] = ""
    caught_by: ClassVar[tuple[str, ...]] = ()


def check_base(name: str, base: str) -> None:
    """Refuse a base that there is not.

    Raises:
        UsageError: names the control and what the option takes.
    """
    if base not in ("oracle", "overlap"):
        raise UsageError(f"{name}: base takes oracle or overlap, not {base!r}")


def check_number(name: str, option: str, value: Any, low: float = -math.inf, high: float = math.inf) -> float:
    """The value of an option that takes a number within bounds.

    Raises:
        UsageError: it is no finite number, or outside; the message names the control, the option and its bounds.

    >>> check_number("control-constant", "value", 1, 0.0, 1.0)
    1.0
    """
    sound = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if not sound or not low <= value <= high:
        span = f" from {low:g} to {high:g}" if math.isfinite(high) else f" from {low:g}" if math.isfinite(low) else ""
        raise UsageError(f"{name}: {option} takes a finite number{span}, not {value!r}")
    return float(value)


def sound_score(example: Example, base: Base) -> Score:
    """The score to which a control adds its flaw.

    Args:
        base: ``oracle``, the label that the example carries; ``overlap``, the share of the response's words that the
            context has, for examples without labels.

    Returns:
        a number from 0 to 1, or `Unscored` where there is no label to know or no word to look up.
    """
    if base == "oracle":
        return Unscored("declined", "the example has no label") if example.label is None else example.label
    said = words(example.response)
    if not said:
        return Unscored("declined", "the response has no word")
    known = set(words(example.context_text))
    return sum(word in known for word in said) / len(said)


def chance(example: Example, seed: int) -> random.Random:
    """Chance that is the same for the same response, context and question."""
    return random.Random(int(content_hash([seed, example.digest]), 16))
