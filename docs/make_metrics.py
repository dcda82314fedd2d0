"""Write `docs/metrics.md` from the registry of metrics.

    python docs/make_metrics.py [--check]

With ``--check`` nothing is written, and the exit status is 1 where the page is not what would be written.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

from gaugeblock.metrics import METRICS

PAGE = Path(__file__).parent / "metrics.md"

GROUPS = {
    "Overlap and embedding": ("citation-presence", "token-overlap", "entity-overlap", "force-lexicon", "rouge",
                              "rouge2", "bertscore", "embedding-similarity"),
    "Language-model likelihood": ("consens", "bartscore"),
    "Entailment and question answering": ("alignscore", "summac-zs", "summac-conv", "minicheck", "unieval", "hhem",
                                          "questeval", "grounding-classifier"),
    "Judges and compression": ("judge-da", "judge-support", "judge-force", "judge-dummy-axis", "answer-consistency",
                               "gpt-score", "gpt-ranking", "concise"),
}  # fmt: skip

INTRODUCTION = """# The metrics

<!-- written by docs/make_metrics.py from the registry; change the metric's docstring, not this page -->

Built-in metrics are named as they stand here, with options in brackets: `rouge[kind=rouge1,use=r]`. Beside them any
function, object, file of scores or program will do, see [recipes](recipes.md). A metric that cannot score an item says
why: the item is counted as unscored, and never becomes a number.

No openly licensed entailment weights come as a package: `alignscore`, `summac-*`, `minicheck`, `unieval`, `hhem`,
`questeval`, `bertscore` and `bartscore` load their models from the hub by name, or from a folder. Judges speak to any
server with OpenAI's protocol (`base_url`), and read the key from the environment. How far `consens` tells grounded from
ungrounded answers, with each word filter, stands in [a page of its own](consens_studies.md).

What a metric does with input that is too long is said at each under *long input*. Where it cuts, it says so in the log,
and how many inputs it cut stands in the manifest of a run (`usage`, `inputs_cut`).
"""


def page() -> str:
    """The whole page."""
    grouped = {name for names in GROUPS.values() for name in names}
    controls = [name for name in METRICS if name.startswith("control-")]
    rest = [name for name in METRICS if name not in grouped and name not in controls]
    groups = {
        **GROUPS,
        **({"Others": tuple(rest)} if rest else {}),
        "Controls, by which the tests are tested": controls,
    }
    parts = [INTRODUCTION]
    for title, names in groups.items():
        parts += [f"## {title}", "", _table(names), *(_entry(name) for name in names)]
    return "\n".join(parts).rstrip() + "\n"


def _table(names: Any) -> str:
    rows = ["| metric | measures | range | better | reads | same again |", "| --- | --- | --- | --- | --- | --- |"]
    for name in names:
        metric: Any = METRICS.get(name)
        low, high = ("" if bound is None else f"{bound:g}" for bound in metric.bounds)
        reads = ", ".join(sorted(metric.reads))
        better = "higher" if metric.higher_is_better else "lower"
        again = "yes" if metric.deterministic else "no"
        cells = (f"`{name}`", metric.construct, f"{low or '-∞'} to {high or '∞'}", better, reads, again)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([*rows, ""])


def _entry(name: str) -> str:
    metric: Any = METRICS.get(name)
    lines = [f"### {name}", "", *_described(metric), ""]
    lines += [f"- Long input: {metric.long_input}."]
    options = inspect.signature(metric).parameters.values()
    if options:
        lines += [f"- Options: {', '.join(f'`{option.name}={option.default}`' for option in options)}."]
    if flaw := getattr(metric, "flaw", ""):
        lines += [f"- Flaw: {flaw}. Must be caught by {', '.join(metric.caught_by)}."]
    return "\n".join([*lines, ""])


def _described(metric: Any) -> list[str]:
    """The paragraphs of the docstring before its arguments, and those on the arguments as a list."""
    text = inspect.getdoc(metric) or ""
    body, _, arguments = text.partition("\nArgs:\n")
    arguments = arguments.partition("\nRaises:")[0].partition("\n\n")[0]
    lines = body.strip().split("\n")
    for line in arguments.split("\n"):
        stripped = line.strip()
        if not stripped:
            continue
        if line.startswith("    ") and not line.startswith("     "):
            option, _, meaning = stripped.partition(": ")
            lines += ["", f"- `{option}`: {meaning}"] if lines[-1] and not lines[-1].startswith(("- ", "  ")) else [
                f"- `{option}`: {meaning}"
            ]  # fmt: skip
        else:
            lines.append(f"  {stripped}")
    return [line.replace("``", "`") for line in lines]


def main(arguments: list[str]) -> int:
    """Write the page, or compare it."""
    text = page()
    if "--check" in arguments:
        if PAGE.is_file() and PAGE.read_text("utf-8") == text:
            return 0
        print("docs/metrics.md is stale: run python docs/make_metrics.py", file=sys.stderr)
        return 1
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
