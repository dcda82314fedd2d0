"""`Tally`: what ``gaugeblock perturb`` made, counted by family and by the reason of each skip."""

from __future__ import annotations

from collections import Counter

from gaugeblock.perturb.relations import FAMILIES
from gaugeblock.perturb.variant import SKIP_REASONS, Skip, Variant


class Tally:
    """Counts of variants, skips and bad rows; it keeps nothing of what it counts."""

    def __init__(self) -> None:
        self.bad_rows = 0
        self._counts: Counter[tuple[str, str]] = Counter()  # by family and column

    def add(self, outcome: Variant | Skip) -> None:
        """Count one outcome."""
        self._counts[outcome.family, "variants" if isinstance(outcome, Variant) else outcome.reason] += 1

    @property
    def variants(self) -> int:
        """How many variants there were."""
        return sum(count for (_, column), count in self._counts.items() if column == "variants")

    @property
    def skips(self) -> int:
        """How many skips there were."""
        return self._counts.total() - self.variants

    def __str__(self) -> str:
        """A table, a line a family, and a line of totals."""
        columns = ("variants", *SKIP_REASONS)
        families = [name for name in FAMILIES if any(self._counts[name, column] for column in columns)]
        lines = ["  ".join([f"{'family':<12}", *columns])] if families else []
        for name in families:
            lines.append(
                "  ".join([f"{name:<12}", *(f"{self._counts[name, column]:>{len(column)}}" for column in columns)])
            )
        totals = f"{self.variants} variants, {self.skips} skips, {self.bad_rows} bad rows"
        return "\n".join([*lines, totals])
