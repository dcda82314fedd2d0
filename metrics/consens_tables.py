"""What ConSens says beyond a score: the influence of documents and sentences, and how far evaluators agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from gaugeblock.metrics.base import Metric, Unscored
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import analyse

if TYPE_CHECKING:
    import pandas as pd


def document_influence(metric: Metric, example: Example) -> pd.DataFrame:
    """See `ConSens.document_influence`; works for any metric that reads the context."""
    changed = [_without_document(example, position) for position in range(len(example.context))]
    rows = [{"document": position, "text": document} for position, document in enumerate(example.context)]
    return _influence(metric, example, changed, rows, ["document", "score", "influence", "text"])


def sentence_influence(metric: Metric, example: Example) -> pd.DataFrame:
    """See `ConSens.sentence_influence`; works for any metric that reads the context."""
    changed, rows = [], []
    for position, document in enumerate(example.context):
        for span in analyse(document).sentences:
            end = span.end + (len(document[span.end :]) - len(document[span.end :].lstrip()))
            left = document[: span.start] + document[end:]
            changed.append(_with_document(example, position, left))
            rows.append({"document": position, "start": span.start, "end": span.end, "text": span.of(document)})
    return _influence(metric, example, changed, rows, ["document", "start", "end", "score", "influence", "text"])


def compare_evaluators(evaluators: Mapping[str, Metric], examples: Sequence[Example]) -> pd.DataFrame:
    """How far evaluators order the same responses alike: Spearman's correlation for each pair of them.

    To compare an evaluator with the generator of the responses, give the generator's own model as one of them.

    Args:
        evaluators: metrics by name, such as ConSens over several models.
        examples: what they score; an item that one of a pair cannot score is left out for that pair.

    Returns:
        one row a pair: ``first``, ``second``, ``spearman``, ``p_value`` (both missing for fewer than 3 items, or where
        an evaluator gives everything the same score) and ``n``.

    Raises:
        ValueError: there are fewer than two evaluators.
    """
    import numpy as np
    import pandas as pd
    from scipy.stats import spearmanr

    if len(evaluators) < 2:
        raise ValueError("compare_evaluators needs two evaluators or more")
    scores = {
        name: np.array([np.nan if isinstance(score, Unscored) else float(score) for score in metric.score(examples)])
        for name, metric in evaluators.items()
    }
    rows = []
    for first, second in combinations(scores, 2):
        both = ~np.isnan(scores[first]) & ~np.isnan(scores[second])
        one, other = scores[first][both], scores[second][both]
        told = len(one) >= 3 and len(set(one)) > 1 and len(set(other)) > 1
        found: Any = spearmanr(one, other) if told else None
        rows.append(
            {
                "first": first,
                "second": second,
                "spearman": float(found.statistic) if told else None,
                "p_value": float(found.pvalue) if told else None,
                "n": len(one),
            }
        )
    return pd.DataFrame(rows)


def _influence(
    metric: Metric, example: Example, changed: Sequence[Example], rows: Sequence[Mapping[str, Any]], columns: list[str]
) -> pd.DataFrame:
    import pandas as pd

    (whole,) = metric.score([example])
    if isinstance(whole, Unscored):
        raise ValueError(f"example {example.id!r} gets no score: {whole.detail or whole.reason}")
    scores = metric.score(changed) if changed else []
    found = []
    for row, score in zip(rows, scores, strict=True):
        left = None if isinstance(score, Unscored) else float(score)
        found.append({**row, "score": left, "influence": None if left is None else float(whole) - left})
    table = pd.DataFrame(found, columns=columns)
    return table.sort_values("influence", ascending=False, kind="stable", ignore_index=True)


def _without_document(example: Example, position: int) -> Example:
    left = (*example.context[:position], *example.context[position + 1 :])
    return replace(example, context=left, id=f"{example.id}/without-{position}")


def _with_document(example: Example, position: int, document: str) -> Example:
    context = (*example.context[:position], document, *example.context[position + 1 :])
    return replace(example, context=context, id=f"{example.id}/cut-{position}")
