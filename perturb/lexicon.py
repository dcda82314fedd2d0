"""Lexicons: word lists kept as TOML beside the module that uses them."""

from __future__ import annotations

import tomllib
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
