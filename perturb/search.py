"""A greedy search for the sequence of phrases that raises a metric most, with its gain on examples not searched on."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import SupportsFloat

from gaugeblock.perturb.arguments import examples_of, texts_of, whole
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example, content_hash
from gaugeblock.perturb.phrases import PLACE, POSITIONS
from gaugeblock.perturb.variant import apply_edits

Score = Callable[[list[Example]], Sequence[float | None]]
"""Scores of a list of examples in its order, higher is better, None where there is none."""

_LEAST_SCORED = 0.5  # share of the pairs that must have both scores for a sequence to be considered


@dataclass(frozen=True, slots=True)
class Step:
    """One phrase that the search took.

    Args:
        phrase: what was added to the sequence.
        gain: mean gain on the search half with the whole sequence so far.
        calls: metric calls used up to and including the trials of this step.
    """

    phrase: str
    gain: float
    calls: int


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found.

    Args:
        position: where the sequence goes.
        steps: phrase by phrase; empty where no phrase raised the mean score.
        gain: mean gain on the search half, 0 without any step.
        held_out_gain: mean gain of the same sequence on the other half, None without any step.
        calls: metric calls used in all; one call is one example scored.
        searched: number of examples on the search half.
        held_out: number of examples on the other half.
    """

    position: str
    steps: tuple[Step, ...]
    gain: float
    held_out_gain: float | None
    calls: int
    searched: int
    held_out: int

    @property
    def text(self) -> str:
        """The sequence of phrases as it is put in."""
        return " ".join(step.phrase for step in self.steps)


@dataclass(slots=True)
class _Meter:
    """The metric, with the calls that are left."""

    score: Score
    left: int
    used: int = field(default=0)

    def __call__(self, examples: list[Example]) -> list[float | None]:
        if len(examples) > self.left:
            raise UsageError(f"the search would use {len(examples)} calls and {self.left} are left")
        self.left -= len(examples)
        self.used += len(examples)
        scores = list(self.score(examples))
        if len(scores) != len(examples):
            raise UsageError(
                f"the metric gave {len(scores)} scores for {len(examples)} examples; it must give one each"
            )
        return [_number(score) for score in scores]


def _number(score: object) -> float | None:
    """A finite score, None for whatever is none: a gap, a word, an object that says why there is no score."""
    if isinstance(score, bool) or not isinstance(score, SupportsFloat):
        return None
    try:
        value = float(score)
    except (OverflowError, ValueError):
        return None
    return value if math.isfinite(value) else None


def worst_phrase(
    score: Score,
    examples: Sequence[Example],
    candidates: Sequence[str],
    budget: int,
    *,
    position: str = "appended",
    longest: int = 4,
    seed: int = 0,
) -> Search:
    """The sequence of candidate phrases, built one phrase at a time, that raises the mean score of a metric most.

    Each step tries every candidate that is not yet in the sequence, as far as the budget goes, and takes the best one
    if it raises the mean gain further; a phrase in the response's place is taken first whatever it scores. The examples
    are halved by source document; the search sees one half, and the gain is measured again on the other. The calls for
    that are set aside at the start, so that the budget is never exceeded.

    Args:
        score: the metric; see `Score`.
        examples: at least two, of at least two different contexts.
        candidates: phrases, such as those of `mining.mine`.
        budget: the most examples that may be scored, both halves together.
        position: one of ``alone``, ``appended``, ``prepended``.
        longest: the most phrases in the sequence.
        seed: decides the halves, and the order of the candidates where the budget does not reach all of them.

    Returns:
        The search's steps. A pair without both scores counts as no gain.

    Raises:
        UsageError: an argument is of the wrong type or out of range, the budget does not reach one candidate, or the
            metric gives another number of scores than examples.
    """
    if position not in POSITIONS:
        raise UsageError(f"position must be one of {', '.join(POSITIONS)}, got {position!r}")
    if not callable(score):
        raise UsageError(f"score takes a function of a list of examples, not {type(score).__name__}")
    examples = examples_of("examples", examples)
    phrases = list(dict.fromkeys(texts_of("candidates", candidates)))
    if not phrases or not all(phrase.strip() for phrase in phrases):
        raise UsageError("candidates must name at least one phrase, and none may be blank")
    if whole("longest", longest) < 1:
        raise UsageError(f"longest must be at least 1, got {longest}")
    rng = random.Random(whole("seed", seed))
    search, held_out = _halves(examples, rng)
    needed = 2 * len(search) + 2 * len(held_out)
    if whole("budget", budget) < needed:
        raise UsageError(
            f"a budget of {budget} calls does not reach one candidate: {len(search)} examples to search on and "
            f"{len(held_out)} held out need at least {needed}"
        )
    meter = _Meter(score, budget - 2 * len(held_out))
    steps = _climb(meter, search, rng.sample(phrases, len(phrases)), position, longest)
    meter.left += 2 * len(held_out)
    gain = steps[-1].gain if steps else 0.0
    held_out_gain = None
    if steps:
        before = meter(held_out)
        after = meter(_changed(held_out, [step.phrase for step in steps], position))
        held_out_gain = _mean_gain(before, after)
    return Search(position, tuple(steps), gain, held_out_gain, meter.used, len(search), len(held_out))


def _halves(examples: Sequence[Example], rng: random.Random) -> tuple[list[Example], list[Example]]:
    """The examples in two halves, those of one context in the same half."""
    documents: dict[str, list[Example]] = {}
    for example in examples:
        documents.setdefault(content_hash(list(example.context)), []).append(example)
    if len(documents) < 2:
        raise UsageError(f"the search needs examples of at least two different contexts, got {len(documents)}")
    groups = rng.sample(list(documents.values()), len(documents))
    halves: tuple[list[Example], list[Example]] = ([], [])
    for group in groups:
        min(halves, key=len).extend(group)
    return halves


def _climb(meter: _Meter, examples: list[Example], phrases: list[str], position: str, longest: int) -> list[Step]:
    before = meter(examples)
    steps: list[Step] = []
    gain = -math.inf if position == "alone" else 0.0
    left = list(phrases)
    while left and len(steps) < longest:
        best: tuple[float, str] | None = None
        for phrase in left:
            if meter.left < len(examples):
                break
            after = meter(_changed(examples, [*(step.phrase for step in steps), phrase], position))
            reached = _mean_gain(before, after)
            if reached is not None and (best is None or reached > best[0]):
                best = (reached, phrase)
        if best is None or best[0] <= gain:
            break
        gain, phrase = best
        steps.append(Step(phrase, gain, meter.used))
        left.remove(phrase)
    return steps


def _changed(examples: list[Example], phrases: Sequence[str], position: str) -> list[Example]:
    text = " ".join(phrases)
    mark = content_hash([position, text])[:8]
    return [
        replace(
            example,
            id=f"{example.id}/worst-phrase/{mark}",
            response=apply_edits(example.response, [PLACE[position](example.response, text)]),
        )
        for example in examples
    ]


def _mean_gain(before: Sequence[float | None], after: Sequence[float | None]) -> float | None:
    """The mean over all pairs, one that lacks a score counting as no gain; None where too many lack one."""
    gains = [new - old for old, new in zip(before, after, strict=True) if old is not None and new is not None]
    return sum(gains) / len(before) if len(gains) >= _LEAST_SCORED * len(before) else None
