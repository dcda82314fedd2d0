"""`rouge`: words, word pairs or the longest common sequence of words that the response shares with the context.

ROUGE (Lin, 2004), counted by the rouge-score library, with a tokenizer of ours that agrees with the library's own on
ASCII text and does not drop the letters of other scripts. The longest common sequence is rapidfuzz's: the table that
rouge-score makes has a place for each token of the one text and each of the other, which two long texts turn into
minutes and gigabytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.versions import versions
from gaugeblock.metrics.words import runs
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

_FIELDS = {"f": "fmeasure", "p": "precision", "r": "recall"}
_FEWEST = {"rouge1": 1, "rouge2": 2, "rougeL": 1}
_MISSING = {1: "no token", 2: "fewer than two tokens, so no pair"}


class Rouge(Metric):
    """ROUGE (0 to 1) of the response against the whole context, its documents joined.

    Tokens are runs of letters and digits, case folded; scripts without spaces between words are taken character by
    character. Where the response has nothing to count, and for recall where the context has nothing, the score is
    undefined and the item `Unscored`.

    Args:
        kind: ``rouge1``, ``rouge2`` or ``rougeL``.
        use: ``"f"`` = F1, ``"p"`` = precision, the share of the response that the context holds; ``"r"`` = recall, the
            share of the context that the response holds.

    Raises:
        UsageError: an option has another value.
    """

    name = "rouge"
    bounds = (0.0, 1.0)
    batched = False

    def __init__(
        self, *, kind: Literal["rouge1", "rouge2", "rougeL"] = "rougeL", use: Literal["f", "p", "r"] = "f"
    ) -> None:
        if kind not in _FEWEST:
            raise UsageError(f"{self.name}: the option kind takes one of {', '.join(_FEWEST)}, not {kind!r}")
        if use not in _FIELDS:
            raise UsageError(f"{self.name}: the option use takes one of {', '.join(_FIELDS)}, not {use!r}")
        self._kind, self._use = kind, use
        self.options = {"kind": kind, "use": use}

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that count, and the one that tells words apart."""
        return versions("rouge-score", *(["rapidfuzz"] if self._kind == "rougeL" else []), "regex")

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        fewest = _FEWEST[self._kind]
        if len(runs(example.response)) < fewest:
            return Unscored("declined", f"the response has {_MISSING[fewest]}")
        if self._use == "r" and len(runs(example.context_text)) < fewest:
            return Unscored("declined", f"the context has {_MISSING[fewest]} to recall")
        if self._kind == "rougeL":
            counted = _longest_common(runs(example.context_text), runs(example.response))
        else:
            counted = _scorer(self._kind).score(example.context_text, example.response)[self._kind]
        return float(getattr(counted, _FIELDS[self._use]))


def _longest_common(context: Sequence[str], response: Sequence[str]) -> Any:
    """ROUGE-L as rouge-score has it, of a response that is not empty."""
    from rapidfuzz.distance import LCSseq
    from rouge_score import scoring

    numbers = {token: number for number, token in enumerate({*context, *response})}
    length = LCSseq.similarity([numbers[token] for token in context], [numbers[token] for token in response])
    precision, recall = length / len(response), length / len(context) if context else 0.0
    return scoring.Score(precision=precision, recall=recall, fmeasure=scoring.fmeasure(precision, recall))


@lru_cache(maxsize=3)
def _scorer(kind: str) -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer([kind], tokenizer=_Runs())


class _Runs:
    """What rouge-score asks of a tokenizer."""

    def tokenize(self, text: str) -> list[str]:
        return list(runs(text))


METRIC = Rouge
