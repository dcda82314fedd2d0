"""Write `docs/fuzz_findings.md` from the counterexamples beside it, which ``gaugeblock fuzz METRIC --out`` found.

    python docs/make_fuzz_findings.py [--check]

With ``--check`` nothing is written, and the exit status is 1 where the page is not what would be written.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FOUND = Path(__file__).parent / "fuzz_findings.jsonl"
PAGE = Path(__file__).parent / "fuzz_findings.md"

INTRODUCTION = """# What fuzzing finds

<!-- written by docs/make_fuzz_findings.py from fuzz_findings.jsonl; change these, not this page -->

The smallest texts on which each metric breaks a law, found by `gaugeblock fuzz METRIC` with seed 0 and 200 examples on
built examples. `consens` takes seconds a text on a machine without a graphics card: the five examples that a few
minutes allowed (12 texts; `decreases-under[name=number]` and `invariant-under[name=contractions,tolerance=0.05]`) broke
neither law, which says little. No openly licensed entailment weights come as a package, so no entailment recipe is
listed; the tests fuzz one over a tiny random model.

[fuzz_findings.jsonl](fuzz_findings.jsonl) has the whole of each: contexts, edits and the line that replays it.
"""


def page(rows: list[dict[str, Any]]) -> str:
    """The whole page."""
    lines = [INTRODUCTION]
    for metric in dict.fromkeys(row["metric"] for row in rows):
        lines += [f"## `{metric}`", "", "| law | original | changed | scores |", "| --- | --- | --- | --- |"]
        lines += [_line(row) for row in rows if row["metric"] == metric]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _line(row: dict[str, Any]) -> str:
    first, second = (row["examples"][at] for at in row["shown"])
    scores = [row["scores"][at] for at in row["shown"]]
    changed = _cell(second["response"])
    if first["response"] == second["response"] and first is not second:
        changed = f"the same, beside another context ({row['perturbation']})"
    by = f" ({row['perturbation']})" if row["perturbation"] and first["response"] != second["response"] else ""
    shown = " → ".join("none" if score is None else f"{score:.3g}" for score in scores)
    return f"| `{row['law'].partition('[')[0]}`{by} | {_cell(first['response'])} | {changed} | {shown} |"


def _cell(text: str) -> str:
    written = text.replace("\n", " ").replace("|", "\\|")
    return f"“{written}”" if len(written) <= 160 else f"“{written[:157]}...”"


def main() -> int:
    """Write or check the page."""
    rows = [json.loads(line) for line in FOUND.read_text("utf-8").splitlines()]
    text = page(rows)
    if "--check" in sys.argv[1:]:
        return int(not PAGE.is_file() or PAGE.read_text("utf-8") != text)
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
