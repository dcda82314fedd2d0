"""Audits of the built-in offline metrics on public data: the numbers behind `docs/findings.md`.

    python benchmarks/findings.py [DATA] [--runs FOLDER] [--only SECTION,...]
    python docs/make_findings.py

DATA is the folder of the public slices, which stay outside the repository. Runs are kept in the folder, so that an
audit that is the same as before is not scored again; the numbers go to ``docs/findings.json``, section by section.
`consens`, a language model of 135 million parameters, is tried on smaller samples; all together takes about an hour on
two cores.
"""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gaugeblock as gb

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
NUMBERS = Path(__file__).resolve().parents[1] / "docs" / "findings.json"

LEXICAL = ("token-overlap", "entity-overlap", "rouge2", "force-lexicon")
OFFLINE = (*LEXICAL, "embedding-similarity")
KEPT = ("name", "group", "value", "low", "high", "n", "clusters", "verdict", "p", "tests")


@dataclass(frozen=True, slots=True)
class Audit:
    """One audit of a section.

    Args:
        data: the reader and the folder of the slice.
        metrics: their specs.
        stress: the stress tests.
        statistics: which numbers are kept, as ``name`` or ``name/group``.
        limit: size of the seeded sample, None for all.
    """

    data: tuple[str, str]
    metrics: tuple[str, ...]
    stress: tuple[str, ...]
    statistics: tuple[str, ...]
    limit: int | None = None

    def command(self) -> str:
        """The audit as it is typed, the folder of the data shortened to DATA."""
        reader, folder = self.data
        parts = [
            "gaugeblock",
            "audit",
            *self.metrics,
            "--data",
            f"{reader}:DATA/{folder}",
            "--stress",
            ",".join(self.stress),
        ]
        return shlex.join([*parts, *(["--limit", str(self.limit)] if self.limit else []), "--on-bad-row", "skip"])

    def numbers(self, data: Path, runs: Path, name: str) -> Iterator[dict[str, Any]]:
        """The kept statistics, a row each, from a run that is made or gone on with."""
        reader, folder = self.data
        found = gb.audit(
            list(self.metrics),
            f"{reader}:{data / folder}",
            stress=list(self.stress),
            limit=self.limit,
            on_bad_row="skip",
            out=runs / name,
            overwrite=True,
        )
        examples = found.results["dataset"]["examples"]
        for metric, entry in found.results["metrics"].items():
            for test in self.stress:
                for row in entry["stress"][test]["statistics"]:
                    if {row["name"], f"{row['name']}/{row['group']}"} & set(self.statistics):
                        kept = {key: row[key] for key in KEPT if row.get(key) is not None}
                        yield {"data": reader, "examples": examples, "metric": metric, "stress": test} | kept


LABELLED = (
    ("qags", "qags"),
    ("summedits", "summedits"),
    ("refmatters", "refmatters"),
    ("frank", "frank"),
    ("faceval", "faceval/FacEval_human_result.csv"),
)
CONFLICTS = (
    ("rgb", "rgb_counterfactual/en_fact.json"),
    ("conflictqa", "conflictqa/conflictQA-strategyQA-chatgpt.json"),
    ("halueval", "halueval/qa_one-turn_data.json"),
)
BY_DIFFICULTY = (
    "auc/easy",
    "auc/medium",
    "auc/hard",
    "auc/all",
    "auc-shallow/all",
    "spearman/label",
    "balanced-accuracy/all",
)
CONDITIONS = ("condition-gap", "condition-inversions", "condition-ties", "gap-shrinkage")
FORCE = ("mvr", "force-sensitivity", "benign-fall-rate")
FACTS = (
    *("paired-auc-correction/all", "paired-auc-corruption/all", "auc-fact-against-wording/all"),
    *("size-matched-win/all", "overreaction", "auc-correction/all"),
)

SECTIONS: dict[str, Sequence[Audit]] = {
    "published": [
        Audit(("frank", "frank"), ("scores:frank",), ("difficulty", "agreement"), BY_DIFFICULTY),
    ],
    "difficulty": [Audit(data, OFFLINE, ("difficulty", "agreement"), BY_DIFFICULTY) for data in LABELLED],
    "force": [
        Audit(data, ("citation-presence", *OFFLINE), ("force", "sensitivity"), (*FORCE, *FACTS), 150)
        for data in (*LABELLED[:4], ("science-exaggeration", "science_exaggeration"))
    ],
    "context": [Audit(data, OFFLINE, ("context",), CONDITIONS, 100) for data in CONFLICTS],
    "consens-context": [Audit(data, ("consens",), ("context",), CONDITIONS, 40) for data in CONFLICTS],
    "consens": [Audit(data, ("consens",), ("difficulty", "agreement"), BY_DIFFICULTY, 100) for data in LABELLED],
}


def main() -> None:
    """Run the sections and write their numbers, each as soon as it is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--runs", type=Path, default=Path("runs/findings"))
    parser.add_argument("--only", default=",".join(SECTIONS))
    arguments = parser.parse_args()
    sections = arguments.only.split(",")
    if unknown := sorted(set(sections) - set(SECTIONS)):
        parser.error(f"--only takes {', '.join(SECTIONS)}, not {', '.join(unknown)}")
    for section in sections:
        rows, commands = [], []
        for audit in SECTIONS[section]:
            name = f"{section}-{audit.data[0]}"
            print(name, flush=True)
            rows += list(audit.numbers(arguments.data, arguments.runs, name))
            commands.append(audit.command())
        numbers = json.loads(NUMBERS.read_text("utf-8")) if NUMBERS.is_file() else {}
        numbers[section] = {"commands": commands, "rows": rows}
        NUMBERS.write_text(json.dumps(numbers, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
