"""HaluEval, question answering: a right and a hallucinated answer on the same knowledge (Li et al., EMNLP 2023).

``qa_data.json`` and ``qa_one-turn_data.json`` have one object a line: ``knowledge``, ``question``, ``right_answer`` and
``hallucinated_answer``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert
from gaugeblock.perturb.example import Example

USAGE = "halueval:FILE or halueval:FOLDER, a file being such as qa_data.json"


def open_halueval(where: str) -> Table:
    """The examples of a HaluEval file of questions, or of all ``qa_*.json`` in a folder.

    Raises:
        DataError: there is no such file, or it is not JSON.
    """
    return open_published("halueval", where, "qa_*.json", USAGE, _examples)


def examples_of(row: Mapping[str, Any]) -> Iterator[Example]:
    """The right answer, and the hallucinated one with the right one as its correction.

    Raises:
        KeyError, TypeError, ValueError: the object is not in the format.
    """
    knowledge, question = text_in(row, "knowledge"), text_in(row, "question")
    right, hallucinated = text_in(row, "right_answer"), text_in(row, "hallucinated_answer")
    if right == hallucinated:
        raise ValueError("the right and the hallucinated answer are the same")
    for response, label, corrected in ((right, 1.0, None), (hallucinated, 0.0, right)):
        yield Example(
            response=response,
            context=(knowledge,),
            question=question,
            label=label,
            corrected=corrected,
            metadata={"document": document_key(knowledge)},
        )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), examples_of, "HaluEval")


READER = Reader(
    summary="HaluEval: a right and a hallucinated answer to every question, with the knowledge that answers it",
    usage=USAGE,
    open=open_halueval,
)
