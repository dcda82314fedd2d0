"""Keeping secrets out of names, manifests and reports."""

from __future__ import annotations

import re

_SECRET = frozenset({"key", "apikey", "secret", "password", "passwd", "token", "credential", "credentials"})
_OPTION = re.compile(r"([\w-]+)=(\"[^\"]*\"|'[^']*'|[^,\]\s]*)")

HIDDEN = "***"
"""What stands in a secret's place."""


def is_secret(name: str) -> bool:
    """Whether an option's name says that its value is a secret.

    >>> is_secret("api_key"), is_secret("max_tokens")
    (True, False)
    """
    return not _SECRET.isdisjoint(re.split(r"[_-]", name.lower()))


def redact(text: str) -> str:
    """The text with the value of every ``name=value`` hidden whose name says that it is a secret.

    >>> redact("judge.py:f[api_key=abc,limit=3]")
    'judge.py:f[api_key=***,limit=3]'
    """
    return _OPTION.sub(lambda found: f"{found[1]}={HIDDEN}" if is_secret(found[1]) else found[0], text)
