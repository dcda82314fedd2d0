"""`judge-support`: a language model's generic verdict on whether the context supports the response.

ForceBench (arXiv 2605.28044) finds that judges with such a prompt often overlook a claim that is stronger than its
evidence. Its prompts are not known to us; this one is ours. Its label map is the default: 1, 0.5 and 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gaugeblock.metrics.judge import Judge, client_options, label_scores
from gaugeblock.metrics.verdicts import Labels
from gaugeblock.perturb.lexicon import lexicon


class SupportJudge(Judge):
    """1, 0.5 or 0 as a model finds the response fully, partially or not supported by the context.

    Args:
        labels: other labels and scores, as in ``labels="yes=1,no=0"``.
        client: the options of `Judge`.
    """

    name = "judge-support"
    bounds = (0.0, 1.0)
    prompt = lexicon(__file__)["prompt"]

    @client_options()
    def __init__(self, *, labels: str | Mapping[str, float] | None = None, **client: Any) -> None:
        scores = label_scores(self.name, labels, lexicon(__file__)["labels"])
        if labels is not None:
            self.options = {**self.options, "labels": labels if isinstance(labels, str) else dict(labels)}
        self.scale = Labels(scores)
        self.bounds = self.scale.bounds
        super().__init__(**client)


METRIC = SupportJudge
