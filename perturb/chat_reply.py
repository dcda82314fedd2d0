"""`Reply`: what a chat model answered, read from whatever a server sends."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import regex

_INVISIBLE = regex.compile(r"[\u200b-\u200f\u2060\ufeff]")


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


def read_reply(raw: Any) -> Reply:
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


def _count(value: Any) -> int | None:
    """A number of tokens, None where a server gives something else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


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
