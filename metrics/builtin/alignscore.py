"""`alignscore`: each sentence of the response against chunks of the context.

From AlignScore (Zha et al., ACL 2023; yuh-zha/AlignScore, inference.py), mode ``nli_sp``: the context is cut into
chunks of about 350 words at sentence ends, each sentence of the response gets the largest probability of "aligned" over
the chunks, and the score is their mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.builtin._alignscore_model import AlignScoreModel
from gaugeblock.metrics.builtin._nli_recipes import PairMetric, blank, check_class, chunks_by_sentences, sentences
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.perturb.arguments import count
from gaugeblock.perturb.example import Example


class AlignScore(PairMetric):
    """Mean over the response's sentences of the best probability of alignment over the context's chunks, from 0 to 1.

    Sentences are cut by our own splitter. An empty context is one empty chunk, as in the package; a blank response, on
    which the package fails, is `Unscored`.

    Args:
        model: ``base`` or ``large``, the published checkpoints from the hub, or the path of a ``.ckpt`` file.
        backbone: folder or hub name of the RoBERTa whose config and tokenizer belong to the checkpoint.
        nli: a folder or hub name of an NLI model, to run the same recipe over it instead of AlignScore's own weights.
        entailment: with `nli`, the number of the class that means entailment; None = told by the model's labels.
        chunk_words: about how many words a chunk has.
        revision: branch, tag or commit of `nli` on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "alignscore"

    def __init__(
        self,
        *,
        model: str = "base",
        backbone: str | None = None,
        nli: str | None = None,
        entailment: int | None = None,
        chunk_words: int = 350,
        revision: str | None = None,
        device: str = "auto",
    ) -> None:
        count("alignscore: chunk_words", chunk_words, 1)
        check_class(self.name, entailment=entailment)
        self.options = {"model": model, "backbone": backbone, "nli": nli, "entailment": entailment}
        self.options |= {"chunk_words": chunk_words, "revision": revision, "device": device}
        self._class, self._chunk_words = entailment, chunk_words
        self._classifier: PairClassifier = (
            AlignScoreModel(model, backbone, device)
            if nli is None
            else PairClassifier(nli, revision, device, max_tokens=512)
        )

    def pairs(self, example: Example) -> list[tuple[str, str]] | Unscored:
        """Every chunk of the context with every sentence of the response."""
        if declined := blank(example):
            return declined
        chunks = chunks_by_sentences(example.context_text, self._chunk_words)
        return [(chunk, claim) for chunk in chunks for claim in sentences(example.response)]

    def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
        """The largest over the chunks, averaged over the sentences."""
        number = self._classifier.class_of("entailment") if self._class is None else self._class
        table = np.array([float(each[number]) for each in probabilities])
        return float(table.reshape(-1, len(sentences(example.response))).max(axis=0).mean())


METRIC = AlignScore
