"""SummEdits: summaries with one small edit each, and whether it broke the summary (Laban et al., EMNLP 2023).

``summedits_<domain>.json`` is a list of objects: ``id``, ``doc``, ``summary`` (edited), ``label`` (1 consistent),
``original_summary`` (consistent) and ``edit_types``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._json import read_json
from gaugeblock.harness.readers._published import open_published
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert, shown
from gaugeblock.perturb.example import Example

USAGE = "summedits:FILE or summedits:FOLDER, a file being such as summedits_news.json"


def open_summedits(where: str) -> Table:
    """The examples of a SummEdits file, or of all ``summedits_*.json`` in a folder.

    Raises:
        DataError: there is no such file, or it is not JSON.
    """
    return open_published("summedits", where, "summedits_*.json", USAGE, _examples)


def example_of(row: Mapping[str, Any], domain: str) -> Example:
    """The example in one object; the original summary is the correction of an inconsistent one.

    Raises:
        KeyError, TypeError, ValueError: the object is not in the format.
    """
    label = row["label"]
    if label not in (0, 1):
        raise ValueError(f"the label is 0 or 1, not {shown(label)}")
    document, original = row["doc"], row["original_summary"]
    kinds = row.get("edit_types") or []
    if not isinstance(kinds, list):
        raise TypeError(f"'edit_types' must be a list, not {shown(kinds)}")
    return Example(
        id=str(row["id"]),
        response=row["summary"],
        context=(document,),
        label=float(label),
        corrected=original if label == 0 and original != row["summary"] else None,
        metadata={
            "domain": domain,
            "document": document_key(document),
            "edit_types": kinds,
            "split": row.get("split"),
        },
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    domain = file.name.split(".")[0].removeprefix("summedits_")
    return convert(read_json(file), lambda row: [example_of(row, domain)], "SummEdits")


READER = Reader(
    summary="SummEdits: summaries in several domains with one small edit each that kept or broke their consistency",
    usage=USAGE,
    open=open_summedits,
)
