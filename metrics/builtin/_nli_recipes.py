"""What the metrics over sentence and chunk pairs share: how texts are cut, and one classifier behind a metric."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.first_token import FirstToken
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.arguments import count
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import analyse

_NAMES_OF_MODELS = ("model", "nli", "backbone", "foundation", "revision")
_CLASSES = ("entailment", "contradiction", "positive")  # options that number a class of the model
_LOG = logging.getLogger(__name__)


def sentences(text: str) -> list[str]:
    """The sentences of a text, by our own splitter (the packages of the literature use NLTK's punkt)."""
    return [span.of(text) for span in analyse(text).sentences]


def chunks_by_sentences(text: str, words: int) -> list[str]:
    """Chunks of about so many words, cut at sentence ends, as AlignScore cuts its premise.

    With k = words of the text // `words` + 1 chunks wanted, each chunk takes max(sentences // k, 1) sentences
    (yuh-zha/AlignScore, inference.py). An empty text is one empty chunk.

    >>> chunks_by_sentences("One is here. Two is here. Three is here. Four is here.", 6)
    ['One is here.', 'Two is here.', 'Three is here.', 'Four is here.']
    """
    found = sentences(text) or [""]
    wanted = len(text.split()) // words + 1
    size = max(len(found) // wanted, 1)
    return [" ".join(found[start : start + size]) for start in range(0, len(found), size)]


class PairMetric(Metric):
    """A metric that asks a model about pairs of texts, or about prompts that hold both.

    A subclass says which of them an example needs (`pairs`), and what their probabilities make (`combine`). All of a
    batch are asked for together, each distinct one once.
    """

    bounds: tuple[float | None, float | None] = (0.0, 1.0)
    batch_size = 32
    by_context = True
    long_input = "a pair longer than the model reads is cut at the end of the context's part, with a warning in the log"
    _classifier: PairClassifier | FirstToken

    def pairs(self, example: Example) -> Sequence[Any] | Unscored:
        """The (evidence, claim) pairs of an example, or its prompts, or why there are none."""
        raise NotImplementedError

    def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
        """The score of an example from the class probabilities of its pairs, in order."""
        raise NotImplementedError

    @property
    def truncated(self) -> int:
        """How many different inputs were longer than the model or the recipe reads, so far."""
        return len(self._classifier.truncated) + len(self._left_out)

    @cached_property
    def _left_out(self) -> set[str]:
        """Digests of the examples of which the recipe leaves a part out; a subclass whose recipe does fills it."""
        return set()

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that cut and judge the texts, and the kind of device that they run on."""
        libraries = versions("torch", "transformers", "tokenizers", "nltk")
        return libraries | {"device": device_kind(self._classifier.device)}

    def fingerprint_parts(self) -> Sequence[Any]:
        """The settings, the libraries and the model's files, whatever the folder is called."""
        settings = {key: value for key, value in self.options.items() if key not in _NAMES_OF_MODELS}
        identity = self._classifier.checkpoint.identity
        return [self.name, self.version, settings, dict(self.depends_on), identity]

    def _check_classes(self) -> None:
        for option in _CLASSES:
            number = self.options.get(option)
            if number is not None and number >= (there := self._classifier.classes):
                raise UsageError(
                    f"{self.name}: {option} takes a number from 0 to {there - 1} for this model, not {number}"
                )

    def warm_up(self) -> None:
        """Load the model, and see that it has the classes that the options name."""
        self._classifier.load()
        self._check_classes()

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        self._check_classes()
        before = self.truncated
        asked = [self.pairs(example) for example in examples]
        distinct = dict.fromkeys(pair for pairs in asked if not isinstance(pairs, Unscored) for pair in pairs)
        judged = dict(zip(distinct, self._classifier.probabilities(distinct), strict=True))
        scores = [
            pairs if isinstance(pairs, Unscored) else self.combine(example, [judged[pair] for pair in pairs])
            for example, pairs in zip(examples, asked, strict=True)
        ]
        if self.truncated > before:
            _LOG.warning("%s: %d input(s) longer than the metric reads were cut", self.name, self.truncated - before)
        return scores


def check_class(owner: str, **numbers: int | None) -> None:
    """Refuse what cannot be the number of a class.

    Raises:
        UsageError: names the metric and the option.
    """
    for option, number in numbers.items():
        if number is not None:
            count(f"{owner}: {option}", number)


def blank(example: Example) -> Unscored | None:
    """Why an example with a blank response cannot be judged; None for any other."""
    return None if example.response.strip() else Unscored("declined", "the response is blank")
