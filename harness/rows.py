"""Rows of the variant table: from an example, a variant or a skip, and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from gaugeblock.perturb.example import Example, FrozenMap
from gaugeblock.perturb.variant import Skip, Variant


def cluster_of(example: Example) -> str:
    """The source document of an example: its ``document`` metadata, else its first document, else its id."""
    document = example.metadata.get("document")
    if document:
        return str(document)
    return example.context[0] if example.context and example.context[0].strip() else example.id


def cluster_key(example: Example) -> str:
    """A short name for the source document of an example, of 16 hexadecimal digits."""
    return hashlib.sha256(cluster_of(example).encode("utf-8")).hexdigest()[:16]


def original_row(example: Example, cluster: str) -> dict[str, Any]:
    """The row of an unchanged example."""
    return _example_columns(example) | {
        "variant_id": example.id,
        "parent": example.id,
        "base": example.id,
        "cluster": cluster,
        "perturbation": "original",
        "family": "original",
        "outcome": "original",
        "edits": "[]",
        "relation": "{}",
        "details": "{}",
    }


def planned_rows(planned: Variant | Skip, cluster: str) -> list[dict[str, Any]]:
    """The row of a variant, after that of its base where it has one of its own; or the row of a skip."""
    if isinstance(planned, Variant) and planned.base is not None:
        return [_base_row(planned, planned.base, cluster), _planned_row(planned, cluster)]
    return [_planned_row(planned, cluster)]


def _base_row(variant: Variant, base: Example, cluster: str) -> dict[str, Any]:
    return original_row(base, cluster) | {
        "parent": variant.parent,
        "perturbation": "base",
        "family": "base",
        "outcome": "base",
    }


def _planned_row(planned: Variant | Skip, cluster: str) -> dict[str, Any]:
    row = {
        "parent": planned.parent,
        "cluster": cluster,
        "perturbation": planned.perturbation,
        "family": planned.family,
        "severity": planned.severity,
    }
    if isinstance(planned, Skip):
        return row | {
            "variant_id": None,
            "outcome": "skip",
            "reason": planned.reason,
            "detail": planned.detail,
            "edits": "[]",
            "relation": "{}",
            "details": "{}",
        }
    return (
        _example_columns(planned.example)
        | row
        | {
            "variant_id": planned.id,
            "base": planned.parent if planned.base is None else planned.base.id,
            "outcome": "variant",
            "edits": _json([edit.to_json() for edit in planned.edits]),
            "relation": _json({name: relation.value for name, relation in planned.relation.items()}),
            "details": _json(FrozenMap(planned.details).to_json()),
        }
    )


def _example_columns(example: Example) -> dict[str, Any]:
    columns = example.to_json()
    columns["metadata"] = _json(columns["metadata"])
    del columns["id"]
    return columns


def example_of(row: Mapping[str, Any]) -> Example:
    """The example behind a row that is no skip."""
    return Example(
        id=row["variant_id"],
        response=row["response"],
        context=tuple(row["context"]),
        question=row["question"],
        label=row["label"],
        corrected=row["corrected"],
        metadata=json.loads(row["metadata"]),
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
