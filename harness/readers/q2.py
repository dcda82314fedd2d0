"""Q²: turns of two dialogue systems on given knowledge, judged for consistency with it (Honovich et al., EMNLP 2021).

The CSV files ``dodeca_consistent.csv``, ``dodeca_inconsistent.csv``, ``memnet_consistent.csv`` and
``memnet_inconsistent.csv`` have ``episode_idx``, ``round``, ``topic``, ``message``, ``response`` and ``knowledge``, and
the judgement in their name. ``cross_annotation.csv``, of which they are parts, has both systems in a row:
``dodeca_response``, ``memnet_response``, and ``dodeca_label``, ``memnet_label``, which are 1 for *inconsistent*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import choice_in, present, text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert, shown
from gaugeblock.perturb.example import Example

USAGE = "q2:FILE or q2:FOLDER, a file being such as dodeca_consistent.csv"
SYSTEMS = ("dodeca", "memnet")

_JUDGED = re.compile(rf"({'|'.join(SYSTEMS)})_(in)?consistent")
_SUPPORTED = {"0": 1.0, "1": 0.0}


def open_q2(where: str) -> Table:
    """The examples of a Q² file, or of the four files in a folder; ``cross_annotation.csv`` is read when it is named.

    Raises:
        DataError: there is no such file.
    """
    return open_published("q2", where, "*_*consistent.csv", USAGE, _examples)


def examples_of(row: Mapping[str, Any], file_name: str) -> Iterator[Example]:
    """One example for each system in a row.

    Args:
        row: of any of the files.
        file_name: tells the judgement where the row does not.

    Raises:
        KeyError, TypeError, ValueError: the row is not in the format.
    """
    if "response" not in row:
        for system in SYSTEMS:
            yield _example(row, system, f"{system}_response", choice_in(row, f"{system}_label", _SUPPORTED))
        return
    judged = _JUDGED.match(file_name)
    if judged is None:
        raise ValueError(
            f"the name of the file, {shown(file_name)}, tells no judgement: call it as in dodeca_consistent.csv"
        )
    yield _example(row, judged[1], "response", float(judged[2] is None))


def _example(row: Mapping[str, Any], system: str, response: str, label: float) -> Example:
    knowledge = text_in(row, "knowledge")
    return Example(
        id=f"{system}-{text_in(row, 'episode_idx')}-{text_in(row, 'round')}",
        response=text_in(row, response),
        context=(knowledge,),
        label=label,
        metadata={
            "domain": "dialogue",
            "document": document_key(knowledge),
            "model_name": system,
            **present(row, "topic", "message"),
        },
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: examples_of(row, file.name), "Q²")


READER = Reader(
    summary="Q²: turns of two dialogue systems, judged for consistency with the knowledge that they were given",
    usage=USAGE,
    open=open_q2,
)
