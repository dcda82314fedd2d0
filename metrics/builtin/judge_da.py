"""`judge-da`: direct assessment of consistency from 0 to 100 by a language model.

The prompt is the published one for consistency of Wang et al., *Is ChatGPT a Good NLG Evaluator?* (arXiv 2303.04048);
"Do Automatic Factuality Metrics Measure Factuality?" (arXiv 2411.16638) uses it under the name ChatGPT-DA. How that
paper reads the reply is not known to us; ours is asked for by schema, or read as `verdicts.read_verdict` says.
"""

from __future__ import annotations

from gaugeblock.metrics.judge import Judge
from gaugeblock.metrics.verdicts import Points
from gaugeblock.perturb.lexicon import lexicon


class DirectAssessment(Judge):
    """A model's rating of how consistent the response is with the context, from 0 to 100; see `Judge` for options."""

    name = "judge-da"
    construct = "factual-consistency"
    bounds = (0.0, 100.0)
    scale = Points(0, 100)
    prompt = lexicon(__file__)["prompt"]


METRIC = DirectAssessment
