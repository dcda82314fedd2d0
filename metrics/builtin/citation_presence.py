"""`citation-presence`: is anything cited at all?

The weakest evaluator of ForceBench (arXiv 2605.28044): it looks whether a passage is cited, not at what the passage
says. A claim raised in force scores as the calibrated one does, so its violation rate (MVR) is 1 by construction.
"""

from __future__ import annotations

from collections.abc import Sequence

from gaugeblock.metrics.base import Metric, Score
from gaugeblock.perturb.example import Example


class CitationPresence(Metric):
    """1.0 where a document of the context has any text, else 0.0; what it says is not looked at."""

    name = "citation-presence"
    construct = "citation-support"
    bounds = (0.0, 1.0)
    reads = frozenset({"context"})
    batched = False

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [float(any(document.strip() for document in example.context)) for example in examples]


METRIC = CitationPresence
