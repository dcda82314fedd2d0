"""`summac-conv`: a learnt reading of how much of the context entails each sentence of the response.

From SummaC (Laban et al., TACL 2022; tingofurro/summac, ``SummaCConv``): for each sentence of the response a histogram
of its probabilities of entailment over the context's sentences, and a small learnt head over the counts. The head is
the published one, in closed form (`summac_conv_score`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.builtin._nli_recipes import PairMetric, check_class
from gaugeblock.metrics.builtin.summac_zs import VITAMINC, known_classes, leaves_out, pair_table, sentence_pairs
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

MOST_CLAIMS = 10
"""How many sentences of the response the package reads."""


def summac_conv_score(entailment: Any) -> float:
    """The score that the published head gives from probabilities of entailment.

    sigmoid(-1.617302 m - 0.371186), m the mean over the response's sentences of 0.631759 plus the weighted counts of 23
    bins (raw counts, not density). The package judges a response without any sentence as one that nothing entails.

    Args:
        entailment: probabilities, shape (context sentences, response sentences).

    >>> round(summac_conv_score(np.zeros((1, 1))), 3), round(summac_conv_score(np.zeros((99, 1))), 3)
    (0.2, 0.339)
    """
    head = _head()
    table = np.asarray(entailment, dtype=np.float64)
    columns = table.T if table.size else np.zeros((1, 1))
    counts = [np.histogram(column, bins=head["edges"])[0] for column in columns]
    sums = [head["bias"] + float(np.dot(head["weights"], count)) for count in counts]
    mean = math.fsum(sums) / len(sums)
    return 1.0 / (1.0 + math.exp(-(head["slope"] * mean + head["intercept"])))


class SummaCConv(PairMetric):
    """The score of SummaC-Conv, from 0 to 1.

    As in the package, sentences of up to ten characters, what follows the tenth sentence of the response and what
    follows the hundredth of the context are left out; so a sentence appended there changes nothing. A response without
    a longer sentence, for which the package gives 0.200, is `Unscored`.

    Args:
        model: a folder or a hub name of an NLI model; the head was trained on the default one, and no openly licensed
            one comes as a Python package.
        entailment: number of the class that means entailment; None = told by the model's labels.
        every_sentence: whether sentences of up to ten characters and those after the tenth count too.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "summac-conv"
    long_input = (
        "sentences of up to 10 characters, those after the 10th of the response and the 100th of the context are left "
        "out, and a pair longer than the model reads is cut; all but the first told in the log"
    )

    def __init__(
        self,
        *,
        model: str = VITAMINC,
        entailment: int | None = None,
        every_sentence: bool = False,
        revision: str | None = None,
        device: str = "auto",
    ) -> None:
        check_class(self.name, entailment=entailment)
        self.options = {"model": model, "entailment": entailment, "every_sentence": every_sentence}
        self.options |= {"revision": revision, "device": device}
        self._class, _ = known_classes(model, entailment, None)
        self._cut: dict[str, Any] = {"short": every_sentence, "most_claims": None if every_sentence else MOST_CLAIMS}
        self._classifier: PairClassifier = PairClassifier(model, revision, device, max_tokens=500)

    def pairs(self, example: Example) -> list[tuple[str, str]] | Unscored:
        """Every sentence of the context with every sentence of the response that the package reads."""
        if leaves_out(example, **self._cut):
            self._left_out.add(example.digest)
        return sentence_pairs(example, **self._cut)

    def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
        """The head's score."""
        number = self._classifier.class_of("entailment") if self._class is None else self._class
        return summac_conv_score(pair_table(example, probabilities, **self._cut)[:, :, number])


def _head() -> dict[str, Any]:
    return lexicon(__file__)


METRIC = SummaCConv
