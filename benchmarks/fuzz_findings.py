"""Fuzz the built-in offline metrics: the counterexamples that `docs/findings.md` lists.

    python benchmarks/fuzz_findings.py [--only METRIC,...] [--nli FOLDER]
    python docs/make_findings.py

Writes `docs/fuzz_findings.jsonl`, as ``gaugeblock fuzz METRIC --out`` writes it, and `docs/fuzz_findings.runs.json`,
of which laws were tried how. A metric that is not named keeps what was found before. `consens`, a language model, is
fuzzed with fewer examples; all together takes some ten minutes. The entailment recipe runs over the model in FOLDER,
which `stand_in_nli.py` makes; without one it keeps what was found before too.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from stand_in_nli import NOTE

from gaugeblock.fuzz import fuzz

FOUND = Path(__file__).resolve().parents[1] / "docs" / "fuzz_findings.jsonl"
RUNS = FOUND.with_name("fuzz_findings.runs.json")

EXAMPLES = {"rouge2": 1000, "entity-overlap": 1000, "embedding-similarity": 1000, "alignscore": 1000, "consens": 60}
RECIPE = "alignscore"
SEED = 0


def main() -> None:
    """Fuzz, and write both files after each metric."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(EXAMPLES))
    parser.add_argument("--nli", type=Path)
    given = parser.parse_args()
    if given.only == RECIPE and given.nli is None:
        parser.error(f"{RECIPE} needs --nli FOLDER, which benchmarks/stand_in_nli.py makes")
    for name in given.only.split(","):
        if name != RECIPE:
            _fuzz(name, name)
        elif given.nli is not None:
            os.chdir(given.nli.resolve().parent)  # so that no folder of this machine stands in the metric's name
            made = json.loads((Path(given.nli.name) / NOTE).read_text("utf-8"))
            _fuzz(name, f"{name}[nli={given.nli.name}]", model=made)


def _fuzz(name: str, metric: str, **further: Any) -> None:
    """Fuzz one metric, and put what was found in the place of what was found before."""
    report = fuzz(metric, max_examples=EXAMPLES[name], seed=SEED, database=None)
    print(report, flush=True)
    rows = [row for row in _rows() if _plain(row) != name] + report.rows()
    runs = [run for run in _runs() if _plain(run) != name] + [report.to_json() | further]
    order = list(EXAMPLES)
    rows.sort(key=lambda row: order.index(_plain(row)))
    runs.sort(key=lambda run: order.index(_plain(run)))
    FOUND.write_text("".join(f"{json.dumps(row, ensure_ascii=False, allow_nan=False)}\n" for row in rows), "utf-8")
    RUNS.write_text(f"{json.dumps(runs, indent=1, ensure_ascii=False, allow_nan=False)}\n", "utf-8")


def _plain(row: dict[str, Any]) -> str:
    """The metric of a row, without its options."""
    return str(row["metric"]).partition("[")[0]


def _rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FOUND.read_text("utf-8").splitlines()] if FOUND.is_file() else []


def _runs() -> list[dict[str, Any]]:
    return list(json.loads(RUNS.read_text("utf-8"))) if RUNS.is_file() else []


if __name__ == "__main__":
    main()
