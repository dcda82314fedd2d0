"""ConflictBank: claims made from Wikidata, each with evidence, and a false claim with evidence for that (Su et al.,
NeurIPS 2024).

JSON Lines or a JSON list of objects: ``correct_pair`` and ``fact_conflict_pair`` (the true and the false claim),
``correct_evidence`` and ``fact_conflict_evidence``, ``subject``, ``relation``, ``object`` and ``replaced_object``. A
claim is the sentence of its relation with the subject and the object filled in, so that a file without ``correct_pair``
still tells it: the false claim with ``object`` in the place of ``replaced_object``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._counterfactual import counterfactual
from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import present, text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert, shown
from gaugeblock.perturb.example import Example

USAGE = "conflictbank:FILE or conflictbank:FOLDER, a file being JSON or JSON Lines"


def open_conflictbank(where: str) -> Table:
    """The examples of a ConflictBank file, or of all ``*.json*`` in a folder.

    Raises:
        DataError: there is no such file, or it is not JSON.
    """
    return open_published("conflictbank", where, "*.json*", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one object: the true claim against the evidence for it.

    Its metadata have the ``counterfactual``: the false claim as ``response``, and the evidence for it as ``context``.

    Raises:
        KeyError, TypeError, ValueError: the object is not in the format.
    """
    claim, evidence = _true_claim(row), text_in(row, "correct_evidence")
    false_claim, false_evidence = text_in(row, "fact_conflict_pair"), text_in(row, "fact_conflict_evidence")
    return Example(
        response=claim,
        context=(evidence,),
        question=text_in(row, "question") if row.get("question") is not None else None,
        label=1.0,
        metadata={
            "document": document_key(evidence),
            "counterfactual": counterfactual(claim, false_claim, [false_evidence]),
            **present(row, "subject", "relation", "object", "replaced_object"),
        },
    )


def _true_claim(row: Mapping[str, Any]) -> str:
    if "correct_pair" in row:
        return text_in(row, "correct_pair")
    claim, replaced = text_in(row, "fact_conflict_pair"), text_in(row, "replaced_object")
    if claim.count(replaced) != 1:
        raise ValueError(
            f"without 'correct_pair' the true claim cannot be told, since the false one, {shown(claim)}, "
            f"does not name {shown(replaced)} just once"
        )
    return claim.replace(replaced, text_in(row, "object"))


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: [example_of(row)], "ConflictBank")


READER = Reader(
    summary="ConflictBank: true claims with evidence, and false claims about the same subjects with evidence for those",
    usage=USAGE,
    open=open_conflictbank,
)
