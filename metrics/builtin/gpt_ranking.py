"""`gpt-ranking`: which of two texts a language model finds more concise.

A baseline of ConCISE (arXiv 2511.16846), which does not print its prompt; this one is ours. A ranking is of pairs, so
as a metric of single responses it compares each with a text that is given beside it.
"""

from __future__ import annotations

from typing import Any, Literal

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.judge import Judge, client_options
from gaugeblock.metrics.verdicts import Labels
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

Choice = Literal["first", "second", "tie"]


class GPTRanking(Judge):
    """Share (0, 0.5 or 1) of two comparisons in which a model finds the response more concise than a reference.

    The reference is the example's ``corrected``; without one there is no score. Both orders are asked, since models
    prefer a place; two answers that contradict each other make 0.5. `rank` compares any two texts. For options see
    `Judge`; a template has ``{first}``, ``{second}`` and, where wanted, ``{question}`` in it.
    """

    name = "gpt-ranking"
    construct = "conciseness"
    bounds = (0.0, 1.0)
    scale = Labels({"first": 1.0, "second": 0.0}, key="choice")
    prompt = lexicon(__file__)["prompt"]
    needs = ("first", "second")

    @client_options()
    def __init__(self, **client: Any) -> None:
        super().__init__(**client)
        self.reads = frozenset({"response", "corrected", "question"})

    def rank(self, first: str, second: str, question: str | None = None, *, repeat: int = 0) -> Choice | Unscored:
        """Which of two texts is the more concise, asked in both orders; ``tie`` where the answers differ.

        Args:
            first: a text.
            second: another.
            question: what both answer.
            repeat: the number of the try; each has a reply of its own in the cache.
        """
        wins = self._wins(first, second, question, repeat)
        if isinstance(wins, Unscored):
            return wins
        return "tie" if wins == 0.5 else "first" if wins else "second"

    def judge(self, example: Example, repeat: int) -> Score:
        """How often one response wins against its reference."""
        if example.corrected is None or not example.corrected.strip():
            return Unscored("declined", "the example has no text in `corrected` to compare the response with")
        return self._wins(example.response, example.corrected, example.question, repeat)

    def _wins(self, first: str, second: str, question: str | None, repeat: int) -> Score:
        """The share of the two orders in which the first text wins."""
        if first == second:
            return 0.5
        shares = []
        for one, other in ((first, second), (second, first)):
            values = {"first": one, "second": other, "question": question or ""}
            verdict = self.verdict(self.prompt, values, self.scale, (one, other), repeat=repeat)
            if isinstance(verdict, Unscored):
                return verdict
            shares.append(verdict)
        return (shares[0] + 1 - shares[1]) / 2


METRIC = GPTRanking
