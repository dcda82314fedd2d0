"""FacEval: summaries of SAMSum dialogues by people and four systems, with typed errors (Wang et al., EMNLP 2022).

``FacEval_human_result.csv`` has ``DocID``, ``Dialogue``, ``Model``, ``Summary``, a yes or no for each type of error,
and ``w/ Error``: whether there is any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import choice_in, text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert
from gaugeblock.perturb.example import Example

USAGE = "faceval:FILE or faceval:FOLDER, a file being such as FacEval_human_result.csv"
ERROR_TYPES = ("SubObjE", "ProE", "NegE", "ParE", "HalE", "OtherE")
"""Subject or object, pronoun, negation, particulars, hallucination, other."""

_YES_OR_NO = {"yes": True, "no": False}


def open_faceval(where: str) -> Table:
    """The examples of a FacEval file, or of all ``*human_result*.csv`` in a folder.

    Raises:
        DataError: there is no such file.
    """
    return open_published("faceval", where, "*human_result*.csv", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one row, supported where it is without an error.

    Raises:
        KeyError, TypeError, ValueError: the row is not in the format.
    """
    dialogue = text_in(row, "Dialogue")
    document, model = text_in(row, "DocID"), text_in(row, "Model")
    return Example(
        id=f"{document}-{model}",
        response=text_in(row, "Summary"),
        context=(dialogue,),
        label=float(not choice_in(row, "w/ Error", _YES_OR_NO)),
        metadata={
            "domain": "dialogue",
            "document": document_key(dialogue),
            "model_name": model,
            "error_types": [name for name in ERROR_TYPES if choice_in(row, name, _YES_OR_NO)],
        },
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: [example_of(row)], "FacEval")


READER = Reader(
    summary="FacEval: dialogue summaries by people and four systems, with human judgements and error types",
    usage=USAGE,
    open=open_faceval,
)
