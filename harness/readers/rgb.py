"""RGB, counterfactual robustness: questions with passages, and the same passages with a wrong answer written in (Chen
et al., AAAI 2024).

``en_fact.json`` has one object a line: ``id``, ``query``, ``answer``, ``fakeanswer``, ``positive`` (passages with the
answer) and ``positive_wrong`` (the same with the wrong answer).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._counterfactual import counterfactual
from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import text_in, texts_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert
from gaugeblock.perturb.example import Example

USAGE = "rgb:FILE or rgb:FOLDER, a file being such as en_fact.json"


def open_rgb(where: str) -> Table:
    """The examples of a file of RGB's counterfactual part, or of all ``*_fact.json`` in a folder.

    Raises:
        DataError: there is no such file, or it is not JSON.
    """
    return open_published("rgb", where, "*_fact.json", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one object: the right answer against the passages that give it.

    Its metadata have the ``counterfactual``: the wrong answer as ``response``, and the passages that give it as
    ``context``.

    Raises:
        KeyError, TypeError, ValueError: the object is not in the format.
    """
    passages = texts_in(row, "positive")
    ways = _ways(row["answer"])
    response = " and ".join(_usual(part, passages) for part in ways)
    return Example(
        id=str(row["id"]),
        response=response,
        context=passages,
        question=text_in(row, "query"),
        label=1.0,
        metadata={
            "document": document_key("\n".join(passages)),
            "answers": ways,
            "counterfactual": counterfactual(response, text_in(row, "fakeanswer"), texts_in(row, "positive_wrong")),
        },
    )


def _ways(answer: object) -> list[tuple[str, ...]]:
    """The ways to write each part of an answer, which is a text, or a list of parts that are a text or several."""
    parts = answer if isinstance(answer, list) else [answer]
    if not parts:
        raise ValueError("'answer' is an empty list")
    return [
        texts_in({"answer": part}, "answer") if isinstance(part, list) else (text_in({"answer": part}, "answer"),)
        for part in parts
    ]


def _usual(ways: tuple[str, ...], passages: tuple[str, ...]) -> str:
    """The way in which most passages write it, the first of these."""
    return max(ways, key=lambda way: sum(way in passage for passage in passages))


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: [example_of(row)], "RGB")


READER = Reader(
    summary="RGB: answers with the passages that give them, and the same passages with a wrong answer written in",
    usage=USAGE,
    open=open_rgb,
)
