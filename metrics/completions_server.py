"""`CompletionsServer`: a server that tells how probable each token of a prompt is, such as vLLM's.

Two forms are read: the legacy completions protocol with ``echo`` (vLLM, and llama.cpp's server where it is built with
that), and vLLM's own ``prompt_logprobs``. A server that echoes nothing and tells of generated tokens only, as that of
llama.cpp does by default, is told apart and refused.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gaugeblock.metrics.display import scrub
from gaugeblock.metrics.secrets import remember_variable
from gaugeblock.perturb.errors import ServiceError, UsageError, require

FORMS = ("echo", "prompt_logprobs")
_NO_KEY = "none"


@dataclass(frozen=True, slots=True)
class ScoredToken:
    """A token of an answer.

    Args:
        start: its first code point in the answer.
        end: one past its last.
        log_prob: its log-probability in nats.
    """

    start: int
    end: int
    log_prob: float


class CompletionsServer:
    """Log-probabilities of answers from a completions server.

    Args:
        url: the server's address, ending in ``/v1``.
        model: the model's name, as the server knows it.
        form: ``echo`` or ``prompt_logprobs``.
        api_key_env: the environment variable that holds the key; it is neither stored nor shown.
        timeout: seconds to wait for a reply.
    """

    def __init__(
        self, url: str, model: str, form: str = "echo", api_key_env: str = "OPENAI_API_KEY", timeout: float = 120.0
    ) -> None:
        self.url, self.model, self.form, self.timeout = url, model, form, timeout
        self._api_key_env = api_key_env
        remember_variable(api_key_env)

    def answer(self, prompt: str, answer: str) -> list[ScoredToken]:
        """The tokens of an answer that follows a prompt.

        A token that reaches over the seam belongs to the answer, from its beginning.

        Raises:
            ServiceError: the server refuses, fails, or does not tell the probabilities of a prompt's tokens.
            MissingExtraError: the ``openai`` package is not installed.
        """
        text = prompt + answer
        tokens, log_probs = self._echoed(text) if self.form == "echo" else self._prompt_logprobs(text)
        if len(tokens) != len(log_probs):
            raise ServiceError(f"{self.url} tells {len(tokens)} tokens but {len(log_probs)} log-probabilities")
        if tokens and log_probs[0] is None and not text.startswith(tokens[0]):
            tokens, log_probs = tokens[1:], log_probs[1:]  # the start token, which is no part of the text
        if "".join(tokens[: len(log_probs)]).strip() == "" or not _covers(tokens, text):
            raise ServiceError(
                f"{self.url} tells the log-probabilities of generated tokens only, not those of the prompt; start a "
                "server that has prompt log-probabilities (vLLM does), or choose another form"
            )
        found = []
        at = _beginning(tokens, text)
        for token, log_prob in zip(tokens, log_probs, strict=True):
            start, at = at, at + len(token)
            if at > len(prompt) and start < len(text) and log_prob is not None:
                ends = min(at, len(text)) - len(prompt)
                found.append(ScoredToken(max(start - len(prompt), 0), ends, float(log_prob)))
        return found

    def _echoed(self, text: str) -> tuple[list[str], list[float | None]]:
        choice = self._ask(text, {"echo": True, "logprobs": 1}).choices[0]
        told = getattr(choice, "logprobs", None)
        if told is None or not getattr(told, "tokens", None):
            return [], []
        return list(told.tokens), list(told.token_logprobs or ())

    def _prompt_logprobs(self, text: str) -> tuple[list[str], list[float | None]]:
        reply = self._ask(text, {"extra_body": {"prompt_logprobs": 0}})
        rows: Any = getattr(reply.choices[0], "prompt_logprobs", None) or getattr(reply, "prompt_logprobs", None) or []
        tokens, log_probs = [], []
        for row in rows:
            # the first token has no row of its own; its text is what is missing at the beginning
            entry: Mapping[str, Any] = next(iter((row or {}).values()), {})
            if entry:
                tokens.append(str(entry.get("decoded_token", "")))
                log_probs.append(entry.get("logprob"))
        return tokens, log_probs

    def _ask(self, text: str, settings: Mapping[str, Any]) -> Any:
        openai = require("openai", "llm", "A completions server")
        secret = os.environ.get(self._api_key_env, "").strip() or _NO_KEY
        try:
            with openai.OpenAI(api_key=secret, base_url=self.url, timeout=self.timeout) as client:
                return client.completions.create(model=self.model, prompt=text, max_tokens=1, temperature=0, **settings)
        except openai.OpenAIError as error:
            said = scrub(str(error).replace(secret, "***") if secret != _NO_KEY else str(error))
            raise ServiceError(f"the completions server did not answer for {self.model}: {said[:300]}") from None


def check_server(url: str, form: str) -> None:
    """Refuse an address or a form that cannot be.

    Raises:
        UsageError: says what may be.
    """
    if form not in FORMS:
        raise UsageError(f"consens: server_form takes {' or '.join(FORMS)}, not {form!r}")
    if not url.startswith(("http://", "https://")):
        raise UsageError(f"consens: server takes an address such as http://localhost:8000/v1, not {url!r}")


def _covers(tokens: Sequence[str], text: str) -> bool:
    """Whether the tokens are those of the text, apart from a first one that is not told, and one generated after it."""
    written = "".join(tokens)
    return bool(tokens) and _beginning(tokens, text) >= 0 and len(written) >= len(text) // 2


def _beginning(tokens: Sequence[str], text: str) -> int:
    """Where in the text the tokens begin: at 0, or behind a first token that is not told; -1 if they are others."""
    written = "".join(tokens)
    for lacking in range(min(64, len(text)) + 1):
        rest = text[lacking:]
        if written.startswith(rest) and rest:
            return lacking
        if rest.startswith(written) and written:
            return lacking
    return -1
