"""WiCE: claims of Wikipedia, and how far the web pages that they cite support them (Kamoi et al., EMNLP 2023).

One JSON object a line: ``label`` (supported, partially_supported, not_supported), ``claim``, ``evidence`` (the lines of
the page, or of an excerpt of it), ``meta``, and for whole pages ``supporting_sentences``: the sets of lines, counted
from 0, that support as much of the claim as the page does. The same layout holds for claims, for the parts of claims,
and for excerpts (oracle chunks), of which several belong to one claim and carry its label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import choice_in, present, text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert, shown
from gaugeblock.perturb.example import Example

USAGE = "wice:FILE or wice:FOLDER, a file being such as claim_test.jsonl"
LABELS = {"supported": 1.0, "partially_supported": 0.5, "not_supported": 0.0}


def open_wice(where: str) -> Table:
    """The examples of a WiCE file, or of all ``*.jsonl`` in a folder.

    Raises:
        DataError: there is no such file.
    """
    return open_published("wice", where, "*.jsonl", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one object. Its context is one document with a line for each line of the evidence.

    Raises:
        KeyError, TypeError, ValueError: the object is not in the format.
    """
    meta = row["meta"]
    if not isinstance(meta, Mapping):
        raise TypeError(f"'meta' must be an object, not {shown(meta)}")
    claim_id = text_in(meta, "id")
    lines = _lines(row["evidence"])
    chunk = "chunk_idx" in meta
    return Example(
        id="" if chunk else claim_id,
        response=text_in(row, "claim"),
        context=("\n".join(lines),),
        label=choice_in(row, "label", LABELS),
        metadata={
            "document": document_key(claim_id.partition("-")[0]),
            "claim_id": claim_id,
            "unit": "chunk" if chunk else "page",
            "supporting_sentences": _supporting(row.get("supporting_sentences"), len(lines)),
            **present(meta, "claim_title", "claim_section"),
        },
    )


def _lines(evidence: object) -> list[str]:
    if not isinstance(evidence, list) or not all(isinstance(line, str) for line in evidence):
        raise TypeError(f"'evidence' must be a list of texts, not {shown(evidence)}")
    if not any(line.strip() for line in evidence):
        raise ValueError("'evidence' is blank: fill it in or remove the row")
    return [" ".join(line.splitlines()) for line in evidence]


def _supporting(sets: object, lines: int) -> list[list[int]]:
    if sets is None:
        return []
    if not isinstance(sets, list) or not all(isinstance(places, list) for places in sets):
        raise TypeError(f"'supporting_sentences' must be a list of lists, not {shown(sets)}")
    for place in (place for places in sets for place in places):
        if not isinstance(place, int) or not 0 <= place < lines:
            raise ValueError(f"'supporting_sentences' names line {shown(place)} of an evidence of {lines}")
    return sets


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: [example_of(row)], "WiCE")


READER = Reader(
    summary="WiCE: claims of Wikipedia that the cited web page supports, partly supports or does not support",
    usage=USAGE,
    open=open_wice,
)
