"""ConflictQA: what a model believes about a question, and the opposite, each with evidence (Xie et al., ICLR 2024).

``conflictQA-*.json`` has one object a line: ``question``, ``ground_truth``, ``memory_answer`` with
``parametric_memory`` as its evidence, and ``counter_answer`` with ``counter_memory``. Both answers are sentences. Where
the ground truth is a list of names (PopQA), the true answer is the one that has such a name in it. Where it is True or
False (StrategyQA), the true answer is the one that affirms or denies what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._counterfactual import counterfactual
from gaugeblock.harness.readers._documents import document_key
from gaugeblock.harness.readers._fields import present, text_in
from gaugeblock.harness.readers._published import open_published, rows_of
from gaugeblock.harness.readers._rows import BadRow, Reader, Table, convert, shown
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

USAGE = "conflictqa:FILE or conflictqa:FOLDER, a file being such as conflictQA-strategyQA-chatgpt.json"

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_VERDICTS = {"true": True, "false": False}


def open_conflictqa(where: str) -> Table:
    """The examples of a ConflictQA file, or of all ``conflictQA*.json`` in a folder.

    Raises:
        DataError: there is no such file, or it is not JSON.
    """
    return open_published("conflictqa", where, "conflictQA*.json", USAGE, _examples)


def example_of(row: Mapping[str, Any]) -> Example:
    """The example in one object: the true answer against the evidence for it.

    Its metadata have the ``counterfactual``, the other answer as ``response`` and its evidence as ``context``, and tell
    whether the true answer is what the model believed (``memory_is_true``).

    Raises:
        KeyError, TypeError, ValueError: the object is not in the format, or nothing in it tells which answer is true.
    """
    question = text_in(row, "question")
    memory, counter = text_in(row, "memory_answer"), text_in(row, "counter_answer")
    memory_is_true = _first_is_true(question, memory, counter, row["ground_truth"])
    pairs = [(memory, text_in(row, "parametric_memory")), (counter, text_in(row, "counter_memory"))]
    (response, evidence), (other, other_evidence) = pairs if memory_is_true else reversed(pairs)
    return Example(
        response=response,
        context=(evidence,),
        question=question,
        label=1.0,
        metadata={
            "document": document_key(evidence),
            "counterfactual": counterfactual(response, other, [other_evidence]),
            "memory_is_true": memory_is_true,
            **present(row, "ground_truth", "popularity"),
        },
    )


def _first_is_true(question: str, first: str, second: str, truth: object) -> bool:
    truths = [str(item) for item in truth] if isinstance(truth, list) else [str(truth)]
    verdicts = {_VERDICTS.get(item.lower()) for item in truths}
    if verdicts in ({True}, {False}):
        found = _first_affirms(question, first, second)
        told = None if found is None else found in verdicts
    else:
        named = [any(_names(answer, item) for item in truths) for answer in (first, second)]
        told = named[0] if named[0] != named[1] else None
    if told is None:
        raise ValueError(f"which answer is true cannot be told: {shown(first)} or {shown(second)}")
    return told


def _first_affirms(question: str, first: str, second: str) -> bool | None:
    """Whether the first answer says yes to the question; None where the wording does not tell.

    A yes denies as often as the question does, and a no once more. Where the answers deny equally often, a yes has the
    words of the question in their order, but for the verb that opens it.
    """
    asked, *said = (_denials(text) for text in (question, first, second))
    if sorted(said) == [asked, asked + 1]:
        return said[0] == asked
    stated = [_states(answer, question) for answer in (first, second)]
    return stated[0] if stated[0] != stated[1] else None


def _states(answer: str, question: str) -> bool:
    asked, said = _words(question), _words(answer)
    return any(said[:place] + said[place + 1 :] == asked[1:] for place, word in enumerate(said) if [word] == asked[:1])


def _denials(text: str) -> int:
    return sum(word in _denying() or word.endswith("n't") for word in _words(text))


def _words(text: str) -> list[str]:
    return [word.replace("’", "'") for word in _WORD.findall(text.lower())]


def _names(answer: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", answer, re.IGNORECASE) is not None


@cache
def _denying() -> frozenset[str]:
    return frozenset(lexicon(__file__)["denials"])


def _examples(file: Path) -> Iterator[BadRow | Example]:
    return convert(rows_of(file), lambda row: [example_of(row)], "ConflictQA")


READER = Reader(
    summary="ConflictQA: true answers and conflicting ones, each with evidence that a model wrote for it",
    usage=USAGE,
    open=open_conflictqa,
)
