"""What may be shown of names, options and messages: no secrets, and no folders or addresses of this machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from gaugeblock.metrics.options import quoted, split_options
from gaugeblock.metrics.secrets import HIDDEN, hide, hide_said, is_secret
from gaugeblock.perturb.errors import UsageError

# an absolute folder: after nothing, or after a mark that opens a value, or a flag of one letter, or as an address of a
# file; `//` opens an address on the web. One that goes up from the working folder may come down in somebody's home.
_BEGIN = r"(?:(?<![^\s:=,;\[({<\"'`|@&!>+])|(?<=file://)|(?<=file://localhost)|(?<=(?<![\w-])-[A-Za-z]))"
_ROOT = r"(?:/(?![/\s])|[A-Za-z]:[\\/](?!/)|(?:\.\./)++(?=(?:[\w.-]+/){0,4}?(?:home|Users)/))"
_PATH = re.compile(rf"{_BEGIN}{_ROOT}[^:=,\[\]()\"'\n]*")
_SAID_PATH = re.compile(rf"(?<=[\"'`])({_ROOT}[^\"'`\n]*)(?=[\"'`])|{_BEGIN}({_ROOT}[^\s:=,;\[\](){{}}<>\"'`]*)")
_ADDRESS = re.compile(r"(?<!\s)\s+at 0x[0-9a-fA-F]+")


def redact(text: str) -> str:
    """A name with options, or another word of a command, with every secret in it hidden.

    A secret is the value of an option whose name says so, and whatever looks like a key of a known service.

    >>> redact("judge.py:f[api_key=abc,limit=3]")
    'judge.py:f[api_key=***,limit=3]'
    """
    return _each(text, hide, shown_value)


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
    return HIDDEN if is_secret(key) else hide(str(_each_secret(value, lambda key: {key: HIDDEN})))


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

    The secrets that this process was given, as options or in its environment, are hidden too.

    >>> scrub("no weights in '/home/ann/my models/x' for <Judge object at 0x7f3a91> (Bearer abc.def)")
    "no weights in 'x' for <Judge object> (Bearer ***)"
    """
    return _SAID_PATH.sub(lambda found: _short(found[0], 1), hide_said(_ADDRESS.sub("", text)))


def _each(text: str, on_word: Callable[[str], str], on_option: Callable[[str, str], str]) -> str:
    """A text in which the name, or all of it where it has no options, and the options are replaced."""
    try:
        name, options = split_options(text)
    except UsageError:
        return on_word(text)
    if not options:
        return on_word(text)
    return f"{on_word(name)}[{','.join(f'{key}={quoted(on_option(key, value))}' for key, value in options.items())}]"


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
    """The last parts of a folder; never the one that bears a person's name, which is ``~`` by itself."""
    path = re.sub(r"^(?:\.\./)+", "/", path)
    parts = (PurePosixPath(path) if path.startswith("/") else PureWindowsPath(path)).parts[1:]
    homes = [at for at, part in enumerate(parts[:-1]) if part.lower() in ("home", "users")]
    if homes:  # it may lie in a folder itself, as /export/home or /mnt/c/Users
        return "/".join(parts[homes[0] + 2 :][-kept:]) or "~"
    return "/".join(parts[-kept:])
