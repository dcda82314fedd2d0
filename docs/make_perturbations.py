"""Write `docs/perturbations.md`, the catalogue, from the registry and the measurements beside it.

``coverage.toml`` comes from `benchmarks/coverage.py`; ``validity.toml`` holds what blind readers said of sampled
variants (a table a perturbation: how many were read, ``n``, and how many of them were ``valid`` and ``grammatical``,
``seed`` and ``date`` of the sample, the perturbation's ``version`` then where it was noted, and a ``note`` where the
counts need one). The page leaves out what has not been measured.

    python docs/make_perturbations.py [--check]

With ``--check`` nothing is written, and the exit status is 1 where the page is not what would be written.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from gaugeblock.catalogue import SYMBOLS, entries, languages, levels, meaning, symbols
from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.relations import CONSTRUCTS, FAMILIES

HERE = Path(__file__).parent
PAGE = HERE / "perturbations.md"

FAMILY_TEXTS = {
    "benign": "The meaning stays, so the score must stay.",
    "corruption": "A claim of the response becomes false, so a score of its support must fall.",
    "gaming": "Text that claims nothing is added, or the response is replaced: no score may rise for it.",
    "force": "A claim becomes stronger than its evidence: possible becomes certain, some becomes all.",
    "verbosity": "The same content in more words: a conciseness score must fall, and no other may rise.",
    "context": "The documents change, sometimes with the response; each perturbation states what must follow.",
}

INTRODUCTION = """# The perturbations

<!-- written by docs/make_perturbations.py from the registry; change the perturbation, not this page -->

A perturbation changes an example in a way whose right effect on a score is known. Every variant names its edits to the
code point, and everywhere else the text stays as it was. The same seed gives the same variants in any order and in any
process. Where a perturbation cannot be sure of an edit it makes none and says why.

    gaugeblock perturb sample --with force,contractions --out variants.jsonl
    gaugeblock list perturbations
    gaugeblock list perturbations contractions

**Relations.** Each says how the score of the variant must stand to the score of the original, for a metric that
measures factual consistency, grounding, citation support or conciseness, in this order: {symbols}.

**Coverage** is the share of responses of at least eight words in public data for which there is a variant; **validity**
is what readers said who saw the context and the texts before and after, and not which perturbation it was.
"""


def page(coverage: dict[str, Any], validity: dict[str, Any]) -> str:
    """The whole page.

    Args:
        coverage: tables of ``coverage.toml``; may be empty.
        validity: tables of ``validity.toml``; may be empty.
    """
    legend = ", ".join(f"`{sign}` {words}" for sign, words in _LEGEND)
    parts = [INTRODUCTION.format(symbols=legend), _contents()]
    for family in FAMILIES:
        items = [item for item in entries() if item.family == family]
        if items:
            parts.append(f"## {family.capitalize()}\n\n{FAMILY_TEXTS[family]}\n")
            parts += [_entry(item, coverage, validity.get(item.name)) for item in items]
    parts += [_targets(coverage), _measured(coverage)]
    return "\n".join(filter(None, parts))


_LEGEND = tuple(zip(SYMBOLS.values(), ("the same", "lower", "not higher", "higher", "anything"), strict=True))


def _contents() -> str:
    lines = []
    for family in FAMILIES:
        items = [item for item in entries() if item.family == family]
        if items:
            lines += [f"**[{family.capitalize()}](#{family})**", "", "| perturbation | what it does | relations |"]
            lines += ["| --- | --- | --- |"]
            lines += [f"| [{item.name}](#{item.name}) | {_cell(item.summary)} | `{symbols(item)}` |" for item in items]
            lines += [""]
    return "\n".join(lines)


def _entry(item: Any, coverage: dict[str, Any], validity: dict[str, Any] | None) -> str:
    lines = [f"### {item.name}", "", item.summary, ""]
    lines += [f"- {_relations(item)}"]
    lines += [f"- Languages: {languages(item)}. Levels: {levels(item)}. Version: {item.version}."]
    if item.limits:
        lines += [f"- Limits: {item.limits}"]
    shares = coverage.get("share", {}).get(item.name)
    if shares:
        lines += [f"- Coverage: {_shares(shares)}."]
    if validity:
        said = (
            f"- Validity: of {validity['n']} variants {validity['valid']} did what they should and "
            f"{validity['grammatical']} were well formed ({_reading(validity)})."
        )
        lines += [f"{said} {validity['note']}" if "note" in validity else said]
    if item.illustration is not None:
        lines += ["", *_before_after(item.illustration)]
    return "\n".join([*lines, ""])


def _reading(validity: dict[str, Any]) -> str:
    """Which sample was read."""
    version = [f"version {validity['version']}"] if "version" in validity else []
    return ", ".join([*version, f"seed {validity['seed']}", validity["date"]])


def _relations(item: Any) -> str:
    """What must follow, the constructs of one relation together."""
    groups: dict[str, list[str]] = {}
    for construct in CONSTRUCTS:
        groups.setdefault(meaning(item, construct), []).append(construct.replace("-", " "))
    if len(groups) == 1:
        return f"Every score {next(iter(groups))}."
    told = [f"{_listed(constructs)} {what}" for what, constructs in groups.items()]
    return f"Scores: {'; '.join(told)}."


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _shares(shares: dict[str, float]) -> str:
    """The shares that are not nothing, the largest first."""
    found = sorted((item for item in shares.items() if item[1] > 0), key=lambda item: (-item[1], item[0]))
    none = sorted(name for name, value in shares.items() if not value)
    told = [", ".join(f"{name} {_percent(value)}" for name, value in found)] if found else []
    return "; ".join([*told, *([f"none in {', '.join(none)}"] if none else [])])


def _before_after(shown: Illustration) -> list[str]:
    rows = [(f"context {number}", document) for number, document in enumerate(shown.context, start=1)]
    if shown.question:
        rows.append(("question", shown.question))
    rows.append(("response", shown.response))
    added = shown.shows.startswith("context") and not shown.before
    name = shown.shows if shown.shows in ("response", "question") else "context"
    rows.append((f"**{name} {'added' if added else 'after'}**", shown.after or "(empty)"))
    return ["| | |", "| --- | --- |", *(f"| {label} | {_cell(text)} |" for label, text in rows)]


def _targets(coverage: dict[str, Any]) -> str:
    targets = coverage.get("targets", {})
    if not targets:
        return ""
    lines = ["## Coverage by task", "", "| what is counted | examples | share | goal |", "| --- | --- | --- | --- |"]
    for target in targets.values():
        lines.append(f"| {target['says']} | {target['n']} | {_percent(target['all'])} | {_percent(target['goal'])} |")
    return "\n".join([*lines, ""])


def _measured(coverage: dict[str, Any]) -> str:
    run = coverage.get("run")
    if not run:
        return ""
    counts = ", ".join(f"{name} {count}" for name, count in coverage["responses"].items())
    return (
        f"Coverage was measured on {run['date']} (seed {run['seed']}, {run['pipeline']}) by "
        f"`benchmarks/coverage.py`; responses counted: {counts}.\n"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _cell(text: str) -> str:
    """Text for a cell of a Markdown table, its line breaks, double spaces and markup still to be seen."""
    for mark in "\\`*_|[]<>#":
        text = text.replace(mark, "&#92;" if mark == "\\" else f"\\{mark}")
    text = text.replace("\r", "").replace("\t", " ⇥ ").replace("\n", "<br>")
    return text.replace("  ", " &nbsp;")


def _toml(name: str) -> dict[str, Any]:
    path = HERE / name
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def current() -> str:
    """The page as it should be now."""
    return page(_toml("coverage.toml"), _toml("validity.toml"))


def main(words: list[str]) -> int:
    """Write or check the page; the exit status."""
    text = current()
    if words not in ([], ["--check"]):
        print("usage: python docs/make_perturbations.py [--check]", file=sys.stderr)
        return 2
    if not words:
        PAGE.write_text(text, "utf-8")
        return 0
    if not PAGE.is_file() or PAGE.read_text("utf-8") != text:
        print("docs/perturbations.md is stale: run python docs/make_perturbations.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
