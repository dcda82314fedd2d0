"""A small chat client for any server that speaks OpenAI's protocol; each reply is asked for once and kept."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import regex

from gaugeblock.perturb.arguments import count, finite, text_of
from gaugeblock.perturb.errors import DataError, ServiceError, UsageError, require
from gaugeblock.perturb.example import content_hash

OPENAI_URL = "https://api.openai.com/v1"

_KEY_LOOK = regex.compile(r"\bsk-[\w*-]{3,}|(?<=\bBearer )\S+|(?<=://)[^/@\s]+@")
_KEPT = ("text", "refusal", "complete", "finish", "prompt_tokens", "completion_tokens")  # what a cache keeps of a reply
_COST = ("prompt_tokens", "completion_tokens")
_INVISIBLE = regex.compile(r"[\u200b-\u200f\u2060\ufeff]")
_NO_KEY = "none"  # servers on one's own machine take any key, but the client insists on one
_SHORTEST_KEY = 8  # characters; a shorter one may be a word of any reply
_OPTIONAL = ("response_format", "temperature", "max_tokens")  # settings that some servers or models refuse


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Args:
        text: the message; empty where there is none.
        refusal: the model's own words where it declined.
        complete: whether the message came to its end, and was not cut at a length limit.
        cached: whether it was kept from an earlier call.
        retries: how often the call was repeated before the server answered.
        finish: why the message ended, in the server's word: ``stop``, ``length``, ``content_filter``.
        prompt_tokens: how many tokens the server read, by its own count; None where it does not say.
        completion_tokens: how many it wrote.
    """

    text: str
    refusal: str = ""
    complete: bool = True
    cached: bool = False
    retries: int = 0
    finish: str = "stop"
    prompt_tokens: int | None = None
    completion_tokens: int | None = None

    def json(self) -> dict[str, Any] | None:
        """The JSON object in the message, None where there is none; see `last_object`."""
        return last_object(self.text)


@dataclass
class ChatClient:
    """Asks one model, through the ``openai`` package, and keeps each reply.

    The key is read from the environment at the moment of a call, and is neither stored nor shown.

    Args:
        model: the model's name, as the server knows it.
        base_url: address of the server; where it is not given, that of ``OPENAI_BASE_URL``, else OpenAI's.
        api_key_env: the environment variable that holds the key.
        cache: file for the replies; None is the user's cache folder (or ``GAUGEBLOCK_CACHE``), False is nowhere.
        temperature: 0 asks for the likeliest reply.
        max_retries: how often a call is repeated that failed for a passing reason.
        timeout: seconds to wait for one reply, from the first byte of the request to the last of the reply.
        max_tokens: how long a reply may be; None leaves that to the server.
    """

    model: str
    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    cache: str | Path | Literal[False] | None = None
    temperature: float = 0.0
    max_retries: int = 2
    timeout: float = 120.0
    max_tokens: int | None = None
    calls: int = field(default=0, init=False)
    """How many requests the server has answered, the cached ones left out."""
    retries: int = field(default=0, init=False)
    """How often a request was repeated, those that failed in the end included."""
    _refused: set[str] = field(default_factory=set, init=False, repr=False)
    _lock: Any = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not text_of("model", self.model).strip():
            raise UsageError("a chat client needs the name of a model")
        for name, given in (("base_url", self.base_url or ""), ("api_key_env", self.api_key_env)):
            text_of(name, given)
        if self.cache is not None and self.cache is not False and not isinstance(self.cache, (str, Path)):
            raise UsageError(f"cache takes a file, None for the user's own or False for none, not {self.cache!r}")
        if finite("temperature", self.temperature) < 0:
            raise UsageError(f"temperature takes a number from 0, not {self.temperature!r}")
        if finite("timeout", self.timeout) <= 0:
            raise UsageError(f"timeout takes a number of seconds above 0, not {self.timeout!r}")
        count("max_retries", self.max_retries)
        if self.max_tokens is not None:
            count("max_tokens", self.max_tokens, 1)
        try:
            parts = urlsplit(self.url)
            sound = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 0) >= 0
        except ValueError:  # the port is no number
            sound = False
        if not sound:
            raise UsageError(f"base_url must look like http://localhost:8000/v1, not {_redacted(self.url, '')!r}")

    def __repr__(self) -> str:
        return f"<chat client of {self.model} at {self.host}>"

    @property
    def url(self) -> str:
        """The address in use."""
        return self.base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI_URL

    @property
    def host(self) -> str:
        """Host and port of the server, without any name or password in its address."""
        parts = urlsplit(self.url)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_lock": None}  # a lock stays in its process

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    @property
    def address(self) -> str:
        """Scheme, host, port and path of the server: two services may share a host. No password, no query."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{self.host}{parts.path.rstrip('/')}"

    def ask(
        self,
        messages: Sequence[Mapping[str, str]],
        schema: Mapping[str, Any] | None = None,
        *,
        repeat: int = 0,
        readable: Callable[[str], bool] | None = None,
    ) -> Reply:
        """The model's reply, from the cache where the same was asked before.

        Args:
            messages: ``role`` and ``content`` of each.
            schema: JSON schema of the reply; a server that takes none is asked without it.
            repeat: the number of the try, where the same is to be asked several times; each has a reply of its own.
            readable: whether a reply is of use; one that is not is not kept, and is asked for anew another time.

        Raises:
            ServiceError: the server refuses, fails or cannot be reached.
            UsageError: no key is set.
            MissingExtraError: the ``openai`` package is not installed.
            DataError: the file of the cache cannot be read or written.
        """
        settings: dict[str, Any] = {"temperature": self.temperature, "schema": schema}
        settings |= {"max_tokens": self.max_tokens} if self.max_tokens is not None else {}
        settings |= {"repeat": repeat} if repeat else {}
        key = content_hash([self.model, self.address, [dict(message) for message in messages], settings])

        def of_use(kept: Mapping[str, Any]) -> bool:
            return readable is None or readable(kept["text"])

        with closing(_Cache(self._cache_file())) as cache:
            if (kept := cache.get(key)) is not None and of_use(kept):
                return Reply(**kept, cached=True)
        reply = self._call(messages, schema)
        made = {name: getattr(reply, name) for name in _KEPT}
        if not of_use(made):
            return reply
        with closing(_Cache(self._cache_file())) as cache:
            standing = cache.put(key, made, of_use)
        # What another process has kept meanwhile is the reply; what it cost is what this call has cost.
        return replace(reply, **{name: value for name, value in standing.items() if name not in _COST})

    def check(self) -> None:
        """Raise now what a call would raise before anything is sent: no ``openai`` package, or no key."""
        require("openai", "llm", "Asking a language model")
        self._key()

    def _cache_file(self) -> Path | None:
        if self.cache is False:
            return None
        if isinstance(self.cache, (str, Path)):
            return Path(self.cache)
        # Not imported with the module: only a call needs it.
        import platformdirs

        return Path(os.environ.get("GAUGEBLOCK_CACHE") or platformdirs.user_cache_dir("gaugeblock")) / "chat.sqlite"

    def _call(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any] | None) -> Reply:
        openai = require("openai", "llm", "Asking a language model")
        secret = self._key()
        settings: dict[str, Any] = {"temperature": self.temperature}
        if self.max_tokens is not None:
            settings["max_tokens"] = self.max_tokens
        if schema is not None:
            form = {"name": "reply", "schema": schema, "strict": True}
            settings["response_format"] = {"type": "json_schema", "json_schema": form}
        requests: list[Any] = []  # the client repeats a call by itself, so each one is counted as it goes out
        client = openai.OpenAI(
            api_key=secret,
            base_url=self.url,
            max_retries=self.max_retries,
            timeout=self.timeout,
            http_client=_http_client(self.timeout, requests),
        )
        with client:
            while True:
                requests.clear()
                sent = {name: value for name, value in settings.items() if name not in self._refused}
                try:
                    raw = client.chat.completions.with_raw_response.create(
                        model=self.model, messages=list(messages), **sent
                    )
                    reply = _read(raw)
                except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                    named = [name for name in _OPTIONAL if name in sent and _names(str(error), name)]
                    if not named:
                        raise ServiceError(self._told(error, secret)) from None
                    self._refused.update(named)
                    continue
                except openai.OpenAIError as error:
                    raise ServiceError(self._told(error, secret)) from None
                except (AttributeError, IndexError, TypeError, ValueError, RecursionError):
                    raise ServiceError(f"{self.host} answered with something that is no chat completion") from None
                finally:
                    with self._lock:
                        self.retries += max(0, len(requests) - 1)
                break
        with self._lock:
            self.calls += 1
        if len(secret) < _SHORTEST_KEY or secret == _NO_KEY:
            return reply
        # A server that repeats the key must not bring it into the cache, or into a score's detail.
        return replace(
            reply, text=reply.text.replace(secret, "***"), refusal=(reply.refusal or "").replace(secret, "***")
        )

    def _key(self) -> str:
        if secret := os.environ.get(self.api_key_env, "").strip():
            return secret
        if self.url == OPENAI_URL:
            raise UsageError(
                f"no key for {self.host}: set the environment variable {self.api_key_env}, name another one with "
                "api_key_env, or give the base_url of a server that needs none"
            )
        return _NO_KEY

    def _told(self, error: Exception, secret: str) -> str:
        """What went wrong and how to mend it, without the key."""
        status = getattr(error, "status_code", None)
        mend = {
            401: f"; is the key in {self.api_key_env} right?",
            403: f"; may the key in {self.api_key_env} use this model?",
            404: f"; does the server have the model {self.model!r}, and does base_url end in /v1?",
            429: "; wait, or raise max_retries",
            None: "; is base_url right, and the server running?",
        }.get(status, "")
        said = " ".join(_redacted(str(error), secret).split())[:300]
        return f"{self.host} did not answer for {self.model}: {said}{mend}"


def _read(raw: Any) -> Reply:
    """What a server has answered.

    Raises:
        AttributeError, IndexError, TypeError, ValueError, RecursionError: it is no chat completion.
    """
    completion = raw.parse()
    choice, usage = completion.choices[0], getattr(completion, "usage", None)
    return Reply(
        text=_text_of(choice.message.content),
        refusal=_text_of(getattr(choice.message, "refusal", None)),
        complete=choice.finish_reason != "length",
        retries=raw.retries_taken,
        finish=str(choice.finish_reason or "stop"),
        prompt_tokens=_count(getattr(usage, "prompt_tokens", None)),
        completion_tokens=_count(getattr(usage, "completion_tokens", None)),
    )


def _text_of(content: Any) -> str:
    """The text of a message; some servers give it in parts.

    Raises:
        TypeError: it is no text.
    """
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, list):
        return "".join(_text_of(part.get("text") if isinstance(part, dict) else part) for part in content)
    raise TypeError(f"a message is a text, not {type(content).__name__}")


def _http_client(timeout: float, requests: list[Any]) -> Any:
    """A client that notes each request, and waits for a whole reply as long as it is told.

    Of its own, it would wait so long for each piece of it.
    """
    import openai

    # httpx, or the library that has taken its place in later versions of the client
    library: Any = sys.modules[openai.DefaultHttpxClient.__mro__[1].__module__.partition(".")[0]]

    class Within(library.SyncByteStream):  # type: ignore[misc]
        """The body of a reply, up to a moment of the clock."""

        def __init__(self, stream: Any, end: float) -> None:
            self._stream, self._end = stream, end

        def __iter__(self) -> Iterator[bytes]:
            for piece in self._stream:
                if time.monotonic() > self._end:
                    raise library.ReadTimeout("the reply took too long")
                yield piece

        def close(self) -> None:
            self._stream.close()

    def note(request: Any) -> None:
        requests.append(request)
        request.extensions["gaugeblock_end"] = time.monotonic() + timeout

    def limit(response: Any) -> None:
        response.stream = Within(response.stream, response.request.extensions["gaugeblock_end"])

    return openai.DefaultHttpxClient(event_hooks={"request": [note], "response": [limit]})


def _names(message: str, setting: str) -> bool:
    """Whether an error message is about a setting."""
    words = {"response_format": ("response_format", "json_schema", "schema", "guided")}
    return any(word in message.lower() for word in words.get(setting, (setting,)))


def _count(value: Any) -> int | None:
    """A number of tokens, None where a server gives something else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _redacted(text: str, secret: str) -> str:
    """The text without the key and whatever looks like one."""
    if secret and secret != _NO_KEY:
        text = text.replace(secret, "***")
    return _KEY_LOOK.sub("***", text)


def last_object(text: str) -> dict[str, Any] | None:
    """The last JSON object in a text, whatever stands around it: a code fence, thinking aloud, invisible characters.

    >>> last_object('Sure! {"draft": 1} or better ```json {"text": "a } b"}```')
    {'text': 'a } b'}
    """
    for attempt in dict.fromkeys((text, _INVISIBLE.sub("", text))):
        decoder, found, at = json.JSONDecoder(strict=False), None, attempt.find("{")
        while at >= 0:
            try:
                value, end = decoder.raw_decode(attempt, at)
            except (ValueError, RecursionError):
                end = at + 1
            else:
                found = value if isinstance(value, dict) else found
            at = attempt.find("{", end)
        if found is not None:
            return found
    return None


def _kept(row: Any) -> dict[str, Any] | None:
    """What a row of the cache says of a reply, None where it is not as this version writes it."""
    try:
        kept = json.loads(row)
    except (TypeError, ValueError, RecursionError):
        return None
    if not isinstance(kept, dict) or not isinstance(kept.get("text"), str) or not kept.keys() <= set(_KEPT):
        return None
    return kept if all(isinstance(kept.get(name, ""), str) for name in ("refusal", "finish")) else None


class _Cache:
    """Replies by content in one SQLite file; with no file, nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=30, isolation_level=None)
            self._db.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL)")
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise self._unusable(error) from error

    def get(self, key: str) -> dict[str, Any] | None:
        """The reply that was kept under a key; a row that cannot be read, or is of another version, is none."""
        if self._db is None:
            return None
        try:
            row = self._db.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        return None if row is None else _kept(row[0])

    def put(self, key: str, reply: Mapping[str, Any], of_use: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        """Keeps a reply, and returns the one that stands.

        What another process has kept meanwhile stays, so that all see the same; what is of no use makes room.
        """
        if self._db is None:
            return reply
        try:
            self._db.execute("BEGIN IMMEDIATE")
            standing = self.get(key)
            if standing is None or not of_use(standing):
                standing = dict(reply)
                self._db.execute("REPLACE INTO replies VALUES (?, ?)", (key, json.dumps(standing)))
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        return standing

    def close(self) -> None:
        """Lets go of the file."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _unusable(self, error: Exception) -> DataError:
        name = self._path.name if self._path else ""
        return DataError(f"the reply cache {name} cannot be used ({error}); delete the file or name another with cache")
