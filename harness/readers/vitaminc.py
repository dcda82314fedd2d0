"""VitaminC: claims against sentences of Wikipedia before and after a revision (Schuster et al., NAACL 2021).

One JSON object a line: ``unique_id`` (or ``id``), ``claim``, ``evidence``, ``label`` (SUPPORTS, REFUTES, NOT ENOUGH
INFO), ``case_id``, ``page``, ``revision_type`` and ``FEVER_id``; copies may have the first four only. An id is its
case's id and a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import one_of, present, text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert
from gaugeblock.perturb.example import Example

USAGE = "vitaminc:FILE or vitaminc:FOLDER, a file being such as test.jsonl"
VERDICTS = ("supports", "refutes", "not enough info")


def open_vitaminc(where: str) -> Table:
    """The examples of a VitaminC file, or of all ``*.jsonl`` in a folder.

    Raises:
        DataError: there is no such file.
    """
    return open_published("vitaminc", where, "*.jsonl", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one line; a claim that the evidence refutes or leaves open is unsupported alike.

    Raises:
        KeyError, TypeError, ValueError: the line is not in the format.
    """
    name = text_in(row, "unique_id" if "unique_id" in row else "id")
    case = text_in(row, "case_id") if "case_id" in row else name.rpartition("_")[0] or name
    verdict = one_of(row, "label", VERDICTS)
    return Example(
        id=name,
        response=text_in(row, "claim"),
        context=(text_in(row, "evidence"),),
        label=float(verdict == "supports"),
        metadata={"document": document_key(case), "verdict": verdict, **present(row, "page", "revision_type")},
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: [example_of(row)], "VitaminC")


READER = Reader(
    summary="VitaminC: claims that a sentence of Wikipedia, before or after a revision, supports, refutes or neither",
    usage=USAGE,
    open=open_vitaminc,
)
