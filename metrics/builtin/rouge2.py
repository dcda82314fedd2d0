"""`rouge2`: word pairs that the response shares with the context (ROUGE-2).

A feature of the shallow model in "Do Automatic Factuality Metrics Measure Factuality?" (arXiv 2411.16638): ROUGE-2 F1
of the summary against its source. Counted by the rouge-score library, with a tokenizer of ours that agrees with the
library's own on ASCII text and does not drop the letters of other scripts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.builtin._words import runs
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

_FIELDS = {"f": "fmeasure", "p": "precision", "r": "recall"}


class Rouge2(Metric):
    """ROUGE-2 (0 to 1) of the response against the whole context, its documents joined.

    Tokens are runs of letters and digits, case folded; scripts without spaces between words are taken character by
    character. A text of one token has no pair: where the response has none, and for recall where the context has none,
    the score is undefined and the item `Unscored`.

    Args:
        use: ``"f"`` = F1, ``"p"`` = precision, the share of the response's pairs that the context holds; ``"r"`` =
            recall, the share of the context's pairs that the response holds.

    Raises:
        UsageError: `use` has another value.
    """

    name = "rouge2"
    bounds = (0.0, 1.0)
    batched = False

    def __init__(self, *, use: Literal["f", "p", "r"] = "f") -> None:
        if use not in _FIELDS:
            raise UsageError(f"rouge2: the option use takes one of {', '.join(_FIELDS)}, not {use!r}")
        self.options = {"use": use}

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The library that counts, and the one that tells words apart."""
        return versions("rouge-score", "regex")

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        if len(runs(example.response)) < 2:
            return Unscored("declined", "the response has fewer than two tokens, so no pair")
        if self.options["use"] == "r" and len(runs(example.context_text)) < 2:
            return Unscored("declined", "the context has fewer than two tokens, so no pair to recall")
        counted = _scorer().score(example.context_text, example.response)["rouge2"]
        return float(getattr(counted, _FIELDS[self.options["use"]]))


@lru_cache(maxsize=1)
def _scorer() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rouge2"], tokenizer=_Runs())


class _Runs:
    """What rouge-score asks of a tokenizer."""

    def tokenize(self, text: str) -> list[str]:
        return list(runs(text))


METRIC = Rouge2
