"""`judge-force`: a language model's verdict on support that takes in how strongly the response claims.

ForceBench (arXiv 2605.28044) finds that two force-aware prompts help all of its judges; their wording is not known to
us. These two are ours: one names the axes, one goes from what the evidence warrants to what is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from gaugeblock.metrics.builtin.judge_support import SupportJudge
from gaugeblock.metrics.judge import client_options
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.lexicon import lexicon

Prompt = Literal["axes", "steps"]


class ForceJudge(SupportJudge):
    """1, 0.5 or 0 as a model finds the context to warrant all, part or nothing of what the response claims.

    Args:
        prompt: ``axes`` names relation, modality, scope, time and numbers as ways to claim too much; ``steps`` has the
            model find the evidence and say how far it goes before it compares.
        labels: other labels and scores, as in ``labels="yes=1,no=0"``.
        client: the options of `Judge`.
    """

    name = "judge-force"

    @client_options()
    def __init__(
        self, *, prompt: Prompt = "axes", labels: str | Mapping[str, float] | None = None, **client: Any
    ) -> None:
        if prompt not in get_args(Prompt):
            raise UsageError(f"{self.name}: prompt takes {' or '.join(get_args(Prompt))}, not {prompt!r}")
        self.prompt = lexicon(__file__)[prompt]
        self.options = {} if prompt == "axes" else {"prompt": prompt}
        super().__init__(labels=labels, **client)


METRIC = ForceJudge
