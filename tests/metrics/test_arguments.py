"""What a plain function is given, told by the names of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gaugeblock.metrics.arguments import arguments_of
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

EXAMPLE = Example(
    response="It is 40.", context=["The fee is 40.", "It is due."], question="How much?", label=1, corrected="It is 41."
)
JOINED = "The fee is 40.\n\nIt is due."


@pytest.mark.parametrize("name", ["context", "source", "document", "doc", "premise", "evidence", "article"])
def test_a_name_for_the_context_gets_all_documents_as_one_string(name: str) -> None:
    function = eval(f"lambda {name}: {name}")
    assert arguments_of(function, "f").call(function, [EXAMPLE]) == JOINED


@pytest.mark.parametrize("name", ["response", "answer", "summary", "claim", "hypothesis", "output", "prediction"])
def test_a_name_for_the_response_gets_the_response(name: str) -> None:
    function = eval(f"lambda {name}: {name}")
    assert arguments_of(function, "f").call(function, [EXAMPLE]) == "It is 40."


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (lambda contexts, response: (contexts, response), (EXAMPLE.context, "It is 40.")),
        (lambda documents, claim: documents, EXAMPLE.context),
        (lambda response, context: (response, context), ("It is 40.", JOINED)),
        (lambda query, label, corrected: (query, label, corrected), ("How much?", 1.0, "It is 41.")),
        (lambda question: question, "How much?"),
        (lambda example: example, EXAMPLE),
        (lambda c, r: (c, r), (JOINED, "It is 40.")),
        (lambda _1, _2: (_1, _2), (JOINED, "It is 40.")),
        (lambda context, response, *, k=3, **more: (k, more), (3, {})),
    ],
)
def test_one_item_is_given_by_name(function: Callable[..., Any], given: Any) -> None:
    arguments = arguments_of(function, "f")
    assert not arguments.batch
    assert arguments.call(function, [EXAMPLE]) == given


def test_positional_only_parameters_are_given_by_position() -> None:
    def function(claim: str, doc: str, /) -> tuple[str, str]:
        return claim, doc

    assert arguments_of(function, "f").call(function, [EXAMPLE]) == ("It is 40.", JOINED)


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (lambda contexts, responses: (contexts, responses), ([JOINED] * 2, ["It is 40."] * 2)),
        (lambda docs, claims: (docs, claims), ([JOINED] * 2, ["It is 40."] * 2)),
        (lambda examples: examples, [EXAMPLE] * 2),
        (lambda questions, labels: (questions, labels), (["How much?"] * 2, [1.0] * 2)),
    ],
)
def test_plural_names_ask_for_a_batch(function: Callable[..., Any], given: Any) -> None:
    arguments = arguments_of(function, "f")
    assert arguments.batch
    assert arguments.call(function, [EXAMPLE, EXAMPLE]) == given


def test_singular_names_get_lists_where_a_batch_was_declared() -> None:
    def function(context: list[str], response: list[str]) -> tuple[list[str], list[str]]:
        return context, response

    assert arguments_of(function, "f", batch=True).call(function, [EXAMPLE]) == ([JOINED], ["It is 40."])


@pytest.mark.parametrize(
    ("function", "reads"),
    [
        (lambda context, response: 0, {"context", "response"}),
        (lambda a, b: 0, {"context", "response"}),
        (lambda response: 0, {"response"}),
        (lambda documents, query: 0, {"context", "question"}),
        (lambda responses, labels: 0, {"response", "label"}),
        (lambda example: 0, {"response", "context", "question", "label", "corrected", "id", "metadata"}),
    ],
)
def test_a_function_reads_what_it_is_given(function: Callable[..., Any], reads: set[str]) -> None:
    assert arguments_of(function, "f").reads == reads


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda r, c: 0, "'r' is no part"),
        (lambda prediction, reference: 0, "'reference' is no part"),
        (lambda candidate, reference: 0, "'candidate' is no part"),
        (lambda context, response, threshold: 0, "'threshold' is no part"),
        (lambda context, responses: 0, "'responses' asks for a batch, and 'context' for one item"),
        (lambda response, answer: 0, "'response' and 'answer' take the same part"),
        (lambda *parts: 0, "no parameter takes a part"),
        (lambda: 0, "no parameter takes a part"),
        (lambda a, b, c: 0, "'a' is no part"),
    ],
)
def test_what_is_unclear_is_refused_with_the_accepted_names(function: Callable[..., Any], why: str) -> None:
    with pytest.raises(UsageError, match=why) as refused:
        arguments_of(function, "f")
    assert "context (all documents as one string)" in str(refused.value)


def test_a_list_for_a_function_of_single_items_is_refused() -> None:
    with pytest.raises(UsageError, match="batch=False"):
        arguments_of(lambda responses: 0, "f", batch=False)
