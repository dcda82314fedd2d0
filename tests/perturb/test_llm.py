"""Language-model perturbations and their chat client, against a small server on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.perturb import (
    PERTURBATIONS,
    Example,
    Relation,
    Skip,
    Variant,
    apply_to_example,
    perturbation_rng,
    select,
)
from gaugeblock.perturb.chat import ChatClient
from gaugeblock.perturb.chat_reply import last_object
from gaugeblock.perturb.errors import DataError, ServiceError, UnknownNameError, UsageError
from gaugeblock.perturb.llm import LLM_NAMES, LLMPerturbation, llm_perturbations

KEY = "sk-secret-0123456789"
RESPONSE = "  Ann Ode bought 12 boats in Lisbon, and she may sell three of them. "
EXAMPLE = Example(
    id="x",
    response=RESPONSE,
    context=("On Monday Ann Ode bought 12 boats in Lisbon. She said that she may sell three of the boats.",),
    label=1,
)


class Server:
    """Answers each request with what `answer` makes of it: a message, or a status with a body."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.answer: Callable[[dict[str, Any]], str | tuple[int, Any]] = lambda sent: "{}"
        self.finish = "stop"
        self.refusal: str | None = None
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append(sent)
                server.keys.append(self.headers["Authorization"])
                answer = server.answer(sent)
                status, body = (200, server.completion(answer)) if isinstance(answer, str) else answer
                written = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(written)))
                self.send_header("retry-after-ms", "1")
                self.end_headers()
                self.wfile.write(written)

            def log_message(self, *_: object) -> None:
                """Keeps the tests' output clean."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def completion(self, text: str) -> dict[str, Any]:
        message = {"role": "assistant", "content": text, "refusal": self.refusal}
        choice = {"index": 0, "finish_reason": self.finish, "message": message}
        return {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    pytest.importorskip("openai")
    started = Server()
    yield started
    started.close()


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "replies.sqlite"


def made(server: Server, name: str, cache: Path | None = None, **options: Any) -> LLMPerturbation:
    (found,) = llm_perturbations("m", server.url, cache=cache or False, names=[name], **options)
    return found


def run(perturbation: LLMPerturbation, example: Example = EXAMPLE) -> Variant | Skip:
    (outcome,) = perturbation.variants(example, perturbation_rng(0, example.id, perturbation.name))
    return outcome


def replies(server: Server, **content: str) -> None:
    server.answer = lambda sent: json.dumps(content)


ACCEPTED = {
    "llm-paraphrase": "Ann Ode purchased 12 boats in Lisbon, and it is possible that she sells three of them.",
    "llm-simplify": "Ann Ode bought 12 boats in Lisbon. She may sell three.",
    "llm-shorten": "Ann Ode bought 12 boats in Lisbon and may sell three.",
    "llm-less-diverse": "Ann Ode bought 12 boats in Lisbon, and she may sell three of the boats in Lisbon in Lisbon.",
    "llm-verbose": (
        "As far as this point is concerned, Ann Ode bought 12 boats in Lisbon, and, it is worth noting, she may sell "
        "three of them."
    ),
}


@pytest.mark.parametrize(("name", "text"), ACCEPTED.items())
def test_a_reply_that_keeps_what_it_must_is_a_variant_with_exact_edits(server: Server, name: str, text: str) -> None:
    replies(server, text=text)
    variant = run(made(server, name))
    assert isinstance(variant, Variant), variant
    assert variant.example.response == f"  {text} "
    assert apply_to_example(EXAMPLE, variant.edits).response == variant.example.response
    assert variant.example.label == 1
    assert variant.details["model"] == "m"


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("llm-paraphrase", "Ann Ode bought 13 boats in Lisbon, and she may sell three of them.", "numbers changed"),
        ("llm-paraphrase", "Ann Ode bought 12 boats in Porto, and she may sell three of them.", "name changed"),
        ("llm-paraphrase", "Ann Ode bought 12 boats in Lisbon, and she may not sell three of them.", "negations"),
        ("llm-paraphrase", "Ann Ode bought 12 boats in Lisbon, and she will sell three of them.", "hedge was dropped"),
        ("llm-paraphrase", "Ann Ode bought 12 boats in Lisbon, and she may buy three of them.", "'sell' became 'buy'"),
        ("llm-paraphrase", "Here is it: Ann Ode bought 12 boats in Lisbon, she may sell three.", "opens with"),
        (
            "llm-paraphrase",
            "Ann Ode bought 12 boats in Lisbon; she may sell three.\n" + "It is so. " * 9,
            "words became",
        ),
        ("llm-simplify", "Ann Ode purchased 12 vessels in Lisbon, and she may subsequently sell three.", "no easier"),
        ("llm-shorten", "Ann Ode bought 12 boats in Lisbon, and she may sell three of those.", "hardly shorter"),
        ("llm-shorten", "Ann Ode, 12 boats, Lisbon: may auction three vessels tomorrow.", "new in it"),
        ("llm-less-diverse", "Ann Ode purchased 12 boats in Lisbon, and she may sell three of them.", "no smaller"),
        ("llm-verbose", "Ann Ode bought 12 boats in Lisbon, and she may sell three of them now.", "words became"),
        (
            "llm-verbose",
            "As far as this is concerned, Ann Ode bought 12 boats there in Lisbon, and she may sell some three.",
            "was lost",
        ),
        (
            "llm-verbose",
            "It is worth noting that Ann Ode bought 12 boats in Lisbon, and she may sell three of them to Bo Lind.",
            "name changed",
        ),
        (
            "llm-negate-equivalently",
            "Ann Ode purchased 12 boats in Lisbon, and she may sell three of them.",
            "no negation",
        ),
        ("llm-paraphrase", "   ", "empty"),
    ],
)
def test_a_reply_that_changes_what_it_must_not_is_a_skip(server: Server, name: str, text: str, wrong: str) -> None:
    replies(server, text=text)
    skip = run(made(server, name))
    assert isinstance(skip, Skip), skip
    assert skip.reason == "rejected"
    assert wrong in skip.detail


def test_a_text_that_comes_back_as_it_was_is_unchanged(server: Server) -> None:
    replies(server, text=RESPONSE)
    skip = run(made(server, "llm-paraphrase"))
    assert isinstance(skip, Skip)
    assert skip.reason == "unchanged"


def test_a_negation_may_come_where_the_meaning_stays(server: Server) -> None:
    example = Example(id="n", response="The cause is unknown, and the road is closed.", label=1)
    replies(server, text="The cause is not known, and the road is closed.")
    variant = run(made(server, "llm-negate-equivalently"), example)
    assert isinstance(variant, Variant), variant
    assert variant.relation["factual-consistency"] is Relation.INVARIANT


def test_what_somebody_is_quoted_as_saying_stays(server: Server) -> None:
    example = Example(id="q", response="Ann Ode said “we bought boats”, and she left the town early.", label=1)
    replies(server, text="Ann Ode said “we purchased boats”, and she left the town early.")
    skip = run(made(server, "llm-paraphrase"), example)
    assert isinstance(skip, Skip)
    assert "quotation" in skip.detail


def test_a_date_may_be_written_anew_but_not_moved(server: Server) -> None:
    example = Example(id="d", response="The ship left Lisbon on 5 January 2019 with much grain.", label=1)
    replies(server, text="On January 5, 2019 the ship departed from Lisbon with much grain.")
    assert isinstance(run(made(server, "llm-paraphrase"), example), Variant)
    replies(server, text="On February 5, 2019 the ship departed from Lisbon with much grain.")
    assert isinstance(run(made(server, "llm-paraphrase"), example), Skip)


@pytest.mark.parametrize(
    ("response", "text", "wrong"),
    [
        ("She came 3rd in the long race.", "She finished 4th in the long race.", "3 ordinal became 4 ordinal"),
        ("She was first in the long race.", "In the long race she was second.", "1 ordinal became 2 ordinal"),
        ("It was -5 degrees on the old pier.", "On the old pier it was 5 degrees.", "-5 degree became 5 degree"),
        (
            "The firm paid $5m for the old pier.",
            "The company paid £5m for the old pier.",
            "dollar became 5000000 pound",
        ),
        ("The old wall is 14 km long.", "The old wall is 14 miles in length.", "14 km became 14 mile"),
        (
            "The ferry left at 3:30 am with grain.",
            "The ferry departed at 3:30 pm with grain.",
            "3:30 am became 3:30 pm",
        ),
        ("The fare doubled in a year.", "The fare tripled within a year.", "2 times became 3 times"),
        ("The fare rose by 5%.", "The fare went up by 5 percentage points.", "5 percent became 5 percentage point"),
        ("They waited one hour at the pier.", "They waited one day at the pier.", "1 hour became 1 day"),
    ],
)
def test_a_rewording_that_changes_an_amount_is_a_skip(server: Server, response: str, text: str, wrong: str) -> None:
    """A sign, a unit, a currency or an ordinal that becomes another makes the claim false."""
    replies(server, text=text)
    skip = run(made(server, "llm-paraphrase"), Example(id="a", response=response, label=1))
    assert isinstance(skip, Skip), skip
    assert wrong in skip.detail


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ("She came 3rd in the long race.", "She finished third in the long race."),
        ("The firm paid $5m for the old pier.", "The company paid $5 million for the old pier."),
        ("The old wall is 14 km long.", "The old wall has a length of 14 kilometres."),
        ("The 12-year-old boy left the pier.", "The boy, who is 12 years old, departed from the pier."),
    ],
)
def test_an_amount_may_be_written_another_way(server: Server, response: str, text: str) -> None:
    """The same amount with another form of its unit or ordinal is the same claim."""
    replies(server, text=text)
    variant = run(made(server, "llm-paraphrase"), Example(id="a", response=response, label=1))
    assert isinstance(variant, Variant), variant


RAISED = "Ann Ode bought 12 boats in Lisbon, and she will certainly sell three of them."


def test_a_raised_claim_is_unsupported(server: Server) -> None:
    replies(server, text=RAISED, axis="modality")
    variant = run(made(server, "llm-force-raise"))
    assert isinstance(variant, Variant), variant
    assert variant.example.label == 0
    assert variant.details["axis"] == "modality"
    assert variant.relation["grounding"] is Relation.DECREASE
    assert server.requests[0]["response_format"]["json_schema"]["schema"]["properties"]["axis"]["enum"]


@pytest.mark.parametrize(
    ("text", "axis", "wanted", "wrong"),
    [
        (RAISED, "scope", "modality", "not on modality"),
        (RAISED, "tone", "", "not on an axis of force"),
        (
            "Ann Ode bought 12 boats in Lisbon, and she will certainly sell them to Bo Lind.",
            "modality",
            "",
            "fair pair",
        ),
    ],
)
def test_a_raised_claim_off_the_axis_or_with_something_new_is_refused(
    server: Server, text: str, axis: str, wanted: str, wrong: str
) -> None:
    replies(server, text=text, axis=axis)
    skip = run(made(server, "llm-force-raise", axis=wanted))
    assert isinstance(skip, Skip), skip
    assert (skip.reason, wrong in skip.detail) == ("rejected", True), skip


def test_a_counterfactual_context_contradicts_the_response(server: Server) -> None:
    replies(server, **{"from": "Lisbon", "to": "Porto"})
    variant = run(made(server, "llm-counterfactual"))
    assert isinstance(variant, Variant), variant
    assert variant.example.response == RESPONSE
    assert variant.example.context == (EXAMPLE.context[0].replace("Lisbon", "Porto"),)
    assert variant.example.label == 0
    assert variant.relation["factual-consistency"] is Relation.DECREASE
    assert variant.relation["conciseness"] is Relation.INVARIANT


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("Monday", "Friday", "the response does not mention"),
        ("12", "five", "not of the kind"),
        ("Lisbon", "Ann Ode", "mentioned already"),
        ("Lisbon", "a town", "capital"),
        ("sell three of them", "sell two of them", "the context does not mention"),
        ("and", "or", "is no value"),
        ("Lisbon", "Lisbon", "no two short values"),
        ("Lisbon", "x" * 99, "no two short values"),
    ],
)
def test_a_counterfactual_that_would_not_hold_is_refused(server: Server, old: str, new: str, wrong: str) -> None:
    replies(server, **{"from": old, "to": new})
    skip = run(made(server, "llm-counterfactual"))
    assert isinstance(skip, Skip), skip
    assert wrong in skip.detail


@pytest.mark.parametrize(
    ("context", "old", "new", "wrong"),
    [
        ("Ann Ode bought 12 boats in Lisbon. Ode paid.", "Ann Ode", "Eva Lund", "still mentions 'Ode'"),
        ("Ann Ode bought 12 boats. The twelve boats are in Lisbon.", "12", "15", "still gives the figure"),
    ],
)
def test_a_fact_that_the_context_gives_in_another_form_too_is_left(
    server: Server, context: str, old: str, new: str, wrong: str
) -> None:
    replies(server, **{"from": old, "to": new})
    example = Example(id="f", response="Ann Ode bought 12 boats in Lisbon.", context=context, label=1)
    skip = run(made(server, "llm-counterfactual"), example)
    assert isinstance(skip, Skip), skip
    assert wrong in skip.detail


@pytest.mark.parametrize(
    "example",
    [
        Example(id="e", response=" ", context="A text."),
        Example(id="e", response="Ann Ode may sell boats."),
        Example(id="e", response="Ann Ode may sell boats.", context="A text.", label=0),
        Example(id="e", response="Der Vertrag ist nicht mit der Stadt geschlossen.", context="A text."),
    ],
)
def test_nothing_is_asked_where_nothing_could_come_of_it(server: Server, example: Example) -> None:
    outcome = run(made(server, "llm-force-raise"), example)
    assert isinstance(outcome, Skip)
    assert outcome.reason in {"not-applicable", "language"}
    assert server.requests == []


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("I cannot do that.", "no JSON object"),
        ('{"txt": "Ann"}', "no text under 'text'"),
        ('{"text": 5}', "no text under 'text'"),
        ('{"text": "\\ud800"}', "half a character"),
        ((500, {"error": {"message": f"out of memory for {KEY}"}}), "did not answer for m: "),
        (
            (401, {"error": {"message": f"Incorrect API key provided: {KEY[:9]}****6789"}}),
            "is the key in OPENAI_API_KEY",
        ),
        ((404, {"error": {"message": "no model m"}}), "does the server have the model"),
        ((200, {"odd": 1}), "no chat completion"),
    ],
)
def test_a_reply_that_cannot_be_used_is_a_skip_without_the_key(server: Server, answer: Any, wrong: str) -> None:
    server.answer = lambda sent: answer
    skip = run(made(server, "llm-paraphrase"))
    assert isinstance(skip, Skip)
    assert skip.reason == "rejected"
    assert wrong in skip.detail
    assert KEY not in skip.detail
    assert "6789" not in skip.detail


def test_a_refusal_and_a_reply_cut_short_are_told_apart(server: Server) -> None:
    server.answer, server.refusal = lambda sent: "", "I would rather not."
    skip = run(made(server, "llm-paraphrase"))
    assert isinstance(skip, Skip)
    assert skip.detail == "the model refused: I would rather not."
    server.refusal, server.finish, server.answer = None, "length", lambda sent: '{"text": "Ann'
    skip = run(made(server, "llm-paraphrase"))
    assert isinstance(skip, Skip)
    assert "cut off" in skip.detail


def test_a_server_that_is_not_there_is_a_skip(server: Server) -> None:
    (gone,) = llm_perturbations("m", "http://127.0.0.1:9/v1", cache=False, names=["llm-paraphrase"])
    gone.client.max_retries = 0
    skip = run(gone)
    assert isinstance(skip, Skip)
    assert "is base_url right, and the server running?" in skip.detail


def test_a_reply_is_asked_for_once_and_kept(server: Server, cache: Path) -> None:
    replies(server, text=ACCEPTED["llm-paraphrase"])
    first = run(made(server, "llm-paraphrase", cache))
    replies(server, text="something else")
    assert run(made(server, "llm-paraphrase", cache)) == first
    assert len(server.requests) == 1
    assert server.keys == [f"Bearer {KEY}"]
    assert KEY.encode() not in b"".join(path.read_bytes() for path in cache.parent.iterdir())


def test_another_text_model_or_temperature_is_another_question(server: Server, cache: Path) -> None:
    replies(server, text=ACCEPTED["llm-paraphrase"])
    for options in ({}, {"temperature": 0.5}, {"model": "n"}):
        settings = {"model": "m", "base_url": server.url, "cache": cache, "names": ["llm-paraphrase"], **options}
        run(llm_perturbations(**settings)[0])
    run(made(server, "llm-paraphrase", cache), Example(id="x", response="Ann Ode bought 12 boats."))
    assert len(server.requests) == 4


def test_a_cache_that_cannot_be_used_is_named(server: Server, cache: Path) -> None:
    cache.write_text("no data base, but a text that is long enough to be taken for one" * 20)
    with pytest.raises(DataError, match=r"replies\.sqlite cannot be used.*delete the file"):
        run(made(server, "llm-paraphrase", cache))


def test_an_error_is_not_kept(server: Server, cache: Path) -> None:
    server.answer = lambda sent: (404, {"error": {"message": "loading"}})
    assert isinstance(run(made(server, "llm-paraphrase", cache)), Skip)
    replies(server, text=ACCEPTED["llm-paraphrase"])
    assert isinstance(run(made(server, "llm-paraphrase", cache)), Variant)


def test_a_server_without_schemas_or_temperatures_is_asked_without_them(server: Server) -> None:
    def answer(sent: dict[str, Any]) -> str | tuple[int, Any]:
        for setting in ("response_format", "temperature"):
            if setting in sent:
                return 400, {"error": {"message": f"{setting} is not supported"}}
        return "Let me think {about} it.\n```json\n" + json.dumps({"text": ACCEPTED["llm-paraphrase"]}) + "\n```"

    server.answer = answer
    perturbation = made(server, "llm-paraphrase")
    assert isinstance(run(perturbation), Variant)
    run(perturbation)
    assert len(server.requests) == 4  # what was refused is not tried again


def test_retries_are_counted(server: Server) -> None:
    server.answer = lambda sent: (503, {"error": {"message": "busy"}}) if len(server.requests) < 2 else "fine"
    client = ChatClient("m", server.url, cache=False)
    reply = client.ask([{"role": "user", "content": "?"}])
    assert (reply.text, reply.retries, client.retries, client.calls) == ("fine", 1, 1, 1)


def test_a_bad_request_is_an_error_of_ours(server: Server) -> None:
    server.answer = lambda sent: (400, {"error": {"message": "the prompt is too long"}})
    with pytest.raises(ServiceError, match="too long"):
        ChatClient("m", server.url, cache=False).ask([{"role": "user", "content": "?"}])


def test_openai_itself_needs_a_key_and_a_server_of_ones_own_does_not(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(UsageError, match="set the environment variable OTHER_KEY"):
        ChatClient("m", api_key_env="OTHER_KEY", cache=False).ask([{"role": "user", "content": "?"}])
    server.answer = lambda sent: "fine"
    assert ChatClient("m", server.url, cache=False).ask([{"role": "user", "content": "?"}]).text == "fine"


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://host/v1", "http://host:port/v1", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="base_url must look like"):
        ChatClient("m", url)


def test_a_password_in_the_address_is_not_shown() -> None:
    client = ChatClient("m", "http://ann:hunter2@host:8000/v1")
    assert client.host == "host:8000"
    assert "hunter2" not in repr(client)
    with pytest.raises(UsageError) as caught:
        ChatClient("m", "ftp://ann:hunter2@host/v1")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"text": "a"}', {"text": "a"}),
        ('<think>{"text": "draft"}</think> {"text": "a } {b"}', {"text": "a } {b"}),
        ('```json\n{"text": "two\nlines"}\n```', {"text": "two\nlines"}),
        ('\u200b{\u200b"text": "a"}', {"text": "a"}),
        ('[{"text": "a"}]', {"text": "a"}),
        ('{"outer": {"text": "a"}}', {"outer": {"text": "a"}}),
        ("{} nothing {", {}),
        ('{"text": "cut', None),
        ("[" * 999 + "{" * 999, None),
        ("", None),
    ],
)
def test_the_last_object_in_a_reply(text: str, found: Any) -> None:
    assert last_object(text) == found


def test_they_are_named_with_options_and_never_meant_by_all(server: Server) -> None:
    (found,) = select(f'llm-paraphrase[model=m,base_url="{server.url}"]')
    assert (found.name, found.family) == ("llm-paraphrase", "benign")
    assert "m" in found.version
    assert not set(LLM_NAMES) & set(PERTURBATIONS.names())
    names = ",".join(f"{name}[model=m]" for name in LLM_NAMES)
    assert [item.name for item in select(names)] == list(LLM_NAMES)
    assert len(select("llm-shorten[model=a],llm-shorten[model=b]")) == 2
    assert select("llm-shorten[model=a]")[0] is select("llm-shorten[model=a]")[0]


@pytest.mark.parametrize(
    ("word", "error", "message"),
    [
        ("llm-paraphrase", UsageError, r"needs the option model: write llm-paraphrase\[model=\.\.\.\]"),
        ("llm-paraphrase[model=]", UsageError, "name of a model"),
        ("llm-paraphrase[model=m,colour=red]", UsageError, "no option 'colour'; its options are model, base_url"),
        ("llm-paraphrase[model=m,temperature=warm]", UsageError, "temperature takes a number, not 'warm'"),
        ("llm-paraphrase[model=m,temperature=nan]", UsageError, "temperature takes a finite number"),
        ("llm-paraphrase[model=m,temperature=-3]", UsageError, "temperature takes a number from 0"),
        ("llm-force-raise[model=m,axis=tone]", UsageError, "axes of force are"),
        ("llm-parphrase[model=m]", UnknownNameError, "did you mean llm-paraphrase"),
        ("number[model=m]", UsageError, "number has no options"),
        ("number[model", UsageError, r"cannot be read from '\[model' on"),
        ("number[model=m,model=n]", UsageError, "name model twice"),
        ("number[=m]", UsageError, "options of number cannot be read"),
    ],
)
def test_wrong_options_are_told_with_the_mend(word: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        select(word)


def test_unknown_names_and_axes_are_refused() -> None:
    with pytest.raises(UsageError, match="llm-sing"):
        llm_perturbations("m", names=["llm-sing"])
    with pytest.raises(UsageError, match="axes of force"):
        llm_perturbations("m", axis="tone")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"model": 5}, "model takes a text"),
        ({"model": "m", "names": "llm-paraphrase"}, "names takes several texts"),
        ({"model": "m", "names": ["llm-paraphrase"], "axis": "scope"}, "only llm-force-raise takes an axis"),
    ],
)
def test_arguments_that_would_be_ignored_or_misread_are_refused(arguments: dict[str, Any], wrong: str) -> None:
    """The message names the argument and what it takes."""
    with pytest.raises(UsageError, match=wrong):
        llm_perturbations(**arguments)


def test_a_reply_that_cannot_be_read_is_not_kept(server: Server, cache: Path) -> None:
    """One reply that was cut off, or is no JSON, would else be the example's for good."""
    server.answer, server.finish = lambda sent: '{"text": "Ann', "length"
    assert isinstance(run(made(server, "llm-paraphrase", cache)), Skip)
    replies(server, text=ACCEPTED["llm-paraphrase"])
    assert isinstance(run(made(server, "llm-paraphrase", cache)), Variant)
