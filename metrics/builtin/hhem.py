"""`hhem`: Vectara's hallucination evaluation model, version 2, a T5 that classifies (context, response) pairs.

No paper describes the layout, and neither the published weights nor their code were at hand to compare with. Our
choices, after what is known of HHEM-2.1-Open (``vectara/hallucination_evaluation_model``): the prompt, where the
checkpoint's config has none of its own; the head at the first token; the second class as the consistent one; and
flan-t5-base beneath. They are tested against an independent computation on random weights, not against a published
score.
"""

from __future__ import annotations

from gaugeblock.metrics.base import Unscored
from gaugeblock.metrics.builtin._hhem_model import HHEMModel
from gaugeblock.metrics.builtin.grounding_classifier import GroundingClassifier, check_unit
from gaugeblock.perturb.example import Example


class HHEM(GroundingClassifier):
    """The probability that the response is consistent with the context, from 0 to 1; consistent above 0.5.

    Weights alone are loaded, over plain transformers: the code in the model's repository is not run. The whole response
    is judged at once, as in the published model; a blank one is `Unscored`, and so is one that fills the model's 2,048
    tokens by itself.

    Args:
        model: a folder or a hub name.
        foundation: folder or hub name of the T5 whose config and tokenizer belong to the checkpoint; None = the one
            that its config names, ``google/flan-t5-base``.
        unit: what is judged, the whole ``response`` or each ``sentence`` of it, averaged.
        chunk_words: about how many words of the context are judged at a time, the best of which counts; None = all of
            it at once.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "hhem"
    construct = "factual-consistency"
    long_input = "a context that leaves a prompt of 2,048 tokens no room is cut at its end, with a warning in the log"

    def __init__(
        self,
        *,
        model: str = "vectara/hallucination_evaluation_model",
        foundation: str | None = None,
        unit: str = "response",
        chunk_words: int | None = None,
        revision: str | None = None,
        device: str = "auto",
    ) -> None:
        check_unit(self.name, unit, chunk_words)
        self.options = {"model": model, "foundation": foundation, "unit": unit, "chunk_words": chunk_words}
        self.options |= {"revision": revision, "device": device}
        self._class, self._unit, self._chunk_words = 1, unit, chunk_words
        self._classifier = self._hhem = HHEMModel(model, foundation, revision, device)

    def pairs(self, example: Example) -> list[tuple[str, str]] | Unscored:
        """Every part of the context with every part of the response, unless one of these leaves the context no room."""
        found = super().pairs(example)
        if isinstance(found, Unscored):
            return found
        for claim in dict.fromkeys(claim for _, claim in found):
            if why := self._hhem.too_long(claim):
                return Unscored("declined", why)
        return found


METRIC = HHEM
