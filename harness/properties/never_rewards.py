"""`never_rewards`: phrases that say nothing, and padding, do not raise a score."""

from __future__ import annotations

from typing import Any, Unpack

from gaugeblock.harness.properties._check import SearchOptions, apply
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._relation import check_choice, not_raised, unless_stated, variant_cases
from gaugeblock.perturb.relations import Relation


def law(*, family: str | None = None, name: str | None = None, tolerance: float | None = None) -> Law:
    """The law with its options; see `never_rewards`."""
    check_choice(family, name)
    return Law(
        name="never-rewards",
        options={"family": family, "name": name, "tolerance": tolerance},
        claim="words that add nothing must not raise the score",
        cases=variant_cases(Relation.NOT_INCREASE, family, name, None, None, rising=True),
        judge=not_raised,
        tolerance=tolerance,
        not_for=unless_stated(Relation.NOT_INCREASE, family, name),
        weight=7.0 if family == "gaming" else 3.0,  # one phrase among many may be the one that pays
    )


def never_rewards(
    metric: Any = None,
    /,
    *,
    family: str | None = None,
    name: str | None = None,
    tolerance: float | None = None,
    **options: Unpack[SearchOptions],
) -> Any:
    """The score does not rise when a response gets a phrase that says nothing of the subject, or is padded.

    Args:
        metric: the metric; left out, this is a decorator of a test that scores one item.
        family: ``gaming`` or ``verbosity``; None = both.
        name: one perturbation, taken at its word: none of its variants may score higher.
        tolerance: how far the score may rise, in score units; None = a tenth of the metric's spread.
        options: see `SearchOptions`.

    Raises:
        AssertionError: the law is broken, and the message has the smallest texts that break it; or undecided.
        UsageError: an argument makes no sense.
    """
    return apply(law(family=family, name=name, tolerance=tolerance), metric, options)
