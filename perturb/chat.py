"""A small chat client for any server that speaks OpenAI's protocol; each reply is asked for once and kept."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import regex

from gaugeblock.perturb.arguments import count, finite, text_of
from gaugeblock.perturb.chat_cache import KEPT, ReplyCache
from gaugeblock.perturb.chat_http import http_client
from gaugeblock.perturb.chat_reply import Reply, read_reply
from gaugeblock.perturb.errors import ServiceError, UsageError, require
from gaugeblock.perturb.example import content_hash

OPENAI_URL = "https://api.openai.com/v1"

_KEY_LOOK = regex.compile(r"\bsk-[\w*-]{3,}|(?<=\bBearer )\S+|(?<=://)[^/@\s]+@")
_COST = ("prompt_tokens", "completion_tokens")
_NO_KEY = "none"  # servers on one's own machine take any key, but the client insists on one
_SHORTEST_KEY = 8  # characters; a shorter one may be a word of any reply
_OPTIONAL = ("response_format", "temperature", "max_tokens")  # settings that some servers or models refuse


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

        with closing(ReplyCache(self._cache_file())) as cache:
            if (kept := cache.get(key)) is not None and of_use(kept):
                return Reply(**kept, cached=True)
        reply = self._call(messages, schema)
        made = {name: getattr(reply, name) for name in KEPT}
        if not of_use(made):
            return reply
        with closing(ReplyCache(self._cache_file())) as cache:
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
        settings = self._settings(schema)
        requests: list[Any] = []  # the client repeats a call by itself, so each one is counted as it goes out
        client = openai.OpenAI(
            api_key=secret,
            base_url=self.url,
            max_retries=self.max_retries,
            timeout=self.timeout,
            http_client=http_client(self.timeout, requests),
        )
        with client:
            while True:
                requests.clear()
                sent = {name: value for name, value in settings.items() if name not in self._refused}
                try:
                    raw = client.chat.completions.with_raw_response.create(
                        model=self.model, messages=list(messages), **sent
                    )
                    reply = read_reply(raw)
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
        return _without_key(reply, secret)

    def _settings(self, schema: Mapping[str, Any] | None) -> dict[str, Any]:
        """What a request says besides the model and the messages."""
        settings: dict[str, Any] = {"temperature": self.temperature}
        if self.max_tokens is not None:
            settings["max_tokens"] = self.max_tokens
        if schema is not None:
            form = {"name": "reply", "schema": schema, "strict": True}
            settings["response_format"] = {"type": "json_schema", "json_schema": form}
        return settings

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


def _names(message: str, setting: str) -> bool:
    """Whether an error message is about a setting."""
    words = {"response_format": ("response_format", "json_schema", "schema", "guided")}
    return any(word in message.lower() for word in words.get(setting, (setting,)))


def _without_key(reply: Reply, secret: str) -> Reply:
    """The reply of a server that repeats the key, which must not come into the cache, or into a score's detail."""
    if len(secret) < _SHORTEST_KEY or secret == _NO_KEY:
        return reply
    return replace(reply, text=reply.text.replace(secret, "***"), refusal=reply.refusal.replace(secret, "***"))


def _redacted(text: str, secret: str) -> str:
    """The text without the key and whatever looks like one."""
    if secret and secret != _NO_KEY:
        text = text.replace(secret, "***")
    return _KEY_LOOK.sub("***", text)
