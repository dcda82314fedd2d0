"""Which document does a score rest on: each document left out in turn, where it is certain which one supports.

After ConSens (arXiv 2505.00065, third experiment), where the most influential of three retrieved documents is looked
for by scoring with each of them left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from gaugeblock.harness.ties import minus
from gaugeblock.perturb.base import perturbation_rng
from gaugeblock.perturb.documents import KEPT, LOST, present, rewritten
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.select import made
from gaugeblock.perturb.variant import Skip, Variant, make_variant

INFLUENCE = "document-influence"

_PASSAGES = 2  # unrelated ones beside the evidence, so that there are three documents as in the paper
_LEVEL = 2  # the severity of the distractors that has as many


def influence_variants(example: Example, seed: int) -> Iterator[Variant | Skip]:
    """Each document left out in turn, of documents of which one supports the response and the others do not.

    Where the data names one supporting document (``metadata["supporting_documents"]``, positions from 0), these are
    the example's own. Else all its documents together are taken as one, and stand among two unrelated passages, at a
    place that chance chooses: a score that reads the first document only must not seem to find the evidence.
    """
    if example.supported is False:
        yield Skip(example.id, INFLUENCE, "context", "not-applicable", "the response is labelled unsupported")
        return
    found = _own_documents(example) or _among_passages(example, seed)
    if found is None:
        yield Skip(example.id, INFLUENCE, "context", "not-applicable", "no document, or no unrelated passages for it")
        return
    base, evidence = found
    lost = None if example.label is None else 0.0
    for position in present(base):
        supporting = position == evidence
        yield make_variant(
            base,
            (rewritten(base, position, ""),),
            perturbation=INFLUENCE,
            family="context",
            relation=LOST if supporting else KEPT,
            label=lost if supporting else example.label,
            details={"document": position, "supporting": supporting},
            parent=example.id,
        )


def _own_documents(example: Example) -> tuple[Example, int] | None:
    """The example and the position of its one supporting document, where its data names just one."""
    named = example.metadata.get("supporting_documents")
    if not isinstance(named, Sequence) or isinstance(named, str) or len(named) != 1:
        return None
    there = present(example)
    return (example, named[0]) if named[0] in there and len(there) > 1 else None


def _among_passages(example: Example, seed: int) -> tuple[Example, int] | None:
    """The example with its documents as one among unrelated passages, and the place of that one."""
    for outcome in made("distractors", example, seed):
        if isinstance(outcome, Variant) and outcome.severity == _LEVEL:
            documents = list(outcome.example.context[len(example.context) :][:_PASSAGES])
            place = perturbation_rng(seed, example.id, INFLUENCE).randrange(len(documents) + 1)
            documents.insert(place, example.context_text)
            return replace(example, id=f"{example.id}/among-passages", context=tuple(documents)), place
    return None


def influences(variants: pd.DataFrame) -> pd.DataFrame:
    """The rows of documents left out, with ``moved`` (how far the score moves) and ``supporting``."""
    rows = variants[variants["perturbation"] == INFLUENCE]
    supporting = np.array([bool(details.get("supporting")) for details in rows["details"]], dtype=bool)
    return rows.assign(supporting=supporting, moved=rows["change"].abs())


def against_others(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of documents that do not support, each with ``gain``: how much further the score falls without the
    supporting document of the same example.

    Args:
        rows: as `influences` makes them.
    """
    evidence = rows[rows["supporting"]].set_index("base")["change"]
    others = rows[~rows["supporting"]]
    return others.assign(gain=minus(others["change"], evidence.reindex(others["base"]).to_numpy(dtype=float)))


def top_documents(rows: pd.DataFrame) -> pd.DataFrame:
    """For each example with a score without each of its documents, whether the largest drop is the evidence's.

    Args:
        rows: as `influences` makes them.

    Returns:
        the rows of the supporting documents with ``excess`` (how much further the score falls without some other
        document) and ``hit``: 1 where it is below 0, else 0; a tie is no hit.
    """
    evidence, others = rows[rows["supporting"]], rows[~rows["supporting"]]
    known = rows["change"].notna().groupby(rows["base"]).all()
    lowest = others.groupby("base")["change"].min()
    kept = evidence[known.reindex(evidence["base"]).to_numpy(dtype=bool) & evidence["base"].isin(lowest.index)]
    excess = minus(kept["change"], lowest.reindex(kept["base"]).to_numpy(dtype=float))
    return kept.assign(excess=excess, hit=(excess < 0).astype(float))
