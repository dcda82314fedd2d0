"""`fuzz`: hold a metric to laws on drawn examples, within one budget, and gather the smallest texts that break them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis.database import ExampleDatabase

from gaugeblock import __version__
from gaugeblock.harness.data import load
from gaugeblock.harness.fuzzing import (
    BROKEN,
    FEW,
    UNDECIDED,
    Budget,
    Case,
    Counterexample,
    Law,
    Outcome,
    Scorer,
    Trial,
    called,
    in_a_line,
    is_too_few,
    law_from,
    laws_of,
    message,
    name_of,
    to_json,
    try_again,
    try_law,
)
from gaugeblock.metrics.base import Metric
from gaugeblock.metrics.resolve import resolve
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import FAMILIES
from gaugeblock.perturb.select import PERTURBATIONS

_LONG = 600.0  # seconds that a run may need before a person is told beforehand
_SCORES_A_CASE = 2.5  # about: a pair, and what is scored again


@dataclass(frozen=True, slots=True)
class FuzzReport:
    """What fuzzing found.

    Args:
        name: what the metric is called.
        metric: what it is called in a line of code: its text in quotation marks, or its own name.
        outcomes: one a law, in order.
        scored: texts that were scored, repetitions included.
        seconds: how long scoring took.
        coverage: by family, how many of its perturbations had a part in it, and how many there are.
        seed: what the cases were drawn by.
        max_examples: cases that could be tried, all laws taken together.
    """

    name: str
    metric: str
    outcomes: tuple[Outcome, ...]
    scored: int
    seconds: float
    coverage: dict[str, tuple[int, int]]
    seed: int
    max_examples: int

    @property
    def counterexamples(self) -> tuple[Counterexample, ...]:
        """The smallest case of each law that is broken."""
        return tuple(outcome.counterexample for outcome in self.outcomes if outcome.counterexample is not None)

    @property
    def undecided(self) -> tuple[Outcome, ...]:
        """The outcomes of which it is not known whether the law holds."""
        return tuple(outcome for outcome in self.outcomes if outcome.status == UNDECIDED)

    @property
    def too_few(self) -> tuple[Outcome, ...]:
        """The outcomes of laws that held, on fewer cases than say anything."""
        return tuple(outcome for outcome in self.outcomes if is_too_few(outcome))

    @property
    def incomplete(self) -> str:
        """Why it is not known of a metric that broke no law whether it holds them; nothing where it is."""
        if self.undecided:
            return f"undecided: {', '.join(outcome.law.name for outcome in self.undecided)}"
        if not self.compared:
            return "no law asks anything here"
        if all(is_too_few(outcome) for outcome in self.outcomes if outcome.compared and outcome.status != BROKEN):
            return (
                f"no law was tried on {FEW} cases, so none is known to hold; allow more with --max-examples, or give "
                "more data"
            )
        return ""

    @property
    def compared(self) -> int:
        """Cases that had the scores to be compared, all laws taken together."""
        return sum(outcome.compared for outcome in self.outcomes)

    def rows(self) -> list[dict[str, Any]]:
        """The counterexamples as plain JSON values, one for each line of a file."""
        return [to_json(found, self.name, self.metric) | self._how() for found in self.counterexamples]

    def to_json(self) -> dict[str, Any]:
        """How it was found, and what came of each law, as plain JSON values."""
        laws = [
            {"law": each.law.spec, "status": each.status, "compared": each.compared, "note": each.note or None}
            for each in self.outcomes
        ]
        return {"metric": self.name, **self._how(), "scored": self.scored, "laws": laws}

    def _how(self) -> dict[str, Any]:
        return {"version": __version__, "seed": self.seed, "max_examples": self.max_examples}

    def __str__(self) -> str:
        lines = [in_a_line(outcome) for outcome in self.outcomes]
        for found in self.counterexamples:
            lines += ["", message(found, self.metric)]
        covered = ", ".join(f"{family} {part} of {whole}" for family, (part, whole) in self.coverage.items() if part)
        lines += ["", f"perturbations tried: {covered or 'none'}", self.summary]
        return "\n".join(lines)

    @property
    def summary(self) -> str:
        """One line: what was found, and what it cost."""
        broken, undecided = len(self.counterexamples), len(self.undecided)
        tried = sum(outcome.tried for outcome in self.outcomes)
        few = len(self.too_few)
        found = (
            f"{broken} of {len(self.outcomes)} laws broken"
            + (f", {undecided} undecided" if undecided else "")
            + (f", {few} held on too few cases to tell" if few else "")
        )
        return f"{self.metric}: {found}; {tried} examples, {self.scored} texts scored in {self.seconds:.1f} s"


def fuzz(
    metric: Any,
    *,
    data: Any = None,
    properties: str | Iterable[str | Law] | None = None,
    max_examples: int = 200,
    max_seconds: float | None = None,
    seed: int = 0,
    database: ExampleDatabase | bool | None = True,
    on_note: Callable[[str], None] = lambda note: None,
    on_law: Callable[[Outcome], None] = lambda outcome: None,
) -> FuzzReport:
    """Look for the smallest texts on which a metric breaks a law.

    Args:
        metric: anything that `gaugeblock.resolve` takes.
        data: examples to start from, as `gaugeblock.load` takes them; None = built ones.
        properties: laws, or their names with options (``"bounded,never-rewards[family=gaming]"``); None = the standard
            ones.
        max_examples: cases that are tried, all laws taken together.
        max_seconds: seconds for all laws together; None = no limit.
        seed: the same seed draws the same cases.
        database: where Hypothesis remembers what broke a law, so that the next run starts there; True = its usual one,
            None or False = nowhere.
        on_note: told what a person should know beforehand, such as that the run will take long.
        on_law: told each outcome as it is known.

    Raises:
        UsageError: an argument makes no sense, or the data give no case of any of the laws.
    """
    laws = laws_of(properties)
    Budget(max_examples, max_seconds, seed)
    resolved = resolve(metric)
    among: Sequence[Example] | None = None if data is None else load(data).examples
    scorer = Scorer(resolved, among)
    kept = settings().database if database is True else (database or None)
    if max_seconds is None:
        _warn_of_slowness(scorer, max_examples, on_note)
    outcomes: list[Outcome] = []
    for law, budget in _budgets(laws, resolved, max_examples, max_seconds, seed):
        if budget is None:
            outcome = Outcome(law, UNDECIDED, "no example was left for it; allow more")
        else:
            outcome = try_law(law, scorer, among, budget, kept)
        outcomes.append(outcome)
        on_law(outcome)
    if outcomes and all(outcome.without_case for outcome in outcomes):
        raise UsageError(outcomes[0].note)
    tried: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        tried.update(outcome.perturbations)
    return FuzzReport(
        name_of(metric),
        called(metric),
        tuple(outcomes),
        scorer.calls,
        scorer.seconds,
        _coverage(tried),
        seed,
        max_examples,
    )


def _budgets(
    laws: Sequence[Law], metric: Metric, examples: int, seconds: float | None, seed: int
) -> Iterator[tuple[Law, Budget | None]]:
    """Each law with its share of what is left when its turn comes; None where no example is left for it.

    A law that asks nothing of the metric takes no share.
    """
    start = time.monotonic()
    weight = sum(law.weight for law in laws if not law.not_for(metric))
    for law in laws:
        if law.not_for(metric):
            yield law, Budget(1, None, seed)
            continue
        share = min(examples, max(1, round(examples * law.weight / weight)))
        left = None if seconds is None else max(1e-3, (seconds - (time.monotonic() - start)) * law.weight / weight)
        examples, weight = examples - share, weight - law.weight
        yield law, Budget(share, left, seed) if share else None


def replay_file(metric: Any, path: Path) -> list[Trial]:
    """Try the counterexamples of a file again.

    Args:
        metric: anything that `gaugeblock.resolve` takes.
        path: a file that ``gaugeblock fuzz --out`` wrote.

    Returns:
        what came of each line.

    Raises:
        DataError: a line is no counterexample.
    """
    try:
        lines = path.read_text("utf-8-sig").split("\n")  # other line ends may stand in a text
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error
    scorer = Scorer(resolve(metric))
    found: list[Trial] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            law, case = _case_of(line, f"{path}, line {number}")
            try:
                found.append(try_again(law, scorer, case))
            except (UsageError, IndexError) as error:  # there are fewer examples than the law compares
                raise DataError(f"{path}, line {number}: {law!r} cannot be tried: {error}") from error
    if not found:
        raise DataError(f"{path} holds no counterexample; the file is written by gaugeblock fuzz --out")
    return found


def _case_of(line: str, where: str) -> tuple[Law, Case]:
    try:
        row = json.loads(line)
        return law_from(str(row["law"])), Case.from_json(row)
    except (ValueError, TypeError, KeyError, UsageError, RecursionError) as error:
        raise DataError(
            f"{where}: not a counterexample as gaugeblock fuzz --out writes it ({type(error).__name__}: {error})"
        ) from error


def _warn_of_slowness(scorer: Scorer, max_examples: int, on_note: Callable[[str], None]) -> None:
    each = scorer.seconds_each()
    whole = each * _SCORES_A_CASE * max_examples
    if whole > _LONG:
        on_note(
            f"one score takes {each:.2g} s, so {max_examples} examples take about {whole / 60:.0f} minutes; "
            "set a limit with max_seconds (--max-seconds), or fewer examples"
        )


def _coverage(tried: Counter[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    every = [PERTURBATIONS.get(name) for name in PERTURBATIONS] if tried else []
    return {
        family: (
            len({name for of, name in tried if of == family}),
            sum(item.family == family for item in every),
        )
        for family in FAMILIES
    }
