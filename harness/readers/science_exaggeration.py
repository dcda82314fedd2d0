"""Exaggeration of science: what a paper's abstract and its press release conclude (Wright and Augenstein, EMNLP 2021).

``insciout_*.jsonl`` has one object a line: ``original_file_id``, ``press_release_conclusion``, ``abstract_conclusion``,
``press_release_strength``, ``abstract_strength`` (0 no relation, 1 correlation, 2 conditional causation, 3 causation)
and ``exaggeration_label`` (same, exaggerates, downplays).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import one_of, text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert
from gaugeblock.perturb.example import Example

USAGE = "science-exaggeration:FILE or science-exaggeration:FOLDER, a file being such as insciout_test.jsonl"
COMPARISONS = ("same", "exaggerates", "downplays")
STRENGTHS = range(4)


def open_science_exaggeration(where: str) -> Table:
    """The examples of a file, or of all ``insciout_*.jsonl`` in a folder.

    Raises:
        DataError: there is no such file.
    """
    return open_published("science-exaggeration", where, "insciout_*.jsonl", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one line: the press release's conclusion against the abstract's.

    One that exaggerates claims more than the abstract supports. One that says the same, or less, is supported.

    Raises:
        KeyError, TypeError, ValueError: the line is not in the format.
    """
    abstract = text_in(row, "abstract_conclusion")
    comparison = one_of(row, "exaggeration_label", COMPARISONS)
    return Example(
        id=text_in(row, "original_file_id"),
        response=text_in(row, "press_release_conclusion"),
        context=(abstract,),
        label=float(comparison != "exaggerates"),
        metadata={
            "domain": "science",
            "document": document_key(abstract),
            "comparison": comparison,
            "press_release_strength": one_of(row, "press_release_strength", STRENGTHS),
            "abstract_strength": one_of(row, "abstract_strength", STRENGTHS),
        },
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: [example_of(row)], "science exaggeration")


READER = Reader(
    summary="Science exaggeration: what press releases conclude, against the abstracts whose claims they may overstate",
    usage=USAGE,
    open=open_science_exaggeration,
)
