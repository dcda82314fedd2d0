"""`unieval`: a yes-or-no question about each sentence of the response, put to a T5.

From UniEval (Zhong et al., EMNLP 2022; maszhongming/UniEval, metric/scorer.py and utils.py), dimension consistency: the
score is P(Yes) / (P(Yes) + P(No)) of the first token, averaged over the sentences.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.builtin._nli_recipes import blank, sentences
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.first_token import FirstToken
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.example import Example, content_hash

_LOG = logging.getLogger(__name__)


def prompt(claim: str, document: str) -> str:
    """UniEval's input for one sentence.

    >>> prompt("It rained.", "It rained all day.")
    'question: Is this claim consistent with the document? </s> claim: It rained. </s> document: It rained all day.'
    """
    return f"question: Is this claim consistent with the document? </s> claim: {claim} </s> document: {document}"


class UniEval(Metric):
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
    bounds = (0.0, 1.0)
    batch_size = 32
    by_context = True
    long_input = "what follows the first 1,024 tokens is not read, which is the end of the context; told in the log"

    def __init__(
        self, *, model: str = "MingZhong/unieval-fact", revision: str | None = None, device: str = "auto"
    ) -> None:
        self.options = {"model": model, "revision": revision, "device": device}
        self._model = FirstToken(model, _yes_and_no, revision=revision, device=device, max_tokens=1024)

    @property
    def truncated(self) -> int:
        """How many different inputs were longer than the model is given, so far."""
        return len(self._model.truncated)

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that cut and judge the texts, and the kind of device that they run on."""
        libraries = versions("torch", "transformers", "tokenizers", "nltk")
        return libraries | {"device": device_kind(self.options["device"])}

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hexadecimal) of the libraries and the model's files, whatever the folder is called."""
        return content_hash([self.name, self.version, dict(self.depends_on), self._model.checkpoint.identity])

    def warm_up(self) -> None:
        """Load the model."""
        self._model.load()

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        before = self.truncated
        asked = [self._prompts(example) for example in examples]
        distinct = dict.fromkeys(text for texts in asked if not isinstance(texts, Unscored) for text in texts)
        judged = dict(zip(distinct, self._model.probabilities(distinct), strict=True))
        if self.truncated > before:
            _LOG.warning("unieval: the end of the context was not read for %d input(s)", self.truncated - before)
        return [
            texts if isinstance(texts, Unscored) else sum(float(judged[text][0]) for text in texts) / len(texts)
            for texts in asked
        ]

    def _prompts(self, example: Example) -> list[str] | Unscored:
        if declined := blank(example):
            return declined
        return [prompt(claim, example.context_text) for claim in sentences(example.response)]


def _yes_and_no(tokenizer: Any) -> Sequence[int]:
    """The first token of each answer."""
    return [tokenizer("Yes")["input_ids"][0], tokenizer("No")["input_ids"][0]]


METRIC = UniEval
