"""The command line as a manifest keeps it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from gaugeblock.metrics.display import redact, shorten_paths

_PLACES, _FLAGS = ("--out", "--store"), ("--overwrite", "--retry-unscored")
"""Options of this machine and this run alone; a place stands behind its option, or after an equals sign."""


def command_shown(words: Sequence[str]) -> str:
    """How to run this again: without where it was written, without secrets, and without this machine's folders."""
    kept: list[str] = []
    skipping = False
    for word in words:
        name = word.split("=")[0]
        if skipping:
            skipping = False
            continue
        if name in _PLACES or name in _FLAGS:
            skipping = name in _PLACES and "=" not in word
            continue
        kept.append(shorten_paths(redact(word)))
    # bytes of the command line that are no text in this locale come as surrogates, which no file can hold
    return shlex.join(["gaugeblock", *kept]).encode("utf-8", "backslashreplace").decode("utf-8")
