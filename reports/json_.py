"""Runs as one JSON document, for other programs: manifest and results of each, as they were written."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from gaugeblock.reports.run import Run

SCHEMA = 1
"""The layout of this document; the results inside carry their own."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def render(runs: Sequence[Run]) -> str:
    """The document: ``{"schema": 1, "runs": [{"manifest": ..., "results": ...}, ...]}``."""
    content = [{"manifest": run.manifest, "results": run.results} for run in runs]
    written = json.dumps({"schema": SCHEMA, "runs": content}, ensure_ascii=False, indent=2, allow_nan=False)
    return _SURROGATE.sub(_escaped, written) + "\n"


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"  # UTF-8 has no unpaired surrogates, JSON's escapes have
