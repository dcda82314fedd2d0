"""GenAudit: summaries by language models with the spans that their source does not support (Krishna et al., 2024).

``Genaudit_annotations.csv``, as it is passed on by Ramprasad and others, has ``id``, ``source``, ``summary``,
``annotated_spans`` (joined by ``<sep>``, empty where all is supported), ``model`` and ``origin``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert, shown
from gaugeblock.perturb.example import Example

USAGE = "genaudit:FILE or genaudit:FOLDER, a file being such as Genaudit_annotations.csv"
SEPARATOR = "<sep>"


def open_genaudit(where: str) -> Table:
    """The examples of a GenAudit file, or of all ``*annotations*.csv`` in a folder.

    Raises:
        DataError: there is no such file.
    """
    return open_published("genaudit", where, "*annotations*.csv", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one row, supported where no span is marked.

    Raises:
        KeyError, TypeError, ValueError: the row is not in the format, or its source or summary is blank.
    """
    source = text_in(row, "source")
    marked = row["annotated_spans"]
    if not isinstance(marked, str):
        raise TypeError(f"'annotated_spans' must be text, not {shown(marked)}")
    spans = [span for span in marked.split(SEPARATOR) if span.strip()]
    return Example(
        id=text_in(row, "id"),
        response=text_in(row, "summary"),
        context=(source,),
        label=float(not spans),
        metadata={
            "domain": text_in(row, "origin").lower(),
            "document": document_key(source),
            "model_name": text_in(row, "model"),
            "unsupported_spans": spans,
        },
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: [example_of(row)], "GenAudit")


READER = Reader(
    summary="GenAudit: summaries by language models with the spans that people found unsupported",
    usage=USAGE,
    open=open_genaudit,
)
