"""`minicheck`: is the claim supported by a chunk of the context?

From MiniCheck (Tang et al., EMNLP 2024; Liyan06/MiniCheck, inference.py and utils.py): the context is cut into chunks
at sentence ends, the claim is judged against each, and the largest probability of support counts. The Flan-T5 model
answers by one of two tokens; the RoBERTa and DeBERTa models classify chunk and claim written as one text.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.builtin._nli_recipes import blank, sentences
from gaugeblock.metrics.checkpoints import Checkpoint
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.first_token import FirstToken
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example, content_hash

_LOG = logging.getLogger(__name__)

MODELS = {
    "flan-t5-large": ("lytang/MiniCheck-Flan-T5-Large", "t5"),
    "roberta-large": ("lytang/MiniCheck-RoBERTa-Large", "classifier"),
    "deberta-v3-large": ("lytang/MiniCheck-DeBERTa-v3-Large", "classifier"),
}
ANSWERS = (3, 209)
"""Flan-T5's tokens for not supported and supported."""

_T5_WORDS, _T5_TOKENS = 500, 2048
_CLASSIFIER_TOKENS, _CLASSIFIER_LIMIT = 400, 2048


class MiniCheck(Metric):
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
    bounds = (0.0, 1.0)
    batch_size = 32
    by_context = True
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
        self._judge: _T5 | _Classifier = (
            _T5(found, revision, device) if (kind or told) == "t5" else _Classifier(found, revision, device)
        )

    @property
    def truncated(self) -> int:
        """How many different chunks were longer than the model reads, so far."""
        return len(self._judge.truncated)

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that cut and judge the texts, and the kind of device that they run on."""
        libraries = versions("torch", "transformers", "tokenizers", "nltk")
        return libraries | {"device": device_kind(self.options["device"])}

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hexadecimal) of the settings, the libraries and the model's files, whatever the folder is called."""
        settings = [type(self._judge).__name__, self._unit, self._aggregate, dict(self.depends_on)]
        return content_hash([self.name, self.version, settings, self._judge.checkpoint.identity])

    def warm_up(self) -> None:
        """Load the model."""
        self._judge.load()

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        before = self.truncated
        asked = [self._pairs(example) for example in examples]
        distinct = dict.fromkeys(pair for pairs in asked if not isinstance(pairs, Unscored) for pair in pairs)
        judged = dict(zip(distinct, self._judge.support(distinct), strict=True))
        if self.truncated > before:
            _LOG.warning("minicheck: %d chunk(s) longer than the model reads were cut", self.truncated - before)
        return [
            pairs if isinstance(pairs, Unscored) else self._combine(example, [judged[pair] for pair in pairs])
            for example, pairs in zip(examples, asked, strict=True)
        ]

    def _pairs(self, example: Example) -> list[tuple[str, str]] | Unscored:
        if declined := blank(example):
            return declined
        chunks = [chunk for document in example.context for chunk in self._judge.chunks(document)]
        if not chunks:
            return Unscored("declined", "the context is blank")
        return [(chunk, claim) for chunk in chunks for claim in self._claims(example)]

    def _combine(self, example: Example, support: Sequence[float]) -> float:
        claims = len(self._claims(example))
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


class _T5:
    """The Flan-T5 model: ``predict: chunk </s> claim``, answered by one of two tokens."""

    def __init__(self, model: str, revision: str | None, device: str) -> None:
        self._model = FirstToken(model, ANSWERS, revision=revision, device=device, max_tokens=_T5_TOKENS)

    @property
    def truncated(self) -> set[str]:
        return self._model.truncated

    @property
    def checkpoint(self) -> Checkpoint:
        return self._model.checkpoint

    def load(self) -> None:
        self._model.load()

    def chunks(self, document: str) -> list[str]:
        found = sentences(document)
        return packed(found, [len(one.split()) for one in found], _T5_WORDS)

    def support(self, pairs: Iterable[tuple[str, str]]) -> list[float]:
        end = self._model.tokenizer.eos_token
        texts = [f"predict: {self._shortened(chunk, claim)}{end}{claim}" for chunk, claim in pairs]
        return [float(found[1]) for found in self._model.probabilities(texts)]

    def _shortened(self, chunk: str, claim: str) -> str:
        """The chunk, cut so that the claim behind it is read: the package cuts the claim away."""
        room = self._model.limit - self._model.tokens(claim) - 8
        return _cut(self._model.tokenizer, chunk, room, self.truncated, claim)


class _Classifier:
    """The RoBERTa and DeBERTa models: ``chunk </s> claim`` as one text, the second class meaning supported."""

    def __init__(self, model: str, revision: str | None, device: str) -> None:
        self._model = PairClassifier(model, revision, device, max_tokens=_CLASSIFIER_LIMIT)

    @property
    def truncated(self) -> set[str]:
        return self._model.truncated

    @property
    def checkpoint(self) -> Checkpoint:
        return self._model.checkpoint

    def load(self) -> None:
        self._model.load()

    def chunks(self, document: str) -> list[str]:
        found = sentences(document)
        return packed(found, [self._model.tokens(one) for one in found], _CLASSIFIER_TOKENS)

    def support(self, pairs: Iterable[tuple[str, str]]) -> list[float]:
        end = self._model.tokenizer.eos_token or self._model.tokenizer.sep_token
        texts = []
        for chunk, claim in pairs:
            room = self._model.limit - self._model.tokens(claim) - 8
            texts.append(f"{_cut(self._model.tokenizer, chunk, room, self.truncated, claim)}{end}{claim}")
        return [float(found[1]) for found in self._model.probabilities_of_texts(texts)]


def _cut(tokenizer: Any, chunk: str, room: int, cut: set[str], claim: str) -> str:
    """The beginning of a chunk that has room before the claim; noted where anything is lost."""
    ids = tokenizer(chunk, add_special_tokens=False, verbose=False)["input_ids"]
    if len(ids) <= max(room, 0):
        return chunk
    cut.add(content_hash([chunk, claim]))
    return str(tokenizer.decode(ids[: max(room, 0)]))


METRIC = MiniCheck
