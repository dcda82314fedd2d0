"""FIB: a consistent summary beside an inconsistent one of the same article (Tam et al., Findings of ACL 2023).

One JSON object a line: ``id``, ``input`` (the article), ``list_choices`` (two summaries), ``lbl`` (index of the
consistent one) and ``correct_choice`` (its text). Files lie in ``xsum/fib/binary_choice-using_..._distractors.jsonl``
and the like, or are called ``xsum__fib__binary_choice-...jsonl``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._cells import json_value
from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import one_of, text_in, texts_in
from gaugeblock.harness.readers._files import stem_of
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert
from gaugeblock.perturb.example import Example

USAGE = "fib:FILE or fib:FOLDER, a file being such as xsum/fib/binary_choice-using_pegasus_distractors.jsonl"
CONTROL = "factually_consistent"
"""Opens the name of the sets in which both summaries may be consistent."""

_STEM = "binary_choice-using_"


def open_fib(where: str) -> Table:
    """The examples of a FIB file, or of all ``*binary_choice*.jsonl`` in a folder.

    Raises:
        DataError: there is no such file.
    """
    return open_published("fib", where, "*binary_choice*.jsonl", USAGE, _examples)


def examples_of(row: Mapping[str, Any], corpus: str, kind: str, distractors: str) -> Iterator[Example]:
    """Both summaries; the consistent one is the other's correction.

    Args:
        row: of a file.
        corpus: where the articles come from, such as ``"xsum"``.
        kind: what the other summary is, such as ``"factcc"`` (an edited one); nobody judged the other one in the
            control sets, whose names open with `CONTROL`: it has no label there.
        distractors: what made the other summary, such as ``"negation"``.

    Raises:
        KeyError, TypeError, ValueError: the line is not in the format.
    """
    article, consistent = text_in(row, "input"), text_in(row, "correct_choice")
    choices = texts_in(row, "list_choices")
    place = one_of(row, "lbl", (0, 1))
    if len(choices) != 2 or choices[place] != consistent:
        raise ValueError("'correct_choice' is not the one of two choices that 'lbl' names")
    unjudged = kind.startswith(CONTROL)
    other = choices[1 - place]
    for response, label, corrected in ((consistent, 1.0, None), (other, 0.0, consistent)):
        yield Example(
            response=response,
            context=(article,),
            label=None if unjudged and response is other else label,
            corrected=None if unjudged else corrected,
            metadata={
                "domain": corpus,
                "document": document_key(article),
                "article_id": json_value(row["id"], "id"),
                "kind": kind,
                "distractors": distractors,
            },
        )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    corpus, kind, stem = _parts(file)
    distractors = stem.removeprefix(_STEM).removesuffix("_distractors")
    return convert(rows_of(file), lambda row: examples_of(row, corpus, kind, distractors), "FIB")


def _parts(file: Path) -> tuple[str, str, str]:
    """Corpus, kind and stem of a file, from its name or else from the folders around it."""
    parts = stem_of(file).split("__")
    if len(parts) != 3:
        around = file.resolve().parent
        parts = [around.parent.name, around.name, stem_of(file)]
    corpus, kind, stem = parts
    return corpus, kind, stem


READER = Reader(
    summary="FIB: a consistent summary beside an inconsistent one of the same article, edited or made by a model",
    usage=USAGE,
    open=open_fib,
)
