"""The client that asks a chat model: what is no reply is told as such, and none is waited for without end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chat_server import Answer, ChatServer

from gaugeblock.perturb.chat import ChatClient
from gaugeblock.perturb.errors import ServiceError

pytest.importorskip("openai", reason="needs the extra gaugeblock[llm]")

ASKED = [{"role": "user", "content": "How warm is it?"}]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    started = ChatServer()
    yield started
    started.close()


def client(server: ChatServer, **options: Any) -> ChatClient:
    return ChatClient("m", server.url, cache=False, max_retries=0, **options)


def test_a_message_in_parts_is_one_text(server: ChatServer) -> None:
    """Several servers that call themselves compatible send parts."""
    server.replies(Answer([{"type": "text", "text": "It is "}, {"type": "text", "text": "warm."}]))
    assert client(server).ask(ASKED).text == "It is warm."


@pytest.mark.parametrize("content", [5, True, {"text": "warm"}, [[1]], [{"type": "text", "text": 5}]])
def test_a_message_that_is_no_text_is_no_chat_completion(server: ChatServer, content: Any) -> None:
    server.replies(Answer(content))
    with pytest.raises(ServiceError, match="no chat completion"):
        client(server).ask(ASKED)


def test_a_refusal_that_is_no_text_is_no_chat_completion(server: ChatServer) -> None:
    server.replies(Answer("warm", refusal={"why": "no"}))  # type: ignore[arg-type]
    with pytest.raises(ServiceError, match="no chat completion"):
        client(server).ask(ASKED)


def test_a_reply_that_drips_is_waited_for_no_longer_than_is_said(server: ChatServer) -> None:
    """Each byte comes in good time; all together would take a quarter of a minute."""
    server.replies(Answer("warm " * 10, drip=0.05))
    start = time.monotonic()
    with pytest.raises(ServiceError, match="did not answer"):
        client(server, timeout=0.5).ask(ASKED)
    assert time.monotonic() - start < 8


def test_a_reply_that_comes_in_pieces_in_good_time_is_whole(server: ChatServer) -> None:
    server.replies(Answer("warm", drip=0.001))
    assert client(server, timeout=30).ask(ASKED).text == "warm"


def test_a_reply_that_says_nothing_is_asked_for_again(server: ChatServer, tmp_path: Path) -> None:
    """Else one bad answer of a server would stay in the cache for good."""
    asking = ChatClient("m", server.url, cache=tmp_path / "replies.sqlite")
    server.replies("warm", "12 degrees")
    assert asking.ask(ASKED, readable=lambda text: "12" in text).text == "warm"
    assert asking.ask(ASKED, readable=lambda text: "12" in text).text == "12 degrees"
    kept = asking.ask(ASKED, readable=lambda text: "12" in text)
    assert (kept.text, kept.cached) == ("12 degrees", True)
    assert len(server.requests) == 2
