"""Reference Matters: dialogue summaries with a human judgement, a correction and typed errors (Gao et al., ACL 2023).

``SAMSum_test.json`` and ``DialogSum_test.json`` are lists of objects: ``id``, ``dialogue`` and ``model_summaries``, by
system an ``original_summary``, its ``consistency``, the ``modified`` text and ``error_categories``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import text_in
from gaugeblock.harness.readers._json import read_json
from gaugeblock.harness.readers._published import open_published
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert, shown
from gaugeblock.perturb.example import Example

USAGE = "refmatters:FILE or refmatters:FOLDER, a file being such as SAMSum_test.json"


def open_refmatters(where: str) -> Table:
    """The examples of a Reference Matters file, or of all ``*.json`` in a folder.

    Raises:
        DataError: there is no such file, or it is not JSON.
    """
    return open_published("refmatters", where, "*.json", USAGE, _examples)


def examples_of(row: Mapping[str, Any], corpus: str) -> Iterator[Example]:
    """One example for each system that summarised a dialogue.

    A summary marked inconsistent whose text was left as it was has no correction.

    Raises:
        KeyError, TypeError, ValueError: the object is not in the format.
    """
    dialogue = row["dialogue"]
    summaries = row["model_summaries"]
    if not isinstance(summaries, Mapping):
        raise TypeError(f"model_summaries must be an object by system, not {shown(summaries)}")
    for system, summary in summaries.items():
        consistent = summary["consistency"]
        if not isinstance(consistent, bool):
            raise TypeError(f"consistency is true or false, not {shown(consistent)}")
        response, modified = summary["original_summary"], summary["modified"]
        yield Example(
            id=f"{row['id']}-{system}",
            response=response,
            context=(dialogue,),
            label=float(consistent),
            corrected=modified if not consistent and modified != response else None,
            metadata={
                "domain": "dialogue",
                "corpus": corpus,
                "document": document_key(dialogue),
                "model_name": system,
                "error_types": _error_types(summary["error_categories"]),
            },
        )


def _error_types(categories: Any) -> list[str]:
    if not isinstance(categories, list) or not all(isinstance(error, Mapping) for error in categories):
        raise TypeError(f"'error_categories' must be a list of objects, not {shown(categories)}")
    return sorted({text_in(error, "type") for error in categories})


def _examples(file: Path) -> Iterator[BadRow | Example]:
    corpus = file.name.split(".")[0].split("_")[0]
    return convert(read_json(file), lambda row: examples_of(row, corpus), "Reference Matters")


READER = Reader(
    summary="Reference Matters: dialogue summaries of four systems with human corrections and error types",
    usage=USAGE,
    open=open_refmatters,
)
