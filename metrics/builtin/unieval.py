"""`unieval`: a yes-or-no question about each sentence of the response, put to a T5.

From UniEval (Zhong et al., EMNLP 2022; maszhongming/UniEval, metric/scorer.py and utils.py), dimension consistency: the
score is P(Yes) / (P(Yes) + P(No)) of the first token, averaged over the sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.builtin._nli_recipes import PairMetric, blank, sentences
from gaugeblock.metrics.first_token import FirstToken
from gaugeblock.perturb.example import Example


def prompt(claim: str, document: str) -> str:
    """UniEval's input for one sentence.

    >>> prompt("It rained.", "It rained all day.")
    'question: Is this claim consistent with the document? </s> claim: It rained. </s> document: It rained all day.'
    """
    return f"question: Is this claim consistent with the document? </s> claim: {claim} </s> document: {document}"


class UniEval(PairMetric):
    """Mean over the response's sentences of P(Yes) / (P(Yes) + P(No)), from 0 to 1.

    The document comes last and the input is cut at 1,024 tokens, so that the end of a long context is not read; how
    often that happens is told in the log.

    Args:
        model: a folder or a hub name; the published ones are ``MingZhong/unieval-fact`` and ``MingZhong/unieval-sum``.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: at the first score, where there is no such model.
    """

    name = "unieval"
    long_input = "what follows the first 1,024 tokens is not read, which is the end of the context; told in the log"

    def __init__(
        self, *, model: str = "MingZhong/unieval-fact", revision: str | None = None, device: str = "auto"
    ) -> None:
        self.options = {"model": model, "revision": revision, "device": device}
        self._classifier = FirstToken(model, _yes_and_no, revision=revision, device=device, max_tokens=1024)

    def pairs(self, example: Example) -> list[str] | Unscored:
        """One question for each sentence of the response."""
        if declined := blank(example):
            return declined
        return [prompt(claim, example.context_text) for claim in sentences(example.response)]

    def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
        """The probability of yes, averaged over the sentences."""
        return sum(float(each[0]) for each in probabilities) / len(probabilities)


def _yes_and_no(tokenizer: Any) -> Sequence[int]:
    """The first token of each answer."""
    return [tokenizer("Yes")["input_ids"][0], tokenizer("No")["input_ids"][0]]


METRIC = UniEval
