"""The SummaC benchmark: six sets of summaries with a judgement of consistency each (Laban et al., TACL 2022).

A JSON file for each set, such as ``factcc.json``: a list of objects, or objects by id, with ``document``, ``claim``
(the summary), ``label`` (1 consistent), ``dataset``, ``origin``, ``cut`` and, where it is known, ``model_name``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import choice_in, present, text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Row, Table, convert
from gaugeblock.perturb.example import Example

USAGE = "summac:FILE or summac:FOLDER, a file being such as factcc.json"

_LABELS = {0: 0.0, 1: 1.0}
_KEY = "(key)"


def open_summac(where: str) -> Table:
    """The examples of a file of the SummaC benchmark, or of all ``*.json`` in a folder.

    Raises:
        DataError: there is no such file, or it is not JSON.
    """
    return open_published("summac", where, "*.json", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one object.

    PolyTope's label is 0 for any error, omissions and repetitions among them, none of which makes a summary
    inconsistent: there the label is ``inaccuracy_label``, and the published one stays in the metadata.

    Raises:
        KeyError, TypeError, ValueError: the object is not in the format.
    """
    document = text_in(row, "document")
    published = choice_in(row, "label", _LABELS)
    return Example(
        id=row.get(_KEY) or "",
        response=text_in(row, "claim"),
        context=(document,),
        label=choice_in(row, "inaccuracy_label", _LABELS) if "inaccuracy_label" in row else published,
        metadata={
            "document": document_key(document),
            "published_label": published,
            **present(row, "dataset", "origin", "cut", "model_name", "errors"),
        },
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(map(_keyed, rows_of(file)), lambda row: [example_of(row)], "SummaC")


def _keyed(row: Row | BadRow) -> Row | BadRow:
    """The row with its key among its cells."""
    if isinstance(row, BadRow) or row.key is None:
        return row
    return Row(row.file_name, row.place, {**row.cells, _KEY: row.key})


READER = Reader(
    summary="SummaC: six sets of summaries of news, each judged consistent with its article or not",
    usage=USAGE,
    open=open_summac,
)
