"""`rouge2`: word pairs that the response shares with the context (ROUGE-2).

A feature of the shallow model in "Do Automatic Factuality Metrics Measure Factuality?" (arXiv 2411.16638): ROUGE-2 F1
of the summary against its source. It is `rouge` with its kind fixed, under the name that the tables use.
"""

from __future__ import annotations

from typing import Literal

from gaugeblock.metrics.builtin.rouge import Rouge


class Rouge2(Rouge):
    """ROUGE-2 (0 to 1) of the response against the whole context, its documents joined; see `rouge`.

    A text of one token has no pair: where the response has none, and for recall where the context has none, the score
    is undefined and the item `Unscored`.

    Args:
        use: ``"f"`` = F1, ``"p"`` = precision, the share of the response's pairs that the context holds; ``"r"`` =
            recall, the share of the context's pairs that the response holds.

    Raises:
        UsageError: `use` has another value.
    """

    name = "rouge2"

    def __init__(self, *, use: Literal["f", "p", "r"] = "f") -> None:
        super().__init__(kind="rouge2", use=use)
        self.options = {"use": use}


METRIC = Rouge2
