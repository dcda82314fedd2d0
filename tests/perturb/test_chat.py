"""The client that asks a chat model: what is no reply is told as such, and none is waited for without end."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from chat_server import Answer, ChatServer

from gaugeblock.perturb.chat import ChatClient
from gaugeblock.perturb.errors import ServiceError, UsageError

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


def test_a_key_that_the_server_repeats_is_kept_nowhere(
    server: ChatServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in the reply nor in the cache, whatever its variable is called."""
    monkeypatch.setenv("MINE", "zz-hunter2-0123")
    asking = ChatClient("m", server.url, api_key_env="MINE", cache=tmp_path / "replies.sqlite")
    server.replies("your key is zz-hunter2-0123")
    assert asking.ask(ASKED).text == "your key is ***"
    assert b"hunter2" not in (tmp_path / "replies.sqlite").read_bytes()


def kept_at(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [json.loads(row)["text"] for (row,) in db.execute("SELECT reply FROM replies")]


def test_all_processes_see_the_reply_that_was_kept_first(server: ChatServer, tmp_path: Path) -> None:
    """Who asks at the same time as another process goes on with what stands in the cache."""
    path = tmp_path / "replies.sqlite"
    asking = ChatClient("m", server.url, cache=path)
    server.replies("from the other process")
    asking.ask(ASKED)
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT key, reply FROM replies").fetchall()
        db.execute("DELETE FROM replies")
        db.commit()

    def answer(asked: str) -> Answer:
        with closing(sqlite3.connect(path)) as db:  # the other process is done first
            db.executemany("INSERT INTO replies VALUES (?, ?)", rows)
            db.commit()
        return Answer("mine", usage=(7, 5))

    server.answer = answer
    first = asking.ask(ASKED)
    assert (first.text, first.cached) == ("from the other process", False)
    assert (first.prompt_tokens, first.completion_tokens) == (7, 5)  # what was paid for here
    assert asking.ask(ASKED).text == "from the other process"


def test_a_kept_reply_that_is_of_no_use_makes_room(server: ChatServer, tmp_path: Path) -> None:
    """Else each call would be paid for, and none of the replies kept."""
    path = tmp_path / "replies.sqlite"
    asking = ChatClient("m", server.url, cache=path)
    server.replies("warm", "12 degrees", "13 degrees")
    assert asking.ask(ASKED).text == "warm"  # whoever asked this took any reply
    for _ in range(3):
        assert asking.ask(ASKED, readable=lambda text: "degrees" in text).text == "12 degrees"
    assert len(server.requests) == 2
    assert kept_at(path) == ["12 degrees"]


@pytest.mark.parametrize("row", ["{broken", "[]", '{"text": 5}', '{"text": "a", "colour": "red"}', "null"])
def test_a_row_that_cannot_be_read_is_asked_for_anew(server: ChatServer, tmp_path: Path, row: str) -> None:
    """A damaged row, or one of another version, is none; the reply takes its place."""
    path = tmp_path / "replies.sqlite"
    asking = ChatClient("m", server.url, cache=path)
    server.replies("warm", "cold")
    asking.ask(ASKED)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE replies SET reply = ?", (row,))
        db.commit()
    assert asking.ask(ASKED).text == "cold"
    assert asking.ask(ASKED).cached
    assert kept_at(path) == ["cold"]


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"model": 5}, "model takes a text"),
        ({"model": " "}, "name of a model"),
        ({"max_retries": -3}, "max_retries takes a whole number from 0"),
        ({"max_retries": 1.5}, "max_retries takes a whole number"),
        ({"timeout": -1}, "timeout takes a number of seconds above 0"),
        ({"temperature": "hot"}, "temperature takes a number"),
        ({"temperature": float("nan")}, "temperature takes a finite number"),
        ({"temperature": -3}, "temperature takes a number from 0"),
        ({"max_tokens": 0}, "max_tokens takes a whole number from 1"),
        ({"cache": 5}, "cache takes a file"),
        ({"api_key_env": None}, "api_key_env takes a text"),
    ],
)
def test_an_option_out_of_its_range_is_told_when_the_client_is_made(options: dict[str, Any], wrong: str) -> None:
    """No request is sent with it."""
    with pytest.raises(UsageError, match=wrong):
        ChatClient(**({"model": "m"} | options))
