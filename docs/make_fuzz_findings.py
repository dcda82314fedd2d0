"""Write `docs/fuzz_findings.md` from what stands beside it: the counterexamples, and which laws were tried how.

    python docs/make_fuzz_findings.py [--check | --run]

With ``--run`` the metrics are fuzzed first, which takes some minutes, and both files are written:
`fuzz_findings.jsonl`, as ``gaugeblock fuzz METRIC --out`` writes it, and `fuzz_findings.runs.json`. With ``--check``
nothing is written, and the exit status is 1 where the page is not what would be written.
"""

from __future__ import annotations

import html
import json
import re
import sys
from pathlib import Path
from typing import Any

FOUND = Path(__file__).parent / "fuzz_findings.jsonl"
RUNS = Path(__file__).parent / "fuzz_findings.runs.json"
PAGE = Path(__file__).parent / "fuzz_findings.md"

METRICS = ("rouge2", "entity-overlap", "embedding-similarity")
SEED, MAX_EXAMPLES = 0, 200

_MARK_UP = re.compile(r"([*_`#~|$\[\]\\])")

INTRODUCTION = """# What fuzzing finds

<!-- written by docs/make_fuzz_findings.py from fuzz_findings.jsonl and fuzz_findings.runs.json; change these, not this
page -->

The smallest texts on which each metric breaks a law, found by `gaugeblock fuzz METRIC` on built examples, and again by
`python docs/make_fuzz_findings.py --run`. That a law held says that no case that was tried broke it, no more.

`consens` is not listed: it takes seconds a text on a machine without a graphics card, and the five examples that a few
minutes allowed in an earlier run, of which no file is kept, broke neither of the two laws that were tried, which says
little. No openly licensed entailment weights come as a package, so no entailment recipe is listed; the tests fuzz one
over a tiny random model.

[fuzz_findings.jsonl](fuzz_findings.jsonl) has the whole of each: contexts, edits and the line that replays it.
"""


def page(rows: list[dict[str, Any]], runs: list[dict[str, Any]]) -> str:
    """The whole page."""
    lines = [INTRODUCTION]
    for run in runs:
        own = [row for row in rows if row["metric"] == run["metric"]]
        lines += [f"## `{run['metric']}`", "", _how(run), ""]
        if own:
            lines += ["| law | original | changed | scores |", "| --- | --- | --- | --- |", *map(_line, own), ""]
        for status in ("held", "undecided", "not applicable"):
            laws = [f"`{law['law']}` ({law['compared']})" for law in run["laws"] if law["status"] == status]
            if laws:
                lines += [f"{status.capitalize()}, with the cases that were compared: {', '.join(laws)}.", ""]
    return "\n".join(lines).rstrip() + "\n"


def _how(run: dict[str, Any]) -> str:
    return (
        f"Gaugeblock {run['version']}, seed {run['seed']}, {run['max_examples']} examples for all laws together; "
        f"{run['scored']} texts were scored."
    )


def _line(row: dict[str, Any]) -> str:
    first, second = (row["examples"][at] for at in row["shown"])
    scores = [row["scores"][at] for at in row["shown"]]
    changed = cell(second["response"])
    if first["response"] == second["response"] and first is not second:
        changed = f"the same, beside another context ({row['perturbation']})"
    by = f" ({row['perturbation']})" if row["perturbation"] and first["response"] != second["response"] else ""
    shown = " → ".join("none" if score is None else f"{score:.3g}" for score in scores)
    return f"| `{row['law'].partition('[')[0]}`{by} | {cell(first['response'])} | {changed} | {shown} |"


def cell(text: str) -> str:
    """A text in quotation marks, as a cell of a table that shows it as it is: no mark-up of its own comes to bear.

    >>> print(cell("*all* of <b>it</b> | a_b\\u202e"))
    “\\*all\\* of &lt;b&gt;it&lt;/b&gt; \\| a\\_b\\\\u202e”
    """
    from gaugeblock.harness.properties._message import visible

    cut = text.replace("\n", " ")
    cut = cut if len(cut) <= 160 else f"{cut[:157]}..."
    shown = _MARK_UP.sub(r"\\\1", html.escape(visible(cut), quote=False))
    return f"“{shown}”"


def run() -> None:
    """Fuzz the metrics and write both files."""
    from gaugeblock.fuzz import fuzz

    rows: list[dict[str, Any]] = []
    runs: list[dict[str, Any]] = []
    for metric in METRICS:
        report = fuzz(metric, max_examples=MAX_EXAMPLES, seed=SEED, database=None)
        print(report)
        rows += report.rows()
        runs.append(report.to_json())
    FOUND.write_text("".join(f"{json.dumps(row, ensure_ascii=False, allow_nan=False)}\n" for row in rows), "utf-8")
    RUNS.write_text(f"{json.dumps(runs, indent=1, ensure_ascii=False, allow_nan=False)}\n", "utf-8")


def main() -> int:
    """Run, write or check."""
    if "--run" in sys.argv[1:]:
        run()
    rows = [json.loads(line) for line in FOUND.read_text("utf-8").splitlines()]
    text = page(rows, json.loads(RUNS.read_text("utf-8")))
    if "--check" in sys.argv[1:]:
        return int(not PAGE.is_file() or PAGE.read_text("utf-8") != text)
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
