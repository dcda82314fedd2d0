"""Fuzz the built-in offline metrics: the counterexamples that `docs/findings.md` lists.

    python benchmarks/fuzz_findings.py [--only METRIC,...]
    python docs/make_findings.py

Writes `docs/fuzz_findings.jsonl`, as ``gaugeblock fuzz METRIC --out`` writes it, and `docs/fuzz_findings.runs.json`,
of which laws were tried how. A metric that is not named keeps what was found before. `consens`, a language model, is
fuzzed with fewer examples; all together takes some ten minutes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from gaugeblock.fuzz import fuzz

FOUND = Path(__file__).resolve().parents[1] / "docs" / "fuzz_findings.jsonl"
RUNS = FOUND.with_name("fuzz_findings.runs.json")

EXAMPLES = {"rouge2": 1000, "entity-overlap": 1000, "embedding-similarity": 1000, "consens": 60}
SEED = 0


def main() -> None:
    """Fuzz, and write both files after each metric."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(EXAMPLES))
    for metric in parser.parse_args().only.split(","):
        report = fuzz(metric, max_examples=EXAMPLES[metric], seed=SEED, database=None)
        print(report, flush=True)
        rows = [row for row in _rows() if row["metric"] != metric] + report.rows()
        runs = [run for run in _runs() if run["metric"] != metric] + [report.to_json()]
        order = list(EXAMPLES)
        rows.sort(key=lambda row: order.index(row["metric"]))
        runs.sort(key=lambda run: order.index(run["metric"]))
        FOUND.write_text("".join(f"{json.dumps(row, ensure_ascii=False, allow_nan=False)}\n" for row in rows), "utf-8")
        RUNS.write_text(f"{json.dumps(runs, indent=1, ensure_ascii=False, allow_nan=False)}\n", "utf-8")


def _rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FOUND.read_text("utf-8").splitlines()] if FOUND.is_file() else []


def _runs() -> list[dict[str, Any]]:
    return list(json.loads(RUNS.read_text("utf-8"))) if RUNS.is_file() else []


if __name__ == "__main__":
    main()
