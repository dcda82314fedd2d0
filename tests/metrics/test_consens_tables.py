"""Influence of documents and sentences, agreement of evaluators, and ConSens over a completions server."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import regex

from gaugeblock.metrics import Metric, Score, Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.metrics.consens_tables import compare_evaluators, document_influence, sentence_influence
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

DOCUMENTS = ("Cats sleep a lot. The pier closes in May.", "It rained.")
EXAMPLE = Example(id="x", response="The pier closes in May.", context=DOCUMENTS)


class Shared(Metric):
    """The share of the response's words that the context has."""

    name = "shared"

    def score(self, examples: Sequence[Example]) -> list[Score]:
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> Score:
        words = example.response.lower().split()
        known = set(example.context_text.lower().split())
        return sum(word in known for word in words) / len(words) if words else Unscored("declined", "no word")


def test_the_document_that_the_response_rests_on_has_all_the_influence() -> None:
    table = document_influence(Shared(), EXAMPLE)
    assert table["document"].tolist() == [0, 1]
    assert table["influence"].tolist() == [1.0, 0.0]
    assert table["score"].tolist() == [0.0, 1.0]
    assert table["text"].tolist() == list(DOCUMENTS)


def test_the_critical_sentence_comes_first() -> None:
    table = sentence_influence(Shared(), EXAMPLE)
    first = table.iloc[0]
    assert first["text"] == "The pier closes in May."
    assert DOCUMENTS[first["document"]][first["start"] : first["end"]] == first["text"]
    assert table["influence"].is_monotonic_decreasing
    assert len(table) == 3


def test_an_example_without_a_context_has_an_empty_table_and_one_without_a_score_none() -> None:
    assert len(document_influence(Shared(), Example(response="a", context=()))) == 0
    with pytest.raises(ValueError, match="gets no score: no word"):
        sentence_influence(Shared(), Example(id="x", response=" ", context="a"))


def test_evaluators_are_compared_by_rank_over_what_both_score() -> None:
    class Turned(Shared):
        def _one(self, example: Example) -> Score:
            score = super()._one(example)
            return score if isinstance(score, Unscored) else -(score**3)

    responses = ["the pier", "the cat", "a cat", "a dog", "", "pier closes in may."]
    examples = [Example(response=response, context=DOCUMENTS) for response in responses]
    (row,) = compare_evaluators({"one": Shared(), "other": Turned()}, examples).to_dict("records")
    assert (row["first"], row["second"], row["n"]) == ("one", "other", 5)
    assert row["spearman"] == pytest.approx(-1.0)
    with pytest.raises(ValueError, match="two evaluators"):
        compare_evaluators({"one": Shared()}, examples)


def test_an_evaluator_that_never_changes_has_no_correlation() -> None:
    (row,) = compare_evaluators({"one": Shared(), "same": Shared()}, [EXAMPLE] * 4).to_dict("records")
    assert row["spearman"] is None
    assert row["n"] == 4


def test_consens_tells_the_influence_of_its_documents(tiny_llama: Path) -> None:
    metric: Any = resolve(f'consens[model="{tiny_llama}",filter=none]')
    (whole,) = metric.score([EXAMPLE])
    table = metric.document_influence(EXAMPLE)
    assert (table["score"] + table["influence"]).tolist() == pytest.approx([whole, whole])
    assert set(metric.sentence_influence(EXAMPLE)["text"]) == {
        "Cats sleep a lot.",
        "The pier closes in May.",
        "It rained.",
    }


def log_prob(text: str, end: int) -> float:
    """What the scripted model thinks of a token: a word that was said before is likely."""
    before, token = text[:end].rsplit(None, 1)[0] if " " in text[:end].strip() else "", text[:end].split()[-1]
    return -0.5 if token in before else -3.0


@pytest.fixture
def server() -> Iterator[Callable[[str], str]]:
    """A completions server; the path's first part chooses how it answers."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = body["prompt"]
            pieces = [match[0] for match in regex.finditer(r"\s*\S+|\s+$", text)]
            ends = [sum(map(len, pieces[: at + 1])) for at in range(len(pieces))]
            probs = [log_prob(text, end) for end in ends]
            how = self.path.split("/")[1]
            choice: dict[str, Any] = {"index": 0, "text": text + " end", "finish_reason": "length", "logprobs": None}
            status = 200
            if how == "echo":
                choice["logprobs"] = {"tokens": [*pieces, " end"], "token_logprobs": [None, *probs[1:], -1.0]}
            elif how == "short":
                choice["logprobs"] = {"tokens": [*pieces, " end"], "token_logprobs": None}
            elif how == "generated":
                choice["logprobs"] = {"tokens": [" end"], "token_logprobs": [-1.0]}
            elif how == "vllm":
                rows = [
                    {str(at): {"logprob": p, "rank": 1, "decoded_token": piece}}
                    for at, (p, piece) in enumerate(zip(probs, pieces, strict=True))
                ]
                choice["prompt_logprobs"] = [None, *rows[1:]]
            elif how == "broken":
                status = 400
            reply = {"id": "1", "object": "text_completion", "created": 0, "model": "m", "choices": [choice]}
            if status != 200:
                reply = {"error": {"message": "maximum context length exceeded"}}  # type: ignore[dict-item]
            content = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            pass

    service = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    yield lambda how: f"http://127.0.0.1:{service.server_port}/{how}/v1"
    service.shutdown()
    service.server_close()


@pytest.mark.parametrize(("how", "form"), [("echo", "echo"), ("vllm", "prompt_logprobs")])
def test_consens_by_a_server_is_the_contrast_of_its_probabilities(
    server: Callable[[str], str], how: str, form: str
) -> None:
    metric = resolve(f'consens[server="{server(how)}",server_form={form},model=m,filter=none,perplexity=geometric]')
    (score,) = score_batch(metric, [EXAMPLE])
    # with the context all five words are known; without it none is
    assert score == pytest.approx(math.tanh((3.0 - 0.5) / 2), abs=1e-9)


def test_a_server_that_tells_of_generated_tokens_only_is_refused_with_a_reason(server: Callable[[str], str]) -> None:
    for how in ("generated", "none"):
        (score,) = score_batch(resolve(f'consens[server="{server(how)}",model=m]'), [EXAMPLE])
        assert isinstance(score, Unscored)
        assert "generated tokens only" in score.detail


def test_a_server_that_tells_tokens_without_probabilities_is_refused_with_a_reason(
    server: Callable[[str], str],
) -> None:
    (score,) = score_batch(resolve(f'consens[server="{server("short")}",model=m]'), [EXAMPLE])
    assert isinstance(score, Unscored)
    assert score.reason == "service"
    assert "tokens but 0 log-probabilities" in score.detail


def test_a_server_that_fails_costs_the_item_and_is_quoted(server: Callable[[str], str]) -> None:
    (score,) = score_batch(resolve(f'consens[server="{server("broken")}",model=m]'), [EXAMPLE])
    assert isinstance(score, Unscored)
    assert "maximum context length" in score.detail


def test_what_a_server_cannot_do_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="server takes an address"):
        resolve("consens[server=localhost,model=m]")
    with pytest.raises(UsageError, match="only template=plain"):
        resolve('consens[server="http://localhost/v1",model=m,template=chat]')
    with pytest.raises(UsageError, match="server_form takes"):
        resolve('consens[server="http://localhost/v1",model=m,server_form=x]')
