"""What a law is tried on, and what it says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import Edit, Variant


@dataclass(frozen=True, slots=True)
class Case:
    """Examples that are scored together, the one that the others are compared with first.

    Args:
        examples: what is scored.
        edits: what leads from the first example to the second.
        perturbation: what made the edits; empty where none did.
        family: its family.
        severity: its level.
    """

    examples: tuple[Example, ...]
    edits: tuple[Edit, ...] = ()
    perturbation: str = ""
    family: str = ""
    severity: int | None = None

    @classmethod
    def of(cls, *rungs: Variant) -> Case:
        """An example and one variant of it, or several in order."""
        base = rungs[0].base
        assert base is not None, "the strategies give every variant its base"
        last = rungs[-1]
        examples = (base, *(rung.example for rung in rungs))
        return cls(examples, last.edits, last.perturbation, last.family, last.severity)

    def to_json(self) -> dict[str, Any]:
        """The case as plain JSON values."""
        return {
            "examples": [example.to_json() for example in self.examples],
            "edits": [edit.to_json() for edit in self.edits],
            "perturbation": self.perturbation or None,
            "family": self.family or None,
            "severity": self.severity,
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Case:
        """The case that `to_json` wrote; further keys do not matter.

        Raises:
            KeyError, TypeError, ValueError: the row is no case.
        """
        return cls(
            tuple(Example.from_json(example) for example in row["examples"]),
            tuple(Edit(**edit) for edit in row["edits"]),
            row["perturbation"] or "",
            row["family"] or "",
            row["severity"],
        )


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a law says of one case.

    Args:
        broken: whether the law is broken.
        excess: by how much, in score units; negative where it is kept with room to spare.
        what: what the scores did, as a sentence without a capital.
        shown: positions of the two examples of the case that show it.
        scores: those that were judged, one an example of the case; see `Law.judged`.
    """

    broken: bool
    excess: float
    what: str
    shown: tuple[int, int] = (0, 1)
    scores: tuple[Score, ...] = ()


class Look(Protocol):
    """How a law sees the metric."""

    sign: float
    """1 where a higher score is better, else -1."""

    def __call__(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, each scored alone or known from before."""
        ...

    def batch(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, scored now, all in one batch."""
        ...


class Seen:
    """A look at a metric that keeps the scores which it showed, so that a message tells those that were judged.

    Args:
        look: where the scores come from.

    Attributes:
        missing: the scores that are none, in the order in which they came.
    """

    def __init__(self, look: Look) -> None:
        self._look = look
        self.sign = look.sign
        self._first: dict[Example, Score] = {}
        self.missing: list[Unscored] = []

    def __call__(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, as the other look gives them."""
        return self._kept(examples, self._look(examples))

    def batch(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example, all in one batch, as the other look gives them."""
        return self._kept(examples, self._look.batch(examples))

    def of(self, examples: Sequence[Example]) -> tuple[Score, ...]:
        """The first score that each example was seen with."""
        unseen = Unscored("declined", "the law did not look at it")
        return tuple(self._first.get(example, unseen) for example in examples)

    def _kept(self, examples: Sequence[Example], scores: list[Score]) -> list[Score]:
        for example, score in zip(examples, scores, strict=True):
            self._first.setdefault(example, score)
            if isinstance(score, Unscored):
                self.missing.append(score)
        return scores
