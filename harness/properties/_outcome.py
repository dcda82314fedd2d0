"""What the search for one law found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.harness.properties._law import Law

HELD, BROKEN, UNDECIDED, NOT_APPLICABLE = "held", "broken", "undecided", "not applicable"
"""What a search can find: nothing, a counterexample, nothing that could be compared, no question to ask."""

SHOWN_SHARE = 0.25
"""The smallest texts are those that still break the law by this share of the worst case."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A case that breaks a law, shrunk.

    Args:
        law: the law, with the tolerance that was used.
        case: the smallest examples that break it by `SHOWN_SHARE` of the worst case, at least.
        judgement: what the law says of them, with the scores that it judged.
        worst: by how much the worst case that was seen breaks the law, in score units; `judgement.excess` at least.
    """

    law: Law
    case: Case
    judgement: Judgement
    worst: float


@dataclass(slots=True)
class Outcome:
    """What the search for one law found.

    Args:
        law: the law, with the tolerance that was used.
        status: one of `HELD`, `BROKEN`, `UNDECIDED`, `NOT_APPLICABLE`.
        note: why it is undecided or not applicable, or what else should be known.
        tried: cases that were drawn.
        recalled: cases of earlier runs that were judged again.
        compared: those of both that had the scores to be compared.
        violations: those of them that break the law.
        noisy: those that broke it at first, but not each time that they were scored again.
        perturbations: how often each was tried, by (family, name).
        counterexample: the smallest case that breaks it.
        without_case: whether it is undecided since the examples give no case of the law.
    """

    law: Law
    status: str = HELD
    note: str = ""
    tried: int = 0
    recalled: int = 0
    compared: int = 0
    violations: int = 0
    noisy: int = 0
    perturbations: Counter[tuple[str, str]] = field(default_factory=Counter)
    counterexample: Counterexample | None = None
    without_case: bool = False
