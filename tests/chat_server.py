"""A scripted chat server on this machine, for the tests of what asks one."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What the server sends back: a message, unless `status` or `body` say otherwise.

    Args:
        text: the message.
        finish: why it ended.
        refusal: the model's words of refusal.
        status: of the HTTP reply.
        headers: more headers.
        error: the message of an error.
        usage: tokens of prompt and reply; None = the server does not count.
        stall: send the beginning of the reply, and then nothing more until the server is closed.
        seconds: how long it takes.
        drip: seconds between one byte of the reply and the next.
    """

    text: Any = ""
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    error: str = ""
    usage: tuple[int, int] | None = (100, 10)
    stall: bool = False
    seconds: float = 0.0
    drip: float = 0.0

    def body(self) -> bytes:
        if self.error:
            return json.dumps({"error": {"message": self.error}}).encode()
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        made: dict[str, Any] = {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": "m",
            "choices": [{"index": 0, "finish_reason": self.finish, "message": message}],
        }
        if self.usage:
            read, written = self.usage
            made["usage"] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        return json.dumps(made).encode()


class ChatServer:
    """Answers each request with what `answer` makes of the last message of the user."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.most_at_once = 0
        self.answer: Callable[[str], str | Answer] = lambda asked: ""
        self._open = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                with server._lock:
                    server._open += 1
                    server.most_at_once = max(server.most_at_once, server._open)
                try:
                    self._answer()
                finally:
                    with server._lock:
                        server._open -= 1

            def _answer(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with server._lock:
                    server.requests.append(sent)
                    server.keys.append(self.headers["Authorization"])
                    made = server.answer(sent["messages"][-1]["content"])
                answer = Answer(made) if isinstance(made, str) else made
                time.sleep(answer.seconds)
                written = answer.body()
                self.send_response(answer.status)
                for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(written)))
                self.end_headers()
                if answer.stall:
                    self.wfile.write(written[:20])
                    self.wfile.flush()
                    server._closing.wait(30)
                elif answer.drip:
                    for at in range(len(written)):
                        if server._closing.wait(answer.drip):
                            return
                        self.wfile.write(written[at : at + 1])
                        self.wfile.flush()
                else:
                    self.wfile.write(written)

            def log_message(self, *_: object) -> None:
                """Keeps the tests' output clean."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def replies(self, *answers: str | Answer) -> None:
        """Answer with each of these in turn, and then with the last again and again."""
        left = list(answers)
        self.answer = lambda asked: left.pop(0) if len(left) > 1 else left[0]

    def asked(self, number: int = -1) -> str:
        """What the user said in a request."""
        return str(self.requests[number]["messages"][-1]["content"])

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
