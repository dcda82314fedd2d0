"""QAGS: summaries of CNN/DailyMail and XSum articles, each sentence judged by crowd workers (Wang et al., ACL 2020).

One JSON object a line: ``article`` and ``summary_sentences``, each with a ``sentence`` and ``responses``, a ``yes``
(consistent) or ``no`` by worker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._jsonl import read_jsonl
from gaugeblock.harness.readers._published import open_published
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert, shown
from gaugeblock.perturb.example import Example

USAGE = "qags:FILE or qags:FOLDER, a file being such as mturk_xsum.jsonl"


def open_qags(where: str) -> Table:
    """The examples of a QAGS file, or of all ``mturk_*.jsonl`` in a folder.

    Raises:
        DataError: there is no such file.
    """
    return open_published("qags", where, "mturk_*.jsonl", USAGE, _examples)


def example_of(row: Mapping[str, Any], subset: str) -> Example:
    """The example in one line.

    A summary is labelled consistent when the majority of its workers says so of every sentence; half is no majority.

    Raises:
        KeyError, TypeError, ValueError: the line is not in the format.
    """
    sentences = row["summary_sentences"]
    votes = [[_vote(answer["response"]) for answer in sentence["responses"]] for sentence in sentences]
    if not votes or not all(votes):
        raise ValueError("a summary needs a sentence, and a sentence a response")
    shares = [sum(sentence) / len(sentence) for sentence in votes]
    return Example(
        response=" ".join(sentence["sentence"] for sentence in sentences),
        context=_text(row["article"]),
        label=float(all(share > 0.5 for share in shares)),
        metadata={
            "domain": subset,
            "document": document_key(row["article"]),
            "yes_share": sum(shares) / len(shares),
            "votes": [["yes" if vote else "no" for vote in sentence] for sentence in votes],
        },
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    subset = file.name.split(".")[0].removeprefix("mturk_")
    return convert(read_jsonl(file), lambda row: [example_of(row, subset)], "QAGS")


def _vote(answer: object) -> bool:
    if answer not in ("yes", "no"):
        raise ValueError(f"a response is yes or no, not {shown(answer)}")
    return answer == "yes"


def _text(article: object) -> tuple[str]:
    if not isinstance(article, str):
        raise TypeError(f"the article must be text, not {shown(article)}")
    return (article,)


READER = Reader(
    summary="QAGS: system summaries of CNN/DailyMail and XSum articles with crowd votes on every sentence",
    usage=USAGE,
    open=open_qags,
)
