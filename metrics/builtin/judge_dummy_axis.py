"""`judge-dummy-axis`: the control of `judge-force`, with axes that have nothing to do with support.

ForceBench (arXiv 2605.28044) has such a control, to tell a prompt that names the right axes from one that is merely
longer; its wording is not known to us, and this is ours. Only its prompt differs from `judge-force[prompt=axes]`.
"""

from __future__ import annotations

from gaugeblock.metrics.builtin.judge_support import SupportJudge
from gaugeblock.perturb.lexicon import lexicon


class DummyAxisJudge(SupportJudge):
    """1, 0.5 or 0 as in `judge-support`, from a prompt that names irrelevant axes of comparison: a control.

    The options are those of `SupportJudge`.
    """

    name = "judge-dummy-axis"
    prompt = lexicon(__file__)["prompt"]


METRIC = DummyAxisJudge
