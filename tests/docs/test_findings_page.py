"""The page of findings says what its numbers say, and names what can be run again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_page_is_what_its_numbers_say() -> None:
    made = subprocess.run([sys.executable, DOCS / "make_findings.py", "--check"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


def test_every_section_has_numbers_and_the_commands_that_measure_them() -> None:
    """A number without a value, or an interval that does not hold it, would be no finding."""
    found = json.loads((DOCS / "findings.json").read_text("utf-8"))
    assert {"published", "difficulty"} <= set(found)
    for section in found.values():
        assert section["rows"]
        assert all(command.startswith("gaugeblock audit ") for command in section["commands"])
        for row in section["rows"]:
            if "low" in row:
                assert row["low"] - 1e-9 <= row["value"] <= row["high"] + 1e-9, row
