"""`gpt-score`: how concise a language model finds the response, from 0 to 10.

A baseline of ConCISE (arXiv 2511.16846), which does not print its prompt; this one is ours.
"""

from __future__ import annotations

from gaugeblock.metrics.judge import Judge
from gaugeblock.metrics.verdicts import Points
from gaugeblock.perturb.lexicon import lexicon


class GPTScore(Judge):
    """A model's rating of how concise the response is, from 0 to 10; for options see `Judge`.

    It does not see the context, unless a template of one's own shows it.
    """

    name = "gpt-score"
    construct = "conciseness"
    bounds = (0.0, 10.0)
    scale = Points(0, 10)
    prompt = lexicon(__file__)["prompt"]


METRIC = GPTScore
