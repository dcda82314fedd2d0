"""`minicheck`: is the claim supported by a chunk of the context?

From MiniCheck (Tang et al., EMNLP 2024; Liyan06/MiniCheck, inference.py and utils.py): the context is cut into chunks
at sentence ends, the claim is judged against each, and the largest probability of support counts. The Flan-T5 model
answers by one of two tokens; the RoBERTa and DeBERTa models classify chunk and claim written as one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.builtin._nli_recipes import PairMetric, blank, sentences
from gaugeblock.metrics.first_token import FirstToken
from gaugeblock.metrics.fixed_batches import Row
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

MODELS = {
    "flan-t5-large": ("lytang/MiniCheck-Flan-T5-Large", "t5"),
    "roberta-large": ("lytang/MiniCheck-RoBERTa-Large", "classifier"),
    "deberta-v3-large": ("lytang/MiniCheck-DeBERTa-v3-Large", "classifier"),
}
ANSWERS = (3, 209)
"""Flan-T5's tokens for not supported and supported."""

_T5_WORDS, _T5_TOKENS = 500, 2048
_CLASSIFIER_TOKENS, _CLASSIFIER_LIMIT = 400, 2048
_MARGIN = 8  # tokens for the prefix and the marks between and after the texts


class MiniCheck(PairMetric):
    """The largest probability of support over the chunks of the context, from 0 to 1; supported above 0.5.

    The published package takes one claim at a time and leaves the cutting of a response to its user; here the response
    is one claim unless ``unit=sentence``. Chunks are kept short enough that no claim is cut away. A blank response or
    context, on which the package fails, is `Unscored`.

    Args:
        model: ``flan-t5-large``, ``roberta-large``, ``deberta-v3-large`` (from the hub), or a folder or hub name.
        kind: ``t5`` or ``classifier``, for a model of another name; None = told by the name above.
        unit: ``response``, or ``sentence``: each sentence is judged, and `aggregate` says what counts.
        aggregate: ``min`` (as the 7B model of the same authors has it) or ``mean`` over the sentences.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "minicheck"
    long_input = (
        "the context is judged in chunks; a single sentence longer than the model reads is cut, told in the log"
    )

    def __init__(
        self,
        *,
        model: str = "flan-t5-large",
        kind: str | None = None,
        unit: str = "response",
        aggregate: str = "min",
        revision: str | None = None,
        device: str = "auto",
    ) -> None:
        for option, value, allowed in (
            ("unit", unit, ("response", "sentence")),
            ("aggregate", aggregate, ("min", "mean")),
            ("kind", kind, ("t5", "classifier", None)),
        ):
            if value not in allowed:
                raise UsageError(f"minicheck: {option} takes {' or '.join(filter(None, allowed))}, not {value!r}")
        found, told = MODELS.get(model, (model, None))
        if (kind or told) is None:
            raise UsageError(
                f"minicheck: say what {model!r} is, kind=t5 or kind=classifier, or take {', '.join(MODELS)}"
            )
        self.options = {"model": model, "kind": kind, "unit": unit, "aggregate": aggregate}
        self.options |= {"revision": revision, "device": device}
        self._unit, self._aggregate = unit, aggregate
        self._classifier: _T5 | _Classifier = (
            _T5(found, revision, device) if (kind or told) == "t5" else _Classifier(found, revision, device)
        )

    def pairs(self, example: Example) -> list[tuple[str, str]] | Unscored:
        """Every chunk of the context with every claim."""
        if declined := blank(example):
            return declined
        chunks = [chunk for document in example.context for chunk in self._classifier.chunks(document)]
        if not chunks:
            return Unscored("declined", "the context is blank")
        return [(chunk, claim) for chunk in chunks for claim in self._claims(example)]

    def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
        """The best chunk for each claim; of several claims what `aggregate` says."""
        claims = len(self._claims(example))
        support = [float(each[1]) for each in probabilities]
        best = [max(support[at::claims]) for at in range(claims)]
        return min(best) if self._aggregate == "min" else sum(best) / claims

    def _claims(self, example: Example) -> list[str]:
        return sentences(example.response) if self._unit == "sentence" else [example.response]


def packed(parts: Sequence[str], sizes: Sequence[int], most: int) -> list[str]:
    """Sentences joined to chunks of at most so much; a single longer one is a chunk of its own.

    >>> packed(["a b.", "c d.", "e f g."], [2, 2, 3], 4)
    ['a b. c d.', 'e f g.']
    """
    chunks: list[list[str]] = []
    room = 0
    for part, size in zip(parts, sizes, strict=True):
        if not chunks or size > room:
            chunks.append([])
            room = most
        chunks[-1].append(part)
        room -= size
    return [" ".join(chunk) for chunk in chunks]


class _T5(FirstToken):
    """The Flan-T5 model: ``predict: chunk </s> claim``, answered by one of two tokens."""

    def __init__(self, model: str, revision: str | None, device: str) -> None:
        super().__init__(model, ANSWERS, revision=revision, device=device, max_tokens=_T5_TOKENS)

    def chunks(self, document: str) -> list[str]:
        """The parts of a document that are judged one by one."""
        found = sentences(document)
        return packed(found, [len(one.split()) for one in found], _T5_WORDS)

    def probabilities(self, asked: Iterable[tuple[str, str]]) -> list[Any]:
        """The probabilities of not supported and supported, for each (chunk, claim)."""
        return super().probabilities(
            f"predict: {_shortened(self, *pair)}{self.tokenizer.eos_token}{pair[1]}" for pair in asked
        )


class _Classifier(PairClassifier):
    """The RoBERTa and DeBERTa models: ``chunk </s> claim`` as one text, the second class meaning supported."""

    def __init__(self, model: str, revision: str | None, device: str) -> None:
        super().__init__(model, revision, device, max_tokens=_CLASSIFIER_LIMIT)

    def chunks(self, document: str) -> list[str]:
        """The parts of a document that are judged one by one."""
        found = sentences(document)
        return packed(found, [self.tokens(one) for one in found], _CLASSIFIER_TOKENS)

    def row(self, first: str, second: str) -> Row:
        """Chunk and claim as one text, not as a pair."""
        end = self.tokenizer.eos_token or self.tokenizer.sep_token
        return Row(tuple(self.ids(f"{_shortened(self, first, second)}{end}{second}")))


def _shortened(model: FirstToken | PairClassifier, chunk: str, claim: str) -> str:
    """The chunk, cut so that the claim behind it is read: the package cuts the claim away."""
    return model.beginning(chunk, model.limit - model.tokens(claim) - _MARGIN, claim)


METRIC = MiniCheck
