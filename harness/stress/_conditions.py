"""The four conditions: true and counterfactual responses, each beside a true and a counterfactual context.

From "Do Automatic Factuality Metrics Measure Factuality?" (section 4.2): (a) both true, (b) both counterfactual,
(c) the counterfactual response beside the true context, (d) the true response beside the counterfactual context. The
context supports the response in a and b only. A score that knows of itself what is true tells a from c better than b
from d.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import pandas as pd

from gaugeblock.harness.ties import minus
from gaugeblock.perturb.documents import KEPT, LOST, field_name
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.variant import Edit, Skip, Variant, diff_edits, make_variant, replace_span

GIVEN = "given-counterfactual"
"""The conditions that the data brings itself, in ``metadata["counterfactual"]``."""

KINDS: Mapping[str, str] = {"counterfactual": "constructed", GIVEN: "given"}
"""Where the conditions come from, by perturbation."""

_ALIKE = 0.5  # share of the words that two texts have in common, for their difference to be worth showing word by word
_LONGEST = 400  # words of a text that is compared word by word


def given_variants(example: Example) -> Iterator[Variant | Skip]:
    """Conditions b, c and d from the counterfactual that the data brings.

    Args:
        example: with ``{"response": text, "context": [texts]}`` as ``metadata["counterfactual"]``.
    """
    given = example.metadata.get("counterfactual")
    if given is None:
        yield _skip(example, "not-applicable", "the data has no counterfactual")
        return
    if not _is_counterfactual(given):
        yield _skip(example, "not-applicable", "metadata 'counterfactual' is not {'response': ..., 'context': [...]}")
        return
    if example.supported is False:
        yield _skip(example, "not-applicable", "the response is labelled unsupported")
        return
    in_response = _edits("response", example.response, given["response"])
    in_context = _document_edits(example.context, given["context"])
    if not in_response or not in_context:
        yield _skip(example, "unchanged", "the counterfactual has the same response or the same context")
        return
    lost = None if example.label is None else 0.0
    for condition, edits, relation, label in (
        ("b", (*in_response, *in_context), KEPT, example.label),
        ("c", in_response, LOST, lost),
        ("d", in_context, LOST, lost),
    ):
        yield make_variant(
            example,
            edits,
            perturbation=GIVEN,
            family="context",
            relation=relation,
            label=label,
            details={"condition": condition},
        )


def _is_counterfactual(given: Any) -> bool:
    if not isinstance(given, Mapping) or not isinstance(given.get("response"), str):
        return False
    documents = given.get("context")
    return (
        isinstance(documents, Sequence)
        and not isinstance(documents, str)
        and all(isinstance(document, str) for document in documents)
    )


def _skip(example: Example, reason: str, detail: str) -> Skip:
    return Skip(example.id, GIVEN, "context", reason, detail)


def _document_edits(before: Sequence[str], after: Sequence[str]) -> tuple[Edit, ...]:
    """The edits that put documents in the place of others; one that has no counterpart is emptied, or added."""
    found: list[Edit] = []
    for position, (old, new) in enumerate(zip_longest(before, after, fillvalue="")):
        if position < len(before):
            found += _edits(field_name(position), old, new)
        else:
            found.append(Edit(field_name(position), 0, 0, "", new))
    return tuple(found)


def _edits(field: str, before: str, after: str) -> tuple[Edit, ...]:
    """Word by word where the texts are alike, else the whole text at once."""
    if before == after:
        return ()
    old, new = before.split(), after.split()
    common = len(set(old) & set(new))
    if max(len(old), len(new)) <= _LONGEST and common >= _ALIKE * max(len(set(old)), len(set(new)), 1):
        return diff_edits(before, after, field)
    return (replace_span(before, 0, len(before), after, field),)


def condition_pairs(variants: pd.DataFrame) -> pd.DataFrame:
    """The pairs of a supported and an unsupported response beside one context.

    Args:
        variants: scored context variants, those of condition b, c and d among them.

    Returns:
        one row a pair: the row of the unsupported variant (c or d) with ``reference`` (whether the context is
        ``factual`` or ``counterfactual``), ``kind`` (whether the conditions are ``constructed`` or ``given``), ``gap``
        (score of the supported minus score of the unsupported, none where either is unscored), and as its ``base``,
        ``score_parent`` and ``change`` those of the supported one; ``supported_response`` is its text where that is
        not the original.
    """
    made = variants[variants["perturbation"].isin(tuple(KINDS))]
    made = made.assign(
        condition=[details.get("condition") for details in made["details"]], kind=made["perturbation"].map(KINDS)
    )
    factual = made[made["condition"] == "c"].assign(reference="factual", supported_response=None)
    supported = made.loc[made["condition"] == "b", ["parent", "kind", "variant_id", "score", "response"]]
    supported = supported.rename(
        columns={"variant_id": "base", "score": "score_parent", "response": "supported_response"}
    )
    counterfactual = (
        made[made["condition"] == "d"]
        .drop(columns=["base", "score_parent"])
        .merge(supported, on=["parent", "kind"])
        .assign(reference="counterfactual")
    )
    counterfactual = counterfactual.assign(change=minus(counterfactual["score"], counterfactual["score_parent"]))
    pairs = pd.concat([part for part in (factual, counterfactual) if len(part)] or [factual], ignore_index=True)
    return pairs.assign(gap=-pairs["change"])


def shrinkages(pairs: pd.DataFrame) -> pd.DataFrame:
    """For each example with all four scores, how much smaller the gap is beside the counterfactual context.

    Args:
        pairs: as `condition_pairs` makes them.

    Returns:
        a frame with ``parent``, ``kind``, ``cluster`` and ``shrinkage`` (gap beside the true context minus gap beside
        the counterfactual one, score units).
    """
    columns = ["parent", "kind", "cluster", "gap"]
    factual = pairs.loc[pairs["reference"] == "factual", columns]
    counterfactual = pairs.loc[pairs["reference"] == "counterfactual", ["parent", "kind", "gap"]]
    both = factual.merge(counterfactual, on=["parent", "kind"], suffixes=("_factual", "_counterfactual"))
    return both.assign(shrinkage=minus(both["gap_factual"], both["gap_counterfactual"]))
