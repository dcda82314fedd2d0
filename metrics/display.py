"""What may be shown of names, options and messages: no secrets, and no folders or addresses of this machine."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import PurePosixPath, PureWindowsPath

from gaugeblock.metrics.options import quoted, split_options
from gaugeblock.perturb.errors import UsageError

HIDDEN = "***"
"""What stands in a secret's place."""

_SECRET = re.compile(
    r"""(?:^|_)(?:
        api_?keys? | access_key | secret_key | private_key | signing_key | subscription_key
        | (?:api|auth|access|bearer|refresh|session|id|hf|hub|huggingface|github)_token | bearer | authorization
        | passwords? | passwd | passphrase | secret | credentials?
    )$""",
    re.VERBOSE,
)

_KEY = re.compile(
    r"\bsk-(?!learn\b)[\w-]{3,}|\b(?:hf|gh[oprsu]|github_pat|xox[a-z])[_-]\w{16,}"
    r"|\bAKIA[0-9A-Z]{12,}|\bAIza[\w-]{20,}|(?<=\bBearer )[^\s\"',;\])}]+"
    r"|(?<=://)[^\s/@:\"']*:[^\s/@\"']+(?=@)"
)
"""Keys of known services, by their look, and a name with a password in an address."""

_STRING = r"\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?"
_ASSIGNED = re.compile(rf"(?<![\w-])([\w-]+)(=)({_STRING}|[^,\]\s]*)", re.DOTALL)
_FLAG = re.compile(rf"(?<![\w-])(--?[\w-]+)(\s+)({_STRING}|[^\s,\]]+)", re.DOTALL)
_SAID = re.compile(rf"(?<![\w-])([\w-]+)([\"']?\s*=\s*|[\"']\s*:\s*)({_STRING}|[^\s,;)\]}}]+)", re.DOTALL)

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


def shown_value(key: str, value: str) -> str:
    """An option's value with secrets hidden, those in the query of an address among them.

    >>> shown_value("base_url", "https://host/v1?api_key=abc")
    'https://host/v1?api_key=***'
    """
    return HIDDEN if is_secret(key) else _without_assigned(value)


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
        if is_secret(name) and len(value) >= _LONG_ENOUGH:
            text = text.replace(value, HIDDEN)
    text = _SAID.sub(lambda said: f"{said[1]}{said[2]}{HIDDEN}" if is_secret(said[1]) else said[0], text)
    return _SAID_PATH.sub(lambda found: _short(found[0], 1), _KEY.sub(HIDDEN, text))


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
    for written in (_ASSIGNED, _FLAG):
        text = written.sub(lambda found: f"{found[1]}{found[2]}{HIDDEN}" if is_secret(found[1]) else found[0], text)
    return _KEY.sub(HIDDEN, text)


def _without_folders(text: str) -> str:
    return _PATH.sub(lambda found: _short(found[0], 2), text)


def _short(path: str, kept: int) -> str:
    """The last parts of an absolute path; never the folder that bears a person's name."""
    parts = (PurePosixPath(path) if path.startswith("/") else PureWindowsPath(path)).parts[1:]
    if parts[:1] and parts[0].lower() in ("home", "users") and len(parts) > 2:
        parts = parts[2:]
    return "/".join(parts[-kept:])
