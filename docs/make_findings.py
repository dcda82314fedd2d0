"""Write `docs/findings.md` from what ``benchmarks/findings.py`` and ``benchmarks/fuzz_findings.py`` measure.

    python docs/make_findings.py [--check]

With ``--check`` nothing is written, and the exit status is 1 where the page is not what would be written.
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

FOUND = Path(__file__).parent / "findings.json"
COUNTEREXAMPLES = Path(__file__).parent / "fuzz_findings.jsonl"
FUZZ_RUNS = Path(__file__).parent / "fuzz_findings.runs.json"
PAGE = Path(__file__).parent / "findings.md"

Row = Mapping[str, Any]

INTRODUCTION = """# What the stress tests find

<!-- written by docs/make_findings.py from findings.json and fuzz_findings.*; change the former, or measure the latter
anew -->

Published metrics, and the built-in ones that need no download, on public data. Every number comes from an audit whose
command stands below it, with seed 0; DATA is the folder of the data. Intervals are of 95 % and respect which rows share
a source document. What is marked `*` has an interval that reaches across the value of a coin toss (0.5 for an AUC, 0
for a gap).
"""

SECTIONS: dict[str, tuple[str, str]] = {
    "published": (
        "Published scores on FRANK: easy, medium and hard",
        """The scores are those that the authors of FRANK published, of fifteen metrics; nothing was scored here. An
example is easy where a small classifier of five surface features (ROUGE-2, entity overlap, embedding similarity,
novelty, length), which has not seen its document, is sure and right; hard where it is sure and wrong; of medium
difficulty where it is unsure. AUC of the supported over the unsupported summaries. Metrics that correlate with the
surface must lose on the hard split, which is what the split is for; the paper reports 0.47 to 0.59 there for its
six.""",
    ),
    "difficulty": (
        "The offline metrics on five sets of human labels",
        "The same for the metrics that come with the package, and the shallow classifier's own AUC beside them.",
    ),
    "consens": ("ConSens on the same sets", "On a seeded sample of 100 of each, scored by the packaged SmolLM2-135M."),
    "force": (
        "Claims that say more than their evidence, and wrong facts",
        """MVR is the share of pairs in which the overstated claim scores at least as high as the careful one (ties
violate). ForceBench reports, on its own pairs, 1.000 for citation presence, 0.328 and 0.364 for token and entity
overlap (which is which is not known to us), and 0.232 for an axis-aware lexical prototype, beside which stands
`force-lexicon`; ours are measured on pairs that this library makes, so they are neighbours and no replication. How
often a harmless edit lowers the score stands beside each MVR, which means little without it.""",
    ),
    "context": (
        "Does the score follow the context?",
        """The gap between the supported and the unsupported response beside the true context, and beside the
counterfactual one; how often the unsupported response scores higher (inversions) or the same (ties). `given` are the
conditions that the data brings, `constructed` those that the library makes by exchanging a name, a number or a date.
The paper reports inversions of 0.2 % and 3.1 %, over its metrics.""",
    ),
    "consens-context": ("ConSens in the four conditions", "On 40 examples of each set."),
}


FUZZING = """The smallest texts on which each metric breaks a law, found by `gaugeblock fuzz METRIC` on built examples,
and again by `python benchmarks/fuzz_findings.py`. That a law held says that no case that was tried broke it, no more.
No openly licensed entailment weights come as a package, so the entailment recipe runs over a small stand-in that
`benchmarks/stand_in_nli.py` trains: what is said of it holds for its weights, not for the published ones.
[fuzz_findings.jsonl](fuzz_findings.jsonl) has the whole of each counterexample: contexts, edits and the line that
replays it."""

_MARK_UP = re.compile(r"([*_`#~|$\[\]\\])")
_LONGEST = 160  # code points of a text that is shown


def page(found: Mapping[str, Any], counterexamples: Sequence[Row], fuzz_runs: Sequence[Row]) -> str:
    """The whole page; sections that are not measured are left out."""
    parts = [INTRODUCTION]
    for name, (title, text) in SECTIONS.items():
        if name in found:
            parts += [f"## {title}\n", " ".join(text.split()) + "\n", *_TABLES[name](found[name]["rows"])]
            parts += ["```", *found[name]["commands"], "```", ""]
    parts += ["## What fuzzing finds\n", " ".join(FUZZING.split()) + "\n"]
    for run in fuzz_runs:
        parts += _fuzzed(run, [row for row in counterexamples if row["metric"] == run["metric"]])
    return "\n".join(parts).rstrip() + "\n"


def _difficulty(rows: Sequence[Row]) -> list[str]:
    columns = {"easy": ("auc", "easy"), "medium": ("auc", "medium"), "hard": ("auc", "hard"), "all": ("auc", "all")}
    lines = []
    for data in _values(rows, "data"):
        of_data = [row for row in rows if row["data"] == data]
        difficulty = [row for row in of_data if row["stress"] == "difficulty"]
        agreement = [row for row in of_data if row["stress"] == "agreement"]
        lines += [
            f"**{data}**, {of_data[0]['examples']:,} examples\n",
            "| metric | easy | medium | hard | all | balanced accuracy |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for metric in _values(of_data, "metric"):
            cells = [_cell(_one(difficulty, metric, *column), 0.5) for column in columns.values()]
            if cells[-1] == "-":  # where no classifier could be trained
                cells[-1] = _cell(_one(agreement, metric, "auc", "all"), 0.5)
            balanced = _cell(_one(agreement, metric, "balanced-accuracy", "all"), 0.5)
            lines.append(f"| `{metric}` | " + " | ".join([*cells, balanced]) + " |")
        if (shallow := _one(difficulty, None, "auc-shallow", "all")) is not None:
            lines.append(f"| the shallow classifier itself | | | | {_cell(shallow, 0.5)} | |")
        lines.append("")
    return lines


def _force(rows: Sequence[Row]) -> list[str]:
    lines = []
    for data in _values(rows, "data"):
        of_data = [row for row in rows if row["data"] == data]
        titles = (
            *("metric", "MVR", "a harmless edit lowers", "wrong fact below its original"),
            *("wrong fact against wording (AUC)", "correction above its original"),
        )
        lines += [
            f"**{data}**, {of_data[0]['examples']:,} examples\n",
            f"| {' | '.join(titles)} |",
            f"|{' --- |' * len(titles)}",
        ]
        for metric in _values(of_data, "metric"):
            cells = [
                _cell(_one(of_data, metric, "mvr", "all"), None),
                _cell(_one(of_data, metric, "benign-fall-rate", "benign"), None),
                _cell(_one(of_data, metric, "paired-auc-corruption", "all"), 0.5),
                _cell(_one(of_data, metric, "auc-fact-against-wording", "all"), 0.5),
                _cell(_one(of_data, metric, "paired-auc-correction", "all"), 0.5),
            ]
            lines.append(f"| `{metric}` | " + " | ".join(cells) + " |")
        lines.append("")
    return lines


def _context(rows: Sequence[Row]) -> list[str]:
    lines = []
    for data in _values(rows, "data"):
        of_data = [row for row in rows if row["data"] == data]
        lines += [
            f"**{data}**, {of_data[0]['examples']:,} examples\n",
            "| metric | conditions | pairs | gap, true context | gap, counterfactual | inversions, true | inversions, "
            "counterfactual | ties, true | ties, counterfactual |",
            "| --- | --- | ---: | --- | --- | --- | --- | --- | --- |",
        ]
        for metric in _values(of_data, "metric"):
            for kind in ("constructed", "given"):
                groups = [f"factual-{kind}", f"counterfactual-{kind}"]
                gaps = [_one(of_data, metric, "condition-gap", group) for group in groups]
                if gaps[0] is None:
                    continue
                shares = [
                    _cell(_one(of_data, metric, f"condition-{name}", group), None)
                    for name in ("inversions", "ties")
                    for group in groups
                ]
                cells = [kind, str(gaps[0]["n"]), *(_cell(gap, 0.0) for gap in gaps), *shares]
                lines.append(f"| `{metric}` | " + " | ".join(cells) + " |")
        lines.append("")
    return lines


def _fuzzed(run: Row, rows: Sequence[Row]) -> list[str]:
    lines = [
        f"### `{run['metric']}`\n",
        f"Gaugeblock {run['version']}, seed {run['seed']}, {run['max_examples']:,} examples for all laws together; "
        f"{run['scored']:,} texts were scored.\n",
    ]
    if model := run.get("model"):
        aucs = " and ".join(
            f"{value['auc']:.3f} on {name} ({value['examples']:,} examples)"
            for name, value in model.items()
            if isinstance(value, dict)
        )
        lines.append(
            f"The weights: `python benchmarks/stand_in_nli.py FOLDER --made {model['made']} --epochs {model['epochs']} "
            f"--seed {model['seed']}`, taught by {model['pairs']:,} pairs; SHA-256 `{model['weights'][:16]}`. On data "
            f"that it was not taught, the recipe has an AUC of {aucs}.\n"
        )
    if rows:
        lines += ["| law | original | changed | scores |", "| --- | --- | --- | --- |", *map(_counterexample, rows), ""]
    for status in ("held", "undecided", "not applicable"):
        laws = [law for law in run["laws"] if law["status"] == status]
        if laws and status == "not applicable":  # nothing was compared
            names = ", ".join(f"`{law['law']}`" for law in laws)
            lines.append(f"Not applicable: {names}.\n")
        elif laws:
            shown = ", ".join(f"`{law['law']}` ({law['compared']})" for law in laws)
            lines.append(f"{status.capitalize()}, with the cases that were compared: {shown}.\n")
    return lines


def _counterexample(row: Row) -> str:
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
    from gaugeblock.harness.properties import visible

    cut = text.replace("\n", " ")
    cut = cut if len(cut) <= _LONGEST else f"{cut[: _LONGEST - 3]}..."
    shown = _MARK_UP.sub(r"\\\1", html.escape(visible(cut), quote=False))
    return f"“{shown}”"


_TABLES: dict[str, Callable[[Sequence[Row]], list[str]]] = {
    "published": _difficulty,
    "difficulty": _difficulty,
    "consens": _difficulty,
    "force": _force,
    "context": _context,
    "consens-context": _context,
}


def _values(rows: Iterable[Row], column: str) -> list[str]:
    return list(dict.fromkeys(row[column] for row in rows))


def _one(rows: Iterable[Row], metric: str | None, name: str, group: str) -> Row | None:
    """The row of a statistic, None where it was not measured or has no value."""
    return next(
        (
            row
            for row in rows
            if metric in (None, row["metric"]) and (row["name"], row["group"]) == (name, group) and "value" in row
        ),
        None,
    )


def _cell(row: Row | None, toss: float | None) -> str:
    """Value and interval, marked where the interval reaches across the value of a coin toss."""
    if row is None:
        return "-"
    if "low" not in row:
        return f"{row['value']:.3f}"
    mark = "*" if toss is not None and row["low"] <= toss <= row["high"] else ""
    return f"{row['value']:.3f}{mark} [{row['low']:.3f}, {row['high']:.3f}]"


def main() -> int:
    """Write or check the page."""
    counterexamples = [json.loads(line) for line in COUNTEREXAMPLES.read_text("utf-8").splitlines()]
    written = page(json.loads(FOUND.read_text("utf-8")), counterexamples, json.loads(FUZZ_RUNS.read_text("utf-8")))
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(written, "utf-8")
        return 0
    if PAGE.read_text("utf-8") == written:
        return 0
    print(f"{PAGE.name} is not what its numbers say; run python docs/{Path(__file__).name}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
