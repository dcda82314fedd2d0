"""What may be shown of names, options and messages: no secrets, and no folders or addresses of this machine."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from gaugeblock.metrics.options import quoted, split_options
from gaugeblock.perturb.errors import UsageError

HIDDEN = "***"
"""What stands in a secret's place."""

_SECRET = re.compile(
    r"""(?:^|_)(?:
        api_?keys? | access_key | secret_key | private_key | signing_key | subscription_key | account_key
        | (?:anthropic|azure|cohere|deepseek|fireworks|gemini|google|groq|mistral|openai|openrouter|together|xai)_key
        | (?:api|auth|access|bearer|refresh|session|id|hf|hub|huggingface|github|secret)_token | bearer | authorization
        | passwords? | passwd | pwd | passphrase | secret | credentials? | jwt | cookies?
    )$""",
    re.VERBOSE,
)
_NO_SECRETS = ("PWD",)  # variables that are called like one: the working folder

_KEY = re.compile(
    r"\bsk-(?!learn\b)[\w-]{3,}|\b(?:hf|gh[oprsu]|github_pat|xox[a-z])[_-]\w{16,}"
    r"|\bAKIA[0-9A-Z]{12,}|\bAIza[\w-]{20,}|(?<=\bBearer )[^\s\"',;\])}]+"
    # in small letters also a word of English: a token has a digit or a dot in it, and Basic's ends in "="
    r"|(?<=\bbearer )(?=[\w~+/-]*(?:\d|\.\w))[\w.~+/-]{6,}=*|(?<=\b[Bb]asic )[\w+/]{6,}={1,2}(?!\w)"
    r"|(?<=://)[^\s/@:\"']*:[^\s/@\"']+(?=@)"
)
"""Keys of known services, by their look, and a name with a password in an address."""

_STRING = r"\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?"
_ASSIGNED = re.compile(rf"(?<![\w-])([\w-]+)(=)({_STRING}|[^,\]\s]*)", re.DOTALL)
_FLAG = re.compile(rf"(?<![\w-])(--?[\w-]+)(\s+)({_STRING}|[^\s,\]]+)", re.DOTALL)
_SAID = re.compile(
    rf"(?<![\w-])([\w-]+)((?:[\"']?\s*=\s*|[\"']\s*:\s*|:[ \t]+)(?:(?:Bearer|Basic|Token)\s+)?)"
    rf"({_STRING}|[^\s,;)\]}}]+)",
    re.DOTALL | re.IGNORECASE,
)

# an absolute folder: after nothing, or after a mark that opens a value; `//` opens an address on the web
_BEGIN = r"(?<![^\s:=,;\[({<\"'`])"
_ROOT = r"(?:/(?![/\s])|[A-Za-z]:[\\/](?!/))"
_PATH = re.compile(rf"{_BEGIN}{_ROOT}[^:=,\[\]()\"'\n]*")
_SAID_PATH = re.compile(rf"(?<=[\"'`])({_ROOT}[^\"'`\n]*)(?=[\"'`])|{_BEGIN}({_ROOT}[^\s:=,;\[\](){{}}<>\"'`]*)")
_LONG_ENOUGH = 8  # a shorter value of a secret variable is too likely to be an ordinary word
_ADDRESS = re.compile(r"(?<!\s)\s+at 0x[0-9a-fA-F]+")


def is_secret(name: str) -> bool:
    """Whether an option's name says that its value is a secret.

    >>> is_secret("api_key"), is_secret("openai-apiKey"), is_secret("max_tokens"), is_secret("sort_key")
    (True, True, False, False)
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return _SECRET.search(re.sub(r"[\W_]+", "_", words)) is not None


def redact(text: str) -> str:
    """A name with options, or another word of a command, with every secret in it hidden.

    A secret is the value of an option whose name says so, and whatever looks like a key of a known service.

    >>> redact("judge.py:f[api_key=abc,limit=3]")
    'judge.py:f[api_key=***,limit=3]'
    """
    return _each(text, _without_assigned, shown_value)


def shorten_paths(text: str) -> str:
    """A name with options, or another word of a command, with each absolute path in it cut to its last two parts.

    >>> shorten_paths('/home/ann/judges/judge.py:f[model="/home/ann/models/x"]')
    'judges/judge.py:f[model=models/x]'
    """
    return _each(text, _without_folders, lambda key, value: shown_path(value))


def shown_spec(text: str) -> str:
    """What a metric was made from as it may be told to a person: no secrets, and of a path the last two parts.

    >>> shown_spec("/home/ann/judges/judge.py:f[api_key=abc,limit=3]")
    'judges/judge.py:f[api_key=***,limit=3]'
    """
    return shorten_paths(redact(text))


def shown_value(key: str, value: Any) -> str:
    """An option's value as text with secrets hidden, those in the query of an address or in a mapping among them.

    >>> shown_value("base_url", "https://host/v1?api_key=abc"), shown_value("client", {"api_key": "abc", "n": 3})
    ('https://host/v1?api_key=***', "{'api_key': ***, 'n': 3}")
    """
    return HIDDEN if is_secret(key) else _without_assigned(str(_each_secret(value, lambda key: {key: HIDDEN})))


def without_secrets(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options, and the mappings in them, without the entries that are secrets by their names.

    >>> without_secrets({"api_key": "abc", "client": {"password": "abc", "n": 3}})
    {'client': {'n': 3}}
    """
    found: dict[str, Any] = _each_secret(options, lambda key: {})
    return found


def shown_path(value: str) -> str:
    """An option's value with each absolute path cut to its last two parts.

    >>> shown_path("/home/ann/models/x"), shown_path("owner/model"), shown_path("C:/Users/Ann/x.gguf")
    ('models/x', 'owner/model', 'x.gguf')
    """
    if re.match(_ROOT, value) and "\n" not in value and not re.search(r":\S*[\\/]", value[2:]):
        return _short(value, 2)  # a path may hold commas and brackets
    return _without_folders(value)


def scrub(text: str) -> str:
    """A message without memory addresses, secrets and folders: it says the same on every machine.

    The values of environment variables that are secrets by their names are hidden too.

    >>> scrub("no weights in '/home/ann/my models/x' for <Judge object at 0x7f3a91> (Bearer abc.def)")
    "no weights in 'x' for <Judge object> (Bearer ***)"
    """
    text = _ADDRESS.sub("", text)
    for name, value in os.environ.items():  # clients like to repeat the key that was refused
        if is_secret(name) and name not in _NO_SECRETS and len(value) >= _LONG_ENOUGH:
            text = text.replace(value, HIDDEN)
    return _SAID_PATH.sub(lambda found: _short(found[0], 1), _KEY.sub(HIDDEN, _named_hidden(text, _SAID)))


def _each(text: str, on_word: Callable[[str], str], on_option: Callable[[str, str], str]) -> str:
    """A text in which the name, or all of it where it has no options, and the options are replaced."""
    try:
        name, options = split_options(text)
    except UsageError:
        return on_word(text)
    if not options:
        return on_word(text)
    return f"{on_word(name)}[{','.join(f'{key}={quoted(on_option(key, value))}' for key, value in options.items())}]"


def _without_assigned(text: str) -> str:
    return _KEY.sub(HIDDEN, _named_hidden(text, _ASSIGNED, _FLAG, _SAID))


def _named_hidden(text: str, *patterns: re.Pattern[str]) -> str:
    """A text in which what follows a secret's name is hidden; a pattern has the name, what is between, and the rest."""
    for pattern in patterns:
        text = pattern.sub(lambda found: f"{found[1]}{found[2]}{HIDDEN}" if is_secret(found[1]) else found[0], text)
    return text


def _each_secret(value: Any, instead: Callable[[Any], dict[Any, Any]]) -> Any:
    """A JSON value with something else in place of each entry of a mapping that is a secret by its name."""
    if isinstance(value, Mapping):
        kept: dict[Any, Any] = {}
        for key, item in value.items():
            kept |= instead(key) if is_secret(str(key)) else {key: _each_secret(item, instead)}
        return kept
    if isinstance(value, (list, tuple)):
        return [_each_secret(item, instead) for item in value]
    return value


def _without_folders(text: str) -> str:
    return _PATH.sub(lambda found: _short(found[0], 2), text)


def _short(path: str, kept: int) -> str:
    """The last parts of an absolute path; never the folder that bears a person's name, which is ``~`` by itself."""
    parts = (PurePosixPath(path) if path.startswith("/") else PureWindowsPath(path)).parts[1:]
    if len(parts) > 1 and parts[0].lower() in ("home", "users"):
        parts = parts[2:]
        return "/".join(parts[-kept:]) or "~"
    return "/".join(parts[-kept:])
