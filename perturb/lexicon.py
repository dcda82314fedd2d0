"""Lexicons: word lists kept as TOML beside the module that uses them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any


@cache
def lexicon(module_file: str) -> dict[str, Any]:
    """The TOML file beside a module, read once.

    Args:
        module_file: the module's ``__file__``; ``synonyms.py`` has its words in ``synonyms.toml``.
    """
    return tomllib.loads(Path(module_file).with_suffix(".toml").read_text(encoding="utf-8"))


def any_word(groups: Mapping[str, Sequence[str]]) -> str:
    """The regular expression of whole words, any of those that a table lists under names of its own.

    >>> any_word({"possible": ["may", "might"], "planned": ["plan[s]?"]})
    '\\\\b(?:may|might|plan[s]?)\\\\b'
    """
    return rf"\b(?:{'|'.join(word for words in groups.values() for word in words)})\b"
