"""`embedding-similarity`: the cosine of the response's embedding with the context's.

A feature of the shallow model in "Do Automatic Factuality Metrics Measure Factuality?" (arXiv 2411.16638), and the
answer-context similarity that ConSens (arXiv 2505.00065) is compared with. We know of neither's model, nor of what
becomes of a context longer than the model reads: sentence by sentence is our choice, and so is the model.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.embeddings import PACKAGED, Embedder
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import analyse

_LOG = logging.getLogger(__name__)
_AGGREGATES = ("max-sentence", "whole")


class EmbeddingSimilarity(Metric):
    """Cosine (-1 to 1) of response and context; a blank one has no direction: `Unscored`.

    Args:
        model: ``packaged`` (all-MiniLM-L6-v2), a folder, or the name of a sentence-transformers model on the Hugging
            Face hub. Weights must be safetensors.
        aggregate: ``"max-sentence"`` = each sentence of the response with its nearest sentence of the context, averaged
            over the response's sentences, so that the length of the context does not matter; ``"whole"`` = response
            and context as one text each, of which the model reads only the beginning (256 word pieces, for the
            packaged one).
        revision: branch, tag or commit of a model on the hub.
        device: where torch runs the model; another device, or another number of threads, may change the seventh digit.

    Raises:
        UsageError: an option has another value, or (at the first score) there is no such model.
        MissingExtraError: at the first score, where the extra ``models`` is not installed.
    """

    name = "embedding-similarity"
    construct = "grounding"
    bounds = (-1.0, 1.0)
    long_input = "a sentence longer than the model reads is cut at its end, with a warning in the log"

    def __init__(
        self,
        *,
        model: str = PACKAGED,
        aggregate: Literal["max-sentence", "whole"] = "max-sentence",
        revision: str | None = None,
        device: str = "cpu",
    ) -> None:
        if aggregate not in _AGGREGATES:
            raise UsageError(
                f"embedding-similarity: the option aggregate takes one of {', '.join(_AGGREGATES)}, not {aggregate!r}"
            )
        self.options = {"model": model, "aggregate": aggregate, "revision": revision, "device": device}
        if aggregate == "whole":
            self.long_input = self.long_input.replace("a sentence", "a text")

    @cached_property
    def _embedder(self) -> Embedder:
        return Embedder(self.options["model"], self.options["revision"], self.options["device"])

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_embedder"}

    @property
    def truncated(self) -> int:
        """How many different texts were longer than the model reads, so far."""
        return len(self._embedder.truncated)

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that cut and embed the texts, and the kind of device that they run on."""
        libraries = versions("sentence-transformers", "transformers", "torch", "nltk")
        return libraries | {"device": device_kind(self.options["device"])}

    def fingerprint_parts(self) -> Sequence[Any]:
        """The settings, the libraries and the model's files, whatever the folder is called."""
        settings = [self.options["aggregate"], dict(self.depends_on)]
        return [self.name, self.version, *settings, self._embedder.identity]

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        before = self.truncated
        sides = [self._sides(example) for example in examples]
        texts = (text for side in sides if not isinstance(side, Unscored) for group in side for text in group)
        vectors = self._embedder.vectors(texts)
        scores: list[Score] = [side if isinstance(side, Unscored) else _similarity(*side, vectors) for side in sides]
        if self.truncated > before:
            cut = self.truncated - before
            _LOG.warning("embedding-similarity: %d text(s) longer than the model reads were cut at their end", cut)
        return scores

    def warm_up(self) -> None:
        """Load the embedding model."""
        self._embedder.load()

    def _sides(self, example: Example) -> tuple[list[str], list[str]] | Unscored:
        """The texts of the response and those of the context that they are compared with."""
        for name, text in (("response", example.response), ("context", example.context_text)):
            if not text.strip():
                return Unscored("declined", f"the {name} is blank")
        if self.options["aggregate"] == "whole":
            return [example.response], [example.context_text]
        candidates = [sentence for document in example.context if document.strip() for sentence in _sentences(document)]
        return _sentences(example.response), candidates


def _similarity(claims: list[str], candidates: list[str], vectors: Mapping[str, Any]) -> float:
    """The mean over the claims of the cosine with the nearest candidate."""
    return sum(max(_cosine(claim, candidate, vectors) for candidate in candidates) for claim in claims) / len(claims)


def _cosine(first: str, second: str, vectors: Mapping[str, Any]) -> float:
    if first == second:
        return 1.0  # which rounding could miss by 1e-7, and the bounds then refuse
    return max(-1.0, min(1.0, float(vectors[first] @ vectors[second])))


def _sentences(text: str) -> list[str]:
    return [span.of(text) for span in analyse(text).sentences] or [text]


METRIC = EmbeddingSimilarity
